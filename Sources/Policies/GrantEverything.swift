import Device
import Simulation

/// A policy that starts whatever fits and grants the whole allowance, or nothing once the pool has
/// less.
///
/// The most background activity that slots and pool allow, without regard to order: fetches go by
/// the scenario's order. Rules that save something are measured against it.
public final class GrantEverything: SchedulingPolicy {
  public let name = "everything"

  public init() {}

  public func backgroundTime(_ request: BackgroundTimeRequest, device: DeviceSnapshot) -> TimeSpan {
    device.pool.available >= request.allowance ? request.allowance : .zero
  }

  public func answer(
    _ request: BackgroundTimeRequest, device: DeviceSnapshot
  ) -> PolicyAnswer<GrantDecision> {
    PolicyAnswer(
      GrantDecision(
        backgroundTime(request, device: device), on: device,
        because: "the whole allowance, or nothing when the pool has less"))
  }

  public func fetches(_ candidates: WorkCandidates, slots: Int, device: DeviceSnapshot)
    -> WorkDecision
  {
    .first(
      of: candidates, slots: slots, on: device, because: "there is room",
      order: .number("place in the scenario")
    ) { Int64(candidates[$0].app.id.index) }
  }
}

extension GrantEverything {
  static let entry = PolicyEntry(
    name: "everything",
    summary: "starts whatever fits, and grants whole allowances while the pool lasts",
    explanation: """
      As much background activity as slots and pool allow: fetches start as soon as they fit, in \
      the scenario's order, and a request for background time gets its whole allowance, or \
      nothing once the pool has less. Nothing is saved, nothing is weighed.
      """,
    source: "a bound, not from the literature",
    promisesNoStarvation: false
  ) { _, _ in GrantEverything() }
}
