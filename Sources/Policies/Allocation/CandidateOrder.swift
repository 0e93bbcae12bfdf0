import Device
import Simulation

extension BackgroundTimeRequest {
  /// Returns the whole allowance, or what the pool still has: the grant of a policy that makes no
  /// difference between apps.
  func grant(from pool: PoolSnapshot) -> TimeSpan {
    max(.zero, min(allowance, pool.available))
  }
}

extension SchedulingPolicy {
  /// Returns the whole allowance, or what the pool still has: the rule of `first-come`, for policies
  /// that order work and have nothing else to say of background time.
  public func backgroundTime(_ request: BackgroundTimeRequest, device: DeviceSnapshot) -> TimeSpan {
    request.grant(from: device.pool)
  }
}

extension GrantDecision {
  /// Creates a grant with its reason, which is made only where the device `explains`.
  init(
    _ amount: TimeSpan, on device: DeviceSnapshot, because reason: @autoclosure () -> String
  ) {
    self.init(amount, explanation: device.explains ? GrantExplanation(reason: reason()) : nil)
  }
}

/// A whole number by which candidates are sorted, the lowest first, and how it is shown to people.
struct SortKey {
  let measure: Measure
  /// One unit of the measure in the key; negative where the highest goes first.
  let scale: Double

  /// Returns the key of a moment in nanoseconds, the earliest first.
  static func moment(_ name: String) -> SortKey { SortKey(Measure(name, .moment), scale: 1e9) }

  /// Returns the key of a length of time in nanoseconds, the shortest first.
  static func span(_ name: String) -> SortKey { SortKey(Measure(name, .seconds), scale: 1e9) }

  /// Returns the key of a number, the lowest first.
  static func number(_ name: String, scale: Double = 1) -> SortKey {
    SortKey(Measure(name, .number), scale: scale)
  }

  /// Returns the key of a probability, the highest first; its values are made by
  /// `key(ofProbability:)`.
  static func probability(_ name: String) -> SortKey {
    SortKey(Measure(name, .number, isHighestFirst: true), scale: -1e12)
  }

  static func key(ofProbability probability: Double) -> Int64 {
    -Int64((probability * 1e12).rounded())
  }

  private init(_ measure: Measure, scale: Double) {
    self.measure = measure
    self.scale = scale
  }
}

extension WorkDecision {
  /// Starts candidates in ascending order of a key, then of waiting, then of `AppID`, as far as
  /// there are slots; the device counts only slots that the pool can pay for.
  ///
  /// `reason` is noted for each chosen app; the others lack only a slot. O(n log n).
  ///
  /// - Parameters:
  ///   - key: returns the key of the candidate at a position; nil for one that is not to start. It
  ///     is called once for each, in their order.
  ///   - order: the meaning of the key.
  ///   - terms: figures that go with a candidate's key; called only where the device `explains`.
  static func first(
    of candidates: WorkCandidates, slots: Int, on device: DeviceSnapshot,
    because reason: String, order: @autoclosure () -> SortKey,
    terms: (WorkCandidate) -> [Term] = { _ in [] }, by key: (Int) -> Int64?
  ) -> WorkDecision {
    first(
      of: candidates, slots: slots, on: device, because: { _ in reason }, order: order(),
      terms: terms, by: key)
  }

  /// Starts candidates as `first(of:slots:on:because:order:terms:by:)` does, each with a reason of
  /// its own, by the candidates' positions.
  static func first(
    of candidates: WorkCandidates, slots: Int, on device: DeviceSnapshot,
    because reason: (Int) -> String, order: @autoclosure () -> SortKey,
    terms: (WorkCandidate) -> [Term] = { _ in [] }, by key: (Int) -> Int64?
  ) -> WorkDecision {
    guard slots > 0 else { return WorkDecision() }
    let ranks = candidates.indices.compactMap { position in
      key(position).map { key in
        Rank(
          key: key, since: candidates[position].eligibleSince, app: candidates[position].app.id,
          position: position)
      }
    }.sorted()
    let chosen = ranks.prefix(slots)
    var decision = WorkDecision(
      chosen.map(\.app), reasons: chosen.map { (app: $0.app, reason: reason($0.position)) })
    guard device.explains else { return decision }
    let order = order()
    decision.explanation = WorkExplanation(
      measure: order.measure,
      candidates: ranks.map {
        CandidateExplanation(
          app: $0.app, score: Double($0.key) / order.scale + 0,
          terms: terms(candidates[$0.position]))
      })
    return decision
  }

  /// Starts no candidate: all are held back for one reason.
  static func none(
    of candidates: WorkCandidates, on device: DeviceSnapshot, because reason: String,
    needs: @autoclosure () -> Obstacle, askAgainAfter: TimeSpan? = nil
  ) -> WorkDecision {
    var decision = WorkDecision(askAgainAfter: askAgainAfter)
    decision.reasons.reserveCapacity(candidates.count)
    for position in candidates.indices {
      decision.hold(candidates[position].app.id, on: device, because: reason, needs: needs())
    }
    return decision
  }

  /// Chooses one more app, whatever its place in the order; to be called before any is held back.
  mutating func choose(
    _ app: AppID, on device: DeviceSnapshot, because reason: String, score: Double? = nil,
    terms: @autoclosure () -> [Term] = []
  ) {
    chosen.append(app)
    reasons.append((app: app, reason: reason))
    guard device.explains else { return }
    explanation = explanation ?? WorkExplanation()
    explanation?.candidates.append(CandidateExplanation(app: app, score: score, terms: terms()))
  }

  /// Notes, for the trace alone, why all candidates are held back except those at some positions,
  /// which ascend. O(n).
  mutating func hold(_ candidates: WorkCandidates, but settled: [Int], because reason: String) {
    reasons.reserveCapacity(reasons.count + candidates.count)
    var begin = candidates.startIndex
    for end in settled + [candidates.endIndex] {
      reasons.append(
        contentsOf: (begin..<end).lazy.map { (app: candidates[$0].app.id, reason: reason) })
      begin = end + 1
    }
  }

  /// Notes that an app is held back, whatever its place in the order.
  mutating func hold(
    _ app: AppID, on device: DeviceSnapshot, because reason: String,
    score: @autoclosure () -> Double? = nil,
    terms: @autoclosure () -> [Term] = [], needs: @autoclosure () -> Obstacle
  ) {
    reasons.append((app: app, reason: reason))
    guard device.explains else { return }
    let candidate = CandidateExplanation(
      app: app, score: score(), terms: terms(), obstacle: needs())
    explanation = explanation ?? WorkExplanation()
    explanation?.candidates.append(candidate)
  }
}

/// A candidate's place in the order, without the weight of its snapshot.
private struct Rank: Comparable {
  let key: Int64
  let since: Instant
  let app: AppID
  let position: Int

  static func < (left: Rank, right: Rank) -> Bool {
    if left.key != right.key { return left.key < right.key }
    return (left.since, left.app) < (right.since, right.app)
  }
}
