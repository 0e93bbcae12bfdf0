import Device
import Lua
import Simulation

/// What a policy's script talks to: only `policy { ... }` and the modules it requires.
final class PolicyHost {
  let path: String
  let problems = ProblemLog()
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
    library.modules { name, host in
      switch host.modules.find(name) {
      case .module(let source, let name):
        host.problems.add(source: source, named: name)
        return .found(source: source, name: name)
      case .missing(let text): return .missing(text)
      }
    }
  }

  /// The table at an index, if `policy` was given it.
  func policy(
    _ index: Int, in frame: borrowing LuaFrame
  ) -> (table: LuaReference, origin: ScriptTable.Origin)? {
    frame.type(at: index) == .table ? declared[frame.identity(index)] : nil
  }
}

/// The functions of `policy { ... }`.
enum PolicyCall: String, CaseIterable {
  case backgroundTime, fetches, reclaim, observe
}
