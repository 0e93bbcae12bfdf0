import Device
import Simulation
import Testing

@testable import Policies

@Suite("How likely the device and an app are used soon")
struct UseLikelihoodTests {
  private func likelihood(_ settings: [(String, String)] = []) throws -> UseLikelihood {
    let entry = try PolicyCatalogue.entry(named: "ios-like")
    return UseLikelihood(
      try PolicyParameters(of: entry, setting: settings, apps: []), startsAt: .zero)
  }

  /// On the day after, at an hour.
  private func at(_ hour: Int, minutes: Int = 0) -> DeviceSnapshot {
    device(at: 10 * 86_400 + hour * 3_600 + minutes * 60)
  }

  private func of(
    _ app: Int, unused: TimeSpan?, _ device: DeviceSnapshot, _ likelihood: inout UseLikelihood
  ) -> (device: Double, app: Double) {
    let ofDevice = likelihood.ofDevice(on: device)
    let lastUsed = unused.map { device.now - $0 }
    return (ofDevice, likelihood.of(AppID(app), lastUsed: lastUsed, at: device.now))
  }

  @Test("the device by all opens, an app by its own")
  func hours() throws {
    var likelihood = try likelihood()
    for day in 0...9 {
      for (app, hour) in [(0, 8), (1, 9), (2, 20)] {
        likelihood.observe(opened(app, onDays: day...day, atHour: hour)[0])
      }
    }
    let morning = of(0, unused: .days(30), at(8), &likelihood)
    let night = of(0, unused: .days(30), at(3), &likelihood)
    let evening = of(0, unused: .days(30), at(20), &likelihood)
    #expect(morning.device > 0.7 && evening.device > 0.4 && night.device < 0.1)
    #expect(morning.app > 0.4 && morning.app < morning.device)
    #expect(evening.app < 0.05 && night.app < 0.05)
  }

  @Test("an app used of late is as likely as the device, and half as likely a day later")
  func fading() throws {
    var likelihood = try likelihood([("priorRate", "0")])
    for day in 0...9 { likelihood.observe(opened(7, onDays: day...day, atHour: 8)[0]) }
    let shares = [0, 1, 2, 3].map { days in
      let (device, app) = of(days, unused: .days(days), at(8), &likelihood)
      return app / device
    }
    #expect(zip(shares, [1, 0.5, 0.25, 0.125]).allSatisfy { abs($0 - $1) < 1e-12 })
    // One that was never used counts as used at the start.
    let never = of(4, unused: nil, at(8), &likelihood)
    let started = of(5, unused: at(8).now - .start, at(8), &likelihood)
    #expect(never.app == started.app)
  }

  @Test("what was found stands until the next quarter of an hour, or the next open")
  func kept() throws {
    var likelihood = try likelihood()
    let first = of(0, unused: .hours(1), at(8, minutes: 1), &likelihood)
    let same = of(0, unused: .hours(1), at(8, minutes: 14), &likelihood)
    #expect(same == first)
    let next = of(0, unused: .hours(2), at(8, minutes: 15), &likelihood)
    #expect(next != first)
    likelihood.observe(.opened(app: AppID(0), at: at(8, minutes: 16).now))
    let opened = of(0, unused: .zero, at(8, minutes: 17), &likelihood)
    #expect(opened.device > next.device && opened.app > next.app)
  }
}
