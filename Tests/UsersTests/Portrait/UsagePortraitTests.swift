import Device
import Foundation
import Simulation
import Testing

@testable import Users

@Suite("Portraits of users")
struct UsagePortraitTests {
  private static let minute: Int64 = 60_000
  private static let hour: Int64 = 3_600_000
  private static let day: Int64 = 86_400_000

  /// Uses at minutes of days: app, day, minute and length in minutes.
  private func log(
    _ uses: [(app: Int, day: Int, minute: Double, length: Double)], days: Int, apps: Int = 3
  ) -> UsageLog {
    UsageLog(
      name: "u", apps: (0..<apps).map { "app \($0)" },
      uses: uses.map { use in
        let start = Int64(use.day) * Self.day + Int64(use.minute * 60_000)
        return UsageLog.Use(
          app: use.app, start: start, end: start + Int64(use.length * 60_000))
      }, start: 0, end: Int64(days) * Self.day)
  }

  private func portrait(_ logs: UsageLog...) -> UsagePortrait {
    var measuring = UsagePortrait.Measuring()
    for log in logs { measuring.add(log) }
    return measuring.portrait()
  }

  private func expect(
    _ values: UsagePortrait.Values?, _ expected: [Double],
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    let isEqual = values.map { values in
      values.count == expected.count
        && zip(values, expected).allSatisfy { abs(($0 ?? .nan) - $1) < 1e-9 }
    }
    #expect(isEqual == true, "\(values ?? []), not \(expected)", sourceLocation: sourceLocation)
  }

  @Test("sessions end with a pause of over five minutes, and such a pause parts uses of one app")
  func sessions() {
    let portrait = portrait(
      log(
        [
          // One session of 8 min, with 2 apps and 2 changes; another of the same app; one of one launch.
          (0, 0, 600, 2), (1, 0, 602, 1), (0, 0, 607, 1),
          (0, 0, 613.1, 1),
          (2, 1, 600, 1), (2, 1, 604, 1),
        ], days: 2))
    #expect(portrait.userCount == 1 && portrait.dayCount == 2)
    expect(portrait.values[.sessionsPerDay], [1.5])
    expect(portrait.values[.launchesPerDay], [2.5])
    expect(portrait.values[.sessionMinutes], [3, 5, 6.5, 14 / 3.0])
    expect(portrait.values[.appsPerSession], [4 / 3.0])
    expect(portrait.values[.changesPerSession], [2 / 3.0])
    // Pick-ups: 600, 607, 613.1 and, a day on, 600 and 604.
    expect(portrait.values[.pickUpsPerDay], [2.5, 2.5, 2.5])
    // Pauses of 3, 4 and 5.1 min, and a night.
    #expect(abs((portrait.values[.pauses]?[2] ?? 0) - (240 + 306) / 2) < 1e-9)
  }

  @Test("only whole days on which the phone was used count, and all where none is whole")
  func days() {
    let uses = [(0, 0, 1_000.0, 1.0), (0, 1, 600, 1), (0, 1, 700, 1), (0, 4, 600, 1), (0, 5, 1, 1)]
    let partial = UsageLog(
      name: "u", apps: ["a"], uses: log(uses, days: 6).uses, start: Self.hour,
      end: 5 * Self.day + Self.hour)
    #expect(partial.wholeDays == 1..<5)
    let portrait = portrait(partial)
    #expect(portrait.dayCount == 2)
    expect(portrait.values[.sessionsPerDay], [1.5])
    let short = UsageLog(
      name: "u", apps: ["a"], uses: Array(log(uses, days: 6).uses.prefix(3)), start: Self.hour,
      end: Self.day + Self.hour)
    #expect(short.wholeDays == 1..<1)
    expect(self.portrait(short).values[.sessionsPerDay], [1.5])
  }

  @Test("an hour is used again or newly beside the same hour of the day before")
  func persistence() {
    // Day 0: hours 8 and 9; day 1: 9 and 10; day 3 has no day before it that counts.
    let portrait = portrait(
      log(
        [
          (0, 0, 8 * 60, 1), (0, 0, 9 * 60, 1), (0, 1, 9 * 60, 1), (0, 1, 10 * 60, 1),
          (0, 3, 5 * 60, 1),
        ], days: 4))
    expect(portrait.values[.persistence], [0.5, 1 / 22.0])
  }

