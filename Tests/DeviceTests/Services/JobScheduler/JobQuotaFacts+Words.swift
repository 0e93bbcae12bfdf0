import Simulation

@testable import Device

// The words of a file of facts.
extension JobQuotaFacts {
  /// A line that cannot be read.
  struct Mistake: Error {
    let line: [String]
    let wanted: String
  }

  static let spans: [String: WritableKeyPath<JobQuotaRules, TimeSpan> & Sendable] = [
    "dayTime": \.dayTime, "buffer": \.buffer, "sessionGap": \.sessionGap,
    "rateWindow": \.rateWindow, "expeditedWindow": \.expeditedWindow, "useChunk": \.useChunk,
    "useReward": \.useReward, "interactionReward": \.interactionReward,
    "notificationReward": \.notificationReward, "useGrace": \.useGrace,
    "allowanceGrace": \.allowanceGrace,
  ]
  static let counts: [String: WritableKeyPath<JobQuotaRules, Int> & Sendable] = [
    "jobRate": \.jobRate, "sessionRate": \.sessionRate,
  ]
  static let bucketSpans: [String: WritableKeyPath<BucketQuota, TimeSpan> & Sendable] = [
    "time": \.time, "window": \.window, "expedited": \.expedited,
  ]
  static let bucketCounts: [String: WritableKeyPath<BucketQuota, Int> & Sendable] = [
    "jobs": \.jobs, "sessions": \.sessions,
  ]

  func rules(_ name: String) throws -> JobQuotaRules {
    switch name {
    case "legacy": .legacy
    case "current": .current
    case "latest": .latest
    default: throw Mistake(line: [name], wanted: "rules")
    }
  }

  func bucket(_ name: String) throws -> AppBucket {
    guard let bucket = AppBucket(rawValue: name) else {
      throw Mistake(line: [name], wanted: "a bucket")
    }
    return bucket
  }

  /// Reads `-24h2m` and the like.
  func span(_ text: String) throws -> TimeSpan {
    let units: [(name: String, span: TimeSpan)] = [
      ("h", .hours(1)), ("m", .minutes(1)), ("s", .seconds(1)), ("ms", .milliseconds(1)),
    ]
    var rest = Substring(text)
    let isNegative = rest.hasPrefix("-")
    if isNegative || rest.hasPrefix("+") { rest.removeFirst() }
    var sum = TimeSpan.zero
    while !rest.isEmpty, rest != "0" {
      let digits = rest.prefix { $0.isNumber }
      let name = rest.dropFirst(digits.count).prefix { !$0.isNumber }
      guard let unit = units.first(where: { $0.name == name }), let count = Int(digits) else {
        throw Mistake(line: [text], wanted: "a span")
      }
      sum += unit.span * count
      rest = rest.dropFirst(digits.count + name.count)
    }
    return isNegative ? -sum : sum
  }

  func text(_ span: TimeSpan) -> String {
    let milliseconds = span.nanoseconds / 1_000_000
    var rest = milliseconds.magnitude
    var text = milliseconds < 0 ? "-" : ""
    for (name, length) in [("h", 3_600_000), ("m", 60_000), ("s", 1000), ("ms", 1)] {
      let count = rest / UInt64(length)
      if count > 0 { text += "\(count)\(name)" }
      rest %= UInt64(length)
    }
    return text.isEmpty ? "0" : text
  }

  /// From now.
  func text(_ moment: Instant?) -> String {
    guard let moment else { return "now" }
    return moment == .distantFuture ? "never" : "+" + text(moment - now)
  }

  func text(_ session: JobSession?) -> String {
    session.map { "\(text($0.began - now)) \(text($0.length)) \($0.jobs)" } ?? "none"
  }
}
