import Simulation
import Testing

@testable import Device

@Suite("JobScheduler: jobs that are held for what they do not require")
struct FlexibleJobTests {
  /// Starts of a job of the app, in seconds; the phone is full, off the charger and on Wi-Fi.
  private func starts(
    _ constraints: Set<FlexibleConstraint>, _ rules: AndroidRules = .android15,
    days: Double = 2, phone setUp: (Phone) -> Void = { _ in },
    job change: @escaping (inout JobRequest) -> Void = { _ in }
  ) -> [Double] {
    let phone = JobSchedulerTests.phone(
      rules, seconds: days * 86_400, schedules: [JobSchedulerTests.schedule(1, change)])
    phone.scenario.device.flexibleConstraints = constraints
    phone.power(level: 0.9, charging: false, at: 0)
    setUp(phone)
    phone.run()
    return phone.sink.records.filter { $0.kind == "job.start" }.map { $0.seconds.rounded() }
  }

  @Test(
    "a job waits until enough holds, or so much of its twelve hours is over",
    arguments: [
      ([], 10), ([.batteryNotLow], 10), ([.charging], 10 + 21_600),
      ([.charging, .deviceIdle], 10 + 21_600), ([.batteryNotLow, .deviceIdle], 10 + 1_860),
      ([.charging, .deviceIdle, .connectivity], 10 + 21_600),
    ] as [(Set<FlexibleConstraint>, Double)])
  func waits(_ constraints: Set<FlexibleConstraint>, until begin: Double) {
    #expect(starts(constraints) == [begin])
  }

  @Test("it begins as soon as it is put on the charger")
  func charger() {
    #expect(starts([.charging], days: 1, phone: { $0.power(charging: true, at: 5_000) }) == [5_000])
  }

  @Test("jobs of other kinds", arguments: [true, false])
  func kinds(_ isNetwork: Bool) {
    // Of a job with a network Wi-Fi is wanted; half of its time it waits for it.
    let cellular: (Phone) -> Void = { $0.network(.cellular, at: 0) }
    #expect(
      starts([.connectivity], phone: cellular, job: { $0.network = isNetwork ? .any : .none })
        == [isNetwork ? 10 + 21_600 : 10])
    #expect(starts([.charging], job: { $0.isExpedited = true }) == [10])
    #expect(starts([.charging], job: { $0.overrideDeadline = .hours(1) }) == [3_610])
    #expect(starts([.charging], job: { $0.priority = .high }) == [7_138])
    // The app in front waits for nothing.
    #expect(starts([.charging], phone: { $0.opens(at: 3_000) }) == [3_000])
  }

  @Test("what has not held for three days is not waited for")
  func unseen() {
    let late: (inout JobRequest) -> Void = { $0.minimumLatency = .days(3) }
    #expect(starts([.charging], days: 5, job: late) == [10 + 3 * 86_400])
    let seen: (Phone) -> Void = {
      $0.power(charging: true, at: 86_400)
      $0.power(charging: false, at: 90_000)
    }
    #expect(starts([.charging], days: 5, phone: seen, job: late) == [10 + 3 * 86_400 + 21_600])
    // What held long ago is forgotten while it waits.
    let soon: (Phone) -> Void = {
      $0.power(charging: true, at: 3_600)
      $0.power(charging: false, at: 7_200)
    }
    #expect(starts([.charging], days: 5, phone: soon, job: late) == [7_200 + 3 * 86_400])
  }

  @Test("a job that runs goes on when less holds")
  func running() {
    let phone = JobSchedulerTests.phone(
      schedules: [JobSchedulerTests.schedule()], start: [.after(100, [JobSchedulerTests.done])])
    phone.scenario.device.flexibleConstraints = [.charging]
    phone.power(charging: true, at: 0)
    phone.power(charging: false, at: 50)
    #expect(
      JobSchedulerTests.jobs(phone) == ["10 schedule 1", "10 start 1", "110 finish 1"])
  }

  @Test("Android 13 knows nothing of it")
  func android13() { #expect(starts([.charging], .android13) == [10]) }
}
