import Device
import Simulation

#if canImport(Glibc)
  import Glibc
#else
  import Foundation
#endif

/// When the user opened each app, by hour of the day, the older the fainter.
///
/// Exponential forgetting: an open counts half after each half-life, and so does a day in which
/// there was none, so that counts divided by `days` are a weighted mean of what was a day. Habits
/// that have ended fade, and new ones need not make up for all the days before them.
struct OpenHistory {
  /// Hours of the day.
  static let hours = 24

  private struct Profile {
    /// As of `updated`.
    var counts = Array(repeating: 0.0, count: OpenHistory.hours)
    var updated: Instant
  }
  private let halfLife: TimeSpan
  private let startsAt: TimeSpan
  /// Looked up only.
  private var profiles: [AppID: Profile] = [:]

  /// - Parameters:
  ///   - halfLife: after which an open counts half; above zero.
  ///   - startsAt: the time of day at `Instant.start`.
  init(halfLife: TimeSpan, startsAt: TimeSpan) {
    self.halfLife = halfLife
    self.startsAt = startsAt
  }

  /// Notes that the user has opened an app. O(1).
  mutating func add(_ app: AppID, at now: Instant) {
    var profile = profiles[app] ?? Profile(updated: now)
    let factor = weight(ofAge: now - profile.updated)
    for hour in profile.counts.indices { profile.counts[hour] *= factor }
    profile.updated = now
    let clock = (now - .start).nanoseconds % TimeSpan.days(1).nanoseconds
    let hour = TimeSpan(nanoseconds: clock) + startsAt
    profile.counts[Int(hour / TimeSpan.hours(1)) % OpenHistory.hours] += 1
    profiles[app] = profile
  }

  /// The opens of an app in each hour of the day, as they still count. O(1).
  func counts(of app: AppID, at now: Instant) -> [Double] {
    guard let profile = profiles[app] else {
      return Array(repeating: 0, count: OpenHistory.hours)
    }
    let factor = weight(ofAge: now - profile.updated)
    return profile.counts.map { $0 * factor }
  }

  /// How many days those were counted in: the days since the start, as they still count.
  func days(at now: Instant) -> Double {
    let age = max(0, (now - .start) / halfLife)
    return -expm1(-age * log(2)) / log(2) * (halfLife / TimeSpan.days(1))
  }

  private func weight(ofAge age: TimeSpan) -> Double { exp2(-max(0, age / halfLife)) }
}
