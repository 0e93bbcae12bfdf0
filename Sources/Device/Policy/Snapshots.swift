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
  public var isInUse = false
  /// The day of the week, from 1 for Sunday; the first day of a run is a Monday.
  public var weekday = 2
  /// How long the user has had an app in front since the start, all in all.
  public var screenOn = TimeSpan.zero
  /// For how long the present network's radio stays awake after its last packet; zero when it
  /// sleeps.
  public var radioTail = TimeSpan.zero
  /// What one more fetch would cost the present network's radio now, beside its bytes, if it lasts
  /// a second: little while the radio is awake.
  public var fetchCost = Energy.zero
  /// Starts that the window of the lane that is decided on still allows, whether slots are free or
  /// not; else of short work. `Int.max`: they have no limit, as
  /// those of jobs have none.
  public var startsLeft = 0
  /// Spent since the start, work that has begun in full.
  public var energy = Energy.zero
  /// The part of it that work in granted background time cost.
  public var backgroundEnergy = Energy.zero
  /// Who will be a candidate, and when, the earliest first; told to a policy that `looksAhead`, else
  /// empty, since to find it out costs time.
  public var coming: [ComingWork] = []
  /// Somebody wants to know why: the answer is to be the same, with its explanation.
  public var explains = false
  /// The number of candidates of which somebody wants to know why, beside those that are chosen and
  /// the first that is not; the explanation may end there. Nil: of all.
  public var mostExplained: Int?

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
public struct AppSnapshot: Sendable, Equatable {
  public let id: AppID
  public let name: String
  public var state = ApplicationState.suspended
  /// The background modes that it declares.
  public var modes: BackgroundModes = []
  public var lastOpened: Instant?
  /// When the user last had it in front; nil when never.
  public var lastUsed: Instant?
  /// How long the user has had any app in front since it was last used.
  public var screenOnSinceUse = TimeSpan.zero
  /// Opens in each hour of the day since the start, 24 numbers.
  public var opensByHour = Array(repeating: 0, count: 24)
  /// Its last fetch, refresh or job.
  public var lastFetchBegan: Instant?
  public var lastFetchResult: WorkResult?
  /// The bytes that its requests have sent and received since the start.
  public var bytes = 0.0
  /// New items that it has received since the start.
  public var newItems = 0
  /// Bytes between the beginning and the end of its last fetch that ended.
  public var lastFetchBytes = 0.0
  /// New items that it received in that time.
  public var lastFetchItems = 0
  /// Fetches in a row that failed, timed out or died.
  public var failuresInARow = 0
  public var usedToday = TimeSpan.zero
  /// Background time used since the start.
  public var used = TimeSpan.zero
  /// Since when it has waited for a slot without a break; nil when it does not.
  public var waitingSince: Instant?
  /// The user has opened it and not swiped it away since.
  public var isInAppSwitcher = true
  /// Background refresh is on, for the device and for this app (F1).
  public var backgroundRefresh = true
  /// The options of its script that the scenario lets policies see, by name.
  public var options: [AppOption] = []

  /// Returns the value of an option; nil: the app has none of this name, or not for policies to
  /// see. O(options).
  public func option(_ name: String) -> AppOption.Value? {
    options.first { $0.name == name }?.value
  }
}

extension DeviceSnapshot {
  /// Creates the snapshot of a device that nobody uses; what else is known is set in it.
  public init(
    now: Instant, timeOfDay: TimeSpan, power: PowerStatus, network: NetworkKind,
    pool: PoolSnapshot, freeSlots: Int, appCount: Int
  ) {
    self.init(
      now: now, timeOfDay: timeOfDay, power: power, network: network, pool: pool,
      freeSlots: freeSlots, appCount: appCount, isInUse: false)
  }
}

extension AppSnapshot {
  /// Creates the snapshot of an app of which nothing is known; what is known is set in it.
  public init(id: AppID, name: String) { self.init(id: id, name: name, state: .suspended) }
}
