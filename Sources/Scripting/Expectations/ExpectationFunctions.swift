import Device
import Lua
import Simulation

/// The expectations of a value.
func expectationMembers<Host: ExpectingHost>() -> ObjectMembers<Host> {
  var members = ObjectMembers<Host>()
  members.property("never") { (frame, host) throws(LuaFailure) in
    if let number = frame.objectIdentifier(1) { host.expectations.negate(number) }
    frame.pushCopy(of: 1)
    return .values(1)
  }
  members.defineEqualities()
  members.defineComparisons()
  members.defineFindings()
  return members
}

extension LuaLibraryBuilder where Host: ExpectingHost {
  /// The global `expect`.
  mutating func defineExpect(_ expectation: LuaClass) {
    function("expect") { (frame, host) throws(LuaFailure) in
      if let obstacle = host.obstacleToExpecting { throw LuaFailure(.runtime, obstacle) }
      let value = Expectation(value: frame.reference(1), location: host.here(frame))
      frame.push(expectation, identifier: host.expectations.add(value))
      return .values(1)
    }
  }
}

extension ObjectMembers where Host: ExpectingHost {
  /// A matcher: `judge` gets the place of the value, and its own arguments from 2 on.
  private mutating func matcher(
    _ name: String,
    _ judge: @escaping @Sendable (borrowing LuaFrame, Int, Host) throws(LuaFailure) -> Verdict
  ) {
    method(name) { (frame, host) throws(LuaFailure) in
      guard let number = frame.objectIdentifier(1),
        let expectation = host.expectations.take(number)
      else {
        throw LuaFailure(
          .runtime, "\(name): something was expected of it already; write expect(value) again")
      }
      // Arguments that are left out are nil, and not the value.
      while frame.count < 3 { frame.pushNil() }
      let arguments = frame.count
      frame.push(expectation.value)
      frame.state.release(expectation.value)
      let value = arguments + 1
      let verdict = try judge(frame, value, host)
      if verdict.holds != expectation.isNever { return .none }
      let seen = verdict.seen ?? frame.shortDescription(value, host)
      var failure = TestFailure(
        "expected \(expectation.isNever ? "not " : "")\(verdict.expected)\nseen     \(seen)",
        at: host.here(frame))
      failure.advice = verdict.advice
      throw host.failing(failure, about: value, frame)
    }
  }

  fileprivate mutating func defineEqualities() {
    matcher("toEqual") { (frame, value, host) throws(LuaFailure) in
      Verdict(
        holds: try frame.areEqual(value, 2), expected: frame.shortDescription(2, host))
    }
    for (name, expected) in [("toBeTrue", true), ("toBeFalse", false)] {
      matcher(name) { (frame, value, _) in
        Verdict(
          holds: frame.type(at: value) == .boolean && frame.truth(value) == expected,
          expected: "\(expected)")
      }
    }
    matcher("toBeNil") { (frame, value, _) in
      Verdict(holds: frame.isNil(value), expected: "nil")
    }
    matcher("toBeEmpty") { (frame, value, _) throws(LuaFailure) in
      Verdict(holds: try frame.entryCount(value) == 0, expected: "nothing in it")
    }
    matcher("toHaveLength") { (frame, value, _) throws(LuaFailure) in
      let wanted = try frame.integer(2)
      let count = try frame.entryCount(value)
      return Verdict(holds: count == wanted, expected: "\(wanted) in it", seen: "\(count)")
    }
    matcher("toContain") { (frame, value, host) throws(LuaFailure) in
      var holds = false
      if let text = frame.text(at: value), frame.type(at: value) == .string {
        holds = text.contains(try frame.string(2))
      } else {
        try frame.table(value)
        for position in 1..<max(1, frame.length(value) + 1) where !holds {
          let element = frame.pushElement(position, of: value)
          holds = try frame.areEqual(element, 2)
          frame.keep(element - 1)
        }
      }
      return Verdict(holds: holds, expected: "\(frame.shortDescription(2, host)) in it")
    }
  }

  fileprivate mutating func defineComparisons() {
    let comparisons: [(String, String, @Sendable (Double, Double) -> Bool)] = [
      ("toBeLessThan", "less than", { $0 < $1 }), ("toBeAtMost", "at most", { $0 <= $1 }),
      ("toBeGreaterThan", "more than", { $0 > $1 }), ("toBeAtLeast", "at least", { $0 >= $1 }),
    ]
    for (name, words, holds) in comparisons {
      matcher(name) { (frame, value, _) throws(LuaFailure) in
        let bound = try frame.number(2)
        guard frame.type(at: value) == .number else {
          return Verdict(holds: false, expected: "a number, \(words) \(plainNumber(bound))")
        }
        return Verdict(
          holds: holds(try frame.number(value), bound), expected: "\(words) \(plainNumber(bound))")
      }
    }
    matcher("toBeCloseTo") { (frame, value, _) throws(LuaFailure) in
      let wanted = try frame.number(2)
      let tolerance = frame.isNil(3) ? 1e-9 : try frame.number(3)
      let isNumber = frame.type(at: value) == .number
      let seen = isNumber ? try frame.number(value) : .nan
      return Verdict(
        holds: abs(seen - wanted) <= tolerance,
        expected: "\(plainNumber(wanted)), or within \(plainNumber(tolerance)) of it")
    }
  }

