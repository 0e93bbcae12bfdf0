import Simulation

/// When an app in the background stops running (B8), and how it is resumed (P3).
extension Process {
  /// The background time left; nil is `DBL_MAX` (B3, B13).
  var backgroundTimeRemaining: TimeSpan? {
    guard state == .background, !runsInBackground else { return nil }
    return device.services.remainingTime(of: self)
      ?? suspensionDue.map { max(.zero, $0 - agenda.now) } ?? limits.suspensionDelay
  }

  /// didEnterBackground has returned: with no reason to run the app has a few seconds more (B8).
  func awaitSuspension(from end: Instant) {
    guard state == .background, !runsInBackground else { return }
    suspensionDue = end + limits.suspensionDelay
    guard !device.services.endsGrace(of: self) else { return }
    schedule(
      .suspension, at: end + limits.suspensionDelay, rank: DeviceEvent.Rank.limit)
  }

  func suspensionIsDue() {
    guard let due = suspensionDue, due <= agenda.now else { return }
    // What keeps it running until later has its time begin anew when it is done.
    if limits.lingers, !isIdleInBackground { suspensionDue = nil }
    considerSuspension()
  }

  /// Whether nothing keeps the app running in the background any more.
  private var isIdleInBackground: Bool {
    guard state == .background, !runsInBackground, main.transitions == 0, !main.isDoomed,
      !device.services.keepRunning(self)
    else { return false }
    // It begins its few seconds only once didEnterBackground has returned; the end of time that was
    // granted cuts them short.
    guard let suspensionDue else { return true }
    return suspensionDue <= agenda.now || device.services.gaveTime(to: self)
  }

  /// Something has given the app a reason to go on.
  func stayAwake() { main.itemsBeforeSuspension = nil }

  /// Decides on suspension; carried out once the callbacks queued at this moment have run.
  func considerSuspension() {
    guard state == .background else { return }
    guard isIdleInBackground else { return stayAwake() }
    if limits.lingers, suspensionDue == nil { return awaitSuspension(from: agenda.now) }
    if main.itemsBeforeSuspension == nil { main.itemsBeforeSuspension = main.queued }
    guard !isExecuting, main.blocked != nil || isDoneOnMain else { return }
    if main.busyUntil > agenda.now {
      scheduleTurn()
    } else {
      suspend()
    }
  }

  /// Whether the callbacks that were queued on the main thread have run.
  private var isDoneOnMain: Bool { main.running == nil && main.itemsBeforeSuspension == 0 }

  private func suspend() {
    if let exit = device.services.obstacle(toSuspending: self) {
      report(exit.finding, exit.detail, at: exit.location)
      terminate(exit.reason, detail: exit.detail)
      return
    }
    reportCutOffWork()
    suspensionDue = nil
    forgetCPU()
    stayAwake()
    suspendedAt = agenda.now
    freezeBeside()
    freezeBlocked()
    device.services.process(.suspending, of: self)
    move(to: .suspended, because: "idle")
  }

  // MARK: Modes

  /// A mode begins to keep the app running in the background, or ceases to (B13).
  func keeps(running mode: BackgroundModes, _ isOn: Bool) {
    let ran = runsInBackground
    hasRunWithoutSlot = true
    if isOn { runningModes.insert(mode) } else { runningModes.remove(mode) }
    guard runsInBackground != ran else { return }
    device.services.runsByMode(self, runsInBackground)
    guard state == .background else { return }
    if runsInBackground {
      suspensionDue = nil
      stayAwake()
    } else {
      awaitSuspension(from: agenda.now)
      considerSuspension()
    }
  }

  /// Something that the app waits for has come: it has a moment in the background, on nobody's
  /// account. It is resumed or launched for it.
  func wake(for time: TimeSpan, because reason: LaunchReason) {
    hasRunWithoutSlot = true
    switch state {
    case .notRunning:
      device.world.noteWakeUp()
      launch(into: .background, reason: reason)
    case .suspended: resumeInBackground(because: reason.rawValue)
    case .inactive, .active, .background: break
    }
    guard state == .background, !runsInBackground else { return }
    let end = agenda.now + time
    suspensionDue = max(suspensionDue ?? end, end)
    schedule(.suspension, at: end, rank: DeviceEvent.Rank.limit)
    stayAwake()
  }

