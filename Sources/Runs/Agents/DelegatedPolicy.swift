import Device
import Policies
import Simulation

/// A policy whose decisions about work somebody else makes, such as a program in another process.
/// Background time is granted as `first-come` grants it: the allowance, or what the pool has.
public final class DelegatedPolicy: SchedulingPolicy {
  public let name: String
  public let asksAtOpens: Bool
  private let decide: (WorkCandidates, Int, DeviceSnapshot) -> WorkDecision

  /// Creates the policy.
  ///
  /// - Parameters:
  ///   - name: what reports call it.
  ///   - asksAtOpens: whether it is asked at each open of an app, too, while work waits.
  ///   - decide: gets the candidates, the free slots and the device, as `fetches` does.
  public init(
    name: String = "agent", asksAtOpens: Bool = false,
    decide:
      @escaping (_ candidates: WorkCandidates, _ slots: Int, _ device: DeviceSnapshot) ->
      WorkDecision
  ) {
    self.name = name
    self.asksAtOpens = asksAtOpens
    self.decide = decide
  }

  public func fetches(
    _ candidates: WorkCandidates, slots: Int, device: DeviceSnapshot
  ) -> WorkDecision {
    decide(candidates, slots, device)
  }
}
