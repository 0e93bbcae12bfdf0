/// One app of the device, by its position in the scenario's list of apps.
///
/// Stable for the whole run; every order among apps that has no better ground is this one.
@frozen
public struct AppID: Hashable, Comparable, Sendable {
  /// Position in `Scenario.apps`, from 0.
  public let index: Int32

  @inlinable
  public init(_ index: Int) {
    self.index = Int32(truncatingIfNeeded: index)
  }

  @inlinable
  public static func < (left: AppID, right: AppID) -> Bool {
    left.index < right.index
  }
}

/// A piece of an app's code that the device may run later: a timer's block, a handler, a
/// completion.
///
/// The number is the behaviour's own; the device only keeps it and gives it back.
@frozen
public struct BlockID: Hashable, Sendable {
  public let number: Int32

  @inlinable
  public init(_ number: Int32) {
    self.number = number
  }
}

/// A callback that has started and not yet returned: it waits for something, or is busy.
///
/// The number is the behaviour's own; the device only keeps it and gives it back.
@frozen
public struct FiberID: Hashable, Sendable {
  public let number: Int32

  @inlinable
  public init(_ number: Int32) {
    self.number = number
  }
}

/// A scheduled timer of one process life.
public struct TimerID: Hashable, Sendable {
  let slot: Int32
  let generation: Int32
}

/// A network request of one process life.
public struct RequestID: Hashable, Sendable {
  let number: Int32
}

/// A background fetch given to an app, counted from 1 over the app's whole run.
public struct FetchID: Hashable, Sendable {
  /// Counts from 1.
  public let number: Int32
}

/// A held lock in a shared container.
public struct LockID: Hashable, Sendable {
  let number: Int32
}

/// A line of an app's source, for findings.
public struct SourceLocation: Hashable, Sendable, CustomStringConvertible {
  /// The script's name in the scenario.
  public let file: String
  /// From 1; 0 when unknown.
  public let line: Int

  public init(file: String, line: Int) {
    self.file = file
    self.line = line
  }

  public var description: String { line > 0 ? "\(file):\(line)" : file }
}

/// A silent push sent to an app, counted from 1 over the app's whole run.
public struct PushID: Hashable, Sendable {
  /// Counts from 1.
  public let number: Int32
}

/// A place that an app hears of: a position in `Scenario.locations`, or behind them one to which a
/// driver has moved the device.
public struct LocationID: Hashable, Sendable {
  let number: Int32
}

/// A value of an accessory: a position in `Scenario.accessories`, or behind them the name of one that
/// a driver has send.
public struct AccessoryEventID: Hashable, Sendable {
  let number: Int32
}

/// A task that an app was given, counted from 1 over the app's whole run.
public struct BGTaskID: Hashable, Sendable {
  public let number: Int32

  public init(number: Int32) {
    self.number = number
  }
}

/// A transfer of an app's background sessions, counted from 1 over the app's whole run.
public struct TransferID: Hashable, Sendable {
  public let number: Int32

  public init(number: Int32) {
    self.number = number
  }
}

/// A background session of an app, by its position among them over the app's whole run.
public struct TransferSessionID: Hashable, Sendable {
  public let number: Int32

  public init(number: Int32) {
    self.number = number
  }
}

/// One call of `handleEventsForBackgroundURLSession`, counted from 1 over the app's whole run.
public struct SessionEventsID: Hashable, Sendable {
  public let number: Int32
}

/// A reload of an app's widget, counted from 1 over the app's whole run.
public struct WidgetReloadID: Hashable, Sendable {
  public let number: Int32

  public init(number: Int32) {
    self.number = number
  }
}

/// A VoIP push sent to an app, counted from 1 over the app's whole run.
public struct VoIPPushID: Hashable, Sendable {
  /// Counts from 1.
  public let number: Int32
}

/// A call that an app has reported, counted from 1 over the app's whole run.
public struct CallID: Hashable, Sendable {
  /// Counts from 1.
  public let number: Int32
}

/// An alert push to an app, counted from 1 over the app's whole run.
public struct NotificationID: Hashable, Sendable {
  /// Counts from 1.
  public let number: Int32

  public init(number: Int32) {
    self.number = number
  }
}

/// A run of a job of JobScheduler's.
public struct JobID: Hashable, Sendable {
  /// Counts from 1.
  public let number: Int32

  public init(number: Int32) {
    self.number = number
  }
}

/// An alarm of Android's AlarmManager, counted from 1 over the whole run.
public struct AlarmID: Hashable, Sendable {
  public let number: Int32

  init(_ number: Int32) { self.number = number }
}

/// A start of the service of an app for Android, counted from 1 in its process: `startId`.
public struct ServiceStartID: Hashable, Sendable {
  public let number: Int32

  public init(number: Int32) {
    self.number = number
  }
}
