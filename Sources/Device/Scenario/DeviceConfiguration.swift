import Simulation

/// The simulated device's parameters; every one has a default (semantics.md).
public struct DeviceConfiguration: Sendable {
  public var platform: Platform
  public var limits: Limits
  public var pool = Pool()
  /// For fetches and other work of seconds.
  public var fetchSlots = SlotLimits()
  /// The budget of reloads that each widget has.
  public var widgets = Widgets()
  public var processingSlots = SlotLimits(concurrent: 1, starts: 6)
  /// Memory that all apps together may have, in megabytes.
  public var memoryMegabytes = 3072.0
  /// Cores that busy threads share, the app in front first; nil: each has one of its own.
  public var cores: Int?
  /// `UIDevice.current.isMultitaskingSupported`; false makes every begin return invalid (B10).
  public var multitasking = true
  /// The user's switch for background refresh, for all apps (F1).
  public var backgroundRefresh = true
  public var wifi = Link(latency: .milliseconds(10), bytesPerSecond: 5_000_000)
  public var cellular = Link(latency: .milliseconds(50), bytesPerSecond: 1_000_000)
  /// Below this level, while not charging, discretionary work stops (section 6).
  public var criticalBatteryLevel = 0.2
  /// From this heat on discretionary work waits.
  public var thermalHold = ThermalState.serious
  /// The processes that critical heat ends.
  public var endedByHeat = EndedByHeat.background
  public var energy = EnergyConfiguration()
  /// It has a passcode, without which nothing is protected.
  public var hasPasscode = true
  /// It locks itself so long after the user has laid it down; nil: it does not.
  public var autoLock: TimeSpan? = .seconds(30)
  /// An app is launched so long before the user opens it (iOS 15); zero: it is not.
  public var prewarming = TimeSpan.zero
  /// An Android device that lies unused dozes (docs/standby.md); false: it does not, as after
  /// `adb shell dumpsys deviceidle disable`.
  public var dozes = true
  /// What an Android device holds jobs for that do not require it (docs/standby.md), from Android 15
  /// on; Android's own default is nothing.
  public var flexibleConstraints: Set<FlexibleConstraint> = []

  /// A device with the limits of a version of the system.
  public init(_ platform: Platform = .newest) {
    self.platform = platform
    limits = platform.limits
  }

  /// The shared budget of background time (U1): as a phone's, which pays for discretionary work,
  /// unless a scenario declares one.
  public struct Pool: Equatable, Sendable {
    public var budget = DailyBudget<TimeSpan>(
      capacity: .minutes(10), refill: .seconds(25), every: .minutes(30))
    /// At the start; nil: full.
    public var initial: TimeSpan?
    public var pays = Payees.discretionary

    public var capacity: TimeSpan {
      get { budget.capacity }
      set { budget.capacity = newValue }
    }
    public var refill: TimeSpan {
      get { budget.refill }
      set { budget.refill = newValue }
    }
    /// The time between two refills; nil: it is never refilled.
    public var refillEvery: TimeSpan? {
      get { budget.refillEvery }
      set { budget.refillEvery = newValue }
    }

    /// The work that the pool pays for.
    public enum Payees: String, CaseIterable, Sendable {
      /// Background tasks too: the instrument of this simulator (docs/semantics.md, section 5).
      case all
      /// Fetches and the like alone, as on iOS: tasks get their time whatever others have used.
      case discretionary
    }

    /// Returns what it holds at the start of a run that begins at a time of day.
    public func initial(at timeOfDay: TimeSpan) -> TimeSpan {
      let full = budget.capacity(at: timeOfDay)
      return initial.map { min($0, budget.largestCapacity) } ?? full
    }
  }

  /// How often a widget may be reloaded: as a rule 40 to 70 times a day, 15 to 60 min apart. The
  /// defaults give 60 a day, and a few more to one that has waited.
  public struct Widgets: Equatable, Sendable {
    public var budget = DailyBudget<Int>(capacity: 5, refill: 1, every: .minutes(24))
    /// The least time from one reload to the next that its timeline asks for, or the budget pays.
    public var interval = TimeSpan.minutes(15)
  }

  /// How much work of a lane may run (F2).
  public struct SlotLimits: Equatable, Sendable {
    public var concurrent = 3
    /// Starts in any rolling `window`.
    public var starts = 12
    public var window = TimeSpan.hours(1)
    /// Parts of the day in which they differ; the first that a moment lies in counts.
    public var byTime: [Part] = []

