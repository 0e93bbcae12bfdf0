import Simulation

/// The device at one moment, as far as a policy may know it.
public struct DeviceSnapshot: Sendable {
  public let now: Instant
  /// Time since midnight of the simulated day.
  public let timeOfDay: TimeSpan
  public let power: PowerStatus
  public let network: NetworkKind
  public let pool: PoolSnapshot
  /// Slots free now in the lane that is decided on, by both limits of F2; else of short work.
  public let freeSlots: Int
  /// How many apps the device has.
  public let appCount: Int
  /// The user has an app in front.
  public let isInUse: Bool
  /// The day of the week, from 1 for Sunday; the first day of a run is a Monday.
  public let weekday: Int
  /// How long the user has had an app in front since the start, all in all.
  public let screenOn: TimeSpan
  /// For how long the present network's radio stays awake after its last packet; zero when it
  /// sleeps.
  public let radioTail: TimeSpan
  /// Spent since the start, work that has begun in full.
  public let energy: Energy
  /// The part of it that work in granted background time cost.
  public let backgroundEnergy: Energy
  /// Who will be a candidate, and when, the earliest first; told to a policy that `looksAhead`, else
  /// empty, since to find it out costs time.
  public let coming: [ComingWork]
  /// Somebody wants to know why: the answer is to be the same, with its explanation.
  public var explains: Bool

  public init(
    now: Instant, timeOfDay: TimeSpan, power: PowerStatus, network: NetworkKind,
    pool: PoolSnapshot, freeSlots: Int, appCount: Int, isInUse: Bool = false,
    weekday: Int = 2, screenOn: TimeSpan = .zero, radioTail: TimeSpan = .zero,
    energy: Energy = .zero, backgroundEnergy: Energy = .zero, coming: [ComingWork] = [],
    explains: Bool = false
  ) {
    self.now = now
    self.timeOfDay = timeOfDay
    self.power = power
    self.network = network
    self.pool = pool
    self.freeSlots = freeSlots
    self.appCount = appCount
    self.isInUse = isInUse
    self.weekday = weekday
    self.screenOn = screenOn
    self.radioTail = radioTail
    self.energy = energy
    self.backgroundEnergy = backgroundEnergy
    self.coming = coming
    self.explains = explains
  }

  /// The clock that shows the device's time of any moment.
  public var clock: DayClock { DayClock(showing: timeOfDay, at: now) }

  /// 0 to 23.
  public var hour: Int { Int(timeOfDay.nanoseconds / TimeSpan.hours(1).nanoseconds) }
  /// Minutes since midnight, 0 to 1439.
  public var minute: Int { Int(timeOfDay.nanoseconds / TimeSpan.minutes(1).nanoseconds) }
}

/// The shared budget as a policy sees it (U1).
public struct PoolSnapshot: Sendable {
  public let available: TimeSpan
  public let capacity: TimeSpan
  /// The moment of the next refill; nil when the pool is never refilled.
  public let nextRefill: Instant?
  public let refill: TimeSpan

  public init(available: TimeSpan, capacity: TimeSpan, nextRefill: Instant?, refill: TimeSpan) {
    self.available = available
    self.capacity = capacity
    self.nextRefill = nextRefill
    self.refill = refill
  }
}

/// One app, as far as a policy may know it.
///
/// The properties asked for of every candidate come first, so that they lie together in memory.
public struct AppSnapshot: Sendable {
  public let id: AppID
  public let state: ApplicationState
  /// The background modes that it declares.
  public let modes: BackgroundModes
  /// The user has opened it and not swiped it away since.
  public let isInAppSwitcher: Bool
  /// Background refresh is on, for the device and for this app (F1).
  public let backgroundRefresh: Bool
  /// Background time used since the start.
  public let used: TimeSpan
  /// How long the user has had any app in front since it was last used.
  public let screenOnSinceUse: TimeSpan
  /// New items that it has received since the start.
  public let newItems: Int
  /// Its last fetch or refresh.
  public let lastFetchBegan: Instant?
  /// When the user last had it in front; nil when never.
  public let lastUsed: Instant?
  public let lastOpened: Instant?
  /// Since when it has waited for a slot without a break; nil when it does not.
  public let waitingSince: Instant?
  /// Opens in each hour of the day since the start, 24 numbers.
  public let opensByHour: [Int]
  public let lastFetchResult: WorkResult?
  /// The bytes that its requests have sent and received since the start.
  public let bytes: Double
  /// Bytes between the beginning and the end of its last fetch that ended.
  public let lastFetchBytes: Double
  /// New items that it received in that time.
  public let lastFetchItems: Int
  /// Fetches in a row that failed, timed out or died.
  public let failuresInARow: Int
  public let usedToday: TimeSpan
  /// The options of its script that the scenario lets policies see, by name.
  public let options: [AppOption]
  public let name: String

  public init(
    id: AppID, name: String, state: ApplicationState = .suspended, modes: BackgroundModes = [],
    lastOpened: Instant? = nil, lastUsed: Instant? = nil, screenOnSinceUse: TimeSpan = .zero,
    opensByHour: [Int] = Array(repeating: 0, count: 24), lastFetchBegan: Instant? = nil,
    lastFetchResult: WorkResult? = nil, bytes: Double = 0, newItems: Int = 0,
    lastFetchBytes: Double = 0, lastFetchItems: Int = 0, failuresInARow: Int = 0,
    usedToday: TimeSpan = .zero,
    used: TimeSpan = .zero, waitingSince: Instant? = nil, isInAppSwitcher: Bool = true,
    backgroundRefresh: Bool = true, options: [AppOption] = []
  ) {
    self.id = id
    self.name = name
    self.state = state
    self.modes = modes
    self.lastOpened = lastOpened
    self.lastUsed = lastUsed
    self.screenOnSinceUse = screenOnSinceUse
    self.opensByHour = opensByHour
    self.lastFetchBegan = lastFetchBegan
    self.lastFetchResult = lastFetchResult
    self.bytes = bytes
    self.newItems = newItems
    self.lastFetchBytes = lastFetchBytes
    self.lastFetchItems = lastFetchItems
    self.failuresInARow = failuresInARow
    self.usedToday = usedToday
    self.used = used
    self.waitingSince = waitingSince
    self.isInAppSwitcher = isInAppSwitcher
    self.backgroundRefresh = backgroundRefresh
    self.options = options
  }

  /// Returns the value of an option; nil: the app has none of this name, or not for policies to
  /// see. O(options).
  public func option(_ name: String) -> AppOption.Value? {
    options.first { $0.name == name }?.value
  }
}
