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

  /// Returns the most that is expected from a moment on, of any app that is not opened then, until
  /// the next quarter of an hour at the latest. O(hours of the horizon).
  ///
  /// As time passes days grow and counts fade, which makes less of what was seen. The weight of an
  /// hour is linear in time until an hour begins at either end of the horizon, so that it is
  /// greatest at one of two moments.
  func ceiling(on device: DeviceSnapshot) -> Ceiling {
    let hour = TimeSpan.hours(1)
    let end = device.timeOfDay + horizon
    let span = min(
      changes(after: device), hour - TimeSpan(nanoseconds: end.nanoseconds % hour.nanoseconds))
    let days = history.days(at: device.now) + priorDays
    let weights = zip(
      weights(at: device.timeOfDay, days: days), weights(at: device.timeOfDay + span, days: days)
    ).map { max($0, $1) }
    return Ceiling(
      weights: history.weights(weights, at: device.now), prior: prior(days: days),
      from: device.now, until: device.now + span)
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

    /// Returns the most opens that are expected until a valid ceiling ends, up to rounding. O(hours
    /// of the horizon).
    func mostOpens(of app: AppID, until ceiling: Ceiling) -> Double {
      history.sum(of: app, by: ceiling.weights) + ceiling.prior
    }

    func isBelow(_ ceiling: Ceiling, at now: Instant) -> Bool {
      ceiling.from <= now && now < ceiling.until && history.belong(to: ceiling.weights)
    }
  }

  /// A bound of all outlooks from one moment to another.
  struct Ceiling {
    fileprivate let weights: OpenHistory.Weights
    fileprivate let prior: Double
    let from: Instant
    let until: Instant
  }

  /// Returns when the forecast is worth asking anew: at the next quarter of an hour.
  func changes(after device: DeviceSnapshot) -> TimeSpan {
    let quarter = TimeSpan.minutes(15)
    return quarter - TimeSpan(nanoseconds: device.timeOfDay.nanoseconds % quarter.nanoseconds)
  }
}

extension OpenForecast {
  /// Returns the least number of expected opens among the `count` likeliest: apps with fewer come
  /// after them in the order of `SortKey.likelyOpen`. So probabilities need not be computed for
  /// all, which takes long. O(n log count).
  ///
  /// - Parameters:
  ///   - opens: expected opens; a negative number does not count.
  static func leastOpens(of count: Int, among opens: [Double]) -> Double {
    var most = BoundedMinHeap<Double>(count)
    for opens in opens where opens >= 0 { most.offer(-opens) }
    let negatives = most.sorted()
    guard let last = negatives.last, negatives.count == count else { return 0 }
    // Probabilities grow by e^-opens at least, and are told apart in the order from 1e-12 on.
    return max(0, -last - 4e-12 * exp(-last))
  }
}

/// A least probability of an open, against which most apps can be compared without an exponential.
struct LeastProbability {
  let value: Double
  /// The expected opens for which rounding makes the comparison uncertain.
  private let doubtful: ClosedRange<Double>

  init(_ value: Double) {
    self.value = value
    let opens = -log1p(-value)
    // Near one, probabilities are too close together to tell them apart by opens.
    doubtful = value < 0.99 ? opens * (1 - 1e-9)...opens * (1 + 1e-9) : 0 ... .infinity
  }

  func isBelow(_ opens: Double) -> Bool {
    if doubtful.contains(opens) { return -expm1(-opens) < value }
    return opens < doubtful.lowerBound
  }
}
