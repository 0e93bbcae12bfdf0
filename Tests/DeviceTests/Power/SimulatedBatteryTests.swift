import Simulation
import Testing

@testable import Device

@Suite("A simulated battery")
struct SimulatedBatteryTests {
  /// 36,000 J, of which the device asleep takes 10 a second: a hundredth in 36 s.
  private func phone(seconds: Double, lowPowerAt: Double = 0) -> Phone {
    let phone = Phone(seconds: seconds)
    phone.scenario.battery = .simulated(lowPowerAt: lowPowerAt)
    phone.scenario.device.energy.watts.suspended = 10
    phone.scenario.device.energy.battery.milliampHours = 2_000
    phone.scenario.device.energy.battery.volts = 5
    phone.scenario.device.energy.battery.chargingWatts = 30
    return phone
  }

  private func levels(_ phone: Phone, at seconds: [Double]) -> [Double] {
    seconds.map {
      phone.run(until: $0)
      return phone.device.present.power.level
    }
  }

  @Test("falls by what is spent off the charger, and rises by what the charger gives")
  func level() {
    let phone = phone(seconds: 3_600)
    phone.power(level: 0.9, at: 0)
    phone.power(charging: true, at: 1_440)
    phone.power(charging: false, at: 1_800)
    // 720 s are a fifth; 360 s on the charger give three tenths.
    let found = levels(phone, at: [1, 719, 721, 1_441, 1_621, 1_801, 2_521])
    #expect(found == [0.9, 0.72, 0.7, 0.5, 0.65, 0.8, 0.6])
    #expect(abs(phone.run(until: 2_521).device.batteryAtEnd - (0.8 - 721.0 / 3_600)) < 1e-9)
  }

  @Test("what the scenario says stays where it is not simulated")
  func asSet() {
    let phone = phone(seconds: 3_600)
    phone.scenario.battery = .scenario
    phone.power(level: 0.9, at: 0)
    #expect(levels(phone, at: [1, 1_000, 3_000]) == [0.9, 0.9, 0.9])
  }

  @Test("the user turns Low Power Mode on at a level, and the device turns it off once charged")
  func lowPower() {
    let phone = phone(seconds: 7_200, lowPowerAt: 0.2)
    phone.power(level: 0.3, at: 0)
    phone.power(charging: true, at: 600)
    func isOn(at second: Double) -> Bool {
      phone.run(until: second)
      return phone.device.present.power.isLowPowerMode
    }
    // .2 is reached at 360 s; from .13 to .8 the charger takes 800 s.
    let states = [301, 361, 601, 1_379, 1_501].map(isOn)
    #expect(states == [false, true, true, true, false])
  }

  @Test("one that is empty owes nothing, and one that is full takes nothing more")
  func ends() {
    let phone = phone(seconds: 36_000)
    phone.power(level: 0.1, at: 0)
    phone.power(charging: true, at: 3_600)
    phone.power(charging: false, at: 7_200)
    #expect(levels(phone, at: [3_599, 3_961, 7_199, 7_921]) == [0, 0.3, 1, 0.8])
  }
}
