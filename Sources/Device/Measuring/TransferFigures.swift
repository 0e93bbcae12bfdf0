extension AppFigures {
  /// The figures of an app's background transfers. They have no value where it began none.
  public static let transfers: [Figure<AppStatistics>] = [
    count("begun", .neutral, "background transfers begun") { $0.begun },
    count("answered", .higher, "those that a server answered, whatever the status") {
      $0.answered
    },
    count("failed", .lower, "those that ended by an error but for cancelled ones") { $0.failed },
    count("cancelled", .lower, "those that the app cancelled, or a force-quit") { $0.cancelled },
    count("under way", .neutral, "not done at the end") { $0.underWay },
    Figure(
      "transfers", "time", .span, .lower, "from the beginning of a transfer to its answer, mean",
      whole: .mean { $0.transfers.time.count }
    ) { $0.transfers.time.mean },
  ]

  private static func count(
    _ heading: String, _ better: Better, _ definition: String,
    _ value: @escaping @Sendable (TransferStatistics) -> Int
  ) -> Figure<AppStatistics> {
    Figure("transfers", heading, .count, better, definition) {
      $0.transfers.occurred ? Double(value($0.transfers)) : nil
    }
  }
}
