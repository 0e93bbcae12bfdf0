import Device
import Lua
import Simulation

/// What a scenario's script talks to while it runs: its constructors, parameters and recordings.
final class ScenarioHost {
  let path: String
  let files: any ScriptFiles
  let modules: ModuleSearch
  let settings: [String: String]
  let problems = ProblemLog()

  private(set) var parameters: [ScenarioParameter] = []
  private(set) var recordings: [Int: UsageTrace] = [:]
  /// Declared tables by identity, which lasts because each is referenced.
  private(set) var origins: [UInt: ScriptTable.Origin] = [:]
  private var calls = 0

  init(
    path: String, settings: [String: String], files: any ScriptFiles, modules: ModuleSearch
  ) {
    self.path = path
    self.settings = settings
    self.files = files
    self.modules = modules
  }

  /// The plain constructors, whose tables are read when the script has returned.
  static let constructors = ["device", "app", "server", "usage.schedule", "usage.habits"]

  static let library = LuaLibrary<ScenarioHost> { library in
    library.defineUnits()
    for constructor in constructors {
      library.function(constructor) { (frame, host) throws(LuaFailure) in
        _ = try host.declare(constructor, 1, in: frame)
        frame.pushCopy(of: 1)
        return .values(1)
      }
    }
    library.function("scenario.__call") { (frame, host) throws(LuaFailure) in
      _ = try host.declare("scenario", 2, in: frame)
      frame.pushCopy(of: 2)
      return .values(1)
    }
    library.function("scenario.parameters") { (frame, host) throws(LuaFailure) in
      try host.declareParameters(in: frame)
    }
    library.function("usage.trace") { (frame, host) throws(LuaFailure) in
      try host.readRecording(in: frame)
    }
    library.modules { name, host in
      switch host.modules.find(name) {
      case .module(let source, let name):
        host.problems.add(source: source, named: name)
        return .found(source: source, name: name)
      case .missing(let text): return .missing(text)
      }
    }
  }

  /// Makes `scenario` a table that can be called.
  static let prelude = "setmetatable(scenario, { __call = scenario.__call }).__call = nil"

  /// Notes which call declared the table at an index.
  private func declare(
    _ constructor: String, _ index: Int, in frame: borrowing LuaFrame
  ) throws(LuaFailure) -> ScriptTable.Origin {
    guard frame.type(at: index) == .table else {
      throw LuaFailure(
        .runtime,
        "\(constructor): not a table (\(frame.shown(index))); write \(constructor) { ... }")
    }
    let (file, line) = frame.sourceLocation() ?? (path, 0)
    let origin = ScriptTable.Origin(
      constructor: constructor, location: SourceLocation(file: file, line: line), number: calls)
    calls += 1
    note(origin, of: index, in: frame)
    return origin
  }

  private func note(_ origin: ScriptTable.Origin, of index: Int, in frame: borrowing LuaFrame) {
    _ = frame.reference(index)
    origins[frame.identity(index)] = origin
  }

  private func table(
    _ index: Int, in frame: borrowing LuaFrame
  ) throws(LuaFailure) -> ScriptTable {
    var reading = ScriptValueReading(origins: origins)
    guard case .table(let table) = try reading.value(index, in: frame) else {
      return ScriptTable([])
    }
    return table
  }

  // MARK: scenario.parameters

  private func declareParameters(
    in frame: borrowing LuaFrame
  ) throws(LuaFailure) -> LuaReturn {
    let origin = try declare("parameters", 1, in: frame)
    let place = Place("parameters", origin: origin, problems: problems)
    let before = problems.count
    var values: [LuaEntry] = []
    for entry in try table(1, in: frame).entries {
      guard case .string(let name) = entry.key else {
        place.reportNameless(entry, "a parameter")
        continue
      }
      guard !parameters.contains(where: { $0.name == name }) else {
        place.key(name).report("declared before; give each parameter once")
        continue
      }
      let parameter = ParameterKeys.read(
        name, entry.value, setting: settings[name], at: place.key(name).named("parameter \(name)"),
        problems)
      guard let parameter else { continue }
      parameters.append(parameter)
      values.append(LuaEntry(key: .text(name), value: parameter.value))
    }
    if problems.count > before { throw ScenarioHost.stop }
    return frame.result(LuaValue.table(values))
  }

  /// Ends the script after a problem that was put down already: to go on would only make more.
  static let stop = LuaFailure(.runtime, "stopped by a problem reported already")

  /// Reports settings that no parameter has taken.
  func checkSettings() {
    for name in settings.keys.sorted() where !parameters.contains(where: { $0.name == name }) {
      let advice = advice(for: name, among: parameters.map(\.name), what: "parameter")
      problems.report("--set \(name): no such parameter; \(advice)", at: nil)
    }
  }

  // MARK: usage.trace

  private func readRecording(in frame: borrowing LuaFrame) throws(LuaFailure) -> LuaReturn {
    let origin = try declare("usage.trace", 1, in: frame)
    let place = Place("usage.trace", origin: origin, problems: problems)
    var draft = UsageKeys.TraceDraft()
    let table = try table(1, in: frame)
    guard UsageKeys.trace.read(table, at: place, into: &draft),
      let recording = recording(draft, at: place)
    else { throw ScenarioHost.stop }
    recordings[origin.number] = recording
    let apps = recording.apps.map { app in
      LuaValue.table([
        LuaEntry(key: .text("name"), value: .text(app.name)),
        LuaEntry(key: .text("label"), value: .text(app.label)),
        LuaEntry(key: .text("opens"), value: .integer(app.opens)),
      ])
    }
    frame.push(
      LuaValue.table([
        LuaEntry(key: .text("apps"), value: .list(apps)),
        LuaEntry(key: .text("startsAt"), value: .number(recording.startsAt.seconds)),
        LuaEntry(key: .text("span"), value: .number(recording.span.seconds)),
      ]))
    note(origin, of: frame.count, in: frame)
    return .values(1)
  }

  /// Sought beside the scenario, and then where the command was given.
  private func recording(_ draft: UsageKeys.TraceDraft, at place: Place) -> UsageTrace? {
    let beside = ScriptPath.resolve(draft.file, in: ScriptPath.folder(of: path))
    do throws(ScriptFileError) {
      var bytes = try files.contents(of: beside)
      if bytes == nil { bytes = try files.contents(of: draft.file) }
      guard let bytes else {
        place.key("file").report(
          "no such file (\(quoted(draft.file))); name it relative to the scenario")
        return nil
      }
      do throws(UserModelError) {
        return try UsageTrace(
          bytes, name: draft.file, format: draft.format, options: draft.options)
      } catch {
        place.reportAsIs("usage.trace: \(error.description)")
      }
    } catch {
      place.key("file").report("cannot be read (\(error.description)); name another file")
    }
    return nil
  }
}
