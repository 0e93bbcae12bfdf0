import Simulation
import Testing

@testable import Device

@Suite("Background time that the pool does not pay for")
struct AllowanceTests {
  @Test(
    "time that the pool does not pay for is time that was given, and its energy the background's")
  func timeOfNoPool() {
    func figures(_ pays: DeviceConfiguration.Pool.Payees) -> (times: [Double], energy: Energy) {
      let phone = Phone.visited()
      phone.scenario.device.pool.pays = pays
      phone.on("didEnterBackground", [.begin("t"), .work(4), .end("t")])
      phone.run()
      let app = phone.figures()
      return (
        [app.granted, app.used, app.returned, app.paid].map(\.seconds),
        phone.result.device.energy.background
      )
    }
    let (paid, unpaid) = (figures(.all), figures(.discretionary))
    #expect(paid.times == [30, 4, 26, 4])
    #expect(unpaid.times == [30, 4, 26, 0])
    #expect(unpaid.energy == paid.energy && unpaid.energy > .zero)
  }

  @Test(
    "time that the pool pays for a fetch is not counted again for a task that it does not pay for")
  func timeOfBoth() {
    let phone = Phone(seconds: 1_000, modes: .fetch)
    phone.scenario.device.pool.pays = .discretionary
    phone.on("didFinishLaunching", [.fetchEvery(0)])
    phone.on("performFetch", [.begin("t"), .work(4), .complete(.newData), .work(3), .end("t")])
    phone.opens(at: 0)
    phone.closes(at: 10)
    phone.run()
    let app = phone.figures()
    #expect(app.fetches == 1)
    #expect(app.used == .seconds(7))
    #expect(app.paid == .seconds(4))
    #expect(app.granted == app.used + app.returned)
  }
}
