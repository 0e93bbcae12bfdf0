import Simulation
import Testing

@testable import Users

@Suite("A user's habits")
struct UsageHabitsTests {
  private static let apps = ["mail", "news", "maps", "chat"]
  private static let days = 20
  private static let seeds: Range<UInt64> = 0..<50

  private func opens(
    _ habits: UsageHabits, seed: UInt64, apps: [String] = apps
  ) throws -> [(at: Instant, app: Int)] {
    let duration = TimeSpan.days(Self.days)
    let actions = try habits.actions(seed: seed, duration: duration, startsAt: .zero, apps: apps)
    expectPlausible(actions, duration: duration)
    return actions.compactMap { action in
      guard case .open(let app) = action.kind else { return nil }
      return (action.at, Int(app.index))
    }
  }

  private func sessions(_ habits: UsageHabits, seed: UInt64) -> [(start: Instant, end: Instant)] {
    habits.sessions(seed: seed, duration: .days(Self.days), startsAt: .zero)
  }

  /// Within four standard errors of the mean, which a right mean fails once in 16,000.
  private func expectMean(_ tally: RunningMoments, is mean: Double) throws {
    let error = try #require(tally.deviation) / Double(tally.count).squareRoot()
    #expect(abs(try #require(tally.mean) - mean) < 4 * error)
  }

  @Test("sessions a day, their length and their launches have the measured means")
  func means() throws {
    let habits = try UsageHabits()
    var perDay = RunningMoments()
    var minutes = RunningMoments()
    var launches = RunningMoments()
    var lengths: [Double] = []
    for seed in Self.seeds {
      let sessions = sessions(habits, seed: seed)
      perDay.add(Double(sessions.count) / Double(Self.days))
      lengths += sessions.map { ($0.end - $0.start).seconds / 60 }
      launches.add(Double(try opens(habits, seed: seed).count) / Double(sessions.count))
    }
    for length in lengths { minutes.add(length) }
    try expectMean(perDay, is: 17.4)
    try expectMean(minutes, is: 5.32)
    try expectMean(launches, is: 2.18)
    // The median's standard error is 1 / (2 f sqrt n); the density f at it is 0.144 a minute.
    let medianError = 1 / (2 * 0.144 * Double(lengths.count).squareRoot())
    #expect(abs(try #require(quantile(0.5, of: lengths)) - 1.97) < 4 * medianError)
    #expect(try #require(minutes.max) <= 254.7)
  }

  @Test("sessions never overlap, however crowded the day", arguments: [17.4, 200, 240])
  func apart(perDay: Double) throws {
    let habits = try UsageHabits(sessionsPerDay: perDay)
    let sessions = sessions(habits, seed: 3)
    for (last, next) in zip(sessions, sessions.dropFirst()) {
      #expect(next.start - last.end >= .seconds(1))
    }
    #expect(abs(Double(sessions.count) / Double(Self.days) - perDay) < perDay / 5)
  }

  @Test("hours get their share of the sessions, counted from the start's time of day")
  func hours() throws {
    var arrivals = DailyArrivals(
      perDay: 240, byHour: HourWeights.measured, startsAt: .minutes(450),
      stream: RandomStream(seed: 1, name: "hours"))
    var counts = Array(repeating: 0.0, count: 24)
    let total = 24_000
    var latest = Instant.start
    for _ in 0..<total {
      let arrival = arrivals.next()
      #expect(arrival >= latest)
      latest = arrival
      let clock = arrival - .start + .minutes(450)
      counts[Int(clock.nanoseconds / TimeSpan.hours(1).nanoseconds % 24)] += 1
    }
    let weights = HourWeights.measured
    let sum = weights.reduce(0, +)
    let distance = zip(counts, weights).reduce(0.0) { distance, pair in
      let expected = Double(total) * pair.1 / sum
      return distance + (pair.0 - expected) * (pair.0 - expected) / expected
    }
    #expect(distance < 49.7, "chi-square with 23 degrees of freedom, 0.1 % point")
  }

  @Test("no session falls into an hour of weight 0")
  func silentHours() throws {
    var byHour = Array(repeating: 0.0, count: 24)
    byHour[9] = 1
    let habits = try UsageHabits(sessionsPerDay: 3, byHour: byHour)
    let sessions = habits.sessions(seed: 1, duration: .days(30), startsAt: .hours(20))
    #expect(sessions.count > 50)
    var arrivals = DailyArrivals(
      perDay: 3, byHour: byHour, startsAt: .hours(20), stream: RandomStream(seed: 1, name: "x"))
    for _ in 0..<100 {
      let hour = Int((arrivals.next().seconds / 3600).rounded(.down)) + 20
      #expect(hour % 24 == 9)
    }
  }

  @Test("other weights, or one more app, move neither sessions nor launches")
  func independence() throws {
    let plain = try opens(UsageHabits(), seed: 5)
    let weighted = try opens(
      UsageHabits(preferences: [.init("chat", weight: 3), .init("maps", weight: 1)]), seed: 5)
    let wider = try opens(UsageHabits(), seed: 5, apps: Self.apps + ["more"])
    #expect(plain.map(\.at) == weighted.map(\.at))
    #expect(plain.map(\.at) == wider.map(\.at))
    #expect(plain.map(\.app) != weighted.map(\.app))
  }

