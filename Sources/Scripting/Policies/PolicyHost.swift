import Device
import Lua
import Simulation

/// What a policy's script talks to: `policy { ... }`, the modules it requires, and a log.
final class PolicyHost {
  let path: String
  let problems = ProblemLog()
  private(set) var log = PolicyLog()
  private let modules: ModuleSearch
  /// The tables given to `policy`, by identity, which lasts because each is referenced.
  private var declared: [UInt: (table: LuaReference, origin: ScriptTable.Origin)] = [:]

  init(path: String, modules: ModuleSearch) {
    self.path = path
    self.modules = modules
  }

  static let library = LuaLibrary<PolicyHost> { library in
    library.defineUnits()
    library.function("policy") { (frame, host) throws(LuaFailure) in
      guard frame.type(at: 1) == .table else {
        throw LuaFailure(
          .runtime, "policy: not a table (\(frame.shown(1))); write policy { ... }")
      }
      let (file, line) = frame.sourceLocation() ?? (host.path, 0)
      let origin = ScriptTable.Origin(
        constructor: "policy", location: SourceLocation(file: file, line: line),
        number: host.declared.count)
      host.declared[frame.identity(1)] = (frame.reference(1), origin)
      frame.pushCopy(of: 1)
      return .values(1)
    }
    for (name, arguments) in [("NSLog", LuaArguments.formatted), ("print", .printed)] {
      library.function(name, arguments: arguments) { (frame, host) throws(LuaFailure) in
        host.log.add(try frame.string(1))
        return .none
      }
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

  func takeLog() -> [String] { log.take() }

  /// The table at an index, if `policy` was given it.
  func policy(
    _ index: Int, in frame: borrowing LuaFrame
  ) -> (table: LuaReference, origin: ScriptTable.Origin)? {
    frame.type(at: index) == .table ? declared[frame.identity(index)] : nil
  }
}

/// What a script has printed in the present call.
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
enum PolicyCall: String, CaseIterable {
  case backgroundTime, fetches, reclaim, observe
}
