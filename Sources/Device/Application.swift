import Simulation

/// One app of the device, as its own code sees it: `UIApplication` and what lies around it.
///
/// The methods that an app's code calls are in `Application+API.swift`; they may be called only
/// while the device runs a callback of this app. State of a process life is in `process`.
public final class Application {
  public let id: AppID

  // MARK: The present process life, first because every callback touches it
  var state = ApplicationState.notRunning
  /// Counts process lives; events of an earlier one are void.
  var life: Int32 = 0
  var behavior: (any AppBehavior)?
  var main = MainThread()
  var process: ProcessLife

  // MARK: What it is
  public let configuration: AppConfiguration
  unowned let device: Device
  /// What the app's code keeps across process lives (P5); the device never looks into it.
  public var storage: AnyObject?

  // MARK: Remembered across process lives
  var statistics: AppStatistics
  var fetching = FetchHistory()
  var usage = UsageHistory()
  /// The user has swiped the app away and not opened it since (P6).
  var isForceQuit = false
  /// Places told of by findings.
  var findingPlaces = 0
  /// Bytes logged in the run.
  var logged = 0
  /// When the user last swiped it away.
  var forceQuitAt = Instant.start
  /// Number of fetches given so far.
  var fetchCount: Int32 = 0
  /// What this app has received, server by server.
  var subscriptions: [Subscription]
  /// Its opens that count for freshness.
  var opensWithContent: [OpenWithContent] = []
  /// How complete its content was is counted up to then; nil while it follows no server that
  /// publishes.
  var followedUntil: Instant?

  init(id: AppID, configuration: AppConfiguration, device: Device, servers: Int) {
    self.id = id
    self.configuration = configuration
    self.device = device
    statistics = AppStatistics(name: configuration.name, group: configuration.group)
    subscriptions = Array(repeating: Subscription(), count: servers)
    process = ProcessLife(lead: device.limits.expirationLead)
  }

  public var name: String { configuration.name }
}

/// What the device remembers of an app's fetches (F1, F6).
struct FetchHistory {
  /// Nil: never, the default.
  var interval: TimeSpan?
  /// The app has set it, be it to never.
  var isIntervalSet = false
  var intervalSet = Instant.start
  /// When it first asked to fetch, and the shortest interval that it ever set.
  var firstSet: Instant?
  var shortestInterval: TimeSpan?
  var lastBegan: Instant?
  var lastResult: FetchResult?
  /// What the app had received when the running or last fetch began.
  var before = Received()
  /// Between the beginning and the end of the last one that ended.
  var brought = Received()
  var failuresInARow = 0
  var eligibleSince: Instant?
  /// The event at which the interval will have elapsed.
  var due = EventToken.none
}

/// What an app's requests have brought.
struct Received {
  /// Sent and received.
  var bytes = 0.0
  var items = 0

  static func - (left: Received, right: Received) -> Received {
    Received(bytes: left.bytes - right.bytes, items: left.items - right.items)
  }
}

/// What the device remembers of an app's use.
struct UsageHistory {
  var lastOpened: Instant?
  /// When it last left the front: the order in which memory pressure ends suspended apps.
  var lastUsed = Instant.start
  /// How long any app had been in front when this one last was.
  var screenOnWhenUsed = TimeSpan.zero
  var opensByHour = [Int](repeating: 0, count: 24)
  /// Since the start.
  var received = Received()
  /// Background time used since the start, as far as it is booked.
  private(set) var used = TimeSpan.zero
  /// The part of it in the day that began at `midnight`.
  private var usedThatDay = TimeSpan.zero
  private var midnight = Instant.start

  func used(onDayOf midnight: Instant) -> TimeSpan {
    midnight == self.midnight ? usedThatDay : .zero
  }

  /// Books a stretch of background time that ends now; what lies before midnight is yesterday's.
  mutating func book(from began: Instant, to now: Instant, midnight: Instant) {
    if midnight != self.midnight {
      self.midnight = midnight
      usedThatDay = .zero
    }
    used += now - began
    usedThatDay += now - max(began, midnight)
  }
}

/// Everything that dies with a process, beside its main thread.
struct ProcessLife {
  var timers = Timers()
  var mainQueue = MainQueue()
  /// Why the process must end as soon as the running code has returned; see `Application.doom`.
  var doom: AppFailure?
  var tasks = BackgroundTasks()
  var clock: BackgroundClock
  var requests = Requests()
  var reservation: Reservation?
  /// When the last one was closed.
  var reservationClosed: Instant?
  /// The main thread's present or last work.
  var mainWork = MainWork(until: .start, isGranted: false)
  var fetch: RunningFetch?
  var locks: [HeldLock] = []
  var lockCount: Int32 = 0
  /// Waits for locks that are not over.
  var lockWaits = 0
  /// Came due while suspended (P3), in order.
  var deferred: [DeferredWork] = []
  /// Work on global queues (P7).
  var beside = BesideWork()
  var unfinished = UnfinishedWork()
  /// An app without tasks is suspended then (B8); nil while that clock does not run.
  var suspensionDue: Instant?
  /// The handlers, deadline and grant of the clock have events in the queue.
  var lead = EventToken.none
  var deadline = EventToken.none
  /// It was reported that no fetch interval is set.
  var isIntervalReported = false
  /// The last begin that was refused in this stay in the background.
  var refusedBegin: (location: SourceLocation, at: Instant)?
  var suspendedAt: Instant?

  init(lead: TimeSpan) {
    clock = BackgroundClock(lead: lead)
  }
}

/// CPU time that the main thread has begun to spend.
struct MainWork {
  let until: Instant
  /// In granted background time.
  let isGranted: Bool
}

/// Background time reserved for a process: one stretch, however many reasons it has.
struct Reservation {
  let began: Instant
  var end: Instant
  var granted: TimeSpan
  var expiry: EventToken
  /// Expiration handlers were called while it was held (F6).
  var isExpired = false
}

/// A fetch that has begun and is not completed (F4).
struct RunningFetch {
  let id: FetchID
  let began: Instant
  /// When the completion handler is due.
  var limit: Instant
  var token: EventToken
  /// The user opened the app meanwhile: no limit, no slot, no pool (F7).
  var isDetached = false
}

struct HeldLock {
  let id: LockID
  let name: String
  let location: SourceLocation
}

/// Blocks on global queues: fibers that are busy there, and which of the waiting ones belong there.
struct BesideWork {
  struct Busy {
    let fiber: FiberID
    var due: Instant
    var token: EventToken
    /// In granted background time.
    let isGranted: Bool
    /// Suspension has cut it off, which was reported.
    var isCutOff = false
  }

  var busy = InOrder<FiberID, Busy>()
  var burst = Burst()
  /// CPU time of preempted code since the queues were last idle.
  var endless = TimeSpan.zero
  /// Fibers that wait and go on beside the main thread; asked for membership only.
  var waiting: Set<FiberID> = []
}

/// What an app has of a server.
struct Subscription {
  /// Whether what the server publishes counts as missing until it is received.
  var isFollowed = false
  /// Items received so far.
  var received = 0
  /// Draws latency and failure of this app's requests to this server.
  var stream: RandomStream?
}
