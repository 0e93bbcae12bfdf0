import Simulation

/// Everything one run is a function of, but the policy and the apps' code.
public struct Scenario: Sendable {
  public var title: String
  public var duration: TimeSpan
  /// Time of day at the start.
  public var startsAt: TimeSpan
  public var seed: UInt64
  public var device: DeviceConfiguration
  public var apps: [AppConfiguration]
  public var servers: [ServerConfiguration]
  /// In order of time.
  public var user: [UserAction]
  /// Pushes to its apps.
  public var pushes: [PushSource] = []
  /// In order of time; before the first, Wi-Fi.
  public var network: [NetworkChange]
  /// In order of time; before the first, a full battery off the charger.
  public var power: [PowerChange]
  /// Where the battery's level comes from.
  public var battery = BatterySource.scenario
  /// Where the device is, in order of time; before the first, it is not known.
  public var locations: [LocationChange] = []
  /// How hot it is, in order of time; before the first, nominal.
  public var thermal: [ThermalChange] = []
  /// The values that Bluetooth accessories send, in order of time.
  public var accessories: [AccessoryEvent] = []
  /// The device has just been restarted and is unlocked for the first time then, or when the user
  /// first opens an app; nil: it was unlocked before, and laid down at the start.
  public var firstUnlock: Instant?

  public init(
    title: String = "", duration: TimeSpan, startsAt: TimeSpan = .zero, seed: UInt64 = 1,
    device: DeviceConfiguration = DeviceConfiguration(), apps: [AppConfiguration] = [],
    servers: [ServerConfiguration] = [], user: [UserAction] = [], network: [NetworkChange] = [],
    power: [PowerChange] = []
  ) {
    self.title = title
    self.duration = duration
    self.startsAt = startsAt
    self.seed = seed
    self.device = device
    self.apps = apps
    self.servers = servers
    self.user = user
    self.network = network
    self.power = power
  }
}

extension Scenario {
  /// The apps that a user may open: all but extensions, which come after them.
  public var openable: ArraySlice<AppConfiguration> { apps.prefix { $0.serves == nil } }
}

/// One app as the scenario declares it.
public struct AppConfiguration: Sendable {
  /// Unique among the scenario's apps.
  public var name: String
  public var modes: BackgroundModes
  public var memory: MemoryFootprint
  /// The user's switch for this app (F1).
  public var backgroundRefresh: Bool
  /// Hosts of the servers whose items the app is there to show: what they publish is missing from
  /// the start until the app receives it. Any other server is followed from the first request on.
  public var follows: [String]
  /// Identifiers for which it may ask BGTaskScheduler; an app that has any gets no background fetch
  /// where there is that.
  public var permittedIdentifiers: [String]
  /// The identifier of its bundle, with which those of its continued tasks begin; nil: any do.
  public var bundleIdentifier: String?
  /// The kind of its widget, which the user puts on the home screen when the app is first launched;
  /// nil: there is none.
  public var widget: String?
  /// The app whose notification service extension it is: a process of its own that nobody opens, and
  /// that only alerts start; nil: it is an app.
  public var serves: AppID?
  /// The options of its script that policies may see, by name.
  public var visibleOptions: [AppOption]
  /// What an app of Android's may do with exact alarms.
  public var exactAlarms = ExactAlarmPermission(isDeclared: false)
  /// The types of foreground services that an app of Android's declares.
  public var serviceTypes: ServiceTypes = []
  /// An app of Android's has the permission RECEIVE_BOOT_COMPLETED.
  public var receivesBoot = false
  /// It has the permission ACCESS_BACKGROUND_LOCATION.
  public var locatesBehind = false
  /// The standby bucket in which the maker's predictor of an Android phone expects the app, as long
  /// as the scenario lasts; nil: there is no predictor, as in AOSP.
  public var predictedBucket: AppBucket?
  /// Apps of one group are also reported together; empty: it is in none.
  public var group: String

  public init(
    name: String, modes: BackgroundModes = [], memory: MemoryFootprint = MemoryFootprint(),
    backgroundRefresh: Bool = true, follows: [String] = [], permittedIdentifiers: [String] = [],
    bundleIdentifier: String? = nil, widget: String? = nil, serves: AppID? = nil,
    visibleOptions: [AppOption] = [], group: String = ""
  ) {
    self.name = name
    self.modes = modes
    self.memory = memory
    self.backgroundRefresh = backgroundRefresh
    self.follows = follows
    self.permittedIdentifiers = permittedIdentifiers
    self.bundleIdentifier = bundleIdentifier
    self.widget = widget
    self.serves = serves
    self.visibleOptions = visibleOptions
    self.group = group
  }
}

/// `UIBackgroundModes`.
public struct BackgroundModes: OptionSet, Sendable {
  public let rawValue: UInt16

  public init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  public static let fetch = BackgroundModes(rawValue: 1)
  public static let audio = BackgroundModes(rawValue: 2)
  public static let location = BackgroundModes(rawValue: 4)
  public static let bluetooth = BackgroundModes(rawValue: 8)
  public static let processing = BackgroundModes(rawValue: 16)
  public static let remoteNotification = BackgroundModes(rawValue: 32)

