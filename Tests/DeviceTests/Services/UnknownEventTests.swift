import Testing

@testable import Device

@Suite("Events that their service does not know")
struct UnknownEventTests {
  @Test("a deadline ends the program, as every fault of the simulator does")
  func deadline() async {
    await #expect(processExitsWith: .failure) {
      let device = Phone().device
      let event = ServiceEvent(service: 0, what: 200, app: AppID(0), life: 0, number: 0)
      device.services.find(BackgroundFetchService.self).due(event, of: device[AppID(0)])
    }
  }

  @Test("so does what comes from the main thread's queue")
  func turn() async {
    await #expect(processExitsWith: .failure) {
      let device = Phone().device
      device.services.find(BackgroundTaskService.self).turn(200, 0, of: device[AppID(0)])
    }
  }
}