    /// The part of the day that differs; nil: none does.
    public struct Part: Equatable, Sendable {
      public var hours = DayPart()
      public var concurrent: Int?
      public var starts: Int?

      public init() {}
    }

    /// Returns the limits of a time of day, alone. O(parts).
    public func at(_ timeOfDay: TimeSpan) -> SlotLimits {
      guard let part = byTime.first(where: { $0.hours.contains(timeOfDay) }) else { return self }
      var limits = self
      limits.concurrent = part.concurrent ?? concurrent
      limits.starts = part.starts ?? starts
      return limits
    }

    /// Returns how long after a time of day a part of the day begins or ends; nil: none does.
    public func nextChange(after timeOfDay: TimeSpan) -> TimeSpan? {
      byTime.flatMap { [$0.hours.from, $0.hours.to] }
        .map { $0 > timeOfDay ? $0 - timeOfDay : $0 + .days(1) - timeOfDay }.min()
    }
  }

  /// A network's addition to a server's own latency, and the rate that all transfers over it share.
  public struct Link: Sendable {
    public var latency: TimeSpan
    public var bytesPerSecond: Double

    public init(latency: TimeSpan, bytesPerSecond: Double) {
      self.latency = latency
      self.bytesPerSecond = bytesPerSecond
    }
  }
}