  /// No mode of UIBackgroundModes: a continued task keeps the app running.
  static let continuedTask = BackgroundModes(rawValue: 64)

  /// No mode of iOS's: the app runs from the start of the run and is never suspended, as a system
  /// process does. For measurements; scenarios in Lua cannot name it.
  public static let resident = BackgroundModes(rawValue: 128)

  public static let voip = BackgroundModes(rawValue: 256)

  /// The modes by which an app may keep running in the background (B13).
  public static let continuous: BackgroundModes = [
    .audio, .location, .bluetooth, .voip, .resident,
  ]

  /// The modes by their names in scenarios, with the feature that a version must have for each;
  /// nil: every version has it.
  public static let byName: [(name: String, mode: BackgroundModes, feature: Feature?)] = [
    ("fetch", .fetch, .backgroundFetch), ("audio", .audio, nil), ("location", .location, nil),
    ("bluetooth", .bluetooth, nil), ("processing", .processing, .taskScheduler),
    ("remote-notification", .remoteNotification, .silentPush), ("voip", .voip, .pushKit),
  ]

  var mayKeepRunning: Bool { !isDisjoint(with: .continuous) }
}

/// An app's memory by state, in megabytes (section 6).
public struct MemoryFootprint: Sendable {
  public var foreground: Double
  public var background: Double
  public var suspended: Double

  public init(foreground: Double = 150, background: Double = 80, suspended: Double = 40) {
    self.foreground = foreground
    self.background = background
    self.suspended = suspended
  }

  /// Returns the footprint of what may hold no more than so many bytes.
  func limited(toBytes bytes: Int) -> MemoryFootprint {
    let most = Double(bytes) / 1_048_576
    return MemoryFootprint(
      foreground: min(foreground, most), background: min(background, most),
      suspended: min(suspended, most))
  }

  /// In whole kilobytes, so that sums are exact.
  func kilobytes(in state: ApplicationState) -> Int {
    switch state {
    case .notRunning: 0
    case .inactive, .active: MemoryFootprint.kilobytes(foreground)
    case .background: MemoryFootprint.kilobytes(background)
    case .suspended: MemoryFootprint.kilobytes(suspended)
    }
  }

  /// Returns whole kilobytes; a number beyond all measure is cut.
  static func kilobytes(_ megabytes: Double) -> Int {
    Int((max(0, min(megabytes, 1e11)) * 1_024).rounded())
  }
}

/// A server that apps talk to.
public struct ServerConfiguration: Sendable, Equatable {
  public var host: String
  /// Latency is log-normal with this median and 95th percentile.
  public var latencyMedian: TimeSpan
  public var latencyP95: TimeSpan
  public var bytesPerSecond: Double
  /// Probability that a request is answered with status 500.
  public var failureProbability: Double
  public var publication: Publication
  /// Size of every answer.
  public var answerBytes: Double
  /// The bytes that each new item adds to an answer.
  public var itemBytes: Double

  public init(
    host: String, latencyMedian: TimeSpan = .milliseconds(100),
    latencyP95: TimeSpan = .milliseconds(400), bytesPerSecond: Double = 10_000_000,
    failureProbability: Double = 0, publication: Publication = .never,
    answerBytes: Double = 1_000, itemBytes: Double = 2_000
  ) {
    self.host = host
    self.latencyMedian = latencyMedian
    self.latencyP95 = latencyP95
    self.bytesPerSecond = bytesPerSecond
    self.failureProbability = failureProbability
    self.publication = publication
    self.answerBytes = answerBytes
    self.itemBytes = itemBytes
  }

  /// When a server has something new.
  public enum Publication: Sendable, Equatable {
    case never
    /// The first after one period.
    case every(TimeSpan)
    /// A Poisson process.
    case perHour(Double)
    /// A Poisson process whose rate goes by the hour of the day: so many an hour in each, from
    /// midnight; the run starts at this time of day.
    case byHour([Double], startsAt: TimeSpan)
    /// In order of time.
    case at([Instant])
  }
}

/// One thing the user does.
public struct UserAction: Sendable, Equatable {
  public enum Kind: Sendable, Equatable {
    /// Brings an app to the front; the app that was there leaves.
    case open(AppID)
    /// Leaves the app in front for the home screen.
    case close
    /// Swipes an app away in the app switcher (P6).
    case forceQuit(AppID)
    /// Locks the device, and leaves the app in front by that.
    case lock
    /// Unlocks it, and returns to the app that was in front.
    case unlock
  }
  public var at: Instant
  public var kind: Kind

  public init(at: Instant, kind: Kind) {
    self.at = at
    self.kind = kind
  }
}

/// Where the level of the battery comes from that apps, policies and the rule of low power see.
public enum BatterySource: Sendable, Equatable {
  /// `Scenario.power` says it, so that it is the same whatever apps and policy do.
  case scenario
  /// It follows the energy spent, and the charger; `Scenario.power` says it at the start only.
  ///
  /// The user turns Low Power Mode on when the level falls to `lowPowerAt` off the charger, and the
  /// device turns it off once the charger has brought it to 80 %; with 0 only the scenario does.
  case simulated(lowPowerAt: Double)
}
