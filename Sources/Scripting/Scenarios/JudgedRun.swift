import Device
import Lua
import Simulation

/// The value that a scenario's `expect` gets: the run, and the apps in it.
enum JudgedRun {
  static let appKind = "app"
  static let kind = "result"

  static func app() -> ObjectMembers<DeclarationHost> {
    var members = ObjectMembers<DeclarationHost>()
    members.property("id") { (frame, host) throws(LuaFailure) in
      frame.result(try host.judgedApp(frame).name)
    }
    members.property("exits") { (frame, host) throws(LuaFailure) in
      let exits = try host.judgedApp(frame).exitsByReason
      return frame.result(
        LuaValue.table(
          exits.map { LuaEntry(key: .text($0.reason.rawValue), value: .integer($0.count)) }))
    }
    members.property("findings") { (frame, host) throws(LuaFailure) in
      let app = AppID(try host.judgedPosition(frame))
      return frame.push(findings: try host.judged().findings.filter { $0.app == app })
    }
    members.method("figure") { (frame, host) throws(LuaFailure) in
      let app = try host.judgedApp(frame)
      return try frame.figure { (name) throws(LuaFailure) in try AppFigures.known(name).value(app) }
    }
    return members
  }

  static func run(_ app: LuaClass) -> ObjectMembers<DeclarationHost> {
    var members = ObjectMembers<DeclarationHost>()
    members.property("apps") { (frame, host) throws(LuaFailure) in
      frame.result(.list(try host.judged().apps.map { .text($0.name) }))
    }
    members.property("findings") { (frame, host) throws(LuaFailure) in
      frame.push(findings: try host.judged().findings)
    }
    members.method("app") { (frame, host) throws(LuaFailure) in
      let apps = try host.judged().apps
      let name = try frame.string(2)
      guard let position = apps.firstIndex(where: { $0.name == name }) else {
        throw LuaFailure(
          .runtime,
          "result:app: no such app (\(quoted(name))); "
            + advice(for: name, among: apps.map(\.name), what: "app"))
      }
      frame.push(app, identifier: position + 1)
      return .values(1)
    }
    members.method("figure") { (frame, host) throws(LuaFailure) in
      let run = try host.judged()
      return try frame.figure { (name) throws(LuaFailure) in
        guard let metric = Metrics.named(name) else {
          throw LuaFailure(
            .runtime,
            "figure: no such figure (\(quoted(name))); "
              + advice(for: name, among: Metrics.all.map(\.name), what: "figure"))
        }
        return metric.value(run)
      }
    }
    return members
  }
}

extension DeclarationHost {
  fileprivate func judged() throws(LuaFailure) -> RunResult {
    if let run { return run }
    throw LuaFailure(.runtime, "no run is judged; ask its result within expect")
  }

  /// The position of the app that value 1 is.
  fileprivate func judgedPosition(_ frame: borrowing LuaFrame) throws(LuaFailure) -> Int {
    guard frame.typeName(1) == JudgedRun.appKind, let number = frame.objectIdentifier(1) else {
      throw LuaFailure(
        .runtime, "called on what is no app (\(frame.shown(1))); write app:figure(...) with a colon"
      )
    }
    return number - 1
  }

  fileprivate func judgedApp(_ frame: borrowing LuaFrame) throws(LuaFailure) -> AppStatistics {
    try judged().apps[try judgedPosition(frame)]
  }
}

extension DeclarationHost: ExpectingHost {
  var failsOn: FindingRule.Kind { .fault }

  func isAllowed(_ finding: Finding) -> Bool {
    allowances.allowance(of: finding.rule, at: finding.location) != nil
  }

  var obstacleToExpecting: String? {
    run == nil && results == nil && watched == nil
      ? "expect: there is no result yet; expect within expect = function(result) ... end" : nil
  }

  func here(_ frame: borrowing LuaFrame) -> SourceLocation {
    frame.sourceLocation().map { SourceLocation(file: $0.file, line: $0.line) } ?? file
  }

  func name(ofSubject index: Int, _ frame: borrowing LuaFrame) -> String? {
    guard let number = frame.objectIdentifier(index), let run else { return nil }
    switch frame.typeName(index) {
    case JudgedRun.kind: return "the run"
    case JudgedRun.appKind: return run.apps[number - 1].name
    default: return nil
    }
  }

  func findings(of index: Int, _ frame: borrowing LuaFrame) throws(LuaFailure) -> [Finding]? {
    guard let number = frame.objectIdentifier(index), let run,
      name(ofSubject: index, frame) != nil
    else { return nil }
    if number == 0 { return run.findings }
    return run.findings.filter { $0.app == AppID(number - 1) }
  }

  func failing(
    _ failure: TestFailure, about index: Int, _ frame: borrowing LuaFrame
  ) -> LuaFailure {
    raised = failure
    return LuaFailure(.runtime, failure.message)
  }
}

extension LoadedScenario {
  /// Asks the scenario's `expect` whether a run of it is as it should be: what is not. Empty when
  /// all is well, and where there is no `expect`.
  ///
  /// - Throws: when the function cannot be asked: it names an unknown app or figure, or goes on
  ///   without end.
  public func failures(of run: RunResult) throws(ScriptError) -> [TestFailure] {
    guard let declaration = try declarationForJudging() else { return [] }
    let host = declaration.host
    host.run = run
    let modules = ModuleSearch(files: host.files, folders: luaPath)
    for script in appScripts {
      guard let source = try? host.files.script(at: script.path) else { continue }
      host.allowances.add(source, name: script.displayName, path: script.path, modules)
    }
    try host.allowances.throwProblems()
    guard let function = declaration.function("expect") else { return [] }
    do throws(LuaFailure) {
      try declaration.state.call(function, limit: Declaration.limits.entryInstructions) {
        $0.push(DeclarationLibrary.judgedRun, identifier: 0)
      }
      return host.expectations.idle
    } catch {
      if error.isFatal {
        host.report(error, in: "scenario.expect")
        try host.problems.throwIfAny()
      }
      if let raised = host.raised, error.message.hasSuffix(raised.message) {
        return [host.stated(raised)]
      }
      let place = SourceLocation(file: error.file ?? path, line: error.line ?? 0)
      return [host.stated(TestFailure(withoutPlace(error), at: place))]
    }
  }
}

extension DeclarationHost {
  /// With what stands in the line.
  func stated(_ failure: TestFailure) -> TestFailure {
    var failure = failure
    if let place = failure.location, let line = problems.line(at: place) {
      failure.statement = line
    }
    return failure
  }
}
