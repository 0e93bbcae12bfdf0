import Lua
import Simulation

extension LuaFrame {
  /// A value as messages show it: short, and without running any of the script.
  func shown(_ index: Int) -> String {
    switch type(at: index) {
    case .nil: "nil"
    case .boolean: describe(index)
    // What C prints for one depends on how it came about.
    case .number: describe(index).hasSuffix("nan") ? "nan" : describe(index)
    case .string: quoted(text(at: index) ?? "")
    case .table, .function, .userdata, .thread: "a \(typeName(index))"
    }
  }
}

/// Copies values out of a Lua state, with where their tables were declared.
struct ScriptValueReading {
  private static let deepest = 100
  private static let most = 500_000

  /// A table that is being read.
  private struct Enclosing {
    let identity: UInt
    let origin: ScriptTable.Origin?
    /// The key of the entry that is being read.
    var key = ScriptValue.nothing
  }

  /// The origins of declared tables, by the identity of the table.
  let origins: [UInt: ScriptTable.Origin]
  let problems: ProblemLog
  private var enclosing: [Enclosing] = []
  private var count = 0

  init(origins: [UInt: ScriptTable.Origin], problems: ProblemLog) {
    self.origins = origins
    self.problems = problems
  }

  /// The value with all that it holds. Throws, with the line where that is known, for tables that
  /// hold themselves, lie too deep or, by sharing, unfold into too much, and for metatables inside:
  /// what they would add is not read.
  mutating func value(
    _ index: Int, in frame: borrowing LuaFrame
  ) throws(LuaFailure) -> ScriptValue {
    count += 1
    guard count <= Self.most else {
      throw failure("a table holds over \(Self.most) values; make it smaller")
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
    guard !enclosing.contains(where: { $0.identity == identity }) else {
      throw failure("a table holds itself; write it out")
    }
    guard enclosing.count < Self.deepest else {
      throw failure("tables lie over \(Self.deepest) deep; make them flatter")
    }
    let origin = origins[identity]
    enclosing.append(Enclosing(identity: identity, origin: origin))
    if frame.hasMetatable(index), enclosing.contains(where: { $0.origin != nil }) {
      throw failure("a table has a metatable, which is not read; write its values out")
    }
    var entries: [ScriptTable.Entry] = []
    try frame.forEachEntry(of: index) { (key, value) throws(LuaFailure) in
      let key = try self.value(key, in: frame)
      enclosing[enclosing.count - 1].key = key
      entries.append(ScriptTable.Entry(key, try self.value(value, in: frame)))
    }
    enclosing.removeLast()
    return ScriptTable(entries, origin: origin)
  }

  /// Puts a problem down with the line of the entry that is being read; if no constructor declared
  /// a table around it, that is for the script as a whole.
  private func failure(_ message: String) -> LuaFailure {
    guard let start = enclosing.lastIndex(where: { $0.origin != nil }) else {
      return LuaFailure(.runtime, message)
    }
    let origin = enclosing[start].origin
    var place = Place(origin?.constructor ?? "", origin: origin, problems: problems)
    for table in enclosing[start...].prefix(6) {
      switch table.key {
      case .string(let name): place = place.key(name)
      case .integer(let number): place = place.item(Int(number))
      default: break
      }
    }
    place.report(message)
    return ProblemLog.stop
  }
}
