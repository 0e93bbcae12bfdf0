import Simulation

/// Figures of one kind of an app's work in the background.
public struct WorkStatistics: Sendable, Equatable {
  /// How often the app said that it was done, by result: in the order of `WorkResult.allCases`.
  public var byResult = [Int](repeating: 0, count: WorkResult.allCases.count)
  /// How often its time was over first.
  public var expired = 0
  /// How often it ended otherwise: with its process, or because system or user took it back.
  public var cancelled = 0
  /// How often it was begun after the latest moment that it was wished for.
  public var late = 0
  /// Waits from being eligible to the beginning, in seconds: one a start.
  public var wait = Sample()
  /// From the earliest moment wished for, or else from being eligible, to the beginning, in
  /// seconds: one a start.
  public var delay = Sample()
  /// The wait that is not over at the end of the run.
  public var stillWaiting = TimeSpan.zero
  /// The longest of all waits, also of those that are not over or ended without a start.
  public var longestWait = TimeSpan.zero
  /// Time for which it held a slot.
  public var slotTime = TimeSpan.zero

  public subscript(result: WorkResult) -> Int {
    get { byResult[result.index] }
    set { byResult[result.index] = newValue }
  }

  /// How often it was begun.
  public var started: Int { wait.count }

  /// Whether the app ever waited for it, or some of it ended that began before the measuring.
  public var occurred: Bool {
    started > 0 || ended > 0 || longestWait > .zero || stillWaiting > .zero
  }

  /// How often the app said that it was done, whatever the result.
  public var completed: Int { byResult.reduce(0, +) }

  /// How often it has ended.
  public var ended: Int { completed + expired + cancelled }

  mutating func count(_ ending: WorkEnding, _ result: WorkResult?) {
    switch ending {
    case .completed: if let result { byResult[result.index] += 1 }
    case .expired: expired += 1
    case .cancelled: cancelled += 1
    }
  }
}
