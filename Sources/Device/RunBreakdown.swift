/// Why a run could not go on. What it came to so far depends on the machine, and is no result.
public struct RunBreakdown: Hashable, Sendable, CustomStringConvertible {
  /// The limit of the machine that was met.
  public enum Cause: Hashable, Sendable {
    /// Its speed: one call of a script took too much processor time.
    case stall
    /// Its room: there was no memory or address space for a script.
    case room
  }

  public let cause: Cause
  /// The app with its callback, or the policy; the time; the script's line; and what happened.
  public let description: String

  public init(_ cause: Cause, _ description: String) {
    self.cause = cause
    self.description = description
  }
}
