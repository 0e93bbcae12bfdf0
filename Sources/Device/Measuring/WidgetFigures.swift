extension AppFigures {
  /// The figures of an app's widget, beside those of its work. They have no value where none was
  /// ever shown.
  public static let widget: [Figure<AppStatistics>] = [
    count("given", .neutral, "timelines that the providers of widgets gave") { $0.timelines },
    count("free", .neutral, "those that no budget paid for: the app was in front or played") {
      $0.free
    },
    count("refused", .lower, "reloads that were due and found the budget of reloads spent") {
      $0.refused
    },
    Figure(
      "timelines", "age", .span, .lower,
      "age of the timeline shown, averaged over time, then apps",
      whole: .mean { $0.widget.shown > .zero ? 1 : 0 }
    ) { $0.widget.age },
  ]

  private static func count(
    _ heading: String, _ better: Better, _ definition: String,
    _ value: @escaping @Sendable (WidgetStatistics) -> Int
  ) -> Figure<AppStatistics> {
    Figure("timelines", heading, .count, better, definition) {
      $0.widget.occurred ? Double(value($0.widget)) : nil
    }
  }
}
