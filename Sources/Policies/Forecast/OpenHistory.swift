import Device
import Foundation
import Simulation

/// The history of when the user opened each app, by hour of the day, in which older opens fade.
///
/// Exponential forgetting: an open counts half after each half-life, and so does a day in which
/// there was none, so that counts divided by `days` are a weighted mean of the days. Habits that
/// have ended fade, and new ones need not make up for all the days before them.
///
/// Kept by forward decay (Cormode et al., ICDE 2009): instead of fading what is old, new opens
/// weigh more, so that all counts fade by one factor and nothing is touched as time passes.
struct OpenHistory {
  /// The hours of a day.
  static let hours = 24
  /// The half-lives after which weights are begun anew: 2^64 is far from what a number can hold.
  private static let renewal = 64.0

  private let halfLife: TimeSpan
  private let startsAt: TimeSpan
  /// The weighted opens, app by app, hour by hour.
  private var counts: [Double] = []
  /// The place of an app's counts; negative: it has none.
  private var places = ByApp(-1)
  /// The half-lives from the start to the moment at which an open weighs one.
  private var landmark = 0.0

  /// Creates an empty history.
  ///
  /// - Parameters:
  ///   - halfLife: after which an open counts half; above zero.
  ///   - startsAt: the time of day at `Instant.start`.
  init(halfLife: TimeSpan, startsAt: TimeSpan) {
    self.halfLife = halfLife
    self.startsAt = startsAt
  }

  /// Notes that the user has opened an app. O(1), except for the first open of each app and once in
  /// 64 half-lives.
  mutating func add(_ app: AppID, at now: Instant) {
    var first = places[app]
    if first < 0 {
      first = counts.count
      places[app] = first
      counts.append(contentsOf: repeatElement(0, count: Self.hours))
    }
    let clock = (now - .start).nanoseconds % TimeSpan.days(1).nanoseconds
    let hour = TimeSpan(nanoseconds: clock) + startsAt
    counts[first + Int(hour / TimeSpan.hours(1)) % Self.hours] += weight(at: now)
  }

  /// Returns the weight of an open at a moment; less than one before the landmark.
  private mutating func weight(at now: Instant) -> Double {
    let age = (now - .start) / halfLife
    if age - landmark > Self.renewal {
      let shift = (age - landmark).rounded(.down)
      let factor = exp2(-shift)
      for index in counts.indices { counts[index] *= factor }
      landmark += shift
    }
    return exp2(age - landmark)
  }

  /// Returns the number of days in which opens were counted: the days since the start, as they
  /// still count.
  func days(at now: Instant) -> Double {
    let age = max(0, (now - .start) / halfLife)
    return -expm1(-age * log(2)) / log(2) * (halfLife / TimeSpan.days(1))
  }

  /// Returns the sums of apps' counts at a moment.
  ///
  /// - Parameters:
  ///   - weights: what an open of each hour of the day counts for.
  func sums(at now: Instant, weights: [Double]) -> Sums {
    let factor = exp2(landmark - max(landmark, (now - .start) / halfLife))
    return Sums(
      counts: counts, places: places,
      weights: weights.enumerated().filter { $0.element != 0 }.map {
        (hour: $0.offset, weight: $0.element * factor)
      })
  }

  struct Sums {
    fileprivate let counts: [Double]
    fileprivate let places: ByApp<Int>
    /// The weights of the hours that count, scaled to the counts since they were begun anew.
    fileprivate let weights: [(hour: Int, weight: Double)]

    /// The app's weighted sum. O(hours that count).
    subscript(app: AppID) -> Double {
      let first = places[app]
      guard first >= 0 else { return 0 }
      return weights.reduce(0) { $0 + counts[first + $1.hour] * $1.weight }
    }
  }
}
