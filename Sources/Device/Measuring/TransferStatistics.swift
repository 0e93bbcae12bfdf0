import Simulation

/// Counts of an app's background transfers. Each that was begun is answered, failed, cancelled or
/// under way.
public struct TransferStatistics: Sendable, Equatable {
  public var begun = 0
  /// Answered by a server, whatever the status.
  public var answered = 0
  /// Ended by an error that is no cancellation.
  public var failed = 0
  /// Cancelled by the app, or with a force-quit.
  public var cancelled = 0
  /// Not done at the end.
  public var underWay = 0
  /// From the beginning to the answer, in seconds: one an answer.
  public var time = Sample()

  /// Whether any was begun, or one from before is left.
  public var occurred: Bool { begun > 0 || answered + failed + cancelled + underWay > 0 }

  mutating func count(_ answer: URLAnswer, after time: TimeSpan) {
    switch answer.error {
    case nil:
      answered += 1
      self.time.add(time.seconds)
    case .cancelled: cancelled += 1
    default: failed += 1
    }
  }
}
