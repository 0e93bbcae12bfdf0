import Device
import Simulation

/// A policy by which fetches start in order of fixed priorities, and run to their end once started.
///
/// The non-preemptive priority queue (Cobham, Operations Research 2(1), 1954; Kleinrock, Queueing
/// Systems II, 1976, 3.6): of the waiting apps the one with the lowest number goes first, equal
/// ones by waiting. Without numbers the scenario's order is the priority. Apps behind a busy one
/// may starve. Background time has no queue, so it is given as by `first-come`.
public final class PriorityOrder: SchedulingPolicy {
  public let name: String
  /// Returns an app's priority, the lowest first.
  private let rank: (AppID) -> Double

  /// Creates the policy.
  ///
  /// - Parameters:
  ///   - rank: returns an app's place, the lowest first; at most 10^9, told apart to 10^-6.
  public init(rank: @escaping (AppID) -> Double = { Double($0.index) }) {
    name = "priority"
    self.rank = rank
  }

  init(_ parameters: PolicyParameters) {
    name = "priority\(parameters)"
    if parameters.setsApps {
      rank = parameters.byApp
    } else {
      rank = { Double($0.index) }
    }
  }

  public func fetches(_ candidates: WorkCandidates, slots: Int, device: DeviceSnapshot)
    -> WorkDecision
  {
    .first(
      of: candidates, slots: slots, on: device, because: "highest priority",
      order: .number("priority", scale: 1e6)
    ) {
      Int64((rank(candidates[$0].app.id) * 1e6).rounded())
    }
  }
}

extension PriorityOrder {
  static let entry = PolicyEntry(
    name: "priority",
    summary:
      "starts fetches by priority, the scenario's order unless set; time as first-come",
    explanation: """
      Of the apps that wait for a slot the one with the lowest number goes first, equal ones by \
      waiting; a fetch that runs is not interrupted. Numbers are set by the apps' names, \
      priority{mail=1,news=2}; an app without one has 100. When none is set, the scenario's \
      order is the priority. Apps behind a busy one may never be served.
      """,
    source: "Cobham, Operations Research 2(1), 1954",
    promisesNoStarvation: false,
    appParameter: PolicyParameter(
      name: "APP", unit: "", standard: 100, range: 0...1_000_000,
      summary: "the app's priority, the lowest number first")
  ) { parameters, _ in PriorityOrder(parameters) }
}
