import Simulation
import Testing

@testable import Device

/// What holds jobs back that are not expedited, or that were not granted to be.
@Suite("JobScheduler: what expedited jobs come through")
struct ExpeditedJobTests {
  private typealias Jobs = JobSchedulerTests

  /// An app that is left at 10, stays awake, and schedules an expedited job later, which goes on
  /// until it is stopped.
  private func phone(
    after seconds: Double, expedited: TimeSpan = .minutes(30), dozes: Bool = false,
    run: Double = 2_000
  ) -> Phone {
    var rules = AndroidRules.android15
    rules.jobs.quota[.active].expedited = expedited
    let phone = Jobs.phone(
      rules, seconds: run,
      schedules: [.after(seconds, [Jobs.schedule { $0.isExpedited = true }])], start: [],
      dozes: dozes)
    phone.scenario.device.limits.suspensionDelay = .hours(1)
    return phone
  }

  private func jobs(_ phone: Phone) -> [String] {
    phone.run()
    return phone.timeline("job.start", "job.stop", "job.finish")
  }

  @Test("an idle time lets an expedited job run until its time as such is used up")
  func granted() {
    let phone = phone(after: 300, expedited: .seconds(30), dozes: true, run: 700)
    #expect(
      jobs(phone) == [
        "310 start 1", "490 stop 1 quota", "550 start 1", "610 stop 1 deviceState",
      ])
  }

  @Test("one that was stopped at the end of its time waits as others do")
  func timedOut() {
    let phone = phone(after: 300, expedited: .hours(1), dozes: true, run: 2_200)
    #expect(jobs(phone) == ["310 start 1", "2110 stop 1 timeout", "2170 start 1"])
  }

  @Test("battery saver holds it no more than an idle time does")
  func saver() {
    let phone = phone(after: 300, expedited: .seconds(30), run: 700)
    phone.power(lowPower: true, at: 20)
    #expect(jobs(phone) == ["310 start 1", "490 stop 1 quota"])
  }

  @Test("for a minute after its use battery saver does not hold the jobs of an app")
  func active() {
    let phone = Jobs.phone(seconds: 300, schedules: [Jobs.schedule()], start: [])
    phone.power(lowPower: true, at: 0)
    phone.power(lowPower: false, at: 200)
    let jobs = jobs(phone)
    #expect(jobs.prefix(2) == ["10 start 1", "70 stop 1 backgroundRestriction"])
    #expect(jobs.last == "200 start 1")
  }

  @Test("nor for a minute after its foreground service, as it does not hold its alarms")
  func activeByService() {
    typealias Services = ForegroundServiceTests
    let phone = Services.phone(
      seconds: 1_500, front: [Services.start()],
      command: [Services.foreground(), .after(100, [Services.stop])])
    phone.on(
      "didEnterBackground",
      [110.0, 170].enumerated().map { number, latency in
        Jobs.schedule(Int32(number)) { $0.minimumLatency = .seconds(latency) }
      })
    phone.on("onStartJob", [Jobs.done])
    phone.power(lowPower: true, at: 20)
    phone.power(lowPower: false, at: 1_000)
    phone.run()
    #expect(phone.timeline("job.start") == ["120 start 0", "1000 start 1"])
  }
}
