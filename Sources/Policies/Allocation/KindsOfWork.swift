import Device
import Simulation

extension WorkKind {
  /// Whether the work fetches what an app shows when it is opened next.
  package var fetchesContent: Bool { self == .fetch || self == .refresh }
}

extension WorkDecision {
  /// Returns the decision of a policy's rule on the candidates that it concerns. The other
  /// candidates go first, in order of waiting; the rule has the slots that they leave.
  ///
  /// - Parameters:
  ///   - isConcerned: whether the rule concerns a candidate of a kind that requires so much. Only
  ///     these are passed, since each decision asks for every candidate, and whole candidates are
  ///     large.
  ///   - rule: the policy's own decision among some candidates for so many slots.
  static func beside(
    _ rule: (WorkCandidates, Int) -> WorkDecision, for candidates: WorkCandidates, slots: Int,
    on device: DeviceSnapshot,
    isConcerned: (WorkKind, WorkRequirements) -> Bool
  ) -> WorkDecision {
    let concerned = candidates.filter { isConcerned($0.kind, $0.requirements) }
    guard concerned.count < candidates.count else { return rule(candidates, slots) }
    var first = WorkDecision()
    let unconcerned = candidates.filter { !isConcerned($0.kind, $0.requirements) }
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
