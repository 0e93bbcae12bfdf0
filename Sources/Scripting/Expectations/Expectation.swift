import Device
import Lua

/// The result of `expect(value)`, until something is expected of it.
struct Expectation {
  let value: LuaReference
  let location: SourceLocation
  /// The opposite is expected.
  var isNever = false
}

/// The verdict on an expectation, and its words.
struct Verdict {
  let holds: Bool
  /// Follows "expected" or "expected not".
  let expected: String
  /// The text of what was seen; nil where the value itself is shown.
  var seen: String?
  var advice: [String] = []
}

/// Expectations of which nothing has been asked yet, by number.
struct OpenExpectations {
  private var open: [Int: Expectation] = [:]
  private var count = 0

  mutating func add(_ expectation: Expectation) -> Int {
    count += 1
    open[count] = expectation
    return count
  }

  mutating func negate(_ number: Int) { open[number]?.isNever.toggle() }

  /// Takes an open expectation; nil if something was asked of it already.
  mutating func take(_ number: Int) -> Expectation? { open.removeValue(forKey: number) }

  /// A failure for each place at which nothing was asked: that has tested nothing.
  var idle: [TestFailure] {
    Set(open.values.map(\.location)).sorted { ($0.file, $0.line) < ($1.file, $1.line) }.map {
      TestFailure(
        "expect(...) without an expectation; write expect(value):toEqual(other)", at: $0)
    }
  }

  mutating func removeAll(_ state: LuaState) {
    for expectation in open.values { state.release(expectation.value) }
    open = [:]
  }
}

/// Whom scripts may tell what they expect: of tests, or of a scenario.
protocol ExpectingHost: AnyObject, SendableMetatype {
  var expectations: OpenExpectations { get set }

  /// Why nothing can be expected now; nil: it can.
  var obstacleToExpecting: String? { get }

  /// The least grave findings that `toHaveNoFindings` fails on, unless it says otherwise.
  var failsOn: FindingRule.Kind { get }

  /// Whether a finding is allowed, by a comment in the app's script or an option of the command.
  func isAllowed(_ finding: Finding) -> Bool

  /// The line of the script that calls.
  func here(_ frame: borrowing LuaFrame) -> SourceLocation

  /// Returns the name of a value that has findings, as an app; nil for any other.
  func name(ofSubject index: Int, _ frame: borrowing LuaFrame) -> String?

  /// The findings of such a value; nil: it has none.
  func findings(of index: Int, _ frame: borrowing LuaFrame) throws(LuaFailure) -> [Finding]?

  /// Returns an error that ends the script, and is reported as a failure.
  func failing(
    _ failure: TestFailure, about index: Int, _ frame: borrowing LuaFrame
  ) -> LuaFailure
}
