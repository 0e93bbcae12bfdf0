import Simulation

/// A Poisson process whose rate is constant within each hour of the day.
///
/// Each arrival takes one draw from the unit exponential distribution, which is how far the rate
/// adds up until then (a change of time; Devroye 1986, VI.1): the draws are the same whatever the
/// rates.
struct DailyArrivals {
  /// How many arrivals are expected in each hour.
  private let byHour: [Double]
  private let startsAt: TimeSpan
  private var stream: RandomStream
  /// The whole hours from the midnight before the run to the last arrival.
  private var hour: Int
  /// The part of the next hour that was over then.
  private var fraction: Double

  /// - Parameters:
  ///   - perDay: how many arrivals are expected in a day; positive.
  ///   - weights: 24 weights that are not all zero.
  init(perDay: Double, byHour weights: [Double], startsAt: TimeSpan, stream: RandomStream) {
    let total = weights.reduce(0, +)
    byHour = weights.map { perDay * $0 / total }
    self.startsAt = startsAt.timeOfDay
    self.stream = stream
    let hours = self.startsAt / TimeSpan.hours(1)
    hour = Int(hours)
    fraction = hours - hours.rounded(.down)
  }

  /// Returns the next arrival; `distantFuture` when it is further than time goes.
  mutating func next() -> Instant {
    var rest = stream.exponential(mean: 1)
    while hour < Self.lastHour {
      let rate = byHour[hour % 24]
      let ahead = rate * (1 - fraction)
      if rest < ahead {
        fraction += rest / rate
        let moment = Instant.start + .hours(hour) + .hours(1) * fraction - startsAt
        return max(.start, moment)
      }
      rest -= ahead
      hour += 1
      fraction = 0
    }
    return .distantFuture
  }

  /// The hours of 290 years; `TimeSpan` holds 292 years.
  private static let lastHour = 290 * 365 * 24
}
