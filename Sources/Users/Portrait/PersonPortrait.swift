import Foundation
import Simulation

/// The measures of one person.
struct PersonPortrait: Sendable {
  /// The number of days that are counted: the whole ones on which the phone was used; where there
  /// are none, all on which it was.
  private(set) var dayCount = 0
  /// The number of sessions on the counted days.
  private(set) var sessionCount = 0
  /// The number of launches on the counted days.
  private(set) var launchCount = 0
  /// The number of pick-ups on the counted days.
  private(set) var pickUpCount = 0
  /// The moments of the launches on a counted day.
  private(set) var dailyLaunches = RunningMoments()
  /// The moments of the pick-ups on a counted day.
  private(set) var dailyPickUps = RunningMoments()
  /// The length of each session, in minutes.
  private(set) var sessionMinutes: [Double] = []
  /// The sum over sessions of the different apps in one.
  private(set) var appsInSessions = 0
  /// The sum over sessions of the changes of app in one.
  private(set) var changesInSessions = 0
  /// The pauses between pick-ups, in seconds.
  private(set) var pauses: [Double] = []
  /// The hours of counted days whose day before is counted too, apart by whether they were used on
  /// the day before.
  private(set) var hoursAfter = (idle: Persistence(), used: Persistence())
  /// The nights between counted days.
  private(set) var nights: [NightPortrait] = []
  /// How much a day's pick-ups follow those of the day before.
  private(set) var dayAfterDay = DayAfterDay([:])
  /// How well the next app was predicted; nil of too few apps or launches.
  private(set) var nextApp: NextAppTrial?
  /// The names that positions in `nextApp` and `oneDay` stand for.
  private(set) var apps: [String] = []
  /// The first whole day that is counted; nil where none is.
  private(set) var oneDay: OneDayPortrait?
  private(set) var surroundings: HoursBySurroundings?

  /// How many of some hours were used.
  struct Persistence: Sendable {
    var hours = 0
    var used = 0
  }

  /// Measures a person. O(uses x apps).
  init(_ log: UsageLog) {
    surroundings = log.surroundings
    let log = log.withoutUnusedApps
    let launches = log.launches
    apps = log.apps
    let days = Self.countedDays(log)
    dayCount = days.count
    measureDays(log, launches, days)
    nights = NightPortrait.nights(of: log, days: days)
    for session in launches.stretches(longestPause: UsageLog.longestPauseInSession) {
      guard let first = session.first, let last = session.last else { continue }
      sessionMinutes.append(Double(last.end - first.start) / 60_000)
      appsInSessions += Set(session.map(\.app)).count
      changesInSessions += session.count - 1
    }
    for (earlier, later) in zip(log.uses, log.uses.dropFirst())
    where later.start - earlier.end > log.longestChange {
      pauses.append(Double(later.start - earlier.end) / 1_000)
    }
    var merged: [Launch] = []
    for launch in launches where launch.app != merged.last?.app {
      merged.append(Launch(app: launch.app, hour: UsageLog.hourOfDay(launch.start)))
    }
    if apps.count > 1 { nextApp = NextAppTrial(merged, apps: apps.count) }
    if let day = log.wholeDays.first(where: days.contains) {
      oneDay = OneDayPortrait(log.uses, day: day, apps: apps.count)
    }
  }

  private static func countedDays(_ log: UsageLog) -> Set<Int> {
    let used = Set(log.uses.map { Int($0.start / UsageLog.day) })
    let whole = used.filter(log.wholeDays.contains)
    return whole.isEmpty ? used : whole
  }

  private mutating func measureDays(
    _ log: UsageLog, _ launches: [UsageLog.Use], _ days: Set<Int>
  ) {
    func counts(_ starts: [Int64]) -> [Int: Int] {
      var counts: [Int: Int] = [:]
      for start in starts { counts[Int(start / UsageLog.day), default: 0] += 1 }
      return counts
    }
    let pickUps = counts(
      log.uses.stretches(longestPause: log.longestChange).compactMap(\.first?.start))
    let sessions = counts(
      launches.stretches(longestPause: UsageLog.longestPauseInSession).compactMap(\.first?.start))
    let opened = counts(launches.map(\.start))
    var usedHours = Set<Int64>()
    for use in log.uses {
      for hour in use.start / UsageLog.hour...use.end / UsageLog.hour { usedHours.insert(hour) }
    }
    dayAfterDay = DayAfterDay(
      Dictionary(uniqueKeysWithValues: days.map { ($0, pickUps[$0] ?? 0) }))
    for day in days.sorted() {
      sessionCount += sessions[day] ?? 0
      launchCount += opened[day] ?? 0
      pickUpCount += pickUps[day] ?? 0
      dailyLaunches.add(Double(opened[day] ?? 0))
      dailyPickUps.add(Double(pickUps[day] ?? 0))
      guard days.contains(day - 1) else { continue }
      for hour in Int64(day) * 24..<Int64(day + 1) * 24 {
        let path =
          usedHours.contains(hour - 24)
          ? \PersonPortrait.hoursAfter.used : \PersonPortrait.hoursAfter.idle
        self[keyPath: path].hours += 1
        if usedHours.contains(hour) { self[keyPath: path].used += 1 }
      }
    }
  }

  /// The variance of the pick-ups a day over their mean; nil with fewer than five days.
  var overdispersion: Double? {
    guard dailyPickUps.count >= 5, let mean = dailyPickUps.mean, mean > 0 else { return nil }
    return dailyPickUps.variance.map { $0 / mean }
  }

  /// The shape of the Weibull distribution that fits the pauses best (maximum likelihood: the root
  /// of 1/k + mean ln x - sum x^k ln x / sum x^k, by bisection); nil with fewer than 100 pauses.
  var pauseShape: Double? {
    guard pauses.count >= 100 else { return nil }
    let logs = pauses.map(log)
    let mean = logs.reduce(0, +) / Double(logs.count)
    let most = logs.max() ?? 0
    var (low, high) = (0.01, 20.0)
    for _ in 0..<30 {
      let shape = (low + high) / 2
      var powers = 0.0
      var weighted = 0.0
      for log in logs {
        let power = exp(shape * (log - most))
        powers += power
        weighted += power * log
      }
      if 1 / shape + mean - weighted / powers > 0 { low = shape } else { high = shape }
    }
    return low
  }
}

extension UsageLog {
  /// The same log whose apps are those that were used.
  var withoutUnusedApps: UsageLog {
    var positions = Array(repeating: -1, count: apps.count)
    var names: [String] = []
    var uses = uses
    for index in uses.indices {
      let app = uses[index].app
      if positions[app] < 0 {
        positions[app] = names.count
        names.append(apps[app])
      }
      uses[index].app = positions[app]
    }
    let days = wholeDays
    return UsageLog(
      name: name, apps: names, uses: uses, start: Int64(days.lowerBound) * Self.day,
      end: Int64(days.upperBound) * Self.day, longestChange: longestChange,
      firstWeekday: firstWeekday)
  }
}
