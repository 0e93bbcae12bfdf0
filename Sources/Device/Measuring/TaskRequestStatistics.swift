/// Counts of an app's requests to `BGTaskScheduler`. Each request that was submitted is refused,
/// replaced, cancelled, revoked, begun (which is counted as work of its kind), or pending.
public struct TaskRequestStatistics: Sendable, Equatable {
  public var submitted = 0
  /// In the order of `TaskRequestError.allCases`.
  public var refusedByReason = [Int](repeating: 0, count: TaskRequestError.allCases.count)
  /// Another of the same identifier was submitted.
  public var replaced = 0
  /// The app itself cancelled so many.
  public var cancelled = 0
  /// The system cancelled so many: the user swiped the app away, or has not opened it for long.
  public var revoked = 0
  /// At the end of the run, or so far.
  public var pending = 0

  /// Whether the app had to do with requests at all.
  public var occurred: Bool { submitted > 0 || pending > 0 || cancelled > 0 || revoked > 0 }

  public func refused(_ reason: TaskRequestError) -> Int { refusedByReason[reason.rawValue - 1] }

  mutating func count(_ refusal: TaskRequestError) { refusedByReason[refusal.rawValue - 1] += 1 }

  mutating func count(_ cause: RequestCancellation, _ requests: Int = 1) {
    switch cause {
    case .app: cancelled += requests
    case .forceQuit, .unopened: revoked += requests
    }
  }
}
