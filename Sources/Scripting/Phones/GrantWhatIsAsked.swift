import Device
import Simulation

/// The policy of a test that names none: background tasks get the time that they ask for, as far as
/// the pool has it; fetches, tasks and pushes begin when the test says so, and never by themselves.
final class GrantWhatIsAsked: SchedulingPolicy {
  let name = "test"

  func backgroundTime(_ request: BackgroundTimeRequest, device: DeviceSnapshot) -> TimeSpan {
    min(request.allowance, device.pool.available)
  }

  func fetches(
    _ candidates: WorkCandidates, slots: Int, device: DeviceSnapshot
  ) -> WorkDecision { WorkDecision() }
}
