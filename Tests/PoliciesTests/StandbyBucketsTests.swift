import Device
import Simulation
import Testing

@testable import Policies

@Suite("standby-buckets")
struct StandbyBucketsTests {
  private static let hour = 3_600

  private func policy(_ settings: String = "") throws -> any SchedulingPolicy {
    try PolicyCatalogue.policy("standby-buckets{\(settings)}")
  }

  /// An app that was last used so long before a moment, with the screen on all the time since.
  private func unused(_ index: Int = 0, for seconds: Int, at now: Int = 1_000_000)
    -> WorkCandidate
  {
    candidate(app(index, lastUsed: now - seconds, screenOn: seconds))
  }

  @Test(
    "the bucket is that of the time since the last use, and of that with the screen on",
    arguments: [
      // (unused, screen on, bucket)
      (0, 0, "active bucket"), (12 * hour - 1, 12 * hour, "active bucket"),
      (12 * hour, 0, "working set"), (24 * hour - 1, 99 * hour, "working set"),
      (24 * hour, hour - 1, "working set"), (24 * hour, hour, "frequent bucket"),
      (48 * hour, 2 * hour - 1, "frequent bucket"), (48 * hour, 2 * hour, "rare bucket"),
      (8 * 24 * hour - 1, 99 * hour, "rare bucket"), (8 * 24 * hour, 6 * hour - 1, "rare bucket"),
      (8 * 24 * hour, 6 * hour, "restricted bucket"), (99 * 24 * hour, 0, "working set"),
    ] as [(Int, Int, String)])
  func buckets(unused: Int, screenOn: Int, title: String) throws {
    let used = candidate(app(0, lastUsed: 1_000, screenOn: screenOn))
    let decision = try policy().fetches([used], slots: 1, device: device(at: 1_000 + unused))
    #expect(decision.indices == [0])
    #expect(decision.reason(for: 0) == title)
  }

  @Test("an app that was never used does nothing, on the charger neither")
  func never() throws {
    let charging = PowerStatus(level: 1, isCharging: true)
    for power in [PowerStatus(level: 1, isCharging: false), charging] {
      let decision = try policy().fetches([candidate(0)], slots: 1, device: device(power: power))
      #expect(decision.indices == [])
      #expect(decision.reason(for: 0) == "never used")
      #expect(decision.askAgainAfter == nil)
      #expect(try policy().backgroundTime(request(0), device: device(power: power)) == .zero)
    }
  }

  @Test("slots go by bucket, then by waiting")
  func order() throws {
    let waiting = [
      candidate(app(0, lastUsed: 0), since: 1), candidate(app(1, lastUsed: 90_000), since: 9),
      candidate(app(2, lastUsed: 90_000), since: 5),
    ]
    let now = device(at: 100_000)
    #expect(try policy().fetches(waiting, slots: 3, device: now).indices == [2, 1, 0])
    #expect(try policy().fetches(waiting, slots: 1, device: now).indices == [2])
    #expect(try policy().fetches(waiting, slots: 0, device: now).indices == [])
  }

  /// Sessions of one second each, ten minutes apart, until the bucket's quota is spent.
  @Test(
    "a window holds so many sessions, and the next may begin when the oldest leaves it",
    arguments: [
      // (hours since use, sessions, window in hours)
      (13, 10, 2), (25, 8, 8), (49, 3, 24), (200, 1, 24),
    ])
  func sessions(unused hours: Int, sessions: Int, window: Int) throws {
    let policy = try policy()
    let start = 1_000_000
    func decide(at now: Int) -> WorkDecision {
      policy.fetches(
        [unused(for: hours * Self.hour, at: now)], slots: 1, device: device(at: now))
    }
    for session in 0..<sessions {
      let now = start + session * 600
      #expect(decide(at: now).indices == [0])
      policy.observe(fetched(0, at: now, took: 1))
    }
    let now = start + sessions * 600
    let returns = start + 1 + window * Self.hour
    let refused = decide(at: now)
    #expect(refused.indices == [])
    #expect(refused.reason(for: 0)?.hasPrefix("quota spent") == true)
    #expect(refused.askAgainAfter == .seconds(returns - now))
    #expect(decide(at: returns - 1).indices == [])
    #expect(decide(at: returns).indices == [0])
  }

