import Simulation

/// One night, from noon to noon, by the longest pause in it.
struct NightPortrait: Sendable {
  /// The length of the longest pause, in hours.
  let quiet: Double
  /// When that pause ends, in hours from the midnight of the night.
  let ends: Double
  /// Whether the day on which it ends is one of a weekend.
  let isBeforeWeekend: Bool

  /// Returns the nights between two days that both count and follow each other, in order.
  /// O(uses + days).
  static func nights(of log: UsageLog, days: Set<Int>) -> [NightPortrait] {
    var nights: [NightPortrait] = []
    var next = 0
    /// Up to when the phone was in use.
    var used = Int64.min
    for day in days.sorted() where days.contains(day + 1) {
      let midnight = Int64(day + 1) * UsageLog.day
      let (begin, end) = (midnight - UsageLog.day / 2, midnight + UsageLog.day / 2)
      while next < log.uses.count, log.uses[next].start < begin {
        used = max(used, log.uses[next].end)
        next += 1
      }
      var pause = (length: Int64(0), end: begin)
      var quietSince = max(begin, used)
      while quietSince < end {
        let isUsed = next < log.uses.count && log.uses[next].start < end
        let ends = isUsed ? log.uses[next].start : end
        if ends - quietSince > pause.length { pause = (ends - quietSince, ends) }
        guard isUsed else { break }
        used = max(used, log.uses[next].end)
        quietSince = max(begin, used)
        next += 1
      }
      nights.append(
        NightPortrait(
          quiet: Double(pause.length) / Double(UsageLog.hour),
          ends: Double(pause.end - midnight) / Double(UsageLog.hour),
          isBeforeWeekend: log.isWeekend(day + 1)))
    }
    return nights
  }
}

extension [NightPortrait] {
  /// How much later the longest pauses end at weekends than on weekdays, in hours, by the medians;
  /// nil with fewer than four nights of either.
  var laterAtWeekends: Double? {
    let ends = [true, false].map { isBefore in
      filter { $0.isBeforeWeekend == isBefore }.map(\.ends).sorted()
    }
    guard ends.allSatisfy({ $0.count >= 4 }), let late = quantile(0.5, ofSorted: ends[0]),
      let early = quantile(0.5, ofSorted: ends[1])
    else { return nil }
    return late - early
  }
}

/// The correlation of each day's number with that of the day before, within one person.
struct DayAfterDay: Sendable {
  /// The correlation: the covariance of neighbouring days over the variance of all; nil with fewer
  /// than ten pairs of days, or where all days are alike.
  let correlation: Double?

  /// - Parameters:
  ///   - counts: the number of each day that counts, by day.
  init(_ counts: [Int: Int]) {
    let days = counts.sorted { $0.key < $1.key }
    let mean = Double(days.reduce(0) { $0 + $1.value }) / Double(Swift.max(1, days.count))
    var variance = 0.0
    var covariance = 0.0
    var pairs = 0
    for (day, count) in days {
      let own = Double(count) - mean
      variance += own * own / Double(days.count)
      guard let before = counts[day - 1] else { continue }
      covariance += own * (Double(before) - mean)
      pairs += 1
    }
    correlation = pairs >= 10 && variance > 0 ? covariance / Double(pairs) / variance : nil
  }
}
