import Simulation
import Testing

@testable import Device

@Suite("JobScheduler: when jobs begin, stop and come again")
struct JobSchedulerTests {
  static let here = SourceLocation(file: "test", line: 1)

  static func schedule(_ id: Int32 = 1, _ change: @escaping (inout JobRequest) -> Void = { _ in })
    -> Step
  {
    .run { app in
      var request = JobRequest(id: id)
      change(&request)
      if let refusal = app.application.schedule(request, at: here) {
        app.application.log("\(id) \(refusal.rawValue)")
      }
    }
  }

  static var done: Step { finished(false) }

  static func finished(_ wantsReschedule: Bool) -> Step {
    .run { app in
      guard let job = app.job else { return }
      app.application.jobFinished(job, wantsReschedule: wantsReschedule)
    }
  }

  static func stopped(_ reschedules: Bool) -> Step {
    .run { app in
      guard let job = app.job else { return }
      app.application.onStopJobReturned(job, reschedules: reschedules)
    }
  }

  /// An app that is opened at 0 and left at 10, which then schedules jobs; Doze has its own tests.
  static func phone(
    _ rules: AndroidRules = .android15, seconds: Double = 20_000, schedules: [Step],
    start: [Step] = [done], stop: [Step] = [stopped(true)], dozes: Bool = false
  ) -> Phone {
    let phone = Phone("a", "b", seconds: seconds)
    phone.scenario.device = DeviceConfiguration(Platform(rules))
    phone.scenario.device.dozes = dozes
    phone.on("didEnterBackground", schedules)
    phone.on("onStartJob", start)
    phone.on("onStopJob", stop)
    phone.opens(at: 0)
    phone.closes(at: 10)
    return phone
  }

  static func jobs(_ phone: Phone, of app: String = "a") -> [String] {
    phone.run()
    return phone.timeline(
      "job.schedule", "job.cancel", "job.start", "job.stop", "job.finish", "app.exit",
      of: app)
  }

  private func starts(_ phone: Phone) -> [Double] {
    phone.run()
    return phone.sink.records.filter { $0.kind == "job.start" }.map(\.seconds)
  }

  // MARK: When jobs begin

  @Test("the jobs of a run's warm-up do not count")
  func warmUp() {
    let phone = Self.phone(
      seconds: 2_000,
      schedules: [Self.schedule(), Self.schedule(2) { $0.minimumLatency = .seconds(1_000) }])
    phone.device.warmUp = .seconds(800)
    #expect(starts(phone).count == 2)
    #expect(phone.figures().jobs.started == 1)
  }

