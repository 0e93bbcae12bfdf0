import Simulation

/// One app as the device runs it: its present process life, with a main thread, queues beside it
/// and timers, and what outlives the process.
///
/// Its life cycle, threads and suspension are in the files beside this one. It knows no service by
/// name: they hear what becomes of it, and are asked whether it has a reason to run.
final class Process: DeviceComponent {
  // MARK: What every callback touches, first and of plain values
  /// Where the process stands in its life cycle (P1).
  var state = ApplicationState.notRunning
  /// Counts process lives; events of an earlier one are void.
  var life: Int32 = 0
  /// Its code is running at this very moment.
  var isExecuting = false
  /// Whether the code that runs now runs beside the main thread.
  var isBesideMain = false
  /// When it last began work that takes time: CPU time in the background, a request, or the sleep of
  /// a Task, which stands for work in scripts.
  var workedAt = Instant.start
  /// When it last began a request; nil: it has begun none.
  var requestedAt: Instant?
  /// When the app last stored something in this life; nil: it has stored nothing.
  var storedAt: Instant?
  /// Less CPU time at a time is no work of its own.
  static let leastWork = TimeSpan.milliseconds(10)
  /// The modes that keep it running at present (B13).
  var runningModes: BackgroundModes = []
  var main = MainThread()
  /// The code that runs in the process; nil when no process runs. Only `behavior` changes it, and
  /// never while the code runs.
  private(set) var code: UnretainedRef<AppCode>?
  /// These are not checked for overlapping access at run time, since every callback asks for one of
  /// them: what is called on them calls nobody (docs/performance.md).
  @exclusivity(unchecked) private var ownTimers = Timers()
  @exclusivity(unchecked) private var ownQueues = GlobalQueues()
  @exclusivity(unchecked) private var ownUnfinished = UnfinishedWork()
  @exclusivity(unchecked) private var ownMainQueue = MainQueue()
  @exclusivity(unchecked) private var ownDeferred: [DeferredWork] = []
  /// What a policy may know of the app, or what it waits for, may have changed since the arbiter
  /// looked.
  var hasChanged = false
  /// Whether a mode, an alarm, a broadcast, a message or a service has ever let it run in the
  /// background, which takes no slot and has no short limit.
  var hasRunWithoutSlot = false
  /// It has tried to register a handler with BGTaskScheduler, permitted or not.
  var usesTaskScheduler = false
  let agenda: Agenda
  let livelock: Livelock

  // MARK: The present life
  private var keptCode: AppCode?
  /// Why the process must end as soon as the running code has returned.
  var failure: AppFailure?
  /// Where the callback stood that keeps the main thread too long in front.
  var hang: SourceLocation?
  /// When the app last came to the front.
  var inFrontSince = Instant.start
  /// The process has woken up so often as `main` says since then.
  var wakesSince = Instant.start
  var cpu = BackgroundCPU()
  /// The event at which it will have taken its share.
  var cpuLimit = EventToken.none
  /// The main thread's present or last work.
  var mainWork = MainWork(until: .start, isGranted: false)
  /// When its code last cancelled something that it awaits.
  var cancelledAt: Instant?
  /// An app without a reason to run is suspended then (B8); nil while that clock does not run.
  var suspensionDue: Instant?
  var suspendedAt: Instant?
  /// The last pieces of work that the app has said to be done since it was suspended.
  var finished: [FinishedWork] = []
  /// When the work began whose time is over though it is not done, which was told; what it still
  /// does is part of that mistake. nil: there is none, or the user has seen the app since.
  var overdueSince: Instant?
  /// What its code has told of the instructions that it took, in all its lives.
  var instructions = 0
  /// What the app has made that only a further call starts, in all its lives.
  var made = MadeThings()

  // MARK: What it is
  let id: AppID
  let configuration: AppConfiguration
  let limits: Limits
  /// Process lives, and how they ended.
  private(set) var counts = Counts()

  struct Counts {
    var launches = 0
    /// In the order of `ExitReason.allCases`.
    var exits = [Int](repeating: 0, count: ExitReason.allCases.count)
    /// Those of them with the app in front.
    var exitsInFront = [Int](repeating: 0, count: ExitReason.allCases.count)
  }

