import Device
import Simulation

/// A test that a file declares.
public struct TestCase: Sendable, Equatable {
  /// Unique in its file.
  public let name: String
  public let location: SourceLocation
}

/// The outcome of one run of a test.
public struct TestOutcome: Sendable, Equatable {
  public let test: TestCase
  public let seed: UInt64
  /// Empty: it has passed. In order; more than one where a case of `each` or `sweep`, or a hook,
  /// has failed too.
  public var failures: [TestFailure] = []
  /// The lines that the test has printed.
  public var output: [String] = []
  /// Virtual time that has passed on its phones.
  public var virtualTime = TimeSpan.zero

  public var hasPassed: Bool { failures.isEmpty }
}

/// How often the lines of an app's script have run in tests.
public struct CoveredScript: Sendable, Equatable {
  public let path: String
  /// The counts by line, for lines that have something to run.
  public var counts: [Int: Int]

  /// Adds what other tests have run of the same script.
  public mutating func add(_ other: CoveredScript) {
    counts.merge(other.counts) { $0 + $1 }
  }
}
