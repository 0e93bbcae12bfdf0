import Device
import Simulation

/// A policy by which fetches go round the apps in order of `AppID`, each taking its turn.
///
/// Round robin with one fetch for a quantum (Kleinrock, 1964): the turn goes on from the app that
/// was chosen last, whichever became eligible meanwhile, so between two turns of an app each other
/// one has at most one. One app at a time asks for background time, so there is nothing to take
/// turns in: it is given as by `first-come`.
public final class RoundRobin: SchedulingPolicy {
  public let name = "round-robin"
  /// The index of the app from which the next turn starts.
  private var turn: Int64 = 0

  public init() {}

  public func fetches(_ candidates: WorkCandidates, slots: Int, device: DeviceSnapshot)
    -> WorkDecision
  {
    let turn = turn
    let decision = WorkDecision.first(
      of: candidates, slots: slots, on: device, because: "next in turn",
      order: .number("places after the turn")
    ) {
      let steps = Int64(candidates[$0].app.id.index) - turn
      // An app behind the turn comes after all before it.
      return steps >= 0 ? steps : steps + (1 << 32)
    }
    if let last = decision.chosen.last { self.turn = Int64(last.index) + 1 }
    return decision
  }
}

extension RoundRobin {
  static let entry = PolicyEntry(
    name: "round-robin",
    summary: "goes round the apps in the scenario's order, one fetch a turn; time as first-come",
    explanation: """
      Fetches go round the apps in the scenario's order, one a turn; the turn goes on from the \
      app that was chosen last. A request for background time gets its allowance, or what the \
      pool still has.
      """,
    source: "Kleinrock, Analysis of a Time-Shared Processor, 1964",
    promisesNoStarvation: true
  ) { _, _ in RoundRobin() }
}
