import Device
import Simulation

/// A policy that grants no time and starts no fetch: the device without any background work.
///
/// The lower bound that other policies are measured against.
public final class GrantNothing: SchedulingPolicy {
  public let name = "nothing"

  public init() {}

  public func backgroundTime(_ request: BackgroundTimeRequest, device: DeviceSnapshot) -> TimeSpan {
    .zero
  }

  public func fetches(_ candidates: WorkCandidates, slots: Int, device: DeviceSnapshot)
    -> WorkDecision
  {
    guard device.explains else { return WorkDecision() }
    let obstacle = Obstacle(needs: "another policy: this one starts no fetch")
    var decision = WorkDecision()
    decision.explanation = WorkExplanation(
      candidates: candidates.map { CandidateExplanation(app: $0.app.id, obstacle: obstacle) })
    return decision
  }

  public func answer(
    _ request: BackgroundTimeRequest, device: DeviceSnapshot
  ) -> PolicyAnswer<GrantDecision> {
    PolicyAnswer(
      GrantDecision(
        backgroundTime(request, device: device), on: device,
        because: "this policy grants nothing"))
  }
}

extension GrantNothing {
  static let entry = PolicyEntry(
    name: "nothing",
    summary: "grants no time and starts no fetch: the lower bound",
    explanation: """
      The lower bound: no background time, no fetch, no energy for either.
      """,
    source: "a bound, not from the literature",
    promisesNoStarvation: false
  ) { _, _ in GrantNothing() }
}
