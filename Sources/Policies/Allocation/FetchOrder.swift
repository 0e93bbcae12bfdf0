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
  /// there are slots; the device counts only slots that the pool can pay for.
  ///
  /// `reason` is noted for each chosen app; the others lack nothing but a slot. O(n log n).
  static func first(
    of candidates: [FetchCandidate], slots: Int, because reason: String,
    by key: (FetchCandidate) -> Int64
  ) -> FetchDecision {
    guard slots > 0 else { return FetchDecision() }
    let ranks = candidates.map {
      Rank(key: key($0), since: $0.eligibleSince, app: $0.app.id)
    }
    let chosen = ranks.sorted().prefix(slots).map(\.app)
    return FetchDecision(chosen, reasons: chosen.map { (app: $0, reason: reason) })
  }
}

/// A candidate's place in the order, without the weight of its snapshot.
private struct Rank: Comparable {
  let key: Int64
  let since: Instant
  let app: AppID

  static func < (left: Rank, right: Rank) -> Bool {
    (left.key, left.since, left.app) < (right.key, right.since, right.app)
  }
}
