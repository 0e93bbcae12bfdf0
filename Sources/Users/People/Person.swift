import Foundation
import Simulation

/// One person as drawn, in traits that stay the same from day to day.
///
/// Each trait has a stream of its own, and so has what concerns one app, by the app's name: another
/// parameter or app leaves the rest of the person as it was.
struct Person: Sendable {
  let pickUpsPerDay: Double
  /// The share of each hour in a weekday's pick-ups.
  let weekday: [Double]
  /// The share of each hour in the pick-ups of a day of the weekend.
  let weekend: [Double]
  /// The share of each app in the choices for its own sake, by position in the scenario.
  let shares: [Double]

  private let number: UInt64
  private let apps: [String]
  /// The sum of the parameters of what follows an app.
  private let followers: Double
  private let hourHabit: Double

  /// Draws a person.
  ///
  /// - Parameters:
  ///   - number: the person's number, from which all traits are drawn.
  ///   - weights: how much each app is liked by all, in any unit; not all are zero.
  init(number: UInt64, apps: [String], weights: [Double], _ parameters: PeopleParameters) {
    func stream(_ trait: String) -> RandomStream { Self.stream(number, trait) }
    self.number = number
    self.apps = apps
    followers = parameters.followers
    hourHabit = parameters.hourHabit
    var amount = stream("amount")
    let sigma = parameters.pickUpsSigma
    pickUpsPerDay =
      parameters.pickUpsPerDay * amount.logNormal(mu: -sigma * sigma / 2, sigma: sigma)
    let total = parameters.byHour.reduce(0, +)
    var likeness = stream("likeness")
    let concentration =
      parameters.hourConcentration * likeness.logNormal(mu: 0, sigma: parameters.hourSigma)
    let curve = parameters.byHour.map { $0 / total * concentration }
    var hours = stream("hours")
    var otherHours = stream("weekend")
    let weekday = hours.dirichlet(curve)
    let part = parameters.weekendDifference
    let weekend = zip(weekday, otherHours.dirichlet(curve)).map { (1 - part) * $0 + part * $1 }
    let asleep = HourWeights.quietest(parameters.sleep, of: weekday)
    self.weekday = HourWeights.without(asleep, weekday)
    self.weekend = HourWeights.later(
      parameters.weekendLater, HourWeights.without(asleep, weekend))
    shares = Self.shares(number, apps, weights, parameters)
  }

  private static func stream(_ number: UInt64, _ trait: String) -> RandomStream {
    RandomStream(seed: number, name: "person/\(trait)")
  }

  /// Returns shares that fall exponentially over a personal order, and a part that all apps have
  /// alike.
  private static func shares(
    _ number: UInt64, _ apps: [String], _ weights: [Double], _ parameters: PeopleParameters
  ) -> [Double] {
    let liked = weights.indices.filter { weights[$0] > 0 }
    var scores = Array(repeating: 0.0, count: apps.count)
    for app in liked {
      var tastes = stream(number, "taste/\(apps[app])")
      scores[app] = log(weights[app]) + tastes.normal(mean: 0, deviation: parameters.taste)
    }
    var falls = stream(number, "fall")
    let fall = parameters.fall * falls.logNormal(mu: 0, sigma: parameters.fallSigma)
    let order = liked.sorted { (scores[$1], $0) < (scores[$0], $1) }
    let parts = order.indices.map { exp(-fall * Double($0)) }
    let whole = parts.reduce(0, +)
    let any = parameters.exploring
    var shares = Array(repeating: 0.0, count: apps.count)
    for (app, part) in zip(order, parts) {
      shares[app] = (1 - any) * part / whole + any / Double(order.count)
    }
    return shares
  }

  /// Returns how much each app is wanted for its own sake, hour by hour: 24 lists by position.
  /// O(apps).
  func wants() -> [[Double]] {
    let tilts = apps.map(tilts)
    return (0..<24).map { hour in apps.indices.map { shares[$0] * tilts[$0][hour] } }
  }

  /// Returns the factors of an app's share in each hour: log-normal, each hour mixed with those
  /// beside it, and 1 in the mean.
  private func tilts(of app: String) -> [Double] {
    guard hourHabit > 0 else { return Array(repeating: 1, count: 24) }
    var stream = Self.stream(number, "app hours/\(app)")
    let draws = (0..<24).map { _ in stream.normal(mean: 0, deviation: hourHabit) }
    // 1/2, 1/sqrt 2 and 1/2 keep the deviation.
    let root = 0.5.squareRoot()
    let tilts = (0..<24).map { (hour: Int) -> Double in
      let beside = draws[(hour + 23) % 24] + draws[(hour + 1) % 24]
      return exp(beside / 2 + draws[hour] * root)
    }
    let mean = tilts.reduce(0, +) / 24
    return tilts.map { $0 / mean }
  }

  /// Returns how likely each app is to follow an app, where the next is drawn so; all are 0 where
  /// there is no other app. O(apps).
  func followers(of app: Int) -> [Double] {
    var parameters = shares.map { $0 * followers }
    parameters[app] = 0
    guard parameters.contains(where: { $0 > 0 }) else { return parameters }
    var stream = Self.stream(number, "followers/\(apps[app])")
    return stream.dirichlet(parameters)
  }
}
