import Simulation

/// A Poisson process whose rate is constant within each hour of the day.
///
/// One unit-exponential draw an arrival, laid off along the cumulated rate (time change; Devroye
/// 1986, VI.1): the draws are the same whatever the rates.
struct DailyArrivals {
  /// Expected arrivals in each hour.
  private let byHour: [Double]
  private let startsAt: TimeSpan
  private var stream: RandomStream
  /// Time of the last arrival, counted from the midnight before the run: whole hours, and the part
  /// of the next that is over.
  private var hour: Int
  private var fraction: Double

  /// `perDay` is positive; `byHour` holds 24 weights that are not all zero.
  init(perDay: Double, byHour weights: [Double], startsAt: TimeSpan, stream: RandomStream) {
    let total = weights.reduce(0, +)
    byHour = weights.map { perDay * $0 / total }
    self.startsAt = startsAt.timeOfDay
    self.stream = stream
    let hours = self.startsAt / TimeSpan.hours(1)
    hour = Int(hours)
    fraction = hours - hours.rounded(.down)
  }

  /// The next arrival; `distantFuture` when it is further than time goes.
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

  /// Some 290 years; `TimeSpan` holds 292.
  private static let lastHour = 290 * 365 * 24
}

extension TimeSpan {
  /// The time since midnight, of a time since some midnight: 0 to below 24 h.
  var timeOfDay: TimeSpan {
    let day = TimeSpan.days(1).nanoseconds
    let rest = nanoseconds % day
    return TimeSpan(nanoseconds: rest < 0 ? rest + day : rest)
  }
}