/// Time limits of processes (semantics.md, sections 2 to 4).
public struct Limits: Sendable {
  /// T of B2: the most background time one stay in the background gets.
  public var backgroundTime = TimeSpan.seconds(30)
  /// Handlers run so long before the deadline (B4).
  public var expirationLead = TimeSpan.seconds(5)
  /// An app without tasks is suspended so long after didEnterBackground returned (B8).
  public var suspensionDelay = TimeSpan.seconds(1)
  /// That holds after work in the background too, as for a cached process of Android's; else an app
  /// whose work is done is suspended at once.
  var lingers = false
  /// A request in flight at suspension goes on if the app runs again within this time; else its
  /// connection is lost.
  public var socketGrace = TimeSpan.seconds(30)
  /// A task older than this is a finding (B12).
  public var taskAge = TimeSpan.seconds(30)
  /// More open tasks than this end the process (B14).
  public var openTasks = 1_000
  /// The same where no version of the system would: the simulator keeps no more.
  public static let unlimitedTasks = 1_000_000
  /// From launch to the end of didFinishLaunching.
  public var launch = TimeSpan.seconds(20)
  public var enterBackground = TimeSpan.seconds(5)
  /// willTerminate.
  public var terminate = TimeSpan.seconds(5)
  /// Each other life-cycle callback.
  public var transition = TimeSpan.seconds(10)
  /// Any one callback in the background, and in front what runs on and on without a pause.
  public var callback = TimeSpan.seconds(20)
  /// `onReceive` of an app for Android in the background.
  public var receiver = TimeSpan.seconds(60)
  /// `onStartJob` and `onStopJob` of one in the background.
  public var job = TimeSpan.seconds(20)
  /// A callback that keeps an app in front from answering for so long is a finding.
  public var hang = TimeSpan.seconds(2)
  /// It ends the app, as on Android, where nobody waits for it.
  var endsHangs = false
  /// The time that a fetch's handler gets (F4).
  public var fetch = TimeSpan.seconds(30)
  /// A process that has fetched goes on for so long after its completion handler was called (F4).
  public var afterFetch = TimeSpan.zero
  /// The time that a processing task gets at most, and the least that one is begun with.
  public var processing = TimeSpan.minutes(10)
  public var shortestProcessing = TimeSpan.minutes(1)
  /// A refresh is late when it begins more than this after its earliest moment.
  public var refreshWindow = TimeSpan.hours(24)
  /// An app that did not complete a task is given no other for so long.
  public var taskThrottle = TimeSpan.hours(24)
  /// Continued tasks that run at once on the device.
  public var continuedTasks = 2
  /// A continued task whose progress stands still for so long is expired.
  public var taskProgress = TimeSpan.seconds(30)
  /// The time without being opened by its user after which an app's requests to BGTaskScheduler are
  /// cancelled.
  public var unopened = TimeSpan.days(14)
  /// The least time between two fetches of an app that asks for the minimum interval (F1).
  public var minimumFetchInterval = TimeSpan.minutes(15)
  /// The time that a location or an accessory's value gives an app that it wakes.
  public var wake = TimeSpan.seconds(10)
  /// A significant change of location is so far from the last one,
  public var significantMetres = 500.0
  /// and so long after it.
  public var significantInterval = TimeSpan.minutes(5)
  /// The device has crossed the boundary of a region once it has stayed beyond it for so long.
  public var regionDelay = TimeSpan.seconds(20)
  /// An app in the background that takes a greater share of a processor is ended,
  public var cpuShare = 0.8
  /// over so long,
  public var cpuWindow = TimeSpan.seconds(60)
  /// or over so long while it has a task open.
  public var cpuWindowWithTask = TimeSpan.seconds(180)
  /// Apps that are warned of a shortage of memory have so long before one of them is ended for it.
  public var memoryAnswer = TimeSpan.seconds(5)
  /// At critical heat an app in the background is ended after so long.
  public var criticalHeat = TimeSpan.seconds(10)
  /// More wake-ups of a process than this
  public var wakeUps = 45_000
  /// within so long are a finding.
  public var wakeUpWindow = TimeSpan.seconds(300)
  /// A push starts an app no sooner after the last that did.
  public var pushInterval = TimeSpan.minutes(15)
  /// More silent pushes to an app within an hour are a finding.
  public var advisedPushes = 3
  /// A reload of a widget is late when it begins so long after it was wanted.
  public var widgetLate = TimeSpan.hours(1)
  /// The time that a VoIP push gives an app that it wakes.
  public var voipPush = TimeSpan.seconds(30)
  /// A VoIP push is answered by a call within this time.
  public var callReport = TimeSpan.seconds(7)
  /// An app that has not reported a call so often is sent no VoIP push any more.
  public var unreportedCalls = 3
  /// The time that a notification service extension has for a notification.
  public var notificationService = TimeSpan.seconds(30)
  /// The memory that it may hold, in bytes.
  public var notificationServiceBytes = 24 << 20
  /// A background transfer whose session names no time fails after so long.
  public var transfer = TimeSpan.days(7)
  /// Off the charger discretionary transfers want a battery as full as this.
  public var transferBattery = 0.5
  /// The time for which transfers begun in the background are held back after the app was first
  /// resumed for transfers; it doubles after each further time.
  public var transferDelay = TimeSpan.minutes(1)
  /// Background sessions that an app may have.
  public static let transferSessions = 1_000
  /// The keys of protected data are kept for so long after the device was locked.
  public var protectedData = TimeSpan.seconds(10)
  /// A request without a timeout of its own.
  public var requestTimeout = TimeSpan.seconds(60)
  /// An app in front that waits longer for a lock held behind is a finding.
  public var lockWait = TimeSpan.seconds(2)
  /// A process that runs more callbacks than this at one instant is charged `livelockCost` for each
  /// further one until it lets time pass, so that a queue that never drains costs time.
  public var callbacksAtOneInstant = 1_000
  public var livelockCost = TimeSpan(nanoseconds: 250_000)
  /// A request weighs as so many callbacks, beside the one that gets its answer.
  static let callbacksARequest = 4
  /// Waiting for a lock weighs as so many callbacks, beside the one that gets it.
  static let callbacksALockWait = 1
  /// Locks that a process may hold and wait for.
  public static let locks = 1_000
  /// Requests of a process whose answers it has not taken.
  public static let openRequests = 10_000
  /// Bytes that an app keeps in files and in the keychain.
  public static let storedBytes = 4_000_000
  /// About what a file or an item takes beside its name and what is in it.
  public static let bytesAStoredItem = 64
  /// Places in its code that findings tell of an app; what is found beyond them is told without
  /// one.
  public static let findingPlaces = 1_000
  /// The most that an app may log in one run: bytes of its messages, and `bytesALogRecord` for
  /// each.
  public var logBytes = 64 << 20
  /// About what a record takes beside its message.
  static let bytesALogRecord = 64
  /// A policy is not asked again sooner than this because it asked for it.
  public var askAgain = TimeSpan.seconds(1)

  public init() {}
}

extension DeviceConfiguration {
  /// The apps that a device ends when its heat is critical.
  public enum EndedByHeat: String, CaseIterable, Sendable {
    case nothing
    /// Those that run in the background.
    case background
  }
}
