import Device
import Lua

/// What `expect(value)` gives, until something is expected of it.
struct Expectation {
  let value: LuaReference
  let location: SourceLocation
  /// The opposite is expected.
  var isNever = false
}

/// Whether something is as expected, and how it is told.
struct Verdict {
  let holds: Bool
  /// Follows "expected" or "expected not".
  let expected: String
  /// Nil: the value itself.
  var seen: String?
  var advice: [String] = []
}
