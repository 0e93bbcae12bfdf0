import Simulation
import Testing

@testable import Device

@Suite("JobScheduler: prefetch jobs")
struct PrefetchJobTests {
  /// Starts of a periodic prefetch job of an app that is opened for 10 s at these moments, in hours.
  private func starts(openings: [Double], hours: Double) -> [Double] {
    let phone = JobSchedulerTests.phone(
      seconds: hours * 3_600,
      schedules: [
        .run { app in
          guard app.application.pendingJobs.isEmpty else { return }
          var request = JobRequest(id: 1)
          request.isPrefetch = true
          request.period = .hours(1)
          _ = app.application.schedule(request, at: JobSchedulerTests.here)
        }
      ])
    for opening in openings {
      phone.opens(at: opening * 3_600)
      phone.closes(at: opening * 3_600 + 10)
    }
    phone.run()
    return phone.sink.records.filter { $0.kind == "job.start" }.map {
      ($0.seconds / 36).rounded() / 100
    }
  }

  @Test(
    "an app is expected as it was opened a day ago, or a week ago when it is known for longer",
    arguments: [
      // Opened at the start alone.
      [],
      // And each morning: for a week nothing else is expected.
      [24.5, 48.5],
    ])
  func expected(_ openings: [Double]) {
    let first = [17.33, 17.33, 18, 19, 20, 21, 22, 23, 161.33, 161.33, 162, 163]
    #expect(starts(openings: openings, hours: 164) == first)
  }

  @Test(
    "the expectation, by what was opened and when it is asked, in days",
    arguments: [
      ([0], 0, 1), ([0], 0.95, 1), ([0], 1, 7), ([0], 6.95, 7), ([0], 7, nil), ([0, 8], 8, 9),
      ([0, 0.5], 0.6, 1), ([0, 0.5], 1, 7), ([0, 0.5], 7, 7.5), ([0, 0.5, 7.25], 7.5, 8.25),
      ([0, 6.75], 7, 7.75),
    ] as [([Double], Double, Double?)])
  func forecast(_ openings: [Double], at asked: Double, _ next: Double?) {
    var forecast = LaunchForecast(PrefetchRules())
    for step in 0...Int(asked * 20) {
      let now = Instant.start + .days(1) * (Double(step) / 20)
      if openings.contains(Double(step) / 20) { forecast.open(at: now) }
      forecast.settle(at: now)
    }
    #expect(forecast.next == next.map { .start + .days(1) * $0 })
  }

  @Test("none begins while the app is in front, and one that runs goes on")
  func inFront() {
    let phone = JobSchedulerTests.phone(
      seconds: 90_000, schedules: [JobSchedulerTests.schedule { $0.isPrefetch = true }],
      start: [.after(400, [JobSchedulerTests.done])])
    // Expected from 17:20 on, and in front until a bit later.
    phone.opens(at: 62_000)
    phone.closes(at: 62_500)
    phone.opens(at: 62_600)
    phone.closes(at: 63_100)
    #expect(
      JobSchedulerTests.jobs(phone) == [
        "10 schedule 1", "62500 schedule 1", "62500 start 1", "62900 finish 1",
        "63100 schedule 1", "63100 start 1", "63500 finish 1",
      ])
  }

  @Test("one that runs is stopped when its app is not expected any more")
  func stopped() {
    let phone = JobSchedulerTests.phone(
      seconds: 90_000,
      schedules: [
        JobSchedulerTests.schedule {
          $0.isPrefetch = true
          $0.minimumLatency = .seconds(86_380 - 10)
        }
      ], start: [], stop: [JobSchedulerTests.stopped(false)])
    #expect(
      JobSchedulerTests.jobs(phone) == [
        "10 schedule 1", "86380 start 1", "86400 stop 1 estimatedAppLaunchTimeChanged",
      ])
  }

  @Test(
    "what a builder refuses",
    arguments: [
      ("a prefetch job has no override deadline", nil, false, true),
      ("a prefetch job is of no high priority", .high, false, false),
      ("only an expedited job is of max priority", .max, false, false),
      ("an expedited job is no prefetch job", nil, true, false),
      ("an expedited job is of high or max priority", .medium, true, false),
      (nil, .low, false, false),
    ] as [(String?, JobPriority?, Bool, Bool)])
  func mistakes(
    _ mistake: String?, _ priority: JobPriority?, isExpedited: Bool, hasDeadline: Bool
  ) {
    var request = JobRequest(id: 1)
    request.isPrefetch = true
    request.priority = priority
    request.isExpedited = isExpedited
    if hasDeadline { request.overrideDeadline = .hours(1) }
    #expect(request.mistake == mistake)
  }

  @Test("an app's jobs begin by priority, the urgent first")
  func priorities() {
    let phone = JobSchedulerTests.phone(schedules: [
      .run { app in
        for (id, priority) in [(1, JobPriority.min), (2, .high), (3, .medium), (4, .max)] {
          var request = JobRequest(id: Int32(id))
          request.priority = priority
          request.isExpedited = priority == .max
          request.network = .any
          _ = app.application.schedule(request, at: JobSchedulerTests.here)
        }
      }
    ])
    phone.network(.none, at: 5)
    phone.network(.wifi, at: 100)
    #expect(
      JobSchedulerTests.jobs(phone).filter { $0.contains("start") }
        == ["100 start 4", "100 start 2", "100 start 3", "100 start 1"])
  }
}