  @Test("daily pick-ups that vary more than by chance have a variance above their mean")
  func overdispersion() {
    let counts = [1, 2, 3, 4, 10]
    let uses = counts.enumerated().flatMap { day, count in
      (0..<count).map { (0, day, Double($0) * 60, 1.0) }
    }
    // Mean 4, variance (9 + 4 + 1 + 0 + 36) / 4.
    expect(portrait(log(uses, days: 5)).values[.overdispersion], [3.125, 3.125, 3.125])
    #expect(portrait(log(uses.filter { $0.1 < 4 }, days: 4)).values[.overdispersion] == nil)
  }

  @Test("a night has its longest pause, between noons of days that count")
  func nights() {
    // Day 0 until 22:00, day 1 from 1:30 and from 7:00 on, day 2 at 13:00, day 4 alone.
    let log = log(
      [
        (0, 0, 21 * 60, 60), (0, 1, 90, 30), (0, 1, 7 * 60, 1), (0, 2, 13 * 60, 1),
        (0, 4, 60, 1),
      ], days: 5)
    let nights = NightPortrait.nights(of: log, days: [0, 1, 2, 4])
    #expect(nights.map(\.quiet) == [9, 24])
    #expect(nights.map(\.ends) == [-3, 12])
    expect(portrait(log).values[.nights], [10.5, 16.5, 22.5, 0])
    let broken = self.log(
      (0..<24).map { (0, $0 / 8, Double($0 % 8) * 180, 1) }, days: 3)
    #expect(portrait(broken).values[.nights]?[3] == 1)
  }

  @Test("a weekend's nights end later, by the medians, and days of the week come from the log")
  func weekendLater() {
    // Up at 7, and at 9 on days 5 and 6 of each week.
    let uses = (0..<15).flatMap { (day: Int) -> [(Int, Int, Double, Double)] in
      [(0, day, day % 7 >= 5 ? 540.0 : 420, 1.0), (0, day, 1_020, 1), (0, day, 1_380, 1)]
    }
    expect(portrait(log(uses, days: 15)).values[.weekendLater], [2])
    let other = UsageLog(
      name: "u", apps: ["a"], uses: log(uses, days: 15).uses, start: 0, end: 15 * Self.day,
      firstWeekday: 2)
    #expect(portrait(other).values[.weekendLater]?[0] == 0)
    #expect(portrait(log(uses.filter { $0.1 < 7 }, days: 7)).values[.weekendLater] == nil)
  }

  @Test("days that take turns are correlated by -1, and of few days nothing is said")
  func dayAfterDay() {
    func uses(_ days: Int) -> [(Int, Int, Double, Double)] {
      (0..<days).flatMap { day in
        (0..<(day % 2 == 0 ? 1 : 3)).map { (0, day, 600 + Double($0) * 60, 1.0) }
      }
    }
    expect(portrait(log(uses(20), days: 20)).values[.dayAfterDay], [-1])
    #expect(portrait(log(uses(10), days: 10)).values[.dayAfterDay] == nil)
  }

  @Test("variance is told apart into that between people and that within one")
  func variance() {
    let person = { (counts: [Int]) in
      self.log(
        counts.enumerated().flatMap { day, count in
          (0..<count).map { (0, day, Double($0) * 60, 1.0) }
        }, days: counts.count)
    }
    // Alike from day to day: all of it between. Means 1 and 3.
    expect(portrait(person([1, 1]), person([3, 3])).values[.dailyVariance], [1, 0])
    // Within 2 each; the means 2 and 6 have variance 8, of which 2 / 2 is the days'.
    expect(portrait(person([1, 3]), person([5, 7])).values[.dailyVariance], [7 / 9.0, 2 / 9.0])
    #expect(portrait(person([1, 3])).values[.dailyVariance] == nil)
  }

