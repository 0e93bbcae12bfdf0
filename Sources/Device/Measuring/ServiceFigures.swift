/// What became of an app's jobs, each counted by itself: several may run in one turn of the app.
public struct JobStatistics: Sendable, Equatable {
  public var started = 0
  /// Those that their app has finished.
  public var finished = 0
  /// Those that the system has stopped.
  public var stopped = 0
}

extension AppFigures {
  /// The figures of an app's jobs on Android. They have no value where none has begun.
  public static let jobs: [Figure<AppStatistics>] = [
    Figure("jobs", "started", .count, .neutral, "jobs that were begun, each by itself") {
      $0.jobs.started > 0 ? Double($0.jobs.started) : nil
    },
    Figure("jobs", "finished", .count, .neutral, "jobs that their app has finished") {
      $0.jobs.started > 0 ? Double($0.jobs.finished) : nil
    },
    Figure("jobs", "stopped", .count, .lower, "jobs that the system has stopped") {
      $0.jobs.started > 0 ? Double($0.jobs.stopped) : nil
    },
  ]

  /// The figures of an app's foreground services and wake locks on Android. They have no value where
  /// it has none.
  public static let services: [Figure<AppStatistics>] = [
    Figure(
      "services", "in foreground", .span, .neutral,
      "time that an app's service was in the foreground"
    ) { $0.serviceTime > .zero ? $0.serviceTime.seconds : nil },
    Figure(
      "wake locks", "held", .span, .lower, "time that an app held wake locks behind"
    ) { $0.wakeLockTime > .zero ? $0.wakeLockTime.seconds : nil },
  ]
}
