import Device
import Simulation
import Testing

@testable import Policies

@Suite("ios-like")
struct IOSLikeTests {
  /// Day ten at eight.
  private static let now = 10 * 86_400 + 8 * 3_600

  /// After ten days in which app 0 was opened at half past eight, and app 1 at half past eight in
  /// the evening.
  private func policy(_ settings: String = "") throws -> any SchedulingPolicy {
    let policy = try PolicyCatalogue.policy("ios-like{\(settings)}")
    policy.observe(all: opened(0, onDays: 0...9, atHour: 8))
    policy.observe(all: opened(1, onDays: 0...9, atHour: 20))
    return policy
  }

  /// An app that was last used so many hours ago and has waited for so many.
  private func waiting(
    _ index: Int, hours: Double, unused: Double = 60, backgroundRefresh: Bool = true
  ) -> WorkCandidate {
    candidate(
      app(
        index, lastUsed: Self.now - Int(unused * 3_600), backgroundRefresh: backgroundRefresh),
      since: Self.now - Int(hours * 3_600))
  }

  private func reason(_ candidate: WorkCandidate, _ device: DeviceSnapshot) throws -> String? {
    try policy().fetches([candidate], slots: 1, device: device)
      .reason(for: Int(candidate.app.id.index))
  }

  /// Work of an app that was used an hour ago and is opened in the evening.
  private func work(
    _ kind: WorkKind, earliest: Int = Self.now, latest: Int? = nil,
    _ requirements: WorkRequirements = []
  ) -> WorkCandidate {
    WorkCandidate(
      app: app(1, lastUsed: Self.now - 3_600), kind: kind,
      eligibleSince: .start + .seconds(earliest),
      earliest: .start + .seconds(earliest), latest: latest.map { .start + .seconds($0) },
      minimumInterval: .zero, allowance: .seconds(30), requirements: requirements)
  }

  private static let launched = "its score reaches the threshold"

  @Test("the sooner an app is likely to be opened, the less it waits for its threshold to fall")
  func likelihood() throws {
    func hoursToWait(_ index: Int, unused: Double = 60) throws -> Int? {
      try (0...24).first {
        try reason(waiting(index, hours: Double($0), unused: unused), device(at: Self.now))
          == Self.launched
      }
    }
    // App 1 is opened in the evening; used of late, it may be opened whenever the device is.
    let waits = try [hoursToWait(0), hoursToWait(1), hoursToWait(1, unused: 2)]
    #expect(waits == [3, 7, 3], "\(waits)")
  }

  @Test("work whose window is over starts whatever its score")
  func overdue() throws {
    let worst = device(
      at: Self.now, power: PowerStatus(level: 0.1, isCharging: false), isInUse: true)
    #expect(try reason(waiting(1, hours: 24), worst) == Self.launched)
  }

