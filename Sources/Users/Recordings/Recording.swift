/// What the rows of a usage recording say, before it is made into uses.
struct Recording {
  /// What one row says about the app in front.
  struct Event {
    enum Kind: UInt8 {
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
    /// Position in `apps`; meaningless for `elsewhere`.
    var app: Int32
    var kind: Kind
  }

  /// One app in front.
  struct Use: Equatable {
    var app: Int32
    var start: Int64
    var end: Int64
  }

  var events: [Event] = []
  /// The name and the first seen label of each app, in order of appearance.
  var apps: [(name: String, label: String)] = []
  /// Rows read, of the user if there are several.
  var rowCount = 0
  /// Least and greatest time of any row.
  var first = Int64.max
  var last = Int64.min
  var skipped = UsageTrace.SkippedRows()
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

  /// The uses in order of time, none overlapping another. O(n), or O(n log n) for rows out of
  /// order, which keep their order within one moment.
  mutating func uses(merging rule: UseMerger.Rule) -> [Use] {
    if outOfOrderRows > 0 { events.sort { $0.milliseconds < $1.milliseconds } }
    var merger = UseMerger(rule)
    for event in events { merger.take(event) }
    return merger.finish(at: last)
  }
}

/// Makes uses of events: the state machine of the front.
struct UseMerger {
  /// What counts as one use in a format.
  struct Rule {
    /// Consecutive rows of one app no further apart than this belong to one use, even when it was
    /// left in between.
    var mergingMilliseconds: Int64
    /// Whether silence for longer than that ends a use when an app is opened then: for recordings
    /// in which closings may be missing.
    var endsInSilence: Bool
  }

  private let rule: Rule
  private var uses: [Recording.Use] = []
  /// Whether the last use goes on.
  private var isInFront = false
  /// Time of the last row of the last use.
  private var lastSeen: Int64 = 0

  init(_ rule: Rule) {
    self.rule = rule
  }

  /// Takes the events in order of time.
  mutating func take(_ event: Recording.Event) {
    let now = event.milliseconds
    if event.kind == .elsewhere { return leave(at: now) }
    let isLast = uses.last?.app == event.app
    if isLast, now - lastSeen <= rule.mergingMilliseconds {
      isInFront = event.kind != .closed
      return see(at: now)
    }
    switch event.kind {
    case .opened:
      if isLast, isInFront, !rule.endsInSilence { return see(at: now) }
      leave(at: isSilent(at: now) ? lastSeen : now)
      uses.append(Recording.Use(app: event.app, start: now, end: now))
      isInFront = true
      lastSeen = now
    case .closed:
      if isLast { leave(at: now) }
    case .present:
      if isLast, isInFront { see(at: now) }
    case .elsewhere:
      break
    }
  }

  /// The uses, the last ending with the recording if it was not left before.
  mutating func finish(at end: Int64) -> [Recording.Use] {
    leave(at: isSilent(at: end) ? lastSeen : end)
    return uses
  }

  private func isSilent(at now: Int64) -> Bool {
    rule.endsInSilence && now - lastSeen > rule.mergingMilliseconds
  }

  private mutating func see(at now: Int64) {
    uses[uses.count - 1].end = now
    lastSeen = now
  }

  private mutating func leave(at now: Int64) {
    if isInFront { see(at: now) }
    isInFront = false
  }
}
