import Device
import Lua
import Simulation

/// The table that a policy's script has returned, read.
struct PolicyScript {
  let table: LuaReference
  let functions: [PolicyMethod: LuaReference]
  let places: [PolicyMethod: SourceLocation]
  /// The name that the policy gives itself; nil for the file's.
  let name: String?
  /// It wants to see what work is to come.
  let looksAhead: Bool
  let asksAtOpens: Bool
}

extension ScriptedPolicy {
  /// Runs a policy's script and takes the policy it returns, for one run.
  ///
  /// - Parameters:
  ///   - path: of the script. Faults show the file's name only: they are traced, and a trace must
  ///     not depend on where files lie.
  ///   - settings: texts by parameter that the script declares: `file.lua{name=value}`.
  ///   - seed: the scenario's; `math.random` draws from a stream of its own under it.
  ///   - apps: the names of the scenario's apps, by `AppID`.
  ///   - luaPath: folders in which `require` looks after the script's own.
  /// - Throws: what keeps the script from being a policy, with lines.
  public static func load(
    _ path: String, settings: [String: String] = [:], seed: UInt64, apps: [String],
    files: any ScriptFiles, luaPath: [String] = []
  ) throws(ScriptError) -> ScriptedPolicy {
    let shown = SourceLocation(file: path, line: 0)
    let source: [UInt8]
    do throws(ScriptFileError) {
      guard let contents = try files.script(at: path) else {
        throw ScriptFileError("no such file; name a policy, a .lua file that is there")
      }
      source = contents
    } catch {
      throw ScriptError(at: shown, error.description)
    }
    let file = ScriptPath.file(of: path)
    let folder = ScriptPath.folder(of: path)
    let host = PolicyHost(
      path: file, settings: GivenSettings(texts: settings, prefix: "policy \(file): "),
      modules: ModuleSearch(files: files, folders: [folder.isEmpty ? "." : folder] + luaPath))
    host.problems.add(source: source, named: file)
    do throws(LuaFailure) {
      let words = RandomStream(seed: seed, name: "policy").seedWords
      let state = try LuaState(
        limits: limits, seed: LuaSeed(words.0, words.1, words.2, words.3),
        library: PolicyHost.library, host: host)
      try state.call(try state.loadHostText(PolicyHost.prelude))
      let chunk = try state.load(source, name: file)
      let script = try state.call(chunk, limit: limits.entryInstructions) {
        (frame) throws(LuaFailure) in try read(frame, host, source, path)
      }
      host.parameters.checkSettings(host.problems)
      if let script, host.problems.count == 0 {
        return ScriptedPolicy(
          script, file: path,
          name: (script.name ?? ScriptPath.stem(of: path)) + host.parameters.shown,
          state: state, host: host, apps: apps)
      }
    } catch  where error.message.hasSuffix(ProblemLog.stop.message) {
    } catch  where error.kind == .runtime && host.reportOtherKind(source, path) {
    } catch {
      let line = SourceLocation(file: error.file ?? file, line: error.line ?? 0)
      let message = UnmodelledName.advised(withoutPlace(error), in: .policy)
      host.problems.report(message, at: line, cause: error.breaksRun)
    }
    throw host.problems.error(showing: path, for: file)
  }

  /// Reads what the script returned; nil after reporting what is wrong with it.
  private static func read(
    _ frame: borrowing LuaFrame, _ host: PolicyHost, _ source: [UInt8], _ path: String
  ) throws(LuaFailure) -> PolicyScript? {
    guard let (table, origin) = host.policy(1, in: frame) else {
      if host.reportOtherKind(source, path) { return nil }
      host.problems.report(
        "the script returns no policy (\(frame.shown(1))); end it with return policy { ... }",
        at: SourceLocation(file: host.path, line: 0))
      return nil
    }
    let place = Place("policy", origin: origin, problems: host.problems)
    var functions: [PolicyMethod: LuaReference] = [:]
    var places: [PolicyMethod: SourceLocation] = [:]
    for call in PolicyMethod.allCases {
      let index = frame.pushField(call.rawValue, of: 1)
      if frame.type(at: index) == .function {
        functions[call] = frame.reference(index)
        places[call] = place.key(call.rawValue).location
      } else if !frame.isNil(index) {
        place.key(call.rawValue).report(
          "not a function (\(frame.shown(index))); write function(self, ...) ... end")
      }
    }
    if functions[.backgroundTime] == nil, functions[.fetches] == nil {
      place.report("neither backgroundTime nor fetches; write at least one of them")
    }
    try reportNearMisses(frame, at: place)
    let index = frame.pushField("name", of: 1)
    if !frame.isNil(index), frame.type(at: index) != .string {
      place.key("name").report("not a string (\(frame.shown(index))); write it in quotes")
    }
    return PolicyScript(
      table: table, functions: functions, places: places, name: frame.text(at: index),
      looksAhead: try flag("looksAhead", frame, at: place),
      asksAtOpens: try flag("asksAtOpens", frame, at: place))
  }

  /// False where it is not set, or set to what it cannot be, which is reported.
  private static func flag(
    _ name: String, _ frame: borrowing LuaFrame, at place: Place
  ) throws(LuaFailure) -> Bool {
    let index = frame.pushField(name, of: 1)
    if frame.type(at: index) == .boolean { return try frame.boolean(index) }
    if !frame.isNil(index) {
      place.key(name).report("not a boolean (\(frame.shown(index))); give true or false")
    }
    return false
  }

  /// A policy keeps what it likes in its table, but a function that is nearly one of ours is a
  /// typing error, and so is a boolean that is nearly one of our flags.
  private static func reportNearMisses(
    _ frame: borrowing LuaFrame, at place: Place
  ) throws(LuaFailure) {
    let calls = PolicyMethod.allCases.map(\.rawValue)
    try frame.forEachEntry(of: 1) { (key, value) throws(LuaFailure) in
      guard frame.type(at: key) == .string else { return }
      let (kind, known) =
        switch frame.type(at: value) {
        case .function: ("function", calls)
        case .boolean: ("field", ["looksAhead", "asksAtOpens"])
        default: ("", [])
        }
      let name = try frame.string(key)
      guard !known.contains(name), let meant = nearest(to: name, among: known) else { return }
      place.key(name).named(place.name)
        .report("unknown \(kind) (\(quoted(name))); did you mean \(quoted(meant))?")
    }
  }
}

extension PolicyHost {
  /// Reports that a script is one of another kind, if it is.
  fileprivate func reportOtherKind(_ source: [UInt8], _ path: String) -> Bool {
    let kind = ScriptKind(of: source)
    guard kind != .policy, let use = kind.use(of: path) else { return false }
    problems.report(
      "it is \(kind.phrase), no policy; \(use)", at: SourceLocation(file: self.path, line: 0))
    return true
  }
}

extension DeclaredParameters {
  /// The settings as they are written behind the policy's name: `{a=1}`, or nothing.
  fileprivate var shown: String {
    let set = list.filter(\.isSet).map { "\($0.name)=\(ScenarioParameter.text($0.value))" }
    return set.isEmpty ? "" : "{\(set.joined(separator: ","))}"
  }
}

extension ProblemLog {
  /// Returns the problems as an error, with the whole path of a file that goes by its name only.
  fileprivate func error(showing path: String, for file: String) -> ScriptError {
    do {
      try throwIfAny()
    } catch {
      return ScriptError(
        error.problems.map { problem in
          guard let location = problem.location, location.file == file else { return problem }
          return problem.told(at: SourceLocation(file: path, line: location.line))
        })
    }
    fatalError("ScriptedPolicy: \(path) gives neither a policy nor a problem")
  }
}
