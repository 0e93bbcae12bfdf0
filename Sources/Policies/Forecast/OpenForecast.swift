import Device
import Foundation
import Simulation

extension SortKey {
  /// The sort key of `OpenForecast`'s probabilities, the likeliest first.
  static var likelyOpen: SortKey { .probability("probability of an open") }
}

extension PolicyParameter {
  /// Returns the parameter of how fast `OpenForecast` forgets.
  static func halfLife(_ name: String) -> PolicyParameter {
    PolicyParameter(
      name: name, unit: "days", standard: 7, range: 0.01...36_500,
      summary: "after how long an open counts half in the history")
  }
}

extension Obstacle {
  /// Returns the obstacle of a probability of an open below the threshold.
  static func likelyOpen(_ threshold: Double) -> Obstacle {
    Obstacle(needs: "a higher probability of an open", score: threshold)
  }
}

/// A forecast of how likely the user is to open an app soon, from the hours of the day at which it
/// was opened.
///
/// Opens are taken as a Poisson process whose rate depends on the hour of the day: a kernel
/// estimate of a daily profile. An hour's count takes half of itself and a quarter of each of its
/// neighbours, so that a habit at five to nine counts at nine too; what was long ago counts less
/// (`OpenHistory`), and a prior stands in while days are few.
struct OpenForecast {
  /// The time that the forecast looks ahead; at most a day.
  let horizon: TimeSpan
  /// The opens an hour expected of an app of which nothing is known.
  let priorRate: Double
  /// The number of days of history that the prior is worth.
  let priorDays: Double
  private var history: OpenHistory

  /// Creates a forecast without history.
  ///
  /// - Parameters:
  ///   - halfLife: after which an open counts half.
  ///   - startsAt: the time of day at the start.
  init(
    horizon: TimeSpan, priorRate: Double, priorDays: Double, halfLife: TimeSpan,
    startsAt: TimeSpan = .zero
  ) {
    self.horizon = min(horizon, .days(1))
    self.priorRate = priorRate
    self.priorDays = priorDays
    history = OpenHistory(halfLife: halfLife, startsAt: startsAt)
  }

  /// Creates the forecast of a policy with the parameters `horizon`, `priorRate`, `priorDays` and
  /// `halfLife`.
  init(_ parameters: PolicyParameters, startsAt: TimeSpan) {
    self.init(
      horizon: .seconds(parameters["horizon"]), priorRate: parameters["priorRate"],
      priorDays: parameters["priorDays"], halfLife: .days(1) * parameters["halfLife"],
      startsAt: startsAt)
  }

  /// Learns from an outcome that the policy gets.
  mutating func observe(_ outcome: PolicyOutcome) {
    guard case .opened(let app, let now) = outcome else { return }
    history.add(app, at: now)
  }

  /// Returns the probability of at least one open within the horizon: 1 - e^-(expected opens).
  func probability(of app: AppID, on device: DeviceSnapshot) -> Double {
    outlook(on: device).probability(of: app)
  }

  /// Returns what is expected at one moment, of any app. O(hours of the horizon).
  func outlook(on device: DeviceSnapshot) -> Outlook {
    let days = history.days(at: device.now) + priorDays
    return Outlook(
      history: history.sums(
        at: device.now, weights: weights(at: device.timeOfDay, days: days)),
      prior: prior(days: days))
  }

  private func prior(days: Double) -> Double {
    priorRate * priorDays / days * (horizon / .hours(1))
  }

  /// Returns the weight of an open in each hour of the day.
  private func weights(at timeOfDay: TimeSpan, days: Double) -> [Double] {
    let hour = TimeSpan.hours(1)
    var weights = [Double](repeating: 0, count: OpenHistory.hours)
    var position = timeOfDay
    var rest = horizon
    while rest > .zero {
      let past = TimeSpan(nanoseconds: position.nanoseconds % hour.nanoseconds)
      let span = min(rest, hour - past)
      let index = Int(position / hour) % OpenHistory.hours
      // An hour weighs half of its own count, and a quarter of each of its neighbours'.
      let weight = span / hour / days / 4
      weights[index] += 2 * weight
      weights[(index + 1) % OpenHistory.hours] += weight
      weights[(index + OpenHistory.hours - 1) % OpenHistory.hours] += weight
      position += span
      rest -= span
    }
    return weights
  }

  /// The forecast at one moment.
  struct Outlook {
    fileprivate let history: OpenHistory.Sums
    fileprivate let prior: Double

    /// Returns the number of opens of an app that are expected within the horizon. O(hours of the
    /// horizon).
    func expectedOpens(of app: AppID) -> Double { history[app] + prior }

    func probability(of app: AppID) -> Double { -expm1(-expectedOpens(of: app)) }

  }

  /// Returns when the forecast is worth asking anew: at the next quarter of an hour.
  func changes(after device: DeviceSnapshot) -> TimeSpan {
    let quarter = TimeSpan.minutes(15)
    return quarter - TimeSpan(nanoseconds: device.timeOfDay.nanoseconds % quarter.nanoseconds)
  }
}
