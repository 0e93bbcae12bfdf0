extension AppFigures {
  /// The figures of silent pushes. They have no value where none was sent to an app.
  public static let pushes: [Figure<AppStatistics>] = {
    func count(
      _ heading: String, _ better: Better, _ definition: String,
      _ value: @escaping @Sendable (PushStatistics) -> Int
    ) -> Figure<AppStatistics> {
      Figure("pushes", heading, .count, better, definition) {
        $0.pushes.occurred ? Double(value($0.pushes)) : nil
      }
    }
    return [
      count("sent", .neutral, "silent pushes that somebody sent to it") { $0.sent },
      count("delivered", .higher, "of those sent, handed to the app") { $0.delivered },
      count("replaced", .lower, "a newer one came before they could be delivered") { $0.replaced },
      count("dropped", .lower, "lost: the app was swiped away, or may not get any") { $0.dropped },
      count("held", .lower, "neither delivered nor lost at the end") { $0.held },
    ]
  }()

  /// The figures of requests to `BGTaskScheduler`, beside those that came to a task. They have no
  /// value where an app submitted none.
  public static let taskRequests: [Figure<AppStatistics>] = {
    func count(
      _ heading: String, _ better: Better, _ definition: String,
      _ value: @escaping @Sendable (TaskRequestStatistics) -> Int
    ) -> Figure<AppStatistics> {
      Figure("task requests", heading, .count, better, definition) {
        $0.taskRequests.occurred ? Double(value($0.taskRequests)) : nil
      }
    }
    return [
      count("submitted", .neutral, "requests to BGTaskScheduler, refused ones too") {
        $0.submitted
      },
      count("unavailable", .lower, "refused: background refresh is off, error 1") {
        $0.refused(.unavailable)
      },
      count("too many", .lower, "refused: too many are pending, error 2") {
        $0.refused(.tooManyPendingTaskRequests)
      },
      count("not permitted", .lower, "refused: identifier or mode not declared, error 3") {
        $0.refused(.notPermitted)
      },
      count("replaced", .neutral, "gave way to another of the same identifier") { $0.replaced },
      count("cancelled", .neutral, "cancelled by the app") { $0.cancelled },
      count("revoked", .lower, "cancelled since the user swiped the app away or left it unopened") {
        $0.revoked
      },
      count("pending", .neutral, "not begun at the end") { $0.pending },
    ]
  }()
}
