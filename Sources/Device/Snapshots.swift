import Simulation

/// What a policy may know of the device at one moment.
public struct DeviceSnapshot: Sendable {
  public let now: Instant
  /// Time since midnight of the simulated day.
  public let timeOfDay: TimeSpan
  public let power: PowerStatus
  public let network: NetworkKind
  public let pool: PoolSnapshot
  /// Fetch slots free now, by both limits of F2.
  public let freeSlots: Int
  /// How many apps the device has.
  public let appCount: Int
  /// The user has an app in front.
  public let isInUse: Bool
  /// Somebody wants to know why: the answer is to be the same, with its explanation.
  public var explains: Bool

  public init(
    now: Instant, timeOfDay: TimeSpan, power: PowerStatus, network: NetworkKind,
    pool: PoolSnapshot, freeSlots: Int, appCount: Int, isInUse: Bool = false,
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
    self.explains = explains
  }

  /// 0 to 23.
  public var hour: Int { Int(timeOfDay.nanoseconds / TimeSpan.hours(1).nanoseconds) }
}

/// The shared budget as a policy sees it (U1).
public struct PoolSnapshot: Sendable {
  public let available: TimeSpan
  public let capacity: TimeSpan
  /// Nil when the pool is never refilled.
  public let nextRefill: Instant?
  public let refill: TimeSpan

  public init(available: TimeSpan, capacity: TimeSpan, nextRefill: Instant?, refill: TimeSpan) {
    self.available = available
    self.capacity = capacity
    self.nextRefill = nextRefill
    self.refill = refill
  }
}

/// Battery and charger.
public struct PowerStatus: Sendable, Equatable {
  /// 0 to 1.
  public var level: Double
  public var isCharging: Bool
  public var isLowPowerMode: Bool

  public init(level: Double, isCharging: Bool, isLowPowerMode: Bool = false) {
    self.level = level
    self.isCharging = isCharging
    self.isLowPowerMode = isLowPowerMode
  }
}

/// What a policy may know of one app.
public struct AppSnapshot: Sendable {
  public let id: AppID
  public let name: String
  public let state: ApplicationState
  public let lastOpened: Instant?
  /// Opens in each hour of the day since the start, 24 numbers.
  public let opensByHour: [Int]
  public let lastFetchBegan: Instant?
  public let lastFetchResult: FetchResult?
  /// Fetches in a row that failed, timed out or died.
  public let failuresInARow: Int
  public let usedToday: TimeSpan
  /// Background time used since the start.
  public let used: TimeSpan
  /// Since when it has waited for a slot without a break; nil when it does not.
  public let waitingSince: Instant?
  /// The user has opened it and not swiped it away since.
  public let isInAppSwitcher: Bool
  /// Background refresh is on, for the device and for this app (F1).
  public let backgroundRefresh: Bool

  public init(
    id: AppID, name: String, state: ApplicationState = .suspended, lastOpened: Instant? = nil,
    opensByHour: [Int] = Array(repeating: 0, count: 24), lastFetchBegan: Instant? = nil,
    lastFetchResult: FetchResult? = nil, failuresInARow: Int = 0, usedToday: TimeSpan = .zero,
    used: TimeSpan = .zero, waitingSince: Instant? = nil, isInAppSwitcher: Bool = true,
    backgroundRefresh: Bool = true
  ) {
    self.id = id
    self.name = name
    self.state = state
    self.lastOpened = lastOpened
    self.opensByHour = opensByHour
    self.lastFetchBegan = lastFetchBegan
    self.lastFetchResult = lastFetchResult
    self.failuresInARow = failuresInARow
    self.usedToday = usedToday
    self.used = used
    self.waitingSince = waitingSince
    self.isInAppSwitcher = isInAppSwitcher
    self.backgroundRefresh = backgroundRefresh
  }
}