  // MARK: Resumption

  /// A suspended app runs again, in the background (F3).
  func resumeInBackground(because reason: String) {
    device.world.noteWakeUp()
    move(to: .background, because: reason)
    resumeDeferred()
  }

  /// The app runs again: what came due goes first, in its order (P3).
  ///
  /// None of its code runs at once: what it says then, such as that a push is done, would come
  /// before the reason for which it is resumed is known.
  func resumeDeferred() {
    let pause = suspendedAt.map { agenda.now - $0 } ?? .zero
    thawBeside(after: pause)
    thawBlocked(after: pause)
    let work = deferred
    deferred = []
    for work in work {
      switch work {
      case .main(let item):
        if case .timer(let timer) = item { reportMissedFirings(of: timer) }
        enqueue(item)
      case .besideBlock(let block):
        dispatchBeside(block)
      case .fiber(let fiber):
        wake(fiber, after: .zero)
      case .besideCallback:
        deferred.append(work)
        schedule(.deferred, at: agenda.now)
      }
    }
    device.services.process(.resumed(after: pause), of: self)
    suspendedAt = nil
    if main.hasWork { scheduleTurn() }
  }

  // MARK: A blocked main thread

  /// A main thread that is blocked stands still while the app is suspended, and its limit with it.
  private func freezeBlocked() {
    guard main.blocked != nil else { return }
    agenda.cancel(main.limit)
    main.limit = .none
  }

  private func thawBlocked(after pause: TimeSpan) {
    guard main.blocked != nil else { return }
    // In front it is a hang from then on.
    main.startedAt = state.isForeground ? agenda.now : main.startedAt + pause
    armLimit()
  }

  // MARK: Work under way

  /// Returns what the app has begun and is not done with, at the lines that began it: requests
  /// first, then what runs and waits on queues.
  var underWay: [CutOff] {
    device.services.underWay(of: self)
      + globalQueues.busy.elements.map {
        CutOff(workBeside, at: behavior?.location(of: $0.fiber))
      }
      + unfinished.pieces(device.platform.family) { behavior?.location(of: $0) }
  }

  /// Whether something of the app gets on: a request, or code beside the main thread that computes.
  var isAtWork: Bool {
    !globalQueues.busy.isEmpty || !device.services.underWay(of: self).isEmpty
  }

  /// Whether no code of the app runs, and none of its own will until somebody calls it.
  var isIdle: Bool {
    main.running == nil && !main.hasWork && timers.isEmpty && deferred.isEmpty
      && !globalQueues.isInUse && underWay.isEmpty
  }

  private var workBeside: String {
    device.platform.family == .iOS ? "work on a global queue" : "work beside the main thread"
  }

  /// Returns in words what keeps the app from being done at the end of its time: the callback that
  /// runs, else what is under way; nil: nothing does.
  var delay: String? {
    if let running = main.running {
      let place = behavior?.location(of: running.fiber).map { ", at \($0)" }
      return "\(callbackName) was still running at the deadline\(place ?? "")"
    }
    return underWay.first.map { work in
      "\(work.what)\(work.location.map { ", begun at \($0)," } ?? "")"
        + " was still under way at the deadline"
    }
  }

  /// Reports that the completion handler that a method got was not called in time, and why as far
  /// as the device sees. Returns the reason in words.
  func reportNoCompletion(of method: String, within limit: TimeSpan) -> String {
    let words =
      delay.map { "completion handler was not called within \(limit): \($0)" }
      ?? "completion handler was never called"
    let waits = main.running == nil && underWay.first?.isRequest == true
    let rule: FindingRule =
      waits
      ? .completionWaitsForServer
      : delay == nil ? .completionNeverCalled : .completionTooLate
    report(rule, words, at: behavior?.location(ofMethod: method))
    return words
  }

  // MARK: Cut-off work

