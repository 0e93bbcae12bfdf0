import Simulation
import Testing

@testable import Device

/// Doze and buckets on a device.
@Suite("Doze on a device")
struct DozeServiceTests {
  private func phone(hours: Double, _ platform: Platform = .android15) -> Phone {
    let phone = Phone("a", "b", seconds: hours * 3600)
    phone.scenario.device = DeviceConfiguration(platform)
    return phone
  }

  private func idle(_ phone: Phone) -> [String] { phone.timeline("device.idle", of: nil) }

  @Test("a phone that lies unused is lightly idle after 4 min, deeply after an hour")
  func night() {
    let phone = phone(hours: 6)
    phone.run()
    #expect(
      idle(phone) == [
        // Light: 5, 10 and then 15 min, with windows that end since there is nothing to do.
        "240 light", "540 maintenance", "545 light", "1145 maintenance", "1150 light",
        "2050 maintenance", "2055 light", "2955 maintenance", "2960 light",
        // Deep: after 30 + 30 min, 7.5 s of looking whether it is moved and 30 s where it is.
        "3637.5 deep", "7237.5 maintenance", "7267.5 deep", "14467.5 maintenance", "14497.5 deep",
      ])
  }

  @Test("work keeps a maintenance window open for as long as it may last")
  func work() {
    let phone = phone(hours: 4)
    phone.device.run(until: moment(100))
    phone.device.standby.workBegins()
    phone.run()
    #expect(
      idle(phone).suffix(3) == ["3637.5 deep", "7237.5 maintenance", "7537.5 deep"])
    #expect(idle(phone).prefix(3) == ["240 light", "540 maintenance", "600 light"])
  }

  @Test("using the phone wakes it, and it begins anew when it is laid down")
  func used() {
    let phone = phone(hours: 3)
    phone.opens(at: 3700)
    phone.closes(at: 3720)
    phone.run()
    #expect(
      idle(phone).filter { Double($0.split(separator: " ")[0]) ?? 0 > 3600 }.prefix(4) == [
        "3637.5 deep", "3700 awake", "3960 light", "4260 maintenance",
      ])
    #expect(idle(phone).contains("7357.5 deep"))
  }

  @Test("a bucket that waits for the screen costs no events while it is off")
  func screenClock() {
    let phone = phone(hours: 96)
    phone.opens(at: 10)
    // The screen has been on for a millisecond less than the hour of the bucket `frequent`.
    phone.opens("b", at: 20)
    phone.closes(at: 3_619.999)
    phone.opens("b", at: 90 * 3_600)
    phone.closes(at: 90 * 3_600 + 10)
    phone.run()
    #expect(phone.device.result().events < 1_000)
    #expect(phone.timeline("app.bucket", of: "a").last == "324000.001 frequent")
  }

  @Test("on the charger it is never idle")
  func charging() {
    let phone = phone(hours: 3)
    phone.power(charging: true, at: 0)
    phone.run()
    #expect(idle(phone) == [])
  }

  @Test("in battery saver it is deeply idle a minute after it is laid down")
  func batterySaver() {
    let phone = phone(hours: 1)
    phone.power(lowPower: true, at: 0)
    phone.opens(at: 10)
    phone.closes(at: 20)
    phone.run()
    #expect(idle(phone).first { $0.hasSuffix("deep") } == "80 deep")
  }

  @Test("an app is active while it is used and falls with the time that it is not")
  func buckets() {
    let phone = phone(hours: 24 * 10)
    phone.opens(at: 0)
    phone.opens("b", at: 10)
    phone.closes(at: 7 * 3600)
    phone.run()
    #expect(
      phone.timeline("app.bucket") == [
        "0 active", "43210 workingSet", "86410 frequent", "172810 rare", "691210 restricted",
      ])
    // The screen was never on again: its clock stands still.
    #expect(phone.timeline("app.bucket", of: "b") == ["10 active", "68400 workingSet"])
    #expect(phone.device.bucket(of: AppID(1)) == .workingSet)
  }

  @Test("the same scenario gives the same run")
  func deterministic() {
    let prints = (0..<2).map { _ in
      let phone = phone(hours: 30)
      phone.opens(at: 0, 40_000)
      phone.closes(at: 100, 40_050)
      phone.run()
      return phone.device.fingerprint
    }
    #expect(prints[0] == prints[1])
  }
}