  init(_ id: AppID, _ configuration: AppConfiguration, _ agenda: Agenda, _ limits: Limits) {
    self.id = id
    self.configuration = configuration
    self.agenda = agenda
    self.limits = limits
    livelock = Livelock(limits)
  }

  /// The behaviour of the process; nil when no process runs.
  var behavior: (any AppBehavior)? {
    get { keptCode?.behavior }
    set {
      precondition(!isExecuting, "Process: the code of \(name) may not end while it runs")
      keptCode = newValue.map { AppCode($0) }
      code = keptCode.map { UnretainedRef($0) }
    }
  }

  var timers: Timers {
    @inline(__always) get { unsafe ownTimers }
    @inline(__always) _modify { yield unsafe &ownTimers }
  }

  var globalQueues: GlobalQueues {
    @inline(__always) get { unsafe ownQueues }
    @inline(__always) _modify { yield unsafe &ownQueues }
  }

  var unfinished: UnfinishedWork {
    @inline(__always) get { unsafe ownUnfinished }
    @inline(__always) _modify { yield unsafe &ownUnfinished }
  }

  var mainQueue: MainQueue {
    @inline(__always) get { unsafe ownMainQueue }
    @inline(__always) _modify { yield unsafe &ownMainQueue }
  }

  /// Came due while suspended (P3), in order.
  var deferred: [DeferredWork] {
    @inline(__always) get { unsafe ownDeferred }
    @inline(__always) _modify { yield unsafe &ownDeferred }
  }

  var name: String { configuration.name }

  /// Position among the device's apps.
  var index: Int { Int(id.index) }

  /// One of its modes keeps it running in the background now (B13).
  var runsInBackground: Bool { !runningModes.isEmpty }

  /// It runs from the start of the run, whatever happens.
  var isResident: Bool { configuration.modes.contains(.resident) }

  /// The process ends as soon as the running code returns.
  var isDoomed: Bool { main.isDoomed }

  /// Something that a policy may know of the app may have changed.
  func noteChange() {
    guard !hasChanged else { return }
    hasChanged = true
    device.arbiter.noteChange(of: self)
  }

  /// Carries out what has come due, if it is for the present life.
  func handle(_ event: ProcessEvent, of life: Int32) {
    noteChange()
    guard self.life == life, code != nil else { return }
    switch event {
    case .timer(let timer): timerIsDue(timer)
    case .turn: turn()
    case .mainTurn: goOnOnMain()
    case .dispatch(let block): dispatchIsDue(block)
    case .beside(let block): runBeside(block)
    case .deferred: runDeferredBeside()
    case .besideTurn(let fiber): goOnBeside(fiber)
    case .wake(let fiber): wakes(fiber)
    case .doom: endDoomed()
    case .quit: quit()
    case .cpuLimit: hasTakenItsShare()
    case .callbackLimit: callbackIsLong()
    case .transitionLimit: transitionIsTooLong()
    case .suspension: suspensionIsDue()
    case .reservationEnd: device.budget.adjust(self)
    }
  }

  /// Puts something of this life on the agenda.
  @discardableResult
  func schedule(_ event: ProcessEvent, at instant: Instant, rank: UInt8 = DeviceEvent.Rank.callback)
    -> EventToken
  {
    agenda.schedule(.process(event, id, life: life), at: instant, rank: rank)
  }

  func record(_ record: Record, at place: SourceLocation? = nil) {
    device.recorder.record(record, of: name, at: place)
  }

  func report(_ rule: FindingRule, _ message: String, at location: SourceLocation?) {
    device.recorder.report(rule, message, of: self, at: location)
  }

  func withdraw(_ rule: FindingRule, _ message: String, at location: SourceLocation?) {
    device.recorder.withdraw(rule, message, of: self, at: location)
  }

  // MARK: Figures

  func countLaunch() { counts.launches += 1 }

  func countExit(_ reason: ExitReason) {
    guard let index = ExitReason.allCases.firstIndex(of: reason) else { return }
    counts.exits[index] += 1
    if state.isForeground { counts.exitsInFront[index] += 1 }
  }

  func forgetCounts() { counts = Counts() }
}

/// An app's code in one process life: constant, so that it runs without being counted.
final class AppCode {
  let behavior: any AppBehavior

  init(_ behavior: any AppBehavior) { self.behavior = behavior }
}
