import Device
import Simulation

extension WorkKind {
  /// Whether the work fetches what an app shows when it is opened next, as jobs mostly do.
  package var fetchesContent: Bool { self == .fetch || self == .refresh || self == .job }
}

extension WorkCandidate {
  /// Whether the work fetches what the app shows when it is opened next. Jobs do that if all that
  /// may run are periodic, and one requires a network.
  package var fetchesContent: Bool {
    kind == .job
      ? requirements.contains(.network) && minimumInterval > .zero : kind.fetchesContent
  }
}

extension WorkDecision {
  /// Returns the decision of a policy's rule on the candidates that it concerns. The other
  /// candidates go first, in order of waiting; the rule has the slots that they leave.
  ///
  /// - Parameters:
  ///   - isConcerned: whether the rule concerns a candidate.
  ///   - rule: the policy's own decision among some candidates for so many slots.
  static func beside(
    _ rule: (WorkCandidates, Int) -> WorkDecision, for candidates: WorkCandidates, slots: Int,
    on device: DeviceSnapshot,
    isConcerned: (WorkCandidate) -> Bool
  ) -> WorkDecision {
    let concerned = candidates.filter(isConcerned)
    guard concerned.count < candidates.count else { return rule(candidates, slots) }
    var first = WorkDecision()
    let unconcerned = candidates.filter { !isConcerned($0) }
    for candidate in unconcerned.prefix(max(0, slots)) {
      first.choose(candidate.app.id, on: device, because: "\(candidate.kind.rawValue) waits")
    }
    let left = slots - first.chosen.count
    guard !concerned.isEmpty, left > 0 else { return first }
    var decision = rule(concerned, left)
    decision.chosen = first.chosen + decision.chosen
    decision.reasons = first.reasons + decision.reasons
    if let firstExplanation = first.explanation {
      decision.explanation = WorkExplanation(
        measure: decision.explanation?.measure,
        candidates: firstExplanation.candidates + (decision.explanation?.candidates ?? []))
    }
    return decision
  }
}
