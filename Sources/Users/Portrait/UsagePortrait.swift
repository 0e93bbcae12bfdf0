import Foundation
import Simulation

/// Users, drawn or recorded, in the figures that were published of real ones: one ruler for all.
///
/// docs/people.md says how each figure is measured.
public struct UsagePortrait: Sendable {
  /// The values of one figure, in the order of `UsageFigure.labels`; nil where there is nothing to
  /// measure.
  public typealias Values = [Double?]

  /// The number of users that did anything.
  public private(set) var userCount = 0
  /// The number of their days that were counted.
  public private(set) var dayCount = 0
  /// The values by figure; none where no value could be measured.
  public private(set) var values: [UsageFigure: Values] = [:]

  /// Measures users as `add` gives them to it, one after the other, so that not all logs need be
  /// there at once.
  public struct Measuring {
    private var people: [PersonPortrait] = []

    public init() {}

    /// Measures a user. O(uses x apps).
    public mutating func add(_ log: UsageLog) {
      if !log.uses.isEmpty { people.append(PersonPortrait(log)) }
    }

    /// Returns the portrait of all users that were added.
    public func portrait() -> UsagePortrait { UsagePortrait(people) }
  }

  private init(_ people: [PersonPortrait]) {
    userCount = people.count
    dayCount = people.reduce(0) { $0 + $1.dayCount }
    for figure in UsageFigure.allCases {
      let values = Self.values(of: figure, people)
      if values.contains(where: { $0 != nil }) { self.values[figure] = values }
    }
  }

  private static func values(of figure: UsageFigure, _ people: [PersonPortrait]) -> Values {
    switch figure {
    case .sessionsPerDay: [perDay(people, \.sessionCount)]
    case .launchesPerDay: [perDay(people, \.launchCount)]
    case .pickUpsPerDay:
      quantiles(
        people.map { Double($0.pickUpCount) / Double($0.dayCount) }, [1 / 256, 0.5, 255 / 256])
    case .dailyVariance: varianceShares(people)
    case .overdispersion: quantiles(people.compactMap(\.overdispersion), [0.1, 0.5, 0.9])
    case .persistence: persistence(people)
    case .nights: nights(people)
    case .weekendLater: quantiles(people.compactMap(\.nights.laterAtWeekends), [0.5])
    case .dayAfterDay: dayAfterDay(people)
    case .sessionMinutes: sessionMinutes(people)
    case .appsPerSession: [perSession(people, \.appsInSessions)]
    case .changesPerSession: [perSession(people, \.changesInSessions)]
    case .pauses: quantiles(people.flatMap(\.pauses), [0.1, 0.25, 0.5, 0.75, 0.9])
    case .pauseShape: quantiles(people.compactMap(\.pauseShape), [0.5])
    case .mostUsedOfAll: mostUsedOfAll(people)
    case .mostUsed: hits(people, .mostUsed)
    case .markov: hits(people, .markov)
    case .bayes: hits(people, .bayes)
    case .ensemble: hits(people, .ensemble)
    case .appHours, .hourEntropy, .hourEntropyOfAll, .fall, .topShare, .topThreeShare, .appByHour:
      oneDay(people.filter { $0.oneDay != nil }, figure)
    case .wifiHours: quantiles(people.compactMap { $0.surroundings?.wifi }, [0.1, 0.5, 0.9])
    case .cellularHours:
      quantiles(people.compactMap { $0.surroundings?.cellular }, [0.1, 0.5, 0.9])
    case .chargerHours: quantiles(people.compactMap { $0.surroundings?.charger }, [0.1, 0.5, 0.9])
    }
  }

  // MARK: How much and when

  private static func perDay(
    _ people: [PersonPortrait], _ count: KeyPath<PersonPortrait, Int>
  ) -> Double? {
    let days = people.reduce(0) { $0 + $1.dayCount }
    return days > 0 ? Double(people.reduce(0) { $0 + $1[keyPath: count] }) / Double(days) : nil
  }

  private static func perSession(
    _ people: [PersonPortrait], _ count: KeyPath<PersonPortrait, Int>
  ) -> Double? {
    let sessions = people.reduce(0) { $0 + $1.sessionMinutes.count }
    return sessions > 0
      ? Double(people.reduce(0) { $0 + $1[keyPath: count] }) / Double(sessions) : nil
  }

  private static func sessionMinutes(_ people: [PersonPortrait]) -> Values {
    let minutes = people.flatMap(\.sessionMinutes)
    guard !minutes.isEmpty else { return [] }
    return quantiles(minutes, [0.25, 0.5, 0.75]) + [minutes.reduce(0, +) / Double(minutes.count)]
  }

  /// Returns the shares of the variance of the launches a day that lie between people and within a
  /// person (one-way analysis of variance: the variance of people's means less what their days
  /// explain of it).
  private static func varianceShares(_ people: [PersonPortrait]) -> Values {
    let people = people.filter { $0.dailyLaunches.count >= 2 }
    guard people.count >= 2 else { return [] }
    var means = RunningMoments()
    var within = 0.0
    var noise = 0.0
    for person in people {
      let days = person.dailyLaunches
      means.add(days.mean ?? 0)
      within += (days.variance ?? 0) / Double(people.count)
      noise += (days.variance ?? 0) / Double(days.count) / Double(people.count)
    }
    let between = max(0, (means.variance ?? 0) - noise)
    guard between + within > 0 else { return [] }
    return [between / (between + within), within / (between + within)]
  }

