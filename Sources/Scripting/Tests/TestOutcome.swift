import Device
import Simulation

/// A test that a file declares.
public struct TestCase: Sendable, Equatable {
  /// Unique in its file.
  public let name: String
  public let location: SourceLocation
}

/// What one run of a test came to.
public struct TestOutcome: Sendable, Equatable {
  public let test: TestCase
  public let seed: UInt64
  /// Empty: it has passed. In order; more than one where a case of `each` or `sweep`, or a hook,
  /// has failed too.
  public var failures: [TestFailure] = []
  /// What the test has printed.
  public var output: [String] = []
  /// Virtual time that has passed on its phones.
  public var virtualTime = TimeSpan.zero

  public var hasPassed: Bool { failures.isEmpty }
}

/// Why a test has failed.
public struct TestFailure: Sendable, Equatable, Error {
  /// The line that has failed; nil where none is to blame.
  public var location: SourceLocation?
  /// What stands in that line, without its indentation.
  public var statement = ""
  /// What was expected and what was seen, or what went wrong.
  public var message: String
  /// The case, the moment or the hook in which it failed; empty for the test itself.
  public var circumstance = ""
  /// Where the phone's clock stood.
  public var at: String?
  /// The last records of the phone's trace, a JSON line each.
  public var trace: [RecordEntry] = []
  /// Tells the time of the trace.
  public var clock = DayClock()
  /// What to do about the findings of the apps: rule and advice.
  public var advice: [String] = []

  init(_ message: String, at location: SourceLocation?) {
    self.message = message
    self.location = location
  }
}

/// How often the lines of an app's script have run in tests.
public struct CoveredScript: Sendable, Equatable {
  public let path: String
  /// By line, of those at which something is to be done.
  public var counts: [Int: Int]

  /// Adds what other tests have run of the same script.
  public mutating func add(_ other: CoveredScript) {
    counts.merge(other.counts) { $0 + $1 }
  }
}
