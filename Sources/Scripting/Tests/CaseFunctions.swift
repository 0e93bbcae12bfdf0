import Device
import Lua
import Simulation

/// Returns the members of `t`.
func caseMembers(_ phone: LuaClass) -> TestMembers {
  var members = TestMembers()
  members.property("name") { (frame, host) in frame.result(host.running?.name ?? "") }
  members.property("seed") { (frame, host) in frame.result(Int(truncatingIfNeeded: host.seed)) }
  members.method("device") { (frame, host) throws(LuaFailure) in
    var draft = PhoneKeys.Draft()
    if !frame.isNil(2) {
      let reading = try TableReading("device", 2, frame, host)
      if PhoneKeys.phone.read(reading.table, at: reading.place, into: &draft) {
        DeviceKeys.check(draft.device, at: reading.place)
      }
      try reading.throwIfAny(host)
    }
    try frame.charge(TestedPhone.instructionsAPhone)
    let number = try host.addPhone(draft, at: host.here(frame))
    guard let made = host.phones[number] else { return .none }
    frame.push(phone, identifier: TestObject.identifier(made))
    return .values(1)
  }
  members.defineScenarioPhones(phone)
  members.method("each") { (frame, host) throws(LuaFailure) in
    try frame.table(2)
    let body = try frame.function(3)
    defer { frame.state.release(body) }
    var cases = TestCases(host: host)
    let count = frame.length(2)
    guard count > 0 else {
      throw LuaFailure(
        .runtime, "each: no cases (the list is empty; __len does not count); give at least one")
    }
    try cases.check(count)
    for position in 1...count {
      let place = frame.pushElement(position, of: 2)
      let value = frame.reference(place)
      defer { frame.state.release(value) }
      let shown = frame.type(at: place) == .string ? frame.shown(place) : frame.describe(place)
      frame.keep(3)
      try cases.run("with \(shown)", shown, body, frame) { $0.push(value) }
    }
    return try cases.end("cases")
  }
  members.method("sweep") { (frame, host) throws(LuaFailure) in
    let (from, to, step) = (try frame.number(2), try frame.number(3), try frame.number(4))
    let body = try frame.function(5)
    defer { frame.state.release(body) }
    guard step > 0, from.isFinite, from <= to, (to - from) / step < 1e9 else {
      throw LuaFailure(
        .runtime,
        "sweep: no steps from one to the other (\(plainNumber(from)), \(plainNumber(to)), "
          + "\(plainNumber(step))); write t:sweep(first, last, step, function(moment) ... end)")
    }
    var cases = TestCases(host: host)
    // The last is reached in spite of what sums of decimals lose.
    let count = Int(((to - from) / step + 1e-9).rounded(.down)) + 1
    try cases.check(count)
    for index in 0..<count {
      let moment = from + Double(index) * step
      let rounded = (moment * 1e9).rounded() / 1e9
      let whole = Int(exactly: rounded)
      try cases.run("at \(plainNumber(rounded))", plainNumber(rounded), body, frame) { frame in
        if let whole { frame.push(whole) } else { frame.push(rounded) }
      }
    }
    return try cases.end("moments")
  }
  return members
}

/// The cases of one `each` or `sweep`: all are tried, and those that fail in one line are reported
/// as one.
private struct TestCases {
  let host: TestHost
  var count = 0
  var failures: [(failure: TestFailure, cases: [String])] = []

  func check(_ count: Int) throws(LuaFailure) {
    guard count <= TestHost.mostCases else {
      throw LuaFailure(
        .runtime, "too many cases (\(count)); try \(TestHost.mostCases) at most")
    }
  }

  mutating func run(
    _ circumstance: String, _ shown: String, _ body: LuaReference, _ frame: borrowing LuaFrame,
    _ arguments: (borrowing LuaFrame) -> Void
  ) throws(LuaFailure) {
    count += 1
    // Each case has phones of its own, which take much room.
    let phones = host.phoneCount
    defer { host.dropPhones(after: phones) }
    do throws(LuaFailure) {
      try frame.state.call(body, arguments: arguments)
      if let failure = host.unmet(after: phones) { throw host.failing(failure) }
    } catch {
      if error.isFatal { throw error }
      guard var failure = host.failure(of: error) else { throw error }
      if let known = failures.firstIndex(where: { $0.failure.location == failure.location }) {
        failures[known].cases.append(shown)
      } else {
        failure.circumstance = circumstance
        failures.append((failure, [shown]))
      }
    }
  }

  /// Ends the test if a case has failed.
  func end(_ what: String) throws(LuaFailure) -> LuaReturn {
    guard !failures.isEmpty else { return .none }
    throw host.tell(
      failures.map { entry in
        var failure = entry.failure
        let shown = entry.cases.prefix(12).joined(separator: ", ")
        failure.circumstance +=
          entry.cases.count == 1
          ? ", 1 of \(count) \(what)"
          : ", the first of \(entry.cases.count) of \(count) \(what): \(shown)"
            + (entry.cases.count > 12 ? ", ..." : "")
        return failure
      })
  }
}

/// A table that a call was given, read with the messages of scenarios.
struct TableReading {
  let table: ScriptTable
  let place: Place
  private let problems: ProblemLog

  init(
    _ constructor: String, _ index: Int, _ frame: borrowing LuaFrame, _ host: TestHost
  ) throws(LuaFailure) {
    problems = ProblemLog()
    problems.add(source: host.source, named: host.path)
    var reading = ScriptValueReading(origins: [:], problems: problems)
    guard case .table(let value) = try reading.value(index, in: frame) else {
      throw LuaFailure(
        .runtime, "\(constructor): not a table (\(frame.shown(index))); write { key = value }")
    }
    let origin = ScriptTable.Origin(
      constructor: constructor, location: host.here(frame), number: 0)
    table = ScriptTable(value.entries, origin: origin)
    place = Place(constructor, origin: origin, problems: problems)
  }

  /// Makes an error of what was wrong with the table, at the line of the first mistake.
  func throwIfAny(_ host: TestHost) throws(LuaFailure) {
    do throws(ScriptError) { try problems.throwIfAny() } catch {
      throw host.failing(
        TestFailure(
          error.problems.map(\.message).joined(separator: "\n"), at: error.problems[0].location))
    }
  }
}
