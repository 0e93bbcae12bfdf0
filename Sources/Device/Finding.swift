import Simulation

/// A mistake of an app, with the line it was made at.
public struct Finding: Sendable, Equatable {
  public let rule: FindingRule
  public let app: AppID
  public let location: SourceLocation?
  /// Of the first time.
  public let message: String
  public let firstAt: Instant
  /// How often it happened at this line of this app.
  public internal(set) var count: Int
}

/// The kinds of mistake that the device reports.
public enum FindingRule: String, CaseIterable, Sendable {
  /// A background task was open at the deadline (B6, B7).
  case taskNeverEnded
  /// `endBackgroundTask` with an identifier that is not open (B11).
  case taskEndedTwice
  /// A task was still open right after its expiration handler (B5).
  case taskNotEndedInHandler
  /// A task was open for more than 30 s (B12).
  case taskHeldTooLong
  /// A begin was refused, and the app was suspended in the middle of the work it then started.
  case refusedTaskUsed
  /// More tasks open at once than iOS allows (B14).
  case tooManyTasks
  /// A fetch's completion handler was not called before the limit (F5).
  case completionNeverCalled
  /// A fetch's completion handler was called again (F5).
  case completionCalledTwice
  /// A fetch's completion handler was called after the limit, the app being in front (F7).
  case completionCalledLate
  /// A fetch's completion handler got something that is no `UIBackgroundFetchResult` (F5).
  case completionBadResult
  /// A lock in a shared container was held at suspension (0xdead10cc).
  case lockHeldAtSuspension
  /// A callback kept the main thread beyond its limit.
  case callbackTooLong
  /// A repeating timer missed firings while the app was suspended (P3).
  case timerMissedFirings
  /// An error ended the process.
  case uncaughtError
  /// The app's memory went above its cap.
  case memoryLimit

  /// One line for reports.
  public var summary: String {
    switch self {
    case .taskNeverEnded: "background task never ended"
    case .taskEndedTwice: "background task ended that is not open"
    case .taskNotEndedInHandler: "still not ended after expiration handlers were called"
    case .taskHeldTooLong: "background task created over 30 seconds ago"
    case .refusedTaskUsed: "background task refused, but work went on"
    case .tooManyTasks: "too many background tasks open"
    case .completionNeverCalled: "fetch completion handler was never called"
    case .completionCalledTwice: "fetch completion handler called twice"
    case .completionCalledLate: "fetch completion handler called after the limit"
    case .completionBadResult: "fetch completion handler called with a bad result"
    case .lockHeldAtSuspension: "file lock held at suspension"
    case .callbackTooLong: "callback too long"
    case .timerMissedFirings: "work assumed to go on while suspended"
    case .uncaughtError: "uncaught error"
    case .memoryLimit: "memory above the app's cap"
    }
  }
}
