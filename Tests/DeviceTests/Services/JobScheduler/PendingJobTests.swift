import Simulation
import Testing

@testable import Device

@Suite("Jobs: what may be asked, periods and backoff, by table")
struct PendingJobTests {
  private let rules = JobRules()
  private let here = SourceLocation(file: "test", line: 1)

  private func job(_ change: (inout JobRequest) -> Void = { _ in }) -> JobRequest {
    var request = JobRequest(id: 1)
    change(&request)
    return request
  }

  private func pending(_ request: JobRequest, at seconds: Double = 100) -> PendingJob {
    PendingJob(request, rules, at: moment(seconds), location: here)
  }

  @Test("the policy is told of the first deadline, of a network, and of periods if all have one")
  func wishes() {
    let often = pending(
      job {
        $0.period = .minutes(1)
        $0.network = .any
      })
    let seldom = pending(job { $0.period = .hours(2) })
    let once = pending(job { $0.overrideDeadline = .minutes(5) })
    let both = often.wish(rules, beside: seldom.wish(rules, beside: nil))
    // A quarter of an hour is the shortest period.
    #expect(
      both
        == WorkWish(
          earliest: moment(100), latest: moment(1_000), minimumInterval: .minutes(15),
          requirements: .network))
    #expect(
      once.wish(rules, beside: both)
        == WorkWish(
          earliest: moment(100), latest: moment(400), minimumInterval: .zero,
          requirements: .network))
    #expect(seldom.wish(rules, beside: nil).requirements == [])
    #expect(pending(job()).wish(rules, beside: nil).latest == nil)
  }

  @Test("what JobInfo.Builder refuses is refused; a job without conditions is not")
  func mistakes() {
    let right: [JobRequest] = [
      job(), job { $0.period = .hours(1) }, job { $0.overrideDeadline = .hours(1) },
      job { $0.isExpedited = true },
      job {
        $0.isExpedited = true
        $0.network = .unmetered
        $0.conditions = .storageNotLow
      },
      job { $0.conditions = [.deviceIdle, .charging] },
    ]
    #expect(right.compactMap(\.mistake) == [])
    let wrong: [(JobRequest, String)] = [
      (
        job {
          $0.period = .hours(1)
          $0.minimumLatency = .zero
        }, "a periodic job has no minimum latency"
      ),
      (
        job {
          $0.period = .hours(1)
          $0.overrideDeadline = .hours(1)
        }, "a periodic job has no override deadline"
      ),
      (
        job {
          $0.conditions = .deviceIdle
          $0.backoff = JobBackoff(.linear, initial: .seconds(30))
        }, "a job that waits for an idle device has no backoff criteria"
      ),
      (
        job {
          $0.isExpedited = true
          $0.period = .hours(1)
        }, "an expedited job cannot be periodic"
      ),
      (
        job {
          $0.isExpedited = true
          $0.overrideDeadline = .hours(1)
        }, "an expedited job has neither minimum latency nor override deadline"
      ),
      (
        job {
          $0.isExpedited = true
          $0.conditions = .charging
        }, "an expedited job may require a network and storage only"
      ),
    ]
    for (request, mistake) in wrong { #expect(request.mistake == mistake) }
  }

  @Test("a job waits for its latency, and no longer than its deadline; neither is before now")
  func once() {
    let table: [(latency: TimeSpan?, deadline: TimeSpan?, from: Double, to: Double?)] = [
      (nil, nil, 100, nil), (.seconds(60), nil, 160, nil), (nil, .seconds(90), 100, 190),
      (.seconds(60), .seconds(90), 160, 190), (.seconds(-60), .seconds(-90), 100, 100),
    ]
    for (latency, deadline, from, to) in table {
      let job = pending(
        job {
          $0.minimumLatency = latency
          $0.overrideDeadline = deadline
        })
      #expect(job.earliest == moment(from))
      #expect(job.latest == to.map(moment) ?? .distantFuture)
      #expect(job.overrides(at: moment(190)) == (to != nil))
      #expect(job.next(rules, at: moment(200)) == nil)
    }
  }

  @Test("a period has at least 15 minutes, its flex 5 minutes and a twentieth of it")
  func bounds() {
    let table: [(period: Int, flex: Int?, minutes: (Int, Int))] = [
      (15, nil, (15, 15)), (1, nil, (15, 15)), (15, 1, (15, 5)), (60, 10, (60, 10)),
      (60, 90, (60, 60)), (24 * 60, 5, (24 * 60, 72)),
    ]
    for (period, flex, (long, part)) in table {
      let request = job {
        $0.period = .minutes(period)
        $0.flex = flex.map { .minutes($0) }
      }
      let found = rules.periodic(request)
      #expect(found?.period == .minutes(long))
      #expect(found?.flex == .minutes(part))
    }
  }

  @Test("periods follow each other from the first on; those that have passed are left out")
  func periods() {
    let hourly = pending(
      job {
        $0.period = .hours(1)
        $0.flex = .minutes(10)
      }, at: 0)
    #expect((hourly.earliest, hourly.latest) == (moment(3000), moment(3600)))
    #expect(!hourly.overrides(at: moment(9999)))
    let table: [(done: Double, from: Double)] = [
      (3100, 6600), (3600, 6600), (3601, 6600), (6499, 6600), (6500, 10200), (7199, 10200),
      (7200, 10200), (8000, 10200),
    ]
    for (done, from) in table {
      let next = hourly.next(rules, at: moment(done))
      #expect(next?.earliest == moment(from), "done at \(done)")
      #expect(next.map { $0.latest - $0.earliest } == .minutes(10))
    }
  }

  @Test("after failures in a row a job waits longer each time, five hours at most")
  func backoff() {
    let table: [(JobBackoff?, [Int])] = [
      (nil, [30, 60, 120, 240]),
      (JobBackoff(.exponential, initial: .seconds(10)), [10, 20, 40, 80]),
      (JobBackoff(.linear, initial: .minutes(1)), [60, 120, 180, 240]),
      (JobBackoff(.linear, initial: .seconds(1)), [10, 20, 30, 40]),
      (JobBackoff(.exponential, initial: .hours(2)), [7200, 14400, 18000, 18000]),
      (JobBackoff(.linear, initial: .hours(9)), [18000, 18000, 18000, 18000]),
    ]
    for (backoff, waits) in table {
      var job = pending(
        job {
          $0.backoff = backoff
          $0.overrideDeadline = .hours(1)
        })
      for wait in waits {
        job = job.again(after: nil, rules, at: moment(1000))
        #expect(job.earliest == moment(1000) + .seconds(wait))
        #expect(job.latest == .distantFuture)
      }
    }
    let request = job()
    #expect(rules.wait(of: request, afterFailures: 1_000) == .hours(5))
    // Only the builder refuses it criteria of its own.
    let idle = job { $0.conditions = .deviceIdle }
    #expect((0...3).map { rules.wait(of: idle, afterFailures: $0).seconds } == [0, 30, 60, 120])
  }

  /// The values of AOSP's testGetRescheduleJobForFailure_timingCalculations.
  @Test("three stops that the app cannot help count as one failure; on Android 13 each is one")
  func stops() {
    let ends: [JobStopReason?] = [
      .deviceState, .deviceState, .constraintCharging, .processEnded, .quota,
      .constraintConnectivity, .timeout, nil,
    ]
    for (rules, waits) in [
      (AndroidRules.android15.jobs, [0, 0, 60, 60, 60, 120, 180, 240]),
      (AndroidRules.android13.jobs, [60, 120, 180, 240, 300, 360, 420, 480]),
    ] {
      var job = pending(job { $0.backoff = JobBackoff(.linear, initial: .minutes(1)) })
      for (end, wait) in zip(ends, waits) {
        job = job.again(after: end, rules, at: moment(1000))
        #expect(job.earliest == moment(1000) + .seconds(wait))
      }
      #expect(job.vainRuns == 8)
    }
  }

  @Test("a periodic job that has failed keeps its period, and has no failures in the next")
  func failedPeriod() {
    let hourly = pending(job { $0.period = .hours(1) }, at: 0)
      .again(after: nil, rules, at: moment(60))
    #expect((hourly.earliest, hourly.latest) == (moment(90), moment(3600)))
    let next = hourly.next(rules, at: moment(100))
    #expect((next?.earliest, next?.latest) == (moment(3600), moment(7200)))
    #expect(next?.vainRuns == 0)
  }
}
