import Device
import Simulation

/// The results of tests of scripts, to be shown.
public struct TestReport: Sendable {
  /// A file with its tests.
  public struct File: Sendable {
    public let path: String
    /// The reasons why the file cannot be used, a problem a line; nil: it can.
    public let problem: String?
    public let tests: [Test]

    public init(path: String, problem: String? = nil, tests: [Test] = []) {
      self.path = path
      self.problem = problem
      self.tests = tests
    }
  }

  /// A test, which may have run under several seeds.
  public struct Test: Sendable {
    public let name: String
    /// The number of times the test has run.
    public let runs: Int
    /// The seeds under which the test has failed, in order; empty: it has passed.
    public let failedSeeds: [UInt64]
    /// The failures under the first seed that failed.
    public let failures: [Failure]
    /// The lines that the test printed under that seed.
    public let output: [String]

    public init(
      name: String, runs: Int, failedSeeds: [UInt64], failures: [Failure], output: [String]
    ) {
      self.name = name
      self.runs = runs
      self.failedSeeds = failedSeeds
      self.failures = failures
      self.output = output
    }

    var hasPassed: Bool { failedSeeds.isEmpty }

    /// A sentence on how often the test failed, where that depends on the seed; nil: it ran once.
    var repetition: String? {
      guard runs > 1, let first = failedSeeds.first else { return nil }
      let seeds = failedSeeds.prefix(10).map { "\($0)" }.joined(separator: ", ")
      return "failed under \(failedSeeds.count) of \(runs) seeds "
        + "(\(seeds)\(failedSeeds.count > 10 ? ", ..." : "")); try it with --seed \(first)"
    }
  }

  /// A failure of a test.
  public struct Failure: Sendable {
    /// The place as `file:line`; empty where no line is to blame.
    public let place: String
    public let statement: String
    /// The message, one line or more.
    public let message: String
    public let circumstance: String
    /// The time that the phone's clock showed.
    public let at: String?
    /// The last records of the phone's trace.
    public let trace: [RecordEntry]
    public let clock: DayClock
    /// The advice on findings.
    public let advice: [String]

    public init(
      place: String, statement: String, message: String, circumstance: String, at: String?,
      trace: [RecordEntry], clock: DayClock, advice: [String]
    ) {
      self.place = place
      self.statement = statement
      self.message = message
      self.circumstance = circumstance
      self.at = at
      self.trace = trace
      self.clock = clock
      self.advice = advice
    }

    /// What is found need not be what the test failed by.
    fileprivate static let adviceHead = "what the phone had found by then, and what to do"

    /// The failure by itself, without a newline at its end.
    public var text: String {
      let advice = advice.isEmpty ? [] : ["  \(Self.adviceHead)"] + advice.map { "    \($0)" }
      return (lines + advice).map { printable($0) }.joined(separator: "\n")
    }

    /// The failure in lines: where and under which circumstances, then what.
    var lines: [String] {
      let head = [place, circumstance].filter { !$0.isEmpty }.joined(separator: ": ")
      let body =
        (statement.isEmpty ? [] : [statement]) + message.split(separator: "\n").map(String.init)
      return (head.isEmpty ? [] : [head]) + body.map { "  \($0)" }
    }
  }

  public let files: [File]

  public init(_ files: [File]) {
    self.files = files
  }

  public var testCount: Int { files.reduce(0) { $0 + $1.tests.count } }
  public var failureCount: Int {
    files.reduce(0) { $0 + $1.tests.count { !$0.hasPassed } }
  }

  // MARK: Text

  /// Returns a file's results for people, as soon as it is done.
  public static func text(of file: File, _ style: TextStyle) -> String {
    var text = "\(printable(file.path))\n"
    if let problem = file.problem {
      text += style.paint("  cannot be used", .bad) + "\n"
      for line in problem.split(separator: "\n") { text += "    \(printable(String(line)))\n" }
    }
    for test in file.tests {
      let mark = test.hasPassed ? style.paint("ok  ", .good) : style.paint("FAIL", .bad)
      text += "  \(mark)  \(printable(test.name))\n"
      if test.hasPassed { continue }
      if let repetition = test.repetition { text += "        \(repetition)\n" }
      for failure in test.failures { text += self.text(of: failure, style) }
      if !test.output.isEmpty {
        text += "        it printed\n"
        for line in test.output.suffix(20) { text += "          \(printable(line))\n" }
      }
    }
    return text
  }

  private static func text(of failure: Failure, _ style: TextStyle) -> String {
    var text = ""
    for line in failure.lines { text += "        \(printable(line))\n" }
    if !failure.advice.isEmpty {
      text += "          \(Failure.adviceHead)\n"
      for advice in failure.advice {
        for line in wrapped(printable(advice), to: style.width, after: "            ", indent: 14) {
          text += "\(line)\n"
        }
      }
    }
    if let at = failure.at, !failure.trace.isEmpty {
      text += "          the phone's trace until \(at)\n"
      for record in failure.trace {
        text += "            \(record.text(style, failure.clock))\n"
      }
    }
    return text
  }

  /// The number of tests that passed, in one line.
  public var summary: String {
    let broken = files.count { $0.problem != nil }
    let parts = [
      "\(grouped(testCount - failureCount)) passed",
      failureCount > 0 ? "\(grouped(failureCount)) failed" : "",
      broken > 0 ? "\(broken) \(broken == 1 ? "file" : "files") could not be used" : "",
    ]
    return "\(grouped(testCount)) \(testCount == 1 ? "test" : "tests"): "
      + parts.filter { !$0.isEmpty }.joined(separator: ", ")
  }
}
