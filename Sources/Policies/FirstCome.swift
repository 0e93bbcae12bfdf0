import Device
import Simulation

/// A policy that serves first the app that has waited longest, and gives time as asked for while
/// there is any.
///
/// First come, first served: non-preemptive FCFS of queueing theory (Kleinrock, Queueing Systems I,
/// 1975). Fetches go in order of `eligibleSince`, then `AppID`; background time is the smaller of
/// allowance and what the pool has. No app starves: only those that were eligible before go before.
public final class FirstCome: SchedulingPolicy {
  public let name = "first-come"

  public init() {}

  public func fetches(_ candidates: WorkCandidates, slots: Int, device: DeviceSnapshot)
    -> WorkDecision
  {
    .first(
      of: candidates, slots: slots, on: device, because: "waited longest",
      order: .moment("eligible since")
    ) {
      candidates[$0].eligibleSince.nanoseconds
    }
  }
}

extension FirstCome {
  static let entry = PolicyEntry(
    name: "first-come",
    summary: "serves whoever has waited longest; gives time as asked while the pool has any",
    explanation: """
      Fetches start in the order in which apps became eligible, then in the scenario's order. A \
      request for background time gets its allowance, or what the pool still has.
      """,
    source: "FCFS: Kleinrock, Queueing Systems I, 1975",
    promisesNoStarvation: true
  ) { _, _ in FirstCome() }
}