  @Test("fetches up to five seconds apart are one session, but each is a job")
  func coalescing() throws {
    for (gap, settings, chosen) in [
      (5, "", [0]), (6, "", []), (6, "sessionGap=6", [0]), (5, "rareJobs=3", []),
    ] {
      let policy = try policy(settings)
      for index in 0..<3 { policy.observe(fetched(0, at: index * (1 + gap), took: 1)) }
      let decision = policy.fetches(
        [unused(for: 72 * Self.hour, at: 300)], slots: 1, device: device(at: 300))
      #expect(decision.indices == chosen, "\(gap) \(settings)")
    }
  }

  @Test("at most twenty fetches begin in a minute, whatever the bucket")
  func rate() throws {
    let policy = try policy()
    for index in 0..<20 { policy.observe(fetched(0, at: index)) }
    let refused = policy.fetches([unused(for: 0, at: 30)], slots: 1, device: device(at: 30))
    #expect(refused.indices == [])
    #expect(refused.askAgainAfter == .seconds(30))
    let again = policy.fetches([unused(for: 0, at: 60)], slots: 1, device: device(at: 60))
    #expect(again.indices == [0])
  }

  @Test("ten minutes of run time spend a window, whatever the sessions")
  func runTime() throws {
    let policy = try policy()
    func decide(at now: Int) -> WorkDecision {
      policy.fetches([unused(for: 13 * Self.hour, at: now)], slots: 1, device: device(at: now))
    }
    policy.observe(fetched(0, at: 1_000, took: 599))
    #expect(decide(at: 1_700).indices == [0])
    policy.observe(fetched(0, at: 1_700, took: 1))
    let refused = decide(at: 1_800)
    #expect(refused.indices == [])
    #expect(refused.askAgainAfter == .seconds(1_000 - 1_800 + 2 * Self.hour) + .nanoseconds(1))
    // The first run has left by a second.
    #expect(decide(at: 1_001 + 2 * Self.hour).indices == [0])
  }

  @Test("four hours of run time spend a day in every bucket")
  func dayRunTime() throws {
    let policy = try policy()
    for hour in 0..<8 { policy.observe(fetched(0, at: hour * Self.hour, took: 1_800)) }
    let now = 8 * Self.hour
    let refused = policy.fetches([unused(for: 0, at: now)], slots: 1, device: device(at: now))
    #expect(refused.indices == [])
    #expect(refused.askAgainAfter == .seconds(16 * Self.hour) + .nanoseconds(1))
  }

  @Test("on the charger there is no quota, but for the restricted bucket")
  func charger() throws {
    let charging = PowerStatus(level: 0.5, isCharging: true)
    for (unusedHours, settings, chosen) in [
      (72, "", [0]), (300, "", []), (72, "freeOnCharger=0", []),
    ] {
      let policy = try policy(settings)
      let now = 2_000_000
      for session in 0..<3 { policy.observe(fetched(0, at: now + session * 60, took: 1)) }
      let waiting = [unused(for: unusedHours * Self.hour, at: now + 300)]
      let moment = device(at: now + 300, power: charging)
      #expect(policy.fetches(waiting, slots: 1, device: moment).indices == chosen)
      #expect(policy.fetches(waiting, slots: 1, device: device(at: now + 300)).indices == [])
    }
  }

  @Test("one app's quota is no other's")
  func separate() throws {
    let policy = try policy("activeSessions=1")
    policy.observe(fetched(0, at: 0, took: 1))
    let decision = policy.fetches(
      [unused(0, for: 0, at: 10), unused(1, for: 0, at: 10)], slots: 2, device: device(at: 10))
    #expect(decision.indices == [1])
  }

  /// Ten seconds of each grant are used; a bucket has so many minutes of them in a day.
  @Test(
    "background time is an expedited job: a request gets what is left of the day's minutes",
    arguments: [(0, 1_800), (13, 1_800), (25, 600), (49, 600), (200, 300)])
  func expedited(unused hours: Int, quota: Int) throws {
    let policy = try policy()
    let start = 1_000_000
    func ask(at now: Int, _ power: PowerStatus = PowerStatus(level: 1, isCharging: false))
      -> TimeSpan
    {
      let app = unused(for: hours * Self.hour, at: now).app
      return policy.backgroundTime(
        BackgroundTimeRequest(
          app: app, occasion: .enteringBackground, allowance: .minutes(10), openTasks: 1),
        device: device(at: now, power: power))
    }
    #expect(ask(at: start) == .seconds(min(600, quota)))
    let spent = quota - 10
    policy.observe(
      .backgroundTime(
        app: AppID(0), at: .start + .seconds(start + spent), granted: .seconds(spent),
        used: .seconds(spent), expired: false))
    #expect(ask(at: start + spent) == .seconds(10))
    policy.observe(
      .backgroundTime(
        app: AppID(0), at: .start + .seconds(start + spent + 10), granted: .seconds(10),
        used: .seconds(10), expired: true))
    #expect(ask(at: start + spent + 10) == .zero)
    let charging = PowerStatus(level: 1, isCharging: true)
    #expect(ask(at: start + spent + 10, charging) == (hours == 200 ? .zero : .minutes(10)))
    #expect(ask(at: start + 86_400 + 5) == .seconds(5))
  }

