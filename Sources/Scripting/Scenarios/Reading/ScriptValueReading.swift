import Lua
import Simulation

extension LuaFrame {
  /// A value as messages show it: short, and without running any of the script.
  func shown(_ index: Int) -> String {
    switch type(at: index) {
    case .nil: "nil"
    case .boolean, .number: describe(index)
    case .string: quoted(text(at: index) ?? "")
    case .table, .function, .userdata, .thread: "a \(typeName(index))"
    }
  }
}

/// Copies values out of a Lua state, with where their tables were declared.
struct ScriptValueReading {
  private static let deepest = 100
  private static let most = 500_000

  /// By the identity of the declared tables.
  let origins: [UInt: ScriptTable.Origin]
  private var enclosing: [UInt] = []
  private var count = 0

  init(origins: [UInt: ScriptTable.Origin]) {
    self.origins = origins
  }

  /// The value with all that it holds. Throws for tables that hold themselves, lie too deep or, by
  /// sharing, unfold into too much.
  mutating func value(
    _ index: Int, in frame: borrowing LuaFrame
  ) throws(LuaFailure) -> ScriptValue {
    count += 1
    guard count <= Self.most else {
      throw LuaFailure(.runtime, "a table holds over \(Self.most) values; make it smaller")
    }
    switch frame.type(at: index) {
    case .nil: return .nothing
    case .boolean: return .boolean(frame.truth(index))
    case .number where frame.isInteger(index): return .integer(Int64(try frame.integer(index)))
    case .number: return .number(try frame.number(index))
    case .string: return .string(try frame.string(index))
    case .table: return .table(try table(index, in: frame))
    case .function, .userdata, .thread: return .opaque(frame.typeName(index))
    }
  }

  private mutating func table(
    _ index: Int, in frame: borrowing LuaFrame
  ) throws(LuaFailure) -> ScriptTable {
    let identity = frame.identity(index)
    guard !enclosing.contains(identity) else {
      throw LuaFailure(.runtime, "a table holds itself; write it out")
    }
    guard enclosing.count < Self.deepest else {
      throw LuaFailure(.runtime, "tables lie over \(Self.deepest) deep; make them flatter")
    }
    enclosing.append(identity)
    var entries: [ScriptTable.Entry] = []
    try frame.forEachEntry(of: index) { (key, value) throws(LuaFailure) in
      entries.append(
        ScriptTable.Entry(try self.value(key, in: frame), try self.value(value, in: frame)))
    }
    enclosing.removeLast()
    return ScriptTable(entries, origin: origins[identity])
  }
}
