import Simulation

/// A `BGContinuedProcessingTaskRequest`: work that the user has begun in the app and that goes on
/// when the app is left.
public struct ContinuedTaskRequest: Sendable, Equatable {
  /// The fate of a request that cannot run at once, as `SubmissionStrategy` names it.
  public enum Strategy: String, Sendable, CaseIterable {
    /// It waits until it can.
    case queue
    /// It is refused with `immediateRunIneligible`.
    case fail
  }

  public let identifier: String
  /// The title that the user reads while it runs.
  public let title: String
  public let subtitle: String
  public let strategy: Strategy
  /// It asks for the GPU in the background.
  public let requiresGPU: Bool

  public init(
    _ identifier: String, title: String, subtitle: String, strategy: Strategy = .queue,
    requiresGPU: Bool = false
  ) {
    self.identifier = identifier
    self.title = title
    self.subtitle = subtitle
    self.strategy = strategy
    self.requiresGPU = requiresGPU
  }

  /// Whether an app may have continued tasks of an identifier: it declares it, or a pattern for it.
  static func permits(_ identifier: String, _ app: AppConfiguration) -> Bool {
    app.permittedIdentifiers.contains { covers($0, identifier) }
  }

  /// Whether an app that has launched may still register an identifier: one that can only be of
  /// continued tasks, since it is a pattern's, or an app's that says what its bundle is called.
  static func mayBeRegisteredLate(_ identifier: String, _ app: AppConfiguration) -> Bool {
    if let bundle = app.bundleIdentifier { return identifier.hasPrefix("\(bundle).") }
    return identifier.hasSuffix(".*") || !app.permittedIdentifiers.permit(identifier)
  }

  /// Whether a permitted identifier is this one, or a pattern that ends with `.*` and covers it.
  static func covers(_ permitted: String, _ identifier: String) -> Bool {
    PermittedIdentifier.isSame(permitted, identifier)
      || permitted.hasSuffix(".*") && identifier.hasPrefix(permitted.dropLast())
  }
}

/// The `Progress` of a task, by which the system knows that it moves on.
public struct TaskProgress: Sendable, Equatable {
  /// Units of the whole; 0 or less: it is not known, and nothing is progress.
  public var total = 0
  public var completed = 0

  public init() {}

  /// The share that is done, from 0 to 1. More than the whole is no more than done.
  public var fraction: Double {
    total > 0 ? min(max(Double(completed) / Double(total), 0), 1) : 0
  }
}

/// A request that was taken and does not run yet.
struct WaitingContinuedTask {
  let request: ContinuedTaskRequest
  let app: AppID
}

/// A task that runs.
struct ContinuedTask {
  let id: BGTaskID
  let request: ContinuedTaskRequest
  let app: AppID
  let handler: TaskHandlers.Handler
  var progress = TaskProgress()
  /// When its share last grew, or when it began.
  var moved: Instant
  /// The event at which it may have stood still for too long, or at which its lead is over.
  var deadline = EventToken.none
  /// The app was warned of the end.
  var isWarned = false
}

/// Why a continued task comes to its end before its work is done, as traces name it.
enum ContinuedTaskExpiry: String {
  /// The user has stopped it.
  case user
  /// Its progress stood still.
  case stalled
  /// The device was short of memory, and it had done least.
  case pressure
}
