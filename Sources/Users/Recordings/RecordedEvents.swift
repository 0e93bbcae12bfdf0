/// The rows of a usage recording as events of the app in front, before uses are made of them.
struct RecordedEvents {
  /// One row's word on the app in front.
  struct Event {
    enum Kind {
      /// The app came to the front.
      case opened
      /// It left the front.
      case closed
      /// It was used, and so in front.
      case present
      /// The front was left for something that is no app: the launcher, or a dark screen.
      case elsewhere
    }

    var milliseconds: Int64
    /// The app's position in `apps`; meaningless for `elsewhere`.
    var app: Int
    var kind: Kind
  }

  var events: [Event] = []
  /// The name and the first seen label of each app, in order of appearance.
  var apps: [(name: String, label: String)] = []
  /// The number of rows read, of the user if there are several.
  var rowCount = 0
  /// The least time of any row, in milliseconds since 1970.
  var first = Int64.max
  /// The greatest time of any row.
  var last = Int64.min
  var skipped = UsageTrace.SkippedRows()
  /// The number of rows earlier than the one before.
  var outOfOrderRows = 0

  private var latest = Int64.min

  /// Takes a row's time into account.
  mutating func note(_ milliseconds: Int64) {
    rowCount += 1
    if milliseconds < latest { outOfOrderRows += 1 }
    latest = milliseconds
    first = min(first, milliseconds)
    last = max(last, milliseconds)
  }

  /// Returns the uses in order of time, none overlapping another; times are since 1970. O(n), or
  /// O(n log n) for rows out of order, which keep their order within one moment.
  func uses(merging rule: UseMerger.Rule) -> [UsageLog.Use] {
    // The sort is stable.
    let events =
      outOfOrderRows > 0 ? events.sorted { $0.milliseconds < $1.milliseconds } : events
    var merger = UseMerger(rule)
    for event in events { merger.take(event) }
    return merger.finish(at: last)
  }
}
