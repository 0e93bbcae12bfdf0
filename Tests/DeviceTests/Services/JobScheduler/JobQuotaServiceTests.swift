import Simulation
import Testing

@testable import Device

@Suite("JobScheduler: quotas, expedited jobs, how many at once")
struct JobQuotaServiceTests {
  private typealias Jobs = JobSchedulerTests

  private func rules(_ change: (inout JobRules) -> Void) -> AndroidRules {
    var rules = AndroidRules.android15
    change(&rules.jobs)
    return rules
  }

  @Test("each version has its quota")
  func versions() {
    #expect(AndroidRules.android13.jobs.quota == .legacy)
    #expect(AndroidRules.android15.jobs.quota == .legacy)
    #expect(AndroidRules.android16.jobs.quota == .latest)
  }

  @Test("a job is stopped when the time of its app's bucket is used up, and begins when it is back")
  func spent() {
    let rules = rules {
      $0.quota[.active].time = .minutes(1)
      $0.quota[.active].window = .hours(1)
    }
    let phone = Jobs.phone(rules, seconds: 4_000, schedules: [Jobs.schedule()], start: [])
    #expect(
      Jobs.jobs(phone) == [
        "10 schedule 1", "10 start 1", "70 stop 1 quota", "3640 start 1", "3700 stop 1 quota",
      ])
  }

  @Test("with the days an app is not used its bucket falls, and its jobs get rarer")
  func buckets() {
    let phone = Jobs.phone(
      seconds: 9 * 86_400, schedules: [Jobs.schedule { $0.period = .hours(6) }])
    // Somebody uses another app, for the time with the screen on.
    for day in 0..<9 {
      phone.opens("b", at: Double(day) * 86_400 + 100)
      phone.closes(at: Double(day) * 86_400 + 5_500)
    }
    phone.run()
    let starts = phone.sink.records.filter { $0.kind == "job.start" && $0.app == "a" }
    var buckets: [String] = []
    for bucket in starts.map({ $0.string("bucket") }) where bucket != buckets.last {
      buckets.append(bucket)
    }
    #expect(buckets == ["active", "workingSet", "frequent", "rare", "restricted"])
  }

  @Test("jobs that begin in front, or on the charger, use up nothing")
  func free() {
    let rules = rules { $0.quota[.active].jobs = 1 }
    let counted = Jobs.phone(
      rules, seconds: 300, schedules: [Jobs.schedule(1), Jobs.schedule(2), Jobs.schedule(3)])
    counted.run()
    #expect(counted.timeline("job.start") == ["10 start 1"])
    let charged = Jobs.phone(
      rules, seconds: 300, schedules: [Jobs.schedule(1), Jobs.schedule(2), Jobs.schedule(3)])
    charged.power(charging: true, at: 5)
    charged.run()
    #expect(charged.timeline("job.start") == ["10 start 1", "10 start 2", "10 start 3"])
  }

  @Test(
    "beside a service in the foreground the time of jobs is not used up, but from Android 16 on",
    arguments: [
      (AndroidRules.android15, ["10 start 1"]), (.android16, ["10 start 1", "130 stop 1 quota"]),
    ])
  func besideService(_ version: AndroidRules, _ jobs: [String]) {
    var rules = version
    rules.jobs.quota[.active].time = .minutes(2)
    rules.jobs.quota[.active].window = .hours(1)
    let phone = Jobs.phone(rules, seconds: 300, schedules: [Jobs.schedule()], start: [])
    phone.scenario.apps[0].serviceTypes = .dataSync
    phone.on("didBecomeActive", [ForegroundServiceTests.start()])
    phone.on("onStartCommand", [ForegroundServiceTests.foreground()])
    phone.run()
    #expect(phone.timeline("service.foreground") == ["0 foreground dataSync"])
    #expect(phone.timeline("job.start", "job.stop") == jobs)
  }

  @Test("each job that begins is counted, and how it came out")
  func figures() {
    let phone = Jobs.phone(
      seconds: 300, schedules: [Jobs.schedule(1), Jobs.schedule(2), .after(20, [.work(0)])])
    phone.run()
    let jobs = phone.figures().jobs
    #expect([jobs.started, jobs.finished, jobs.stopped] == [2, 2, 0])
  }

  @Test("expedited jobs go first, on time of their own; without it they are refused")
  func expedited() {
    let rules = rules {
      $0.quota[.active].expedited = .minutes(3)
      $0.quota.useGrace = .seconds(30)
    }
    let phone = Jobs.phone(
      rules, seconds: 400,
      schedules: [
        Jobs.schedule(1), Jobs.schedule(2) { $0.isExpedited = true },
        .after(250, [Jobs.schedule(3) { $0.isExpedited = true }]),
      ], start: [], stop: [Jobs.stopped(false)])
    phone.scenario.device.limits.suspensionDelay = .hours(1)
    // Left at 10, it has 30 s more, and then three minutes.
    #expect(
      Jobs.jobs(phone) == [
        "10 schedule 1", "10 schedule 2", "10 start 2", "10 start 1", "220 stop 2 quota",
        "260 schedule 3 noExpeditedQuota",
      ])
    #expect(phone.timeline("app.log") == ["260 3 noExpeditedQuota"])
  }

  @Test("so many jobs of an app run at once, and so many may be scheduled")
  func many() {
    let rules = rules {
      $0.jobsAtOnce = 2
      $0.jobsOfApp = 4
    }
    let phone = Jobs.phone(
      rules, seconds: 300, schedules: (1...5).map { Jobs.schedule($0) },
      start: [
        .run { app in
          guard let job = app.job else { return }
          let block = app.block([.run { $0.application.jobFinished(job, wantsReschedule: false) }])
          app.application.dispatchMain(block, after: .seconds(20))
        }
      ])
    #expect(
      Jobs.jobs(phone).filter { !$0.contains("schedule") || $0.contains("tooMany") } == [
        "10 schedule 5 tooManyJobs", "10 start 1", "10 start 2", "30 finish 1", "30 start 3",
        "30 finish 2", "30 start 4", "50 finish 3", "50 finish 4",
      ])
  }

  @Test("sixteen apps have their jobs run at once, and the next when a place is free")
  func places() {
    let names = (0..<18).map { "app\($0)" }
    let phone = Phone("a", "b", seconds: 300)
    phone.scenario.apps = names.map { AppConfiguration(name: $0, modes: []) }
    phone.scenario.device = DeviceConfiguration(.android15)
    for (place, name) in names.enumerated() {
      phone.on("didEnterBackground", of: name, [Jobs.schedule { $0.conditions = .charging }])
      phone.on("onStartJob", of: name, [.after(30, [Jobs.done])])
      phone.opens(name, at: Double(place))
    }
    phone.closes(at: 20)
    phone.power(charging: true, at: 100)
    phone.run()
    let starts = phone.sink.records.filter { $0.kind == "job.start" }.map(\.seconds)
    #expect(starts == Array(repeating: 100, count: 16) + [130, 130])
  }

  @Test("a restart keeps the jobs that say so, and forgets what was counted")
  func restart() {
    let rules = rules { $0.quota[.active].jobs = 1 }
    let phone = Jobs.phone(
      rules, seconds: 300,
      schedules: [
        Jobs.schedule(1), Jobs.schedule(2),
        Jobs.schedule(3) { $0.isPersisted = true },
      ])
    phone.scenario.apps[0].receivesBoot = true
    phone.run(until: 100)
    phone.device.reboot()
    phone.device.unlock()
    phone.run(until: 120)
    #expect(
      phone.timeline("job.start", "job.cancel") == ["10 start 1", "100 cancel 2", "100 start 3"])
  }
}
