import Simulation

/// How a server is for a while, beside what the scenario says of it.
public enum ServerCondition: Sendable, Equatable {
  /// The server is as the scenario says.
  case usual
  /// The host does not answer: requests fail with `URLError.cannotConnectToHost`.
  case down
  /// Each answer takes so much longer.
  case slow(by: TimeSpan)
  /// Each answer has this status; none but 200 brings items.
  case status(Int)
}
