import Simulation

extension AppFigures {
  /// The figures of each kind of work but fetches, which have figures of their own. They have no
  /// value where an app never waited for work of the kind.
  public static let work: [Figure<AppStatistics>] = WorkKind.allCases.filter { $0 != .fetch }
    .flatMap(work(of:))

  private static func work(of kind: WorkKind) -> [Figure<AppStatistics>] {
    func count(
      _ heading: String, _ better: Better, _ definition: String,
      _ value: @escaping @Sendable (WorkStatistics) -> Int
    ) -> Figure<AppStatistics> {
      Figure(kind.rawValue, heading, .count, better, definition) {
        $0[kind].occurred ? Double(value($0[kind])) : nil
      }
    }
    return [
      count(
        "started", .neutral,
        "\(kind.words) that were begun"
          + (kind == .job ? "; an app's jobs that run together are one" : "")
      ) { $0.started },
      Figure(
        kind.rawValue, "wait", .span, .lower,
        "from the earliest moment named, or else from being eligible, to the beginning, mean",
        whole: .mean { $0[kind].delay.count }
      ) { $0[kind].delay.mean },
      count("late", .lower, "of those begun, after the latest moment that they were wanted for") {
        $0.late
      },
      count("completed", .higher, "of those begun, the app said that they were done") {
        $0.completed
      },
      count("expired", .lower, "their time was over first") { $0.expired },
      count("cancelled", .lower, "their process ended first, or they were taken back") {
        $0.cancelled
      },
    ]
  }
}

extension WorkKind {
  /// Several of the kind, in words.
  public var words: String {
    switch self {
    case .fetch: "fetches"
    case .refresh: "refresh tasks"
    case .processing: "processing tasks"
    case .push: "silent pushes"
    case .transfer: "reports of finished transfers"
    case .widget: "reloads of widgets"
    case .job: "turns of jobs"
    }
  }
}