  @Test("apps are chosen by weight, and never one that has none")
  func weights() throws {
    let habits = try UsageHabits(
      launchesPerSession: 1,
      preferences: [.init("news", weight: 3), .init("chat", weight: 1), .init("maps", weight: 0)])
    var counts = [0, 0, 0, 0]
    for seed in Self.seeds {
      for open in try opens(habits, seed: seed) { counts[open.app] += 1 }
    }
    #expect(counts[0] == 0 && counts[2] == 0)
    let total = Double(counts[1] + counts[3])
    let error = (0.75 * 0.25 / total).squareRoot()
    #expect(abs(Double(counts[1]) / total - 0.75) < 4 * error)
  }

  @Test("without weights the n-th app is opened first in a session in proportion to 1 / n")
  func zipf() throws {
    var counts = [0.0, 0, 0, 0]
    for seed in Self.seeds {
      for open in try opens(UsageHabits(launchesPerSession: 1), seed: seed) {
        counts[open.app] += 1
      }
    }
    let total = counts.reduce(0, +)
    for (index, count) in counts.enumerated() {
      let share = 1 / Double(index + 1) / (1 + 1.0 / 2 + 1.0 / 3 + 1.0 / 4)
      #expect(abs(count / total - share) < 4 * (share * (1 - share) / total).squareRoot())
    }
  }

  @Test("with one app to choose from, each session is one launch")
  func oneApp() throws {
    let sessions = sessions(try UsageHabits(), seed: 7)
    #expect(try opens(UsageHabits(), seed: 7, apps: ["only"]).map(\.at) == sessions.map(\.start))
  }

  @Test("a seed gives the same actions again, another seed others")
  func reproducible() throws {
    let habits = try UsageHabits()
    #expect(try opens(habits, seed: 1).map(\.at) == opens(habits, seed: 1).map(\.at))
    #expect(try opens(habits, seed: 1).map(\.at) != opens(habits, seed: 2).map(\.at))
  }

  @Test("no sessions, no apps or no time give no actions")
  func nothing() throws {
    #expect(try opens(UsageHabits(sessionsPerDay: 0), seed: 1).isEmpty)
    #expect(try opens(UsageHabits(), seed: 1, apps: []).isEmpty)
    #expect(
      try UsageHabits().actions(seed: 1, duration: .zero, startsAt: .zero, apps: ["a"]).isEmpty)
  }

  @Test("a length's mean with its cut is the stated one, for narrow and wide alike")
  func lengths() throws {
    for (mean, median, longest) in [(319.2, 118.2, 15282.0), (60, 60, 600), (99, 90, 180)] {
      let length = try #require(
        SessionLength(
          mean: .seconds(mean), median: .seconds(median), longest: .seconds(longest)))
      var stream = RandomStream(seed: 11, name: "lengths")
      var tally = RunningMoments()
      for _ in 0..<40_000 { tally.add(length.draw(&stream).seconds) }
      let error = try #require(tally.deviation) / 200
      #expect(abs(try #require(tally.mean) - mean) <= 4 * error + 1e-6)
    }
    #expect(
      SessionLength(mean: .seconds(90), median: .seconds(100), longest: .seconds(900)) == nil)
    #expect(
      SessionLength(mean: .seconds(90), median: .seconds(10), longest: .seconds(95)) == nil)
  }

  @Test("numbers out of range are named, with a way out")
  func mistakes() {
    let uniform = Array(repeating: 1.0, count: 24)
    let cases: [(problem: String, habits: () throws -> UsageHabits)] = [
      ("sessionsPerDay is out of range (-1.0)", { try UsageHabits(sessionsPerDay: -1) }),
      ("sessionsPerDay is out of range (nan)", { try UsageHabits(sessionsPerDay: .nan) }),
      ("do not fit into a day", { try UsageHabits(sessionsPerDay: 300) }),
      ("not 24 weights (23)", { try UsageHabits(byHour: Array(uniform.dropLast())) }),
      ("(-2.0 at hour 23)", { try UsageHabits(byHour: uniform.dropLast() + [-2]) }),
      ("add up to nothing usable", { try UsageHabits(byHour: uniform.map { $0 * 0 }) }),
      ("launchesPerSession is out of range (0.5)", { try UsageHabits(launchesPerSession: 0.5) }),
      ("no log-normal session length", { try UsageHabits(stay: .init(mean: .seconds(5))) }),
      ("under a second", { try UsageHabits(stay: .init(median: .zero)) }),
      ("\"a\" is inf", { try UsageHabits(preferences: [.init("a", weight: .infinity)]) }),
    ]
    for (problem, habits) in cases {
      let error = #expect(throws: UserModelError.self) { _ = try habits() }
      let text = error?.description ?? ""
      #expect(text.contains(problem), "\(text)")
      #expect(text.hasPrefix("usage.habits: ") && text.contains("; "))
    }
  }

  @Test("an app to prefer that the scenario has not is named, with the nearest")
  func unknownApp() throws {
    let habits = try UsageHabits(preferences: [.init("mial", weight: 1)])
    #expect(
      message {
        _ = try habits.actions(seed: 1, duration: .days(1), startsAt: .zero, apps: Self.apps)
      } == #"usage.habits: apps: no such app ("mial"); did you mean "mail"?"#)
  }
}
