import Simulation

/// The launch handlers that an app has registered in its present process life.
///
/// Pure: it knows identifiers and blocks, but no clock and no device.
struct TaskHandlers {
  struct Handler {
    let block: BlockID
    /// It runs on the main queue, not on one in the background.
    let isOnMain: Bool
    /// Where it is written.
    let location: SourceLocation
  }

  /// Looked up only.
  private var handlers: [String: Handler] = [:]
  /// didFinishLaunching has returned.
  private(set) var isLaunchOver = false

  subscript(identifier: String) -> Handler? { handlers[identifier] }

  /// Returns whether a permitted identifier has a handler.
  func cover(_ permitted: String) -> Bool {
    handlers[permitted] != nil
      || handlers.keys.contains { PermittedIdentifier.isSame(permitted, $0) }
  }

  mutating func launchIsOver() { isLaunchOver = true }

  /// Keeps a handler.
  ///
  /// - Returns: what the exception says that ends the app instead; nil: there is none.
  mutating func register(_ handler: Handler, for identifier: String) -> String? {
    if isLaunchOver {
      return "all launch handlers must be registered before didFinishLaunching returns"
        + " (\(identifier))"
    }
    if handlers[identifier] != nil {
      return "a launch handler for this identifier has been registered already (\(identifier))"
    }
    handlers[identifier] = handler
    return nil
  }
}

/// A task from the moment its app was chosen to its end.
struct RunningTask {
  let id: BGTaskID
  let pending: PendingRequest
  let began: Instant
  /// The task's handler; nil until it was called.
  var handler: TaskHandlers.Handler?
  /// The event at which the app is warned of the end.
  var warning = EventToken.none
  /// The app was warned, or the task was marked failed instead.
  var isWarned = false

  var identifier: String { pending.request.identifier }
}
