import Simulation

/// The rules of one version of Android: every number that differs by version, a value for each
/// service, in a file beside this one. What a `...Rules()` says is Android 15's; a version sets what differs.
public struct AndroidRules: Sendable, Equatable {
  /// Its major version: 15.
  public let version: Int
  /// JobScheduler: constraints, windows, quota.
  public var jobs = JobRules()
  /// AlarmManager: windows, batches, what idle and standby allow.
  public var alarms = AlarmRules()
  /// Doze, light and deep.
  public var doze = DozeRules()
  /// App standby buckets.
  public var buckets = BucketRules()
  /// Firebase Cloud Messaging.
  public var messaging = MessagingRules()
  /// Foreground services.
  public var services = ServiceRules()
  /// Wake locks.
  public var wakeLocks = WakeLockRules()
  public var processes = ProcessRules()

  init(version: Int) { self.version = version }

  /// All versions, the oldest first.
  static let all = [android13, android15, android16]

  /// What becomes of processes.
  public struct ProcessRules: Sendable, Equatable {
    /// A process that is cached, having nothing to do and nothing to show, is frozen after so long
    /// (AOSP, CachedAppOptimizer, DEFAULT_FREEZER_DEBOUNCE_TIMEOUT).
    public var freezeDelay = TimeSpan.seconds(10)
    /// An app that was in use is active for so long after it (AOSP, ActivityManagerConstants,
    /// DEFAULT_BACKGROUND_SETTLE_TIME).
    public var settling = TimeSpan.seconds(60)
    /// A process is launched, and its `onCreate` has returned, within so long (AOSP,
    /// ActivityManagerService, BIND_APPLICATION_TIMEOUT).
    public var launch = TimeSpan.seconds(15)
    /// The app in front that does not answer for so long is not responding (AOSP,
    /// ActivityTaskManagerService, KEY_DISPATCHING_TIMEOUT_MS).
    public var answer = TimeSpan.seconds(5)
    /// One behind has so long for a callback (AOSP, ActivityManagerConstants, SERVICE_TIMEOUT; that of
    /// a process that nobody has opened is ten times as long there).
    public var service = TimeSpan.seconds(20)
    /// A receiver behind has so long for `onReceive` (ActivityManagerService, BROADCAST_BG_TIMEOUT; one
    /// in front must answer as any app there).
    public var receiver = TimeSpan.seconds(60)
    /// An activity that is left has stopped within so long (AOSP, ActivityRecord, STOP_TIMEOUT).
    public var stop = TimeSpan.seconds(11)
    /// And one that is swiped away is destroyed within so long (DESTROY_TIMEOUT).
    public var destroy = TimeSpan.seconds(10)

    public init() {}
  }
}

extension Platform {
  /// All versions of Android that are modelled, the oldest first.
  public static let android = AndroidRules.all.map(Platform.init(_:))

  public static let android13 = Platform(.android13)
  public static let android15 = Platform(.android15)
  public static let android16 = Platform(.android16)
  /// The version of a device that is only said to be of Android.
  public static let newestAndroid = android16
}

extension Limits {
  /// The limits of a version of Android; what iOS alone has is switched off.
  init(android rules: AndroidRules) {
    self.init()
    let processes = rules.processes
    suspensionDelay = processes.freezeDelay
    lingers = true
    launch = processes.launch
    hang = processes.answer
    endsHangs = true
    transition = processes.answer
    enterBackground = processes.stop
    terminate = processes.destroy
    callback = processes.service
    receiver = processes.receiver
    job = rules.jobs.endsLateApps ? rules.jobs.answer : processes.service
    cpuShare = 1_000
    wakeUps = .max
    openTasks = Limits.unlimitedTasks
    taskAge = .max
  }
}

extension DeviceConfiguration {
  /// The rules of the device's version of Android, which it has, or the program ends.
  var androidRules: AndroidRules {
    guard let rules = platform.android else {
      fatalError("\(platform.name) is no version of Android; ask Platform.family before")
    }
    return rules
  }
}