  private static func persistence(_ people: [PersonPortrait]) -> Values {
    func share(_ path: KeyPath<PersonPortrait, PersonPortrait.Persistence>) -> Double? {
      let hours = people.reduce(0) { $0 + $1[keyPath: path].hours }
      let used = people.reduce(0) { $0 + $1[keyPath: path].used }
      return hours > 0 ? Double(used) / Double(hours) : nil
    }
    return [share(\.hoursAfter.used), share(\.hoursAfter.idle)]
  }

  private static func nights(_ people: [PersonPortrait]) -> Values {
    let quiet = people.flatMap(\.nights).map(\.quiet)
    guard !quiet.isEmpty else { return [] }
    let short = Double(quiet.count { $0 < 4 }) / Double(quiet.count)
    return quantiles(quiet, [0.1, 0.5, 0.9]) + [short]
  }

  private static func dayAfterDay(_ people: [PersonPortrait]) -> Values {
    let correlations = people.compactMap(\.dayAfterDay.correlation)
    guard !correlations.isEmpty else { return [] }
    return [correlations.reduce(0, +) / Double(correlations.count)]
  }

  private static func quantiles(_ values: [Double], _ probabilities: [Double]) -> Values {
    let sorted = values.sorted()
    return probabilities.map { quantile($0, ofSorted: sorted) }
  }

  // MARK: The next app

  /// The hit rates of a predictor: the mean over people, each of whom counts the same.
  private static func hits(
    _ people: [PersonPortrait], _ predictor: NextAppPredictors.Name
  ) -> Values {
    let rates = people.compactMap { $0.nextApp?.rates[predictor.rawValue] }
    return HitRates.depths.indices.map { depth in
      rates.isEmpty ? nil : rates.reduce(0) { $0 + $1[depth] } / Double(rates.count)
    }
  }

  /// The hit rates of the apps most used by all people, each of whom counts as much as they launch.
  private static func mostUsedOfAll(_ people: [PersonPortrait]) -> Values {
    let people = people.filter { $0.nextApp != nil }
    guard people.count >= 2 else { return [] }
    var counts: [String: Double] = [:]
    for person in people {
      for (app, count) in zip(person.apps, person.nextApp?.learned ?? []) {
        counts[app, default: 0] += count
      }
    }
    let order = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    return HitRates.depths.map { depth in
      let top = Set(order.prefix(depth))
      let hits = people.reduce(0.0) { sum, person in
        zip(person.apps, person.nextApp?.tested ?? []).reduce(sum) {
          top.contains($1.0) ? $0 + $1.1 : $0
        }
      }
      return hits / Double(people.count)
    }
  }

  // MARK: One day

  /// The least pairs of an app and an hour on a day that is measured alone.
  private static let leastAppHours = 30

  private static func oneDay(_ people: [PersonPortrait], _ figure: UsageFigure) -> Values {
    let all = people.compactMap(\.oneDay)
    let busy = all.filter { $0.appHours >= leastAppHours }
    switch figure {
    case .appHours:
      var logs = RunningMoments()
      for day in all where day.appHours > 0 { logs.add(log(Double(day.appHours))) }
      return [logs.deviation]
    case .hourEntropyOfAll:
      guard all.count >= 2 else { return [] }
      return [entropy(sum(all.map(\.hits)))]
    case .appByHour: return [appByHour(people)]
    case .hourEntropy: return quantiles(busy.map(\.hourEntropy), [0.1, 0.5, 0.9])
    case .fall: return quantiles(busy.compactMap(\.fall), [0.1, 0.5, 0.9])
    case .topShare:
      return quantiles(busy.compactMap(\.shares.first), [0.1, 0.5, 0.9])
    default:
      return quantiles(busy.map { $0.shares.prefix(3).reduce(0, +) }, [0.1, 0.5, 0.9])
    }
  }

  private static func sum(_ lists: [[Double]]) -> [Double] {
    lists.reduce(Array(repeating: 0, count: 24)) { zip($0, $1).map { $0 + $1 } }
  }

  /// The information on the hour that the app has over all people, in bits: the mutual information
  /// of the pairs of an app and an hour in which somebody used it, less what chance alone would
  /// show of so many pairs (Miller and Madow); nil with fewer than 1,000 pairs.
  private static func appByHour(_ people: [PersonPortrait]) -> Double? {
    var pairs: [String: [Double]] = [:]
    for person in people {
      guard let day = person.oneDay else { continue }
      for (index, app) in person.apps.enumerated() {
        for hour in 0..<24 where day.isActive[index * 24 + hour] {
          pairs[app, default: Array(repeating: 0, count: 24)][hour] += 1
        }
      }
    }
    let byApp = pairs.sorted { $0.key < $1.key }.map(\.value)
    let byHour = sum(byApp)
    let total = byHour.reduce(0, +)
    guard total >= 1_000, byApp.count > 1 else { return nil }
    let joint = byApp.flatMap { $0 }
    let bits =
      entropy(byApp.map { $0.reduce(0, +) }) + entropy(byHour) - entropy(joint)
    let chance =
      Double(joint.count { $0 > 0 } - byApp.count - byHour.count { $0 > 0 } + 1)
      / (2 * total * log(2))
    return bits - chance
  }
}
