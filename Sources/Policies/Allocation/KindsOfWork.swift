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
    _ rule: ([WorkCandidate], Int) -> WorkDecision, for candidates: [WorkCandidate], slots: Int,
    on device: DeviceSnapshot,
    isConcerned: (WorkKind, WorkRequirements) -> Bool
  ) -> WorkDecision {
    func isOther(_ position: Int) -> Bool {
      !isConcerned(candidates[position].kind, candidates[position].requirements)
    }
    guard candidates.indices.contains(where: isOther) else { return rule(candidates, slots) }
    var first = WorkDecision()
    for position in candidates.indices.filter(isOther).prefix(max(0, slots)) {
      let candidate = candidates[position]
      first.choose(candidate.app.id, on: device, because: "\(candidate.kind.rawValue) waits")
    }
    let others = candidates.indices.filter { !isOther($0) }.map { candidates[$0] }
    let left = slots - first.chosen.count
    guard !others.isEmpty, left > 0 else { return first }
    var decision = rule(others, left)
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
