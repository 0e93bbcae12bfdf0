import Simulation
import Testing

@testable import Device

/// What goes through the two ports of the device.
@Suite("The device's ports")
struct PortTests {
  /// A policy that has no more to say than what it decides.
  private final class Plain: SchedulingPolicy {
    let name = "plain"
    private(set) var outcomes = 0

    func backgroundTime(_ request: BackgroundTimeRequest, device: DeviceSnapshot) -> TimeSpan {
      request.allowance / 2
    }

    func fetches(_ candidates: WorkCandidates, slots: Int, device: DeviceSnapshot)
      -> WorkDecision
    {
      WorkDecision([AppID(slots)], askAgainAfter: .seconds(9))
    }

    func observe(_ outcome: PolicyOutcome) { outcomes += 1 }
  }

  @Test("a policy answers with what it decides, if it has no more to say")
  func plainAnswers() {
    let phone = Phone(seconds: 10)
    let device = phone.device.snapshot()
    let request = BackgroundTimeRequest(
      app: phone.device.snapshot(of: phone.device.processes[0]), occasion: .enteringBackground,
      allowance: .seconds(30), openTasks: 1)
    let policy = Plain()
    let port: any SchedulingPolicy = policy

    let grant = port.answer(request, device: device)
    #expect(grant.value.amount == .seconds(15) && grant.value.explanation == nil)
    #expect(grant.log.isEmpty && grant.fault == nil)

    let fetches = port.answer([], slots: 3, device: device)
    #expect(fetches.value.chosen == [AppID(3)] && fetches.value.askAgainAfter == .seconds(9))
    #expect(fetches.log.isEmpty && fetches.fault == nil)

    let reclaimed = port.answer([], for: request, device: device)
    #expect(reclaimed.value.isEmpty && reclaimed.fault == nil)

    #expect(port.answer(.opened(app: AppID(0), at: .start)).fault == nil)
    #expect(policy.outcomes == 1)
  }

  @Test("a turn is two words, whatever there is to say of a failure")
  func sizeOfATurn() {
    #expect(MemoryLayout<Turn>.size <= 2 * MemoryLayout<Int>.size)
  }
}
