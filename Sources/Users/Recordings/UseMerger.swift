/// Makes uses of events: a state machine of the app in front.
struct UseMerger {
  /// A format's rule for the rows that count as one use.
  struct Rule {
    /// The longest time between consecutive rows of one app that belong to one use, even when it
    /// was left in between.
    var mergingMilliseconds: Int64
    /// Whether silence for longer than that ends a use when an app is opened then: for recordings
    /// in which closings may be missing.
    var endsInSilence: Bool
  }

  private let rule: Rule
  private var uses: [UsageLog.Use] = []
  /// Whether the last use goes on.
  private var isInFront = false
  /// The time of the last row of the last use.
  private var lastSeen: Int64 = 0

  init(_ rule: Rule) {
    self.rule = rule
  }

  /// Takes the next event in order of time.
  mutating func take(_ event: RecordedEvents.Event) {
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
      uses.append(UsageLog.Use(app: event.app, start: now, end: now))
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

  /// Returns the uses, the last of which ends with the recording if it was not left before.
  mutating func finish(at end: Int64) -> [UsageLog.Use] {
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
