import Foundation

/// The measures of one day as a network would see it: an app in front makes a hit when it is opened
/// and after each minute.
struct OneDayPortrait: Sendable {
  /// The hits in each hour.
  private(set) var hits = Array(repeating: 0.0, count: 24)
  /// The hits of each app.
  private(set) var hitsByApp: [Double]
  /// Whether an app made a hit in an hour: 24 an app.
  private(set) var isActive: [Bool]

  init(_ uses: [UsageLog.Use], day: Int, apps: Int) {
    hitsByApp = Array(repeating: 0, count: apps)
    isActive = Array(repeating: false, count: apps * 24)
    let midnight = Int64(day) * UsageLog.day
    for use in uses where use.start >= midnight && use.start < midnight + UsageLog.day {
      for moment in stride(from: use.start, through: use.end, by: 60_000)
      where moment < midnight + UsageLog.day {
        let hour = UsageLog.hourOfDay(moment)
        hits[hour] += 1
        hitsByApp[use.app] += 1
        isActive[use.app * 24 + hour] = true
      }
    }
  }

  /// The number of pairs of an app and an hour in which it made a hit.
  var appHours: Int { isActive.count { $0 } }

  /// The entropy of the hours' hits, in bits.
  var hourEntropy: Double { entropy(hits) }

  /// The apps' shares of the hits, the greatest first.
  var shares: [Double] {
    let total = hitsByApp.reduce(0, +)
    return hitsByApp.filter { $0 > 0 }.sorted(by: >).map { $0 / total }
  }

  /// How steeply shares fall with rank: the slope of a straight line through their logarithms, by
  /// least squares, negated; nil with fewer than three apps.
  var fall: Double? {
    let shares = shares
    guard shares.count > 2 else { return nil }
    let ranks = shares.indices.map(Double.init)
    let logs = shares.map(log)
    let rank = ranks.reduce(0, +) / Double(ranks.count)
    let mean = logs.reduce(0, +) / Double(logs.count)
    let up = zip(ranks, logs).reduce(0) { $0 + ($1.0 - rank) * ($1.1 - mean) }
    return -up / ranks.reduce(0) { $0 + ($1 - rank) * ($1 - rank) }
  }
}

/// Returns the entropy of counts, in bits: -sum p log2 p.
func entropy(_ counts: [Double]) -> Double {
  let total = counts.reduce(0, +)
  return counts.reduce(0) { $1 > 0 ? $0 - $1 / total * log2($1 / total) : $0 }
}