  @Test("the Weibull shape that is fitted is the one that pauses were drawn with")
  func pauseShape() throws {
    var stream = RandomStream(seed: 9, name: "pauses")
    var now: Int64 = 0
    var uses: [UsageLog.Use] = []
    for _ in 0..<4_000 {
      uses.append(UsageLog.Use(app: 0, start: now, end: now))
      now += 1_100 + Int64(stream.weibull(scale: 600_000, shape: 0.5))
    }
    let log = UsageLog(name: "u", apps: ["a"], uses: uses, start: 0, end: now)
    let shape = try #require(portrait(log).values[.pauseShape]?[0])
    #expect(abs(shape - 0.5) < 0.05)
  }

  @Test(
    "hits of a day come when an app is opened and each minute")
  func oneDay() {
    // App 0 makes 4 hits at 8, app 1 2 at 9, app 2 one at 9 and one at 10.
    let day = OneDayPortrait(
      log([(0, 0, 480, 3.5), (1, 0, 540, 1), (2, 0, 599, 1)], days: 1).uses, day: 0, apps: 3)
    #expect(day.appHours == 4)
    #expect(day.shares == [0.5, 0.25, 0.25])
    let expected = 0.5 + 0.375 * log2(8 / 3.0) + 0.375
    #expect(abs(day.hourEntropy - expected) < 1e-12)
    #expect(abs((day.fall ?? 0) - Foundation.log(2) / 2) < 1e-12)
    #expect(entropy([1, 1, 2]) == 1.5 && entropy([5]) == 0 && entropy([]) == 0)
  }

  @Test(
    "the app tells nothing of hours that are drawn alike, and one bit of two halves")
  func appByHour() throws {
    var stream = RandomStream(seed: 4, name: "hours")
    let people = { (isHabit: Bool) -> UsagePortrait in
      var measuring = UsagePortrait.Measuring()
      for _ in 0..<400 {
        var uses: [(Int, Int, Double, Double)] = []
        for _ in 0..<4 {
          let hour = stream.integer(in: 0..<24)
          let app = isHabit ? hour / 12 : stream.integer(in: 0..<2)
          uses.append((app, 0, Double(hour) * 60 + stream.uniform() * 50, 0.1))
        }
        measuring.add(self.log(uses.sorted { $0.2 < $1.2 }, days: 1, apps: 2))
      }
      return measuring.portrait()
    }
    #expect(abs(try #require(people(false).values[.appByHour]?[0])) < 0.02)
    #expect(abs(try #require(people(true).values[.appByHour]?[0]) - 1) < 0.02)
  }

  @Test("nobody, one app and one launch have the figures that there are, and no others")
  func little() {
    #expect(portrait().userCount == 0 && portrait().values.isEmpty)
    #expect(portrait(log([], days: 3)).userCount == 0)
    let one = portrait(log([(0, 0, 1, 1)], days: 1))
    #expect(one.userCount == 1)
    #expect(one.values[.mostUsed] == nil && one.values[.pauses] == nil && one.values[.fall] == nil)
    expect(one.values[.launchesPerDay], [1])
  }

  @Test("what a user model does is a log on the clock of its day")
  func actions() {
    let actions = [
      UserAction(at: .start + .seconds(60), kind: .open(AppID(1))),
      UserAction(at: .start + .seconds(90), kind: .open(AppID(0))),
      UserAction(at: .start + .seconds(120), kind: .forceQuit(AppID(1))),
      UserAction(at: .start + .seconds(150), kind: .close),
      UserAction(at: .start + .seconds(200), kind: .open(AppID(0))),
    ]
    let log = UsageLog(
      name: "u", apps: ["a", "b"], actions: actions, startsAt: .hours(6), duration: .days(2))
    let six = 6 * Self.hour
    #expect(
      log.uses == [
        UsageLog.Use(app: 1, start: six + 60_000, end: six + 90_000),
        UsageLog.Use(app: 0, start: six + 90_000, end: six + 150_000),
        UsageLog.Use(app: 0, start: six + 200_000, end: six + 2 * Self.day),
      ])
    #expect(log.wholeDays == 1..<2)
  }
}