  @Test("a job without conditions runs at once; one with a latency after it")
  func latency() {
    let phone = Self.phone(
      schedules: [Self.schedule(1), Self.schedule(2) { $0.minimumLatency = .seconds(90) }])
    #expect(
      Self.jobs(phone) == [
        "10 schedule 1", "10 schedule 2", "10 start 1", "10 finish 1", "100 start 2",
        "100 finish 2",
      ])
  }

  @Test(
    "a job waits for its conditions",
    arguments: [
      (JobNetwork.none, JobConditions(), 10.0), (.any, JobConditions(), 50),
      (.unmetered, JobConditions(), 60),
      (.none, .charging, 70), (.none, .batteryNotLow, 70), (.none, .storageNotLow, 10),
      (.none, .deviceIdle, 10 + 31 * 60), (.unmetered, .charging, 70),
    ])
  func conditions(_ network: JobNetwork, _ conditions: JobConditions, at begin: Double) {
    let phone = Self.phone(
      schedules: [
        Self.schedule {
          $0.network = network
          $0.conditions = conditions
        }
      ])
    phone.network(.none, at: 0)
    phone.network(.cellular, at: 50)
    phone.network(.wifi, at: 60)
    phone.power(level: 0.1, charging: false, at: 0)
    phone.power(level: 0.19, charging: false, at: 40)
    phone.power(level: 0.2, charging: true, at: 70)
    #expect(starts(phone) == [begin])
  }

  @Test("at its deadline a job runs without its conditions, and is not stopped for them")
  func deadline() {
    let phone = Self.phone(
      schedules: [
        Self.schedule {
          $0.network = .any
          $0.conditions = .charging
          $0.overrideDeadline = .minutes(5)
        }
      ],
      start: [
        .run { app in
          let parameters = app.job.flatMap { app.application.jobParameters(of: $0) }
          app.application.log("\(parameters?.isOverrideDeadlineExpired == true)")
        }, .after(30, [Self.done]),
      ])
    phone.network(.none, at: 0)
    phone.power(charging: true, at: 320)
    phone.power(charging: false, at: 330)
    #expect(Self.jobs(phone) == ["10 schedule 1", "310 start 1", "340 finish 1"])
    #expect(phone.timeline("app.log") == ["310 true"])
  }

  @Test(
    "a periodic job runs once in the last part of each period, or at its beginning without flex")
  func periodic() {
    let phone = Self.phone(
      seconds: 3_000,
      schedules: [
        Self.schedule {
          $0.period = .minutes(15)
          $0.flex = .minutes(5)
        }
      ])
    #expect(starts(phone) == [610, 1510, 2410])
    let other = Self.phone(seconds: 2_000, schedules: [Self.schedule { $0.period = .minutes(15) }])
    #expect(starts(other) == [10, 910, 1810])
  }

  @Test("battery saver and a policy that gives no place hold jobs back; in front they run")
  func held() {
    let later: (inout JobRequest) -> Void = { $0.minimumLatency = .seconds(90) }
    let saving = Self.phone(schedules: [Self.schedule(1, later), Self.schedule(2, later)])
    saving.power(lowPower: true, at: 5)
    saving.power(lowPower: false, at: 500)
    #expect(starts(saving) == [500, 500])
    let refused = Self.phone(schedules: [Self.schedule()])
    refused.policy.choose = { _, _, _ in WorkDecision() }
    #expect(starts(refused) == [])
    #expect(Set(refused.policy.candidates.flatMap { $0 }.map(\.kind)) == [.job])
    let front = Self.phone(schedules: [])
    front.on("didBecomeActive", [.after(2, [Self.schedule()])])
    front.power(lowPower: true, at: 0)
    #expect(starts(front) == [2])
  }

  @Test("a policy knows of an app's last job what it knows of its last fetch")
  func history() {
    let phone = Self.phone(
      seconds: 2_000,
      schedules: [
        Self.schedule {
          $0.period = .minutes(15)
          $0.network = .any
        }
      ])
    phone.run(until: 1_800)
    let app = phone.device.present(of: AppID(0))
    #expect(app.lastFetchBegan == moment(910) && app.lastFetchResult == .completed)
    let candidates = phone.policy.candidates.flatMap { $0 }
    #expect(candidates.map(\.minimumInterval) == [.minutes(15), .minutes(15)])
    #expect(candidates.map(\.requirements) == [.network, .network])
    #expect(candidates.map(\.app.lastFetchBegan) == [nil, moment(10)])
  }

  @Test("a process that is gone is launched for a job")
  func launch() {
    let phone = Self.phone(schedules: [Self.schedule { $0.minimumLatency = .seconds(90) }])
    phone.forceQuits(at: 50)
    #expect(
      Self.jobs(phone) == [
        "10 schedule 1", "50 exit forceQuit", "100 start 1", "100 finish 1",
      ])
    let reasons = phone.sink.records.filter { $0.kind == "app.state" && $0.seconds == 100 }
      .map { $0.string("reason") }
    #expect(reasons.first == "job")
  }

  // MARK: Ends

  @Test(
    "a job whose condition is lost is stopped, and comes again with it; on Android 13 after 30 s",
    arguments: [(AndroidRules.android13, 80), (.android15, 60)])
  func lost(_ rules: AndroidRules, again: Int) {
    let phone = Self.phone(
      rules, schedules: [Self.schedule { $0.conditions = .charging }],
      start: [
        .run { app in
          guard let job = app.job else { return }
          let block = app.block([.run { $0.application.jobFinished(job, wantsReschedule: false) }])
          app.application.dispatchMain(block, after: .seconds(100))
        }
      ])
    phone.power(charging: true, at: 20)
    phone.power(charging: false, at: 50)
    phone.power(charging: true, at: 60)
    #expect(
      Self.jobs(phone) == [
        "10 schedule 1", "20 start 1", "50 stop 1 constraintCharging", "\(again) start 1",
        "\(again + 100) finish 1",
      ])
  }

  @Test("a job that is stopped before its onStartJob comes again; the app never hears of it")
  func untold() {
    let phone = Self.phone(
      schedules: [
        Self.schedule { $0.conditions = .charging }, .after(10, [.work(10)]),
      ],
      start: [.run { $0.application.log("start") }, Self.done],
      stop: [.run { $0.application.log("stop") }, Self.stopped(true)])
    phone.scenario.device.limits.suspensionDelay = .hours(1)
    phone.power(charging: true, at: 22)
    phone.power(charging: false, at: 25)
    phone.power(charging: true, at: 60)
    #expect(
      Self.jobs(phone) == [
        "10 schedule 1", "22 start 1", "25 stop 1 constraintCharging", "60 start 1", "60 finish 1",
      ])
    #expect(phone.timeline("app.log") == ["60 start"])
  }

  @Test("a job that fails waits longer each time, and one that is done is gone")
  func fails() {
    let phone = Self.phone(
      schedules: [Self.schedule()],
      start: [
        .run { app in
          guard let job = app.job else { return }
          app.application.jobFinished(job, wantsReschedule: job.number < 5)
        }
      ])
    #expect(starts(phone) == [10, 40, 100, 220, 460])
  }

  @Test("onStopJob that says nothing ends the job eight seconds later, and it comes again")
  func silent() {
    let phone = Self.phone(
      seconds: 1_900, schedules: [Self.schedule()], start: [.run { _ in }], stop: [])
    #expect(starts(phone) == [10, 1_848])
  }

  @Test(
    "a job whose onStartJob takes more than eight seconds is gone; its app does not respond",
    arguments: [(AndroidRules.android13, false), (.android15, true)])
  func lateStart(_ rules: AndroidRules, isEnded: Bool) {
    let phone = Self.phone(
      rules, seconds: 300, schedules: [Self.schedule()], start: [.work(9), Self.done])
    #expect(
      Self.jobs(phone) == ["10 schedule 1", "10 start 1", "18 stop 1 notResponding"]
        + (isEnded ? ["18 exit watchdog"] : []))
    #expect(phone.findings(.callbackTooLong).count == (isEnded ? 1 : 0))
    let periodic = Self.phone(
      rules, seconds: 1_000, schedules: [Self.schedule { $0.period = .minutes(15) }],
      start: [.work(9), Self.done])
    #expect(Self.jobs(periodic).last(where: { $0.contains("start") }) == "910 start 1")
  }

  @Test(
    "a job whose onStopJob takes as long comes again; its app does not respond",
    arguments: [(AndroidRules.android13, false), (.android15, true)])
  func lateStop(_ rules: AndroidRules, isEnded: Bool) {
    let phone = Self.phone(
      rules, seconds: 75, schedules: [Self.schedule { $0.conditions = .charging }],
      start: [], stop: [.work(9), Self.stopped(false)])
    phone.power(charging: true, at: 20)
    phone.power(charging: false, at: 30)
    phone.power(charging: true, at: 50)
    let again = isEnded ? ["38 exit watchdog", "50 start 1"] : ["68 start 1"]
    #expect(
      Self.jobs(phone) == ["10 schedule 1", "20 start 1", "30 stop 1 constraintCharging"] + again)
  }

  @Test("onStartJob that returns false has done all")
  func done() {
    let phone = Self.phone(
      schedules: [Self.schedule()],
      start: [
        .run { app in
          guard let job = app.job else { return }
          app.application.onStartJobReturned(job, goesOn: false)
          app.application.log("\(app.application.jobFinished(job, wantsReschedule: true))")
        }
      ])
    #expect(Self.jobs(phone) == ["10 schedule 1", "10 start 1", "10 finish 1"])
    #expect(phone.timeline("app.log") == ["10 false"])
  }

  @Test("a job of the same number replaces the one that waits, and stops the one that runs")
  func replaced() {
    let phone = Self.phone(
      schedules: [
        Self.schedule(1) { $0.minimumLatency = .seconds(50) },
        Self.schedule(1) { $0.minimumLatency = .seconds(90) },
        .after(100, [Self.schedule(1) { $0.minimumLatency = .seconds(60) }]),
      ], start: [.after(20, [Self.done])])
    phone.scenario.device.limits.suspensionDelay = .hours(1)
    #expect(
      Self.jobs(phone) == [
        "10 schedule 1", "10 schedule 1", "100 start 1", "110 schedule 1",
        "110 stop 1 cancelledByApp", "170 start 1", "190 finish 1",
      ])
  }

  @Test("a job that replaces a running one begins when that one has answered")
  func oneAtATime() {
    let phone = Self.phone(
      schedules: [Self.schedule(), .after(10, [Self.schedule()])],
      start: [.run { _ in }], stop: [])
    phone.scenario.device.limits.suspensionDelay = .hours(1)
    #expect(
      Self.jobs(phone).prefix(5) == [
        "10 schedule 1", "10 start 1", "20 schedule 1", "20 stop 1 cancelledByApp", "28 start 1",
      ])
  }

  @Test("jobs are cancelled, waiting or running")
  func cancelled() {
    let phone = Self.phone(
      schedules: [
        Self.schedule(1), Self.schedule(2) { $0.minimumLatency = .seconds(50) },
        Self.schedule(3) { $0.minimumLatency = .seconds(50) },
        .run { app in
          app.application.log("\(app.application.pendingJobs.map(\.id))")
          app.application.log("\(app.application.cancelJob(2)) \(app.application.cancelJob(2))")
        }, .after(5, [.run { $0.application.cancelAllJobs() }]),
      ], start: [.after(20, [Self.done])])
    #expect(
      Self.jobs(phone) == [
        "10 schedule 1", "10 schedule 2", "10 schedule 3", "10 cancel 2", "10 start 1",
        "15 cancel 3", "15 stop 1 cancelledByApp", "15 cancel 1",
      ])
    #expect(phone.timeline("app.log") == ["10 [1, 2, 3]", "10 true false"])
  }

  @Test("a process that ends takes its job with it, which comes again")
  func crash() {
    let phone = Self.phone(
      seconds: 60, schedules: [Self.schedule()], start: [.after(5, [.fail(.uncaughtException)])])
    // The third time it waits.
    #expect(
      Self.jobs(phone) == [
        "10 schedule 1", "10 start 1", "15 exit uncaughtException", "15 stop 1 processEnded",
        "15 start 1", "20 exit uncaughtException", "20 stop 1 processEnded",
        "20 start 1", "25 exit uncaughtException", "25 stop 1 processEnded",
        "55 start 1", "60 exit uncaughtException", "60 stop 1 processEnded",
      ])
  }
}