  /// The app has said that a piece of work is done, and the time that it had for it with it.
  ///
  /// - Parameters:
  ///   - words: how it has said so, in the past tense; nil: what goes on is told by other rules.
  func hasFinished(begunAt start: Instant, _ words: (() -> String)? = nil) {
    if finished.count == FinishedWork.mostKept { finished.removeFirst() }
    finished.append(FinishedWork(words: words, time: start...agenda.now, step: agenda.count))
  }

  /// The time of work is over before it is done, which was told.
  func tookTooLong(since start: Instant) { overdueSince = min(overdueSince ?? start, start) }

  /// Reports what the app has begun and is not done with, at the lines that began it; what was told
  /// at an earlier suspension is not told again.
  private func reportCutOffWork() {
    defer { finished = [] }
    var cut = takeCutOffWork()
    if cut.isEmpty { overdueSince = nil }
    cut.removeAll { isGuard($0) || isOverdue($0) }
    guard !cut.isEmpty else { return }
    // A mistake that a service reports and the work cut off by it are one.
    // A block of asyncAfter only waits: it may guard the work, which is done.
    let isWork = cut.contains { !$0.isDelayed }
    if isWork, device.services.accountForCutOff(of: self) { return }
    let how =
      device.platform.family == .android ? "as its process was frozen" : "by suspension"
    var told = Set<SourceLocation?>()
    for work in cut where told.insert(work.location).inserted {
      let words = "\(work.what) was cut off \(how)"
      if let how = completion(before: work) {
        report(.workAfterCompletion, "\(words), for \(how())", at: work.location)
      } else {
        report(.workCutOff, words, at: work.location)
      }
    }
  }

  /// Whether a block of asyncAfter guards work that the app has said to be done since: it was asked
  /// for in its time. One that is asked for in the callback that says so goes on after it.
  private func isGuard(_ work: CutOff) -> Bool {
    guard work.isDelayed, let began = work.began, let step = work.step else { return false }
    return finished.contains { $0.time.contains(began) && step < $0.step }
  }

  /// Whether work is what goes on of a callback that took too long.
  private func isOverdue(_ work: CutOff) -> Bool {
    guard let overdueSince else { return false }
    return work.began.map { $0 >= overdueSince } ?? true
  }

  /// Returns how the app has said to be done with that in which a piece of work was begun: the last
  /// that had begun before it; nil: it has not.
  private func completion(before work: CutOff) -> (() -> String)? {
    guard let began = work.began else { return nil }
    return finished.filter { $0.words != nil && $0.time.contains(began) }
      .max { $0.time.lowerBound < $1.time.lowerBound }?.words
  }

  /// Returns what suspension cuts off, each once.
  private func takeCutOffWork() -> [CutOff] {
    var cut = device.services.cutOff(of: self)
    for busy in globalQueues.busy.elements where !busy.isCutOff {
      globalQueues.busy[busy.fiber]?.isCutOff = true
      cut.append(CutOff(workBeside, at: behavior?.location(of: busy.fiber)))
    }
    if !unfinished.isEmpty {
      var left = unfinished
      unfinished = UnfinishedWork()
      cut += left.take(device.platform.family) { behavior?.location(of: $0) }
    }
    return cut
  }
}

/// Work that an app has said to be done.
struct FinishedWork {
  /// An app that is never suspended finishes any number.
  static let mostKept = 8

  /// How it has said so; asked for only where it was wrong. nil: other rules tell that.
  let words: (() -> String)?
  /// From its beginning until the app has said so.
  let time: ClosedRange<Instant>
  /// The step of its end.
  let step: Int
}

/// Work that suspension cuts off.
struct CutOff: Equatable {
  let what: String
  /// The line that began it.
  let location: SourceLocation?
  /// It waits for a server.
  var isRequest = false
  /// It waits for its moment.
  var isDelayed = false
  /// When it was begun; nil: nobody knows.
  var began: Instant?
  /// The step of that, of what waits for its moment.
  var step: Int?

  init(_ what: String, at location: SourceLocation?) {
    self.what = what
    self.location = location
  }
}
