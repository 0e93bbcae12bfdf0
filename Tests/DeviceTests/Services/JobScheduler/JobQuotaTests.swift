import Simulation
import Testing

@testable import Device

@Suite("Quotas of jobs: numbers by version, and what AOSP's tests do not ask")
struct JobQuotaTests {
  private static let buckets = AppBucket.allCases.dropLast()

  @Test("the numbers of each version, by bucket")
  func numbers() {
    func minutes(_ rules: JobQuotaRules, _ path: KeyPath<BucketQuota, TimeSpan>) -> [Int] {
      JobQuotaTests.buckets.map { Int(rules[$0][keyPath: path].seconds) / 60 }
    }
    let rules = [JobQuotaRules.legacy, .current, .latest]
    #expect(
      rules.map { minutes($0, \.time) } == [
        [10, 10, 10, 10, 10, 10], [10, 10, 10, 10, 10, 10], [20, 20, 10, 10, 10, 10],
      ])
    #expect(
      rules.map { minutes($0, \.window) } == [
        [10, 10, 120, 480, 1440, 1440], [20, 30, 240, 720, 1440, 1440],
        [40, 60, 240, 720, 1440, 1440],
      ])
    #expect(
      rules.map { minutes($0, \.expedited) } == [
        [60, 30, 30, 10, 10, 5], [60, 30, 15, 10, 10, 5], [60, 30, 15, 10, 10, 5],
      ])
    for rules in rules {
      #expect(JobQuotaTests.buckets.map { rules[$0].jobs } == [75, 75, 120, 200, 48, 10])
      #expect(JobQuotaTests.buckets.map { rules[$0].sessions } == [75, 75, 10, 8, 3, 1])
      #expect(rules.dayTime == .hours(4))
      #expect(rules.bounded() == rules)
    }
  }

  @Test("an allowance that a restart has ended leaves no grace when its time is over")
  func allowanceAfterRestart() {
    for isAllowed in [true, false] {
      var quota = JobQuota(.latest, bucket: .rare)
      if isAllowed { quota.setAllowed(true, at: moment(10)) }
      quota.setAllowed(false, at: moment(30))
      #expect((quota.expeditedGraceEnds != nil) == isAllowed)
    }
  }

  @Test("the bucket is the last of which both clocks have passed")
  func thresholds() {
    let thresholds = BucketThresholds()
    let table: [(hours: Int?, screenOn: Int, AppBucket)] = [
      (nil, 100, .never), (0, 0, .active), (11, 9, .active), (12, 0, .workingSet),
      (24, 0, .workingSet), (24, 1, .frequent), (48, 1, .frequent), (48, 2, .rare),
      (191, 9, .rare), (192, 5, .rare), (192, 6, .restricted),
    ]
    for (hours, screenOn, bucket) in table {
      let found = thresholds.bucket(
        unused: hours.map { .hours($0) }, screenOn: .hours(screenOn))
      #expect(found == bucket, "\(hours ?? -1) h, \(screenOn) h of screen time")
    }
  }

  @Test("a job runs until its time is used up, and may again when the buffer is back")
  func runs() {
    var quota = JobQuota(.legacy, bucket: .frequent)
    let counts = quota.start(isExpedited: false, at: moment(0))
    #expect(counts)
    #expect(quota.isWithin(at: moment(599), isRunning: true))
    #expect(!quota.isWithin(at: moment(600), isRunning: true))
    quota.stop(isExpedited: false, at: moment(600))
    let returns = quota.returns(at: moment(600))
    #expect(returns == .start + .hours(8) + .seconds(30))
    guard let returns else { return }
    quota.settle(at: returns)
    #expect(!quota.isWithin(at: .start + .hours(8)))
    #expect(quota.isWithin(at: returns))
    #expect(quota.timeLeft(at: returns) == .seconds(30))
  }

  @Test(
    "an active app of Android 13 runs on for four hours a day, one of Android 16 for 20 minutes")
  func active() {
    for (rules, time) in [(JobQuotaRules.legacy, TimeSpan.hours(4)), (.latest, .minutes(20))] {
      let quota = JobQuota(rules, bucket: .active)
      #expect(quota.runTime(at: moment(5)) == time)
    }
  }

  @Test("on the charger jobs are free but for the restricted bucket")
  func charging() {
    for bucket in AppBucket.allCases {
      var quota = JobQuota(.latest, bucket: bucket)
      quota.add(JobSession(began: moment(0), ended: moment(4 * 3600), jobs: 300))
      quota.setCharging(true, at: moment(4 * 3600))
      #expect(quota.isWithin(at: moment(4 * 3600)) == (bucket < .restricted), "\(bucket)")
    }
  }

  @Test("what has left the longest window is forgotten")
  func forgets() {
    var quota = JobQuota(.legacy, bucket: .rare)
    for hour in 0..<100 {
      quota.add(JobSession(began: moment(hour * 3600), ended: moment(hour * 3600 + 60), jobs: 1))
    }
    quota.settle(at: moment(100 * 3600))
    #expect(quota.log.sessions.count == 24)
    #expect(quota.usage(within: .hours(24), at: moment(100 * 3600)).jobs == 24)
  }

  private func moment(_ seconds: Int) -> Instant { .start + .seconds(seconds) }
}
