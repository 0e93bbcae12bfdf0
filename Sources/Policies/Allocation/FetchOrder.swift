import Device
import Simulation

extension BackgroundTimeRequest {
  /// The whole allowance, or what the pool still has: the grant of a policy that makes no
  /// difference between apps.
  func grant(from pool: PoolSnapshot) -> TimeSpan {
    max(.zero, min(allowance, pool.available))
  }
}

extension FetchDecision {
  /// Starts candidates in ascending order of a key, then of waiting, then of `AppID`, as far as
  /// slots and pool go.
  ///
  /// Nobody is overtaken for want of time: the first whose allowance the pool does not hold now ends
  /// the list, or small allowances could keep a large one waiting for ever. Only who could not be
  /// served by a full pool either is passed over. `reason` is noted for each chosen app; the others
  /// have a reason only if it is not the lack of a slot. O(n log n).
  static func first(
    of candidates: [FetchCandidate], slots: Int, pool: PoolSnapshot, because reason: String,
    by key: (FetchCandidate) -> Int64
  ) -> FetchDecision {
    var decision = FetchDecision()
    guard slots > 0 else { return decision }
    var rest = max(.zero, pool.available)
    for rank in candidates.map({ Rank(of: $0, key: key($0)) }).sorted() {
      guard decision.chosen.count < slots else { break }
      guard rank.allowance <= pool.capacity else {
        decision.reasons.append((rank.app, "its allowance exceeds the pool's capacity"))
        continue
      }
      guard rank.allowance <= rest else {
        decision.reasons.append((rank.app, "the pool holds less than its allowance"))
        break
      }
      rest -= max(.zero, rank.allowance)
      decision.chosen.append(rank.app)
      decision.reasons.append((rank.app, reason))
    }
    return decision
  }
}

/// A candidate's place in the order, without the weight of its snapshot.
private struct Rank: Comparable {
  let key: Int64
  let since: Instant
  let app: AppID
  let allowance: TimeSpan

  init(of candidate: FetchCandidate, key: Int64) {
    self.key = key
    since = candidate.eligibleSince
    app = candidate.app.id
    allowance = candidate.allowance
  }

  static func < (left: Rank, right: Rank) -> Bool {
    (left.key, left.since, left.app) < (right.key, right.since, right.app)
  }
}
