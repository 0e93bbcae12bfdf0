import Simulation

/// What an app asks of JobScheduler: `JobInfo`.
public struct JobRequest: Equatable, Sendable {
  /// The app's own number; a job replaces the one of the same number.
  public var id: Int32
  /// The worker of WorkManager's that the job is for, whose `doWork` is called; nil: it is the app's
  /// own, for `onStartJob`.
  public var worker: String?
  public var network = JobNetwork.none
  public var conditions: JobConditions = []
  /// It runs no sooner after it was scheduled; nil: at once.
  public var minimumLatency: TimeSpan?
  /// So long after it was scheduled it runs whether its conditions hold or not; nil: it waits.
  public var overrideDeadline: TimeSpan?
  /// It comes again, once in each such period; nil: once.
  public var period: TimeSpan?
  /// In the last part of each period, of this length; nil: at any time of it.
  public var flex: TimeSpan?
  /// How long it waits after it has failed; nil: as is usual, 30 s and twice as long each time.
  public var backoff: JobBackoff?
  /// It is urgent and short, and has a budget of its own.
  public var isExpedited = false
  /// It outlives a restart of the device; its app has the permission RECEIVE_BOOT_COMPLETED.
  public var isPersisted = false
  /// It loads what the user will want to see: it waits until the app is expected to be opened soon
  /// (`LaunchForecast`), and does not begin while the app is in front.
  public var isPrefetch = false
  /// How much it matters among the app's jobs; nil: as is usual (`rank`).
  public var priority: JobPriority?

  public init(id: Int32) { self.id = id }

  /// Its priority: where none is given the highest for an expedited job, and else the middle one.
  public var rank: JobPriority { priority ?? (isExpedited ? .max : .medium) }

  /// What `JobInfo.Builder.build` refuses, in words; nil: it may be scheduled.
  public var mistake: String? {
    if period != nil {
      if minimumLatency != nil { return "a periodic job has no minimum latency" }
      if overrideDeadline != nil { return "a periodic job has no override deadline" }
    }
    if backoff != nil, conditions.contains(.deviceIdle) {
      return "a job that waits for an idle device has no backoff criteria"
    }
    if isPrefetch, overrideDeadline != nil { return "a prefetch job has no override deadline" }
    if rank == .high {
      if isPrefetch { return "a prefetch job is of no high priority" }
      if period != nil { return "a periodic job is of no high priority" }
    }
    guard isExpedited else {
      return rank == .max ? "only an expedited job is of max priority" : nil
    }
    if rank < .high { return "an expedited job is of high or max priority" }
    if isPrefetch { return "an expedited job is no prefetch job" }
    if period != nil { return "an expedited job cannot be periodic" }
    if minimumLatency != nil || overrideDeadline != nil {
      return "an expedited job has neither minimum latency nor override deadline"
    }
    if !conditions.subtracting(.storageNotLow).isEmpty {
      return "an expedited job may require a network and storage only"
    }
    return nil
  }
}

/// How much a job matters among those of its app: `JobInfo.PRIORITY_...`, by Android's numbers.
public enum JobPriority: Int, CaseIterable, Comparable, Sendable {
  case min = 100
  case low = 200
  /// `PRIORITY_DEFAULT`.
  case medium = 300
  case high = 400
  case max = 500

  public static func < (left: JobPriority, right: JobPriority) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// The network that a job requires.
public enum JobNetwork: String, CaseIterable, Sendable {
  case none
  case any
  /// Wi-Fi.
  case unmetered
}

/// What a job requires of the device, beside a network.
public struct JobConditions: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let charging = JobConditions(rawValue: 1)
  public static let batteryNotLow = JobConditions(rawValue: 2)
  /// The screen has been off for a while (`JobRules.idleAfter`).
  public static let deviceIdle = JobConditions(rawValue: 4)
  /// It always holds: the simulated device's storage has no end.
  public static let storageNotLow = JobConditions(rawValue: 8)

  /// The conditions by their names in traces.
  public static let byName: [(name: String, condition: JobConditions)] = [
    ("charging", .charging), ("batteryNotLow", .batteryNotLow), ("deviceIdle", .deviceIdle),
    ("storageNotLow", .storageNotLow),
  ]

  public var names: [String] {
    JobConditions.byName.filter { contains($0.condition) }.map(\.name)
  }
}

/// How long a job waits after each failure in a row: the first wait times the failures, or doubled
/// with each.
public struct JobBackoff: Equatable, Sendable {
  public enum Policy: String, CaseIterable, Sendable {
    case linear
    case exponential
  }

  public var policy: Policy
  public var initial: TimeSpan

  public init(_ policy: Policy, initial: TimeSpan) {
    self.policy = policy
    self.initial = initial
  }
}

/// Why JobScheduler does not take a job.
public enum JobRefusal: String, Sendable {
  /// The app has as many jobs as it may have.
  case tooManyJobs
  /// The app has no time of expedited jobs left: `RESULT_FAILURE`.
  case noExpeditedQuota
  /// The app has no `onStartJob`, or no `doWork` for a worker.
  case noJobService
  /// The job is to outlive a restart, and the app has not the permission RECEIVE_BOOT_COMPLETED.
  case noBootPermission
}

/// Why a job is stopped before it is done: `JobParameters.getStopReason`.
public enum JobStopReason: String, CaseIterable, Sendable {
  case cancelledByApp
  case timeout
  /// Doze has begun.
  case deviceState
  case constraintBatteryNotLow
  case constraintCharging
  case constraintConnectivity
  case constraintDeviceIdle
  case quota
  /// Battery saver is on.
  case backgroundRestriction
  /// A prefetch job's app is not expected to be opened soon any more.
  case estimatedAppLaunchTimeChanged
  /// The app's process has ended.
  case processEnded
  /// Its `onStartJob` has not returned in time.
  case notResponding

  /// Android's number, and the name of its constant; nil: the app never hears of it.
  public var constant: (number: Int, name: String)? {
    switch self {
    case .cancelledByApp: (1, "STOP_REASON_CANCELLED_BY_APP")
    case .timeout: (3, "STOP_REASON_TIMEOUT")
    case .deviceState: (4, "STOP_REASON_DEVICE_STATE")
    case .constraintBatteryNotLow: (5, "STOP_REASON_CONSTRAINT_BATTERY_NOT_LOW")
    case .constraintCharging: (6, "STOP_REASON_CONSTRAINT_CHARGING")
    case .constraintConnectivity: (7, "STOP_REASON_CONSTRAINT_CONNECTIVITY")
    case .constraintDeviceIdle: (8, "STOP_REASON_CONSTRAINT_DEVICE_IDLE")
    case .quota: (10, "STOP_REASON_QUOTA")
    case .backgroundRestriction: (11, "STOP_REASON_BACKGROUND_RESTRICTION")
    case .estimatedAppLaunchTimeChanged:
      (15, "STOP_REASON_ESTIMATED_APP_LAUNCH_TIME_CHANGED")
    case .processEnded, .notResponding: nil
    }
  }

  /// All of Android's constants, also of what stops no job here: nobody stops one by hand, storage
  /// never runs low, and no job takes the place of another.
  public static let constants: [(number: Int, name: String)] =
    allCases.compactMap(\.constant) + [
      (2, "STOP_REASON_PREEMPT"), (9, "STOP_REASON_CONSTRAINT_STORAGE_NOT_LOW"),
      (12, "STOP_REASON_APP_STANDBY"), (13, "STOP_REASON_USER"),
      (14, "STOP_REASON_SYSTEM_PROCESSING"),
    ]
}
