import Device
import Lua
import Simulation

/// A script that declares a scenario or an experiment, run in a sandbox of its own.
struct Declaration {
  /// The limits of such a script, and of each call of one of its functions.
  static let limits = LuaLimits(memoryBytes: 256 << 20, entryInstructions: 50_000_000)

  let host: DeclarationHost
  let state: LuaState
  /// The function that the prelude returned; nil for a scenario, whose prelude returns none.
  let preludeFunction: LuaReference?
  /// The value that the script returned, if it was to be read.
  let value: ScriptValue
  /// The table that it returned.
  private let table: LuaReference?

  /// Runs a script that should declare something of a kind; nil after reporting why it does not
  /// run, or is of another kind.
  ///
  /// - Parameters:
  ///   - isKnown: it was run before, and only its functions are wanted: what it returns is not
  ///     read, which takes long when it is much.
  init?(_ host: DeclarationHost, as kind: DeclarationKind, isKnown: Bool = false) {
    self.host = host
    let name = kind.script.rawValue
    guard let source = Self.source(host, kind.script) else { return nil }
    do throws(LuaFailure) {
      let seed = RandomStream(seed: host.seed, name: "math.random of a \(name)").seedWords
      state = try LuaState(
        limits: Self.limits, seed: LuaSeed(seed.0, seed.1, seed.2, seed.3),
        library: kind.library, host: host)
      preludeFunction = try state.call(try state.loadHostText(kind.prelude)) {
        $0.type(at: 1) == .function ? $0.reference(1) : nil
      }
      let chunk = try state.load(source, name: host.path)
      (value, table) = try state.call(chunk, limit: Self.limits.entryInstructions) {
        (frame) throws(LuaFailure) in
        let reference = frame.type(at: 1) == .table ? frame.reference(1) : nil
        return (isKnown ? .nothing : try host.value(1, in: frame), reference)
      }
    } catch {
      if error.kind != .runtime || !Self.reportOtherKind(source, than: kind.script, host) {
        if error.kind == .runtime, kind.script == .scenario, ScriptKind.takesOptions(source) {
          host.problems.report(
            "the script makes no scenario; end it with return scenario { ... }, or try an app by "
              + "dormouse check \(shellQuoted(host.path))", at: host.file)
        }
        host.report(error, of: kind.script)
      }
      return nil
    }
    if isKnown || value.constructor == name { return }
    if !Self.reportOtherKind(source, than: kind.script, host) {
      let path = shellQuoted(host.path)
      let other =
        kind.script == .scenario && table != nil ? ", or try an app by dormouse check \(path)" : ""
      host.problems.report(
        "the script returns no \(name) (\(value.shown)); end it with return \(name) { ... }\(other)",
        at: host.file)
    }
    return nil
  }

  private static func source(_ host: DeclarationHost, _ kind: ScriptKind) -> [UInt8]? {
    do throws(ScriptFileError) {
      guard let source = try host.files.script(at: host.path) else {
        throw ScriptFileError(
          "no such file; name \(kind.phrase), a .lua file that is there")
      }
      host.problems.add(source: source, named: host.path)
      return source
    } catch {
      host.problems.report(error.description, at: host.file)
      return nil
    }
  }

  /// Reports that the text is one of another kind, if it is.
  private static func reportOtherKind(
    _ source: [UInt8], than kind: ScriptKind, _ host: DeclarationHost
  ) -> Bool {
    let found = ScriptKind(of: source)
    guard let use = found.use(of: host.path), found != kind else { return false }
    host.problems.report("it is \(found.phrase), no \(kind.rawValue); \(use)", at: host.file)
    return true
  }

  /// The function in a field of the table that was returned.
  func function(_ name: String) -> LuaReference? {
    guard let table else { return nil }
    return try? state.read(table) { (frame) throws(LuaFailure) in
      try frame.function(frame.pushField(name, of: 1))
    }
  }
}

extension Declaration {
  /// The functions in a field of the table that was returned, one or a list of them, each with
  /// where it is written.
  func functions(_ name: String) -> [(function: LuaReference, location: SourceLocation)] {
    guard let table else { return [] }
    let found = try? state.read(table) {
      (frame) throws(LuaFailure) -> [(function: LuaReference, location: SourceLocation)] in
      let field = frame.pushField(name, of: 1)
      let places =
        frame.type(at: field) == .table
        ? (0..<frame.length(field)).map { frame.pushElement($0 + 1, of: field) } : [field]
      return places.filter { frame.type(at: $0) == .function }.map { place in
        let written = frame.definition(of: place).map {
          SourceLocation(file: $0.file, line: $0.line)
        }
        return (frame.reference(place), written ?? host.file)
      }
    }
    return found ?? []
  }
}

extension DeclarationHost {
  /// Puts down why a script was stopped.
  ///
  /// - Parameters:
  ///   - what: what was being called, for the message; empty for the script itself.
  ///   - circumstance: put behind the message.
  ///   - kind: of the script.
  func report(
    _ failure: LuaFailure, in what: String = "", _ circumstance: String = "",
    of kind: ScriptKind = .scenario
  ) {
    if failure.message.hasSuffix(ProblemLog.stop.message) { return }
    let message =
      switch failure.kind {
      case .instructions:
        "the script goes on for too long (over \(Declaration.limits.entryInstructions) "
          + "instructions); look for a loop without end"
      case .memory:
        "the script takes too much memory (over \(Declaration.limits.memoryBytes >> 20) MB); "
          + "make less"
      default: UnmodelledName.advised(withoutPlace(failure), in: kind)
      }
    let place = what.isEmpty ? "" : "\(what): "
    problems.report(
      place + message + circumstance,
      at: SourceLocation(file: failure.file ?? path, line: failure.line ?? 0),
      cause: failure.breaksRun)
  }
}
