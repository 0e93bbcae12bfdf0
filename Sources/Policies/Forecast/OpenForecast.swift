import Device
import Foundation
import Simulation

extension SortKey {
  /// What `OpenForecast` gives, the likeliest first.
  static var likelyOpen: SortKey { .probability("probability of an open") }
}

extension PolicyParameter {
  /// How fast `OpenForecast` forgets.
  static func halfLife(_ name: String) -> PolicyParameter {
    PolicyParameter(
      name: name, unit: "days", standard: 7, range: 0.01...36_500,
      summary: "after how long an open counts half in the history")
  }
}

extension Obstacle {
  /// A probability of an open below the least that counts.
  static func likelyOpen(_ threshold: Double) -> Obstacle {
    Obstacle(needs: "a higher probability of an open", score: threshold)
  }
}

/// How likely the user is to open an app soon, from the hours of the day at which it was opened.
///
/// Opens are taken as a Poisson process whose rate depends on the hour of the day: a kernel
/// estimate of a daily profile. An hour's count takes half of itself and a quarter of each of its
/// neighbours, so that a habit at five to nine counts at nine too; what was long ago counts less
/// (`OpenHistory`), and a prior stands in while days are few.
struct OpenForecast {
  /// How far ahead it looks; at most a day.
  let horizon: TimeSpan
  /// Opens an hour expected of an app of which nothing is known.
  let priorRate: Double
  /// How many days of history the prior is worth.
  let priorDays: Double
  private var history: OpenHistory

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

  /// Learns from what the policy is told.
  mutating func observe(_ outcome: PolicyOutcome) {
    guard case .opened(let app, let now) = outcome else { return }
    history.add(app, at: now)
  }

  /// The probability of at least one open within the horizon: 1 - e^-(expected opens).
  func probability(of app: AppID, on device: DeviceSnapshot) -> Double {
    outlook(on: device).probability(of: app)
  }

  func expectedOpens(of app: AppID, on device: DeviceSnapshot) -> Double {
    outlook(on: device).expectedOpens(of: app)
  }

  /// What is expected at one moment, of any app. O(hours of the horizon).
  func outlook(on device: DeviceSnapshot) -> Outlook {
    let days = history.days(at: device.now) + priorDays
    let hour = TimeSpan.hours(1)
    var weights = [Double](repeating: 0, count: OpenHistory.hours)
    var position = device.timeOfDay
    var rest = horizon
    while rest > .zero {
      let past = TimeSpan(nanoseconds: position.nanoseconds % hour.nanoseconds)
      let span = min(rest, hour - past)
      let index = Int(position / hour) % OpenHistory.hours
      // Half of what was seen in the hour, and a quarter of what was in each of its neighbours.
      let weight = span / hour / days / 4
      weights[index] += 2 * weight
      weights[(index + 1) % OpenHistory.hours] += weight
      weights[(index + OpenHistory.hours - 1) % OpenHistory.hours] += weight
      position += span
      rest -= span
    }
    return Outlook(
      history: history.sums(at: device.now, weights: weights),
      prior: priorRate * priorDays / days * (horizon / hour))
  }

  /// The forecast at one moment.
  struct Outlook {
    fileprivate let history: OpenHistory.Sums
    fileprivate let prior: Double

    /// O(hours of the horizon).
    func expectedOpens(of app: AppID) -> Double { history[app] + prior }

    func probability(of app: AppID) -> Double { -expm1(-expectedOpens(of: app)) }
  }

  /// When the forecast is worth asking anew: at the next quarter of an hour.
  func changes(after device: DeviceSnapshot) -> TimeSpan {
    let quarter = TimeSpan.minutes(15)
    return quarter - TimeSpan(nanoseconds: device.timeOfDay.nanoseconds % quarter.nanoseconds)
  }
}