  fileprivate mutating func defineFindings() {
    matcher("toHaveNoFindings") { (frame, value, host) throws(LuaFailure) in
      let least = try frame.kind(2, "toHaveNoFindings") ?? host.failsOn
      let findings = try frame.findings(of: value, "toHaveNoFindings", host)
        .filter { $0.rule.kind >= least && !host.isAllowed($0) }
      return Verdict(
        holds: findings.isEmpty, expected: "no \(least.orGraver)", seen: seen(findings),
        advice: advice(on: findings))
    }
    matcher("toHaveFinding") { (frame, value, host) throws(LuaFailure) in
      let name = try frame.string(2)
      guard let rule = FindingRule(rawValue: name) else {
        let known = FindingRule.allCases.map(\.rawValue)
        throw LuaFailure(
          .runtime,
          "toHaveFinding: there is no such rule (\(quoted(name))); "
            + Scripting.advice(for: name, among: known, what: "rule"))
      }
      let line = frame.isNil(3) ? nil : try frame.integer(3)
      let findings = try frame.findings(of: value, "toHaveFinding", host)
      return Verdict(
        holds: findings.contains {
          $0.rule == rule && (line == nil || $0.location?.line == line)
        },
        expected: "the finding \(name)\(line.map { " at line \($0)" } ?? "")", seen: seen(findings),
        advice: advice(on: findings))
    }
  }
}

/// Findings as a failure shows them: a line each.
private func seen(_ findings: [Finding]) -> String {
  guard !findings.isEmpty else { return "none" }
  return findings.map { finding in
    let place = finding.location.map { " at \($0)" } ?? ""
    let times = finding.count > 1 ? ", \(finding.count) times" : ""
    return "\(finding.rule.rawValue)\(place)\(times): \(finding.message)"
  }.joined(separator: "\n         ")
}

/// Returns the advice on some findings, each rule once.
private func advice(on findings: [Finding]) -> [String] {
  FindingRule.allCases.filter { rule in findings.contains { $0.rule == rule } }
    .map { "\($0.rawValue): \($0.advice)" }
}

// MARK: Values

extension LuaFrame {
  fileprivate func findings(
    of index: Int, _ matcher: String, _ host: some ExpectingHost
  ) throws(LuaFailure) -> [Finding] {
    guard let findings = try host.findings(of: index, self) else {
      throw LuaFailure(
        .runtime,
        "\(matcher): it is nothing that has findings (\(shown(index))); "
          + "write expect(app):\(matcher)(...)")
    }
    return findings
  }

  /// The kind of findings that an argument names: faults, risks or notes; nil: there is none.
  fileprivate func kind(_ index: Int, _ matcher: String) throws(LuaFailure) -> FindingRule.Kind? {
    guard !isNil(index) else { return nil }
    let name = try string(index)
    guard let kind = FindingRule.Kind(plural: name) else {
      throw LuaFailure(
        .runtime,
        "\(matcher): there is no such kind of findings (\(quoted(name))); give \"faults\", "
          + "\"risks\" (and faults) or \"notes\" (all)")
    }
    return kind
  }

  /// A value as a failure shows it.
  fileprivate func shortDescription(_ index: Int, _ host: some ExpectingHost) -> String {
    if let name = host.name(ofSubject: index, self) { return name }
    if type(at: index) == .string { return shown(index) }
    let text = describe(index)
    return text.count > 1_000 ? text.prefix(1_000) + "..." : text
  }

  /// How much a table or a text holds.
  fileprivate func entryCount(_ index: Int) throws(LuaFailure) -> Int {
    if type(at: index) == .string { return try byteCount(index) }
    guard type(at: index) == .table else {
      throw LuaFailure(
        .runtime, "it is no list and no text (\(shown(index))); expect it of app.tasks and the like"
      )
    }
    var count = 0
    try forEachEntry(of: index) { (_, _) throws(LuaFailure) in count += 1 }
    return count
  }

  /// Whether two values are the same: tables by what is in them, numbers by value.
  fileprivate func areEqual(_ left: Int, _ right: Int) throws(LuaFailure) -> Bool {
    if let one = objectIdentifier(left), let other = objectIdentifier(right) {
      return one == other && typeName(left) == typeName(right)
    }
    switch (type(at: left), type(at: right)) {
    case (.function, _), (_, .function), (.userdata, _), (_, .userdata), (.thread, _), (_, .thread):
      return type(at: left) == type(at: right) && identity(left) == identity(right)
    default:
      return isSame(try value(left, as: "the value"), try value(right, as: "what is expected"))
    }
  }

  private func isSame(_ left: LuaValue, _ right: LuaValue) -> Bool {
    switch (left, right) {
    case (.integer(let one), .number(let other)), (.number(let other), .integer(let one)):
      return Double(one) == other
    case (.number(let one), .number(let other)): return one == other
    case (.table(let one), .table(let other)):
      return one.count == other.count
        && zip(one, other).allSatisfy { isSame($0.key, $1.key) && isSame($0.value, $1.value) }
    default: return left == right
    }
  }
}
