import Device
import Lua
import Simulation

/// The host of a policy's script: `policy { ... }`, the modules it requires, and a log.
final class PolicyHost {
  let path: String
  let problems = ProblemLog()
  private(set) var parameters: DeclaredParameters
  private(set) var log = PolicyLog()
  private let modules: ModuleSearch
  /// The tables given to `policy`, by identity, which lasts because each is referenced.
  private var declared: [UInt: (table: LuaReference, origin: ScriptTable.Origin)] = [:]

  init(path: String, settings: GivenSettings, modules: ModuleSearch) {
    self.path = path
    parameters = DeclaredParameters(settings)
    self.modules = modules
  }

  static let library = LuaLibrary<PolicyHost> { library in
    library.defineUnits()
    library.function("policy.__call") { (frame, host) throws(LuaFailure) in
      let origin = try host.origin(of: "policy", 2, in: frame)
      host.declared[frame.identity(2)] = (frame.reference(2), origin)
      frame.pushCopy(of: 2)
      return .values(1)
    }
    library.function("policy.parameters") { (frame, host) throws(LuaFailure) in
      let origin = try host.origin(of: "policy.parameters", 1, in: frame)
      var reading = ScriptValueReading(origins: [:], problems: host.problems)
      guard case .table(let table) = try reading.value(1, in: frame) else { return .none }
      let place = Place("parameters", origin: origin, problems: host.problems)
      return frame.result(try host.parameters.declare(table, at: place, host.problems))
    }
    library.defineLog { $1.log.add($0) }
    library.modules { name, host in
      switch host.modules.find(name) {
      case .module(let source, let name, let file):
        host.problems.add(source: source, named: name)
        return .found(source: source, name: name, file: file)
      case .missing(let text): return .missing(text)
      }
    }
  }

  /// Makes `policy` a table that can be called.
  static let prelude = preludeMakingCallable("policy")

  /// Where a script gives a table to one of the functions.
  private func origin(
    of function: String, _ index: Int, in frame: borrowing LuaFrame
  ) throws(LuaFailure) -> ScriptTable.Origin {
    guard frame.type(at: index) == .table else {
      throw LuaFailure(
        .runtime, "\(function): not a table (\(frame.shown(index))); write \(function) { ... }")
    }
    let (file, line) = frame.sourceLocation() ?? (path, 0)
    return ScriptTable.Origin(
      constructor: function, location: SourceLocation(file: file, line: line),
      number: declared.count)
  }

  func takeLog() -> [String] { log.take() }

  /// The table at an index, if `policy` was given it.
  func policy(
    _ index: Int, in frame: borrowing LuaFrame
  ) -> (table: LuaReference, origin: ScriptTable.Origin)? {
    frame.type(at: index) == .table ? declared[frame.identity(index)] : nil
  }
}

/// The lines that a script has printed in the present call.
struct PolicyLog {
  /// Bytes of one call; what goes beyond is left out.
  static let limit = 65_536

  private var lines: [String] = []
  private var bytes = 0

  mutating func add(_ line: String) {
    guard bytes <= PolicyLog.limit else { return }
    bytes += line.utf8.count + 1
    lines.append(
      bytes <= PolicyLog.limit
        ? line : "... more than \(PolicyLog.limit) bytes in one call; the rest is left out")
  }

  mutating func take() -> [String] {
    defer { self = PolicyLog() }
    return lines
  }
}

/// The functions of `policy { ... }`.
enum PolicyMethod: String, CaseIterable {
  case backgroundTime, fetches, reclaim, observe
}
