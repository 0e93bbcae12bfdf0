import Device
import Simulation

/// Why a test has failed.
public struct TestFailure: Sendable, Equatable, Error {
  /// The line that has failed; nil where none is to blame.
  public var location: SourceLocation?
  /// The source of that line, without its indentation.
  public var statement = ""
  /// The message: what was expected and what was seen, or what went wrong.
  public var message: String
  /// The case, the moment or the hook in which it failed; empty for the test itself.
  public var circumstance = ""
  /// Where the phone's clock stood.
  public var at: String?
  /// The last records of the phone's trace, a JSON line each.
  public var trace: [[UInt8]] = []
  /// Tells the time of the trace.
  public var clock = DayClock()
  /// Advice on the findings of the apps, each with its rule.
  public var advice: [String] = []

  init(_ message: String, at location: SourceLocation?) {
    self.message = message
    self.location = location
  }
}
