import Device
import Simulation

/// The fetch that is due first goes first.
///
/// Earliest deadline first for periodic tasks with implicit deadlines (Liu and Layland, JACM 20(1),
/// 1973): an app that wants to fetch every so often is due by the time its next period would begin,
/// `eligibleSince + minimumInterval`; equal deadlines go by waiting. Optimal on one slot where all
/// deadlines can be met. A deadline stands still while an app waits, so nobody starves, however
/// overloaded the slots: after its own interval only those due before it go before it. Background
/// time knows no period: it is given as by `first-come`.
public final class EarliestDeadline: SchedulingPolicy {
  public let name = "earliest-deadline"

  public init() {}

  public func backgroundTime(_ request: BackgroundTimeRequest, device: DeviceSnapshot) -> TimeSpan {
    request.grant(from: device.pool)
  }

  public func fetches(_ candidates: [FetchCandidate], slots: Int, device: DeviceSnapshot)
    -> FetchDecision
  {
    .first(
      of: candidates, slots: slots, on: device, because: "earliest deadline",
      order: .moment("deadline")
    ) {
      ($0.eligibleSince + $0.minimumInterval).nanoseconds
    }
  }
}

extension EarliestDeadline {
  static let entry = PolicyEntry(
    name: "earliest-deadline",
    summary: "starts the fetch whose interval is over first; gives time as first-come",
    explanation: """
      A fetch is due when the app's next period would begin, one interval after it became \
      eligible, and the one due first goes first. A request for background time gets its \
      allowance, or what the pool still has.
      """,
    source: "EDF: Liu and Layland, JACM 20(1), 1973",
    promisesNoStarvation: true
  ) { _, _ in EarliestDeadline() }
}
