import Simulation

/// What lets an alarm through while the device is idle.
public enum IdleAccess: UInt8, Sendable, Equatable, CaseIterable {
  /// Nothing: it waits for a maintenance window, or until the device is used.
  case none
  /// `setExactAndAllowWhileIdle` with the permission of exact alarms: 72 an hour.
  case allowed
  /// `setAndAllowWhileIdle`, and the exact form where only an exemption permits it: 7 an hour.
  case allowedCompatibly
  /// An app that the user has exempted from saving the battery: as often as it likes.
  case unrestricted
  /// The system's own, one each nine minutes.
  case prioritized
  /// `setAlarmClock`: the device leaves idle for it.
  case alarmClock
}

/// An alarm as it is asked for.
public struct AlarmRequest: Sendable, Equatable {
  /// How late an alarm may come.
  public enum Window: Sendable, Equatable {
    /// At its moment.
    case exact
    /// As the system chooses: three quarters of the time until then, or of the interval.
    case chosen
    /// So long after its moment.
    case length(TimeSpan)
  }

  /// What is started: of an app, one that is set again takes the place of the former.
  public var operation: String
  /// When; it may lie in the past.
  public var at: Instant
  public var window: Window
  /// Whether the device is woken for it; else it waits until something wakes the device.
  public var wakes: Bool
  /// From one firing to the next; nil: it fires once.
  public var interval: TimeSpan?
  public var access: IdleAccess

  public init(
    _ operation: String, at: Instant, window: Window = .chosen, wakes: Bool = true,
    every interval: TimeSpan? = nil, access: IdleAccess = .none
  ) {
    self.operation = operation
    self.at = at
    self.window = window
    self.wakes = wakes
    self.interval = interval
    self.access = access
  }
}

/// Why an alarm is not set: the exception that the platform throws.
public enum AlarmError: UInt8, Error, Sendable, Equatable, CaseIterable {
  /// The app has as many alarms as it may have.
  case tooMany
  /// An exact alarm without the permission.
  case notPermitted
  /// A repeating alarm whose interval is no time.
  case noInterval

  /// The exception's class.
  public var exception: String {
    switch self {
    case .tooMany: "IllegalStateException"
    case .notPermitted: "SecurityException"
    case .noInterval: "IllegalArgumentException"
    }
  }

  /// The finding about an app that does not catch it; nil: it is an error like any other.
  public var finding: FindingRule? { self == .notPermitted ? .exactAlarmNotPermitted : nil }
}

/// An alarm that is set.
struct Alarm: Sendable, Equatable {
  let app: AppID
  /// Which of all that were set it is, from 1.
  let number: Int32
  let operation: String
  let wakes: Bool
  let interval: TimeSpan?
  let access: IdleAccess
  /// When it is due by the request.
  let requested: Instant
  let window: TimeSpan
  /// The system's own, which nothing holds back.
  var isOfSystem = false
  /// It was asked for as an exact one, after which its app may start services from behind.
  var mayStartServices = false
  /// The moment before which its app's bucket keeps it.
  var standbyUntil = Instant.start
  /// The moment before which the idle device, or battery saver, keeps it.
  var idleUntil = Instant.start
  var saverUntil = Instant.start

  var isExact: Bool { window == .zero }

  /// From when on it may be delivered.
  var when: Instant { max(requested, standbyUntil, idleUntil, saverUntil) }

  /// When it is delivered at the latest, by the device being woken if it wakes it.
  var latest: Instant { max(requested + window, when) }

  /// No quota of the app's bucket holds for it.
  var isExemptFromStandby: Bool {
    isOfSystem || access == .alarmClock || access == .unrestricted || access == .allowed
  }

  /// Whether it comes before another one: by the moment from which on it may be delivered, then in
  /// the order in which they were set.
  func precedes(_ other: Alarm) -> Bool { (when, number) < (other.when, other.number) }
}
