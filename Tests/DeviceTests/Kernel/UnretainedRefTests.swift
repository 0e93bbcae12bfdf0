import Simulation
import Testing

@testable import Device

@Suite("Objects used without being counted")
struct UnretainedRefTests {
  private func device(_ note: @escaping (Ticker) -> Void) -> Device {
    let scenario = Scenario(
      duration: .minutes(1), apps: [AppConfiguration(name: "app", modes: .resident)])
    return Device(scenario, policy: ClosurePolicy()) {
      let ticker = Ticker($0)
      note(ticker)
      return ticker
    }
  }

  @Test("a device lets go of its apps' code when it goes, though that knows the device")
  func deviceGoes() {
    weak var code: Ticker?
    do {
      let device = device { code = $0 }
      device.run()
      #expect(code != nil)
      withExtendedLifetime(device) {}
    }
    #expect(code == nil)
  }

  @Test("a process that ends lets go of its code")
  func processEnds() {
    weak var code: Ticker?
    let device = device { code = $0 }
    device.run(until: .start + .seconds(30))
    #expect(code != nil)
    device[AppID(0)].terminate(.memoryPressure, detail: "a test")
    #expect(code == nil)
    device.run()
  }

  @Test("code that would end while it runs ends the program instead")
  func endsWhileItRuns() async {
    await #expect(processExitsWith: .failure) {
      var device: Device?
      let scenario = Scenario(
        duration: .minutes(1), apps: [AppConfiguration(name: "app", modes: .resident)])
      device = Device(scenario, policy: ClosurePolicy()) {
        Ender($0) { device?[AppID(0)].terminate(.memoryPressure, detail: "a test") }
      }
      device?.run()
    }
  }
}
