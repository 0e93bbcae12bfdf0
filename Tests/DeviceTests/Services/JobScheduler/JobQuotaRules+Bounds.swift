import Simulation

@testable import Device

// What the numbers may be when somebody sets others, which on a simulated phone only AOSP's tests do.
extension JobQuotaRules {
  /// Returns the rules with each number brought into the range that Android allows it.
  ///
  /// Source: AOSP, `QuotaController.QcConstants`, the bounds beside each constant.
  func bounded() -> JobQuotaRules {
    var rules = self
    rules.boundBuckets()
    rules.boundExpedited()
    let least = AppBucket.allCases.filter { $0 != .never }.map { rules[$0].time }.min() ?? .zero
    rules.buffer = bound(buffer, .zero, min(.minutes(5), least))
    rules.dayTime = bound(dayTime, .hours(1), JobQuotaRules.day)
    rules.sessionGap = bound(sessionGap, .zero, .minutes(15))
    rules.rateWindow = bound(rateWindow, .seconds(30), JobQuotaRules.day)
    rules.jobRate = max(10, jobRate)
    rules.sessionRate = max(10, sessionRate)
    rules.useChunk = bound(useChunk, .milliseconds(1), .minutes(15))
    rules.useReward = bound(useReward, .seconds(10), .minutes(15))
    rules.interactionReward = bound(interactionReward, .seconds(5), .minutes(15))
    rules.notificationReward = bound(notificationReward, .zero, .minutes(5))
    rules.useGrace = bound(useGrace, .zero, .hours(1))
    rules.allowanceGrace = bound(allowanceGrace, .zero, .hours(1))
    return rules
  }

  private mutating func boundBuckets() {
    for bucket in AppBucket.allCases where bucket != .never {
      let isRestricted = bucket == .restricted
      let time = bound(self[bucket].time, .minutes(1), JobQuotaRules.day)
      self[bucket].time = time
      self[bucket].window = max(
        time, min(isRestricted ? .days(7) : JobQuotaRules.day, self[bucket].window))
      self[bucket].jobs = max(10, self[bucket].jobs)
      self[bucket].sessions = max(isRestricted ? 0 : 1, self[bucket].sessions)
    }
  }

  /// A bucket has no more than the one before it.
  private mutating func boundExpedited() {
    var most = JobQuotaRules.day
    for (bucket, least) in [
      (AppBucket.exempted, 15), (.active, 15), (.workingSet, 15), (.frequent, 10), (.rare, 10),
      (.restricted, 5),
    ] {
      most = bound(self[bucket].expedited, .minutes(least), most)
      self[bucket].expedited = most
    }
    expeditedWindow = bound(expeditedWindow, .hours(1), JobQuotaRules.day)
  }

  private func bound(_ value: TimeSpan, _ least: TimeSpan, _ most: TimeSpan) -> TimeSpan {
    max(least, min(most, value))
  }
}