  @Test("the time of a fetch is no expedited job")
  func fetchIsNoExpeditedJob() throws {
    let policy = try policy("activeExpedited=10")
    let now = device(at: 100)
    #expect(policy.fetches([unused(for: 0, at: 100)], slots: 1, device: now).indices == [0])
    policy.observe(
      .backgroundTime(
        app: AppID(0), at: .start + .seconds(130), granted: .seconds(30), used: .seconds(30),
        expired: false))
    policy.observe(fetched(0, at: 100, took: 30))
    let active = BackgroundTimeRequest(
      app: app(0, lastUsed: 140), occasion: .enteringBackground, allowance: .seconds(30),
      openTasks: 1)
    #expect(policy.backgroundTime(active, device: device(at: 150)) == .seconds(10))
  }

  /// Fetches of five minutes, as long as an Android job may take, of an app that is opened daily.
  @Test("on the device, the run time of a window is kept")
  func runTimeOnDevice() throws {
    var configuration = DeviceConfiguration()
    configuration.limits.fetch = .minutes(10)
    configuration.limits.minimumFetchInterval = .minutes(6)
    configuration.pool.capacity = .days(9)
    configuration.memoryMegabytes = .infinity
    var scenario = Scenario(
      duration: .hours(24), device: configuration,
      apps: [AppConfiguration(name: "long", modes: [.fetch, .resident])])
    scenario.visit(0, at: .start)
    let policy = try PolicyCatalogue.policy("standby-buckets", in: PolicyWorld(scenario))
    let device = Device(scenario, policy: policy) { Worker($0, fetchTime: .minutes(5)) }
    device.run(until: .start + .hours(12))
    let active = device.result().apps[0].fetches
    device.run()
    let working = device.result().apps[0].fetches - active
    // One in six minutes while it is active, until four hours are spent; then two in two hours.
    #expect(active == 48)
    #expect(working <= 2, "\(working)")
  }

  /// Two weeks of four apps: one opened each day, one every third, one only on the first, one
  /// never.
  @Test("in two weeks apps that are not used are fetched for less and less; in a day all are alike")
  func twoWeeks() throws {
    var configuration = DeviceConfiguration()
    configuration.fetchSlots.starts = .max
    configuration.fetchSlots.window = .nanoseconds(1)
    configuration.pool.capacity = .days(99)
    configuration.memoryMegabytes = .infinity
    var scenario = Scenario(
      duration: .days(14), device: configuration,
      apps: ["daily", "third", "once", "never"].map {
        AppConfiguration(name: $0, modes: [.fetch, .resident])
      })
    for day in 0..<14 {
      // An hour a day in front, and a second of the others.
      let morning = Instant.start + .days(day)
      if day == 0 { scenario.visit(2, at: morning) }
      if day % 3 == 0 { scenario.visit(1, at: morning + .minutes(1)) }
      scenario.user.append(UserAction(at: morning + .minutes(2), kind: .open(AppID(0))))
      scenario.user.append(UserAction(at: morning + .minutes(62), kind: .close))
    }
    func fetches(under name: String) throws -> (day: [Int], weeks: [Int]) {
      let policy = try PolicyCatalogue.policy(name, in: PolicyWorld(scenario))
      let device = Device(scenario, policy: policy) { Worker($0, fetchTime: .milliseconds(200)) }
      device.run(until: .start + .hours(12))
      let day = device.result().apps.map(\.fetches)
      device.run()
      return (day, device.result().apps.map(\.fetches))
    }
    let first = try fetches(under: "first-come")
    let standby = try fetches(under: "standby-buckets")
    #expect(standby.day.prefix(3) == first.day.prefix(3))
    #expect(standby.day[3] == 0)
    #expect(standby.weeks[0] == first.weeks[0])
    // Of each three days one as active or working set, one as frequent, one as rare.
    #expect(standby.weeks[1] < first.weeks[1] / 2 && standby.weeks[1] > first.weeks[1] / 3)
    #expect(standby.weeks[2] < first.weeks[2] / 8 && standby.weeks[2] > 40)
    #expect(standby.weeks[3] == 0)
  }
}
