import Device
import Simulation

#if canImport(Glibc)
  import Glibc
#else
  import Foundation
#endif

extension SortKey {
  /// What `OpenForecast` gives, the likeliest first.
  static var likelyOpen: SortKey { .probability("probability of an open") }
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
/// neighbours, so that a habit at five to nine counts at nine too; a prior stands in while days are
/// few.
struct OpenForecast {
  /// How far ahead it looks; at most a day.
  let horizon: TimeSpan
  /// Opens an hour expected of an app of which nothing is known.
  let priorRate: Double
  /// How many days of history the prior is worth.
  let priorDays: Double

  /// The probability of at least one open within the horizon: 1 - e^-(expected opens).
  func probability(of app: AppSnapshot, on device: DeviceSnapshot) -> Double {
    -expm1(-expectedOpens(of: app, on: device))
  }

  /// O(hours of the horizon).
  func expectedOpens(of app: AppSnapshot, on device: DeviceSnapshot) -> Double {
    let days = max(0, (device.now - .start) / TimeSpan.days(1))
    let hour = TimeSpan.hours(1)
    var position = device.timeOfDay
    var rest = min(horizon, .days(1))
    var opens = 0.0
    while rest > .zero {
      let past = TimeSpan(nanoseconds: position.nanoseconds % hour.nanoseconds)
      let span = min(rest, hour - past)
      let seen = smoothedCount(app.opensByHour, at: Int(position / hour) % 24)
      opens += (seen + priorRate * priorDays) / (days + priorDays) * (span / hour)
      position += span
      rest -= span
    }
    return opens
  }

  /// When the forecast is worth asking anew: at the next quarter of an hour.
  func changes(after device: DeviceSnapshot) -> TimeSpan {
    let quarter = TimeSpan.minutes(15)
    return quarter - TimeSpan(nanoseconds: device.timeOfDay.nanoseconds % quarter.nanoseconds)
  }

  private func smoothedCount(_ opens: [Int], at hour: Int) -> Double {
    guard opens.count == 24 else { return 0 }
    let neighbours = Double(opens[(hour + 23) % 24]) + Double(opens[(hour + 1) % 24])
    return Double(opens[hour]) / 2 + neighbours / 4
  }
}
