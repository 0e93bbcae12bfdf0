import Simulation
import Testing

@testable import Device

@Suite("JobScheduler: how long a job runs")
struct JobTimeTests {
  private typealias Jobs = JobSchedulerTests

  private func ends(_ phone: Phone, of app: String = "a") -> [String] {
    phone.run()
    return phone.timeline("job.start", "job.stop", of: app)
  }

  @Test(
    "half an hour where nothing needs its place, if the quota lets it; after ten minutes a finding",
    arguments: [
      (AndroidRules.android13, "1810 stop 1 timeout"), (.android15, "1810 stop 1 timeout"),
      (.android16, "1210 stop 1 quota"),
    ])
  func longest(_ rules: AndroidRules, _ end: String) {
    let phone = Jobs.phone(
      rules, schedules: [Jobs.schedule()], start: [], stop: [Jobs.stopped(false)])
    #expect(ends(phone) == ["10 start 1", end])
    let findings = phone.findings(.jobNeverFinished)
    #expect(findings.map(\.message) == ["job 1 was not finished within 600 s of its onStartJob"])
    #expect(findings.first?.location == Jobs.here)
    #expect(phone.state() == .suspended)
  }

  @Test("in battery saver it ends with its ten minutes, and that is a failure")
  func saver() {
    let phone = Jobs.phone(seconds: 1_000, schedules: [Jobs.schedule()], start: [])
    phone.opens(at: 20)
    phone.power(lowPower: true, at: 0)
    #expect(ends(phone) == ["10 start 1", "610 stop 1 deviceState", "640 start 1"])
  }

  @Test("when another app waits for a place, a job ends that has had its ten minutes")
  func crowded() {
    var rules = AndroidRules.android15
    rules.jobs.appsAtOnce = 1
    for (seconds, end) in [(300.0, "610 stop 1 deviceState"), (900, "900 stop 1 deviceState")] {
      let phone = Jobs.phone(
        rules, seconds: 1_000, schedules: [Jobs.schedule()], start: [], stop: [Jobs.stopped(false)])
      phone.on("didBecomeActive", of: "b", [Jobs.schedule(2)])
      phone.on("onStartJob", of: "b", [Jobs.done])
      phone.opens("b", at: seconds)
      phone.closes(at: seconds + 10)
      #expect(ends(phone) == ["10 start 1", end])
      #expect(phone.timeline("job.start", of: "b").count == 1)
    }
  }

  @Test("an expedited job has three minutes whatever its quota, and an idle time ends it only then")
  func expedited() {
    var rules = AndroidRules.android15
    rules.jobs.quota[.active].expedited = .seconds(30)
    let phone = Jobs.phone(
      rules, seconds: 300, schedules: [.after(100, [Jobs.schedule { $0.isExpedited = true }])],
      start: [], stop: [Jobs.stopped(false)])
    phone.scenario.device.limits.suspensionDelay = .hours(1)
    #expect(ends(phone) == ["110 start 1", "290 stop 1 quota"])
    #expect(
      phone.findings(.jobNeverFinished).map(\.message)
        == ["job 1 was not finished within 180 s of its onStartJob"])
  }
}
