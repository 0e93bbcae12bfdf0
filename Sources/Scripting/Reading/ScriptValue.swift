import Device
import Lua
import Simulation

/// A value out of a script, as plain data.
indirect enum ScriptValue: Equatable, Sendable {
  case nothing
  case boolean(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)
  case table(ScriptTable)
  /// A value that is no data, by the name of its type: a function, a coroutine, an object.
  case opaque(String)

  /// The number that it is, whole or not.
  var asNumber: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }

  /// The whole number that it is: also 3.0, but neither 3.5 nor "3".
  var asInteger: Int64? {
    switch self {
    case .integer(let value): value
    case .number(let value): Int64(exactly: value)
    default: nil
    }
  }

  /// The constructor that declared it; nil for all but declared tables.
  var constructor: String? {
    if case .table(let table) = self { table.origin?.constructor } else { nil }
  }

  /// The value as messages show it.
  var shown: String {
    switch self {
    case .nothing: "nil"
    case .boolean(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .number(let value): value.isNaN ? "nan" : plainNumber(value)
    case .string(let value): quoted(value)
    case .table(let table): table.origin.map { "\(article($0.constructor)) { ... }" } ?? "a table"
    case .opaque(let type): "a \(type)"
    }
  }

  private func article(_ noun: String) -> String {
    "aeiou".contains(noun.prefix(1)) && !noun.hasPrefix("usage") ? "an \(noun)" : "a \(noun)"
  }
}

/// A Lua table as plain data.
struct ScriptTable: Equatable, Sendable {
  /// One key and its value.
  struct Entry: Equatable, Sendable {
    let key: ScriptValue
    let value: ScriptValue

    init(_ key: ScriptValue, _ value: ScriptValue) {
      self.key = key
      self.value = value
    }
  }

  /// The call that declared a table: `app { ... }` at a line.
  struct Origin: Equatable, Sendable {
    let constructor: String
    let location: SourceLocation
    /// Counts the calls of constructors from 0.
    let number: Int
  }

  /// In the order in which scripts see them: 1, 2, 3 ..., then the rest.
  let entries: [Entry]
  /// The call that declared the table; nil for a plain one.
  let origin: Origin?

  init(_ entries: [Entry], origin: Origin? = nil) {
    self.entries = entries
    self.origin = origin
  }

  /// The value of a key that is a string; O(n).
  subscript(key: String) -> ScriptValue {
    entries.first { $0.key == .string(key) }?.value ?? .nothing
  }

  /// The values of 1 to n, when it has no other keys; else nil.
  var list: [ScriptValue]? {
    for (index, entry) in entries.enumerated() where entry.key != .integer(Int64(index + 1)) {
      return nil
    }
    return entries.map(\.value)
  }
}

extension ScriptValue {
  /// The value for another Lua state; what is no data becomes nil. O(n).
  var asLua: LuaValue {
    switch self {
    case .nothing, .opaque: .nil
    case .boolean(let value): .boolean(value)
    case .integer(let value): .integer(Int(value))
    case .number(let value): .number(value)
    case .string(let value): .text(value)
    case .table(let table):
      .table(table.entries.map { LuaEntry(key: $0.key.asLua, value: $0.value.asLua) })
    }
  }
}