  @Test("one launch at a time: the highest score, of equals who has waited longest")
  func oneAtATime() throws {
    let overdue = [waiting(1, hours: 25), waiting(0, hours: 24), waiting(2, hours: 26)]
    let decision = try policy().fetches(overdue, slots: 3, device: device(at: Self.now))
    #expect(decision.indices == [0])
    #expect(decision.reason(for: 1) == "too short a while after another launch")
    #expect(decision.askAgainAfter == .seconds(300))
    let equals = [4, 3].map { waiting($0, hours: $0 == 3 ? 26 : 25) }
    #expect(
      try policy().fetches(equals, slots: 3, device: device(at: Self.now)).indices == [3])
    #expect(try policy().fetches(equals, slots: 0, device: device(at: Self.now)).indices == [])
  }

  @Test("after a launch there is none for 300 s, and for 900 s with the device in use")
  func spacing() throws {
    for (after, isInUse, chosen, wait) in [
      (299, false, [], 1), (300, false, [0], nil), (100, true, [], 200), (899, true, [], 1),
      (900, true, [0], nil),
    ] as [(Int, Bool, [Int], Int?)] {
      let policy = try policy()
      _ = policy.fetches([waiting(1, hours: 24)], slots: 1, device: device(at: Self.now))
      let later = device(at: Self.now + after, isInUse: isInUse)
      let decision = policy.fetches([waiting(0, hours: 24)], slots: 1, device: later)
      #expect(decision.indices == chosen, "\(after) s")
      #expect(decision.askAgainAfter == wait.map { .seconds($0) })
    }
  }

  @Test("what is refused does not start whatever its score, and says why")
  func refusals() throws {
    let here = device(at: Self.now)
    #expect(
      try reason(waiting(0, hours: 24, backgroundRefresh: false), here)
        == "background refresh is off")
    #expect(
      try reason(waiting(0, hours: 24), device(at: Self.now, network: .none))
        == "there is no network")
    let unused = waiting(0, hours: 24, unused: 72.1)
    #expect(try reason(unused, here) == "its app was not used for days")
    #expect(try reason(waiting(0, hours: 24, unused: 72), here) == Self.launched)
  }

  @Test("processing waits while the device is in use, and for the network only if it asked for it")
  func processing() throws {
    let overdue = (Self.now - 90_000, Self.now - 10)
    let plain = work(.processing, earliest: overdue.0, latest: overdue.1)
    let online = work(.processing, earliest: overdue.0, latest: overdue.1, .network)
    let inUse = device(at: Self.now, isInUse: true)
    #expect(try reason(plain, inUse) == "processing, and the device is in use")
    let offline = device(at: Self.now, network: .none)
    #expect(try reason(plain, offline) == Self.launched)
    #expect(try reason(online, offline) == "there is no network")
    for kind in [WorkKind.refresh, .push, .transfer] {
      let wants = work(kind, earliest: overdue.0, latest: overdue.1)
      #expect(try reason(wants, offline) == "there is no network")
      #expect(try reason(wants, inUse) == Self.launched)
    }
  }

  @Test("a push or the end of a transfer starts at once, a refresh does not, in its own window")
  func kinds() throws {
    let here = device(at: Self.now)
    #expect(try reason(work(.push), here) == Self.launched)
    #expect(try reason(work(.transfer), here) == Self.launched)
    #expect(try reason(work(.refresh), here) == "its score is below the threshold")
    let half = work(.refresh, earliest: Self.now - 1_800, latest: Self.now + 1_800)
    #expect(try reason(half, here) == Self.launched)
    let terms = try [WorkKind.push, .processing].map { kind in
      try table(work(kind), here).terms.map(\.name)
    }
    #expect(terms[0] == ["Application", "Battery", "Others"])
    #expect(terms[1] == ["DeviceActivity", "Battery", "Charger", "CPU", "Others"])
  }

  @Test("it wants to be asked again when the threshold has fallen, or the time of day is another")
  func askAgain() throws {
    let new = waiting(0, hours: 0)
    var asked = device(at: Self.now)
    asked.explains = true
    let decision = try policy().fetches([new], slots: 1, device: asked)
    #expect(decision.askAgainAfter == .minutes(15))
    // As long as its threshold takes to fall to its score, but for 100 s.
    let until = try #require(decision.explanation?.candidates.first?.obstacle?.until)
    let hours = (until - asked.now - .seconds(100)) / .hours(1)
    let almost = waiting(0, hours: hours)
    for (after, chosen) in [(0, []), (98, []), (102, [0])] {
      let policy = try policy()
      let first = policy.fetches([almost], slots: 1, device: device(at: Self.now))
      let wait = try #require(first.askAgainAfter)
      #expect(abs(wait.seconds - 100) < 1.1, "\(wait)")
      let later = policy.fetches([almost], slots: 1, device: device(at: Self.now + after))
      #expect(later.indices == chosen, "after \(after) s")
    }
  }

  private func table(_ candidate: WorkCandidate, _ device: DeviceSnapshot) throws -> ScoreTable {
    var device = device
    device.explains = true
    let told = try policy().fetches([candidate], slots: 1, device: device).explanation
    return try #require(told?.candidates.first?.table)
  }

  @Test("the table has each term with weight and score, logged or assumed, and comes to the score")
  func tables() throws {
    var asked = device(at: Self.now, power: PowerStatus(level: 0.3, isCharging: false))
    asked.explains = true
    let told = try #require(
      policy().fetches([waiting(1, hours: 3), waiting(0, hours: 3)], slots: 1, device: asked)
        .explanation)
    #expect(told.measure == Measure("score", .number, isHighestFirst: true))
    #expect(told.candidates.map(\.app.index) == [0, 1])
    #expect(told.candidates.map { $0.obstacle == nil } == [true, false])
    for candidate in told.candidates {
      let table = try #require(candidate.table)
      #expect(abs(table.score - (candidate.score ?? 0)) < 1e-12)
      #expect(candidate.terms == [Term("threshold", table.threshold)])
      #expect(table.isEnough == (candidate.obstacle == nil))
      #expect(table.terms.map(\.name) == ["Application", "DeviceActivity", "Battery", "Others"])
      #expect(table.terms.map(\.weight) == [25, 2, 1, 43.94])
      #expect(table.terms.map(\.scoreBasis) == [.assumed, .assumed, .logged, .logged])
      #expect(table.terms.allSatisfy { $0.weightBasis == .logged })
    }
    let obstacle = try #require(told.candidates[1].obstacle)
    #expect(obstacle.score == told.candidates[1].table?.threshold)
    #expect(try #require(obstacle.until) > asked.now)
  }

  @Test("a device in use has the lowest score of its term, and a low battery a low one")
  func deviceTerms() throws {
    let work = waiting(0, hours: 1)
    let low = PowerStatus(level: 0.3, isCharging: false)
    let idle = try table(work, device(at: Self.now, power: low)).terms
    let inUse = try table(work, device(at: Self.now, power: low, isInUse: true)).terms
    #expect(inUse[1].score == 0.25 && idle[1].score > 0.5)
    #expect(idle[2].score == batteryScore(of: low))
  }

  @Test("the refusals and the falling threshold do not concern background time")
  func grants() throws {
    let policy = try policy()
    _ = policy.fetches([waiting(1, hours: 24)], slots: 1, device: device(at: Self.now))
    let low = device(
      available: 4, at: Self.now, power: PowerStatus(level: 0.01, isCharging: false))
    #expect(policy.backgroundTime(request(0), device: low) == .seconds(4))
  }
}
