/// A plain Lua value outside of any state: for stores, options, scenarios. Not for hot paths.
public indirect enum LuaValue: Hashable, Sendable {
  case `nil`
  case boolean(Bool)
  case integer(Int)
  case number(Double)
  case string([UInt8])
  /// Entries in the defined order of `pairs`.
  case table([LuaEntry])
  /// A function, only where a conversion was told to keep functions; to be released.
  case function(LuaReference)

  public static func text(_ text: String) -> LuaValue { .string(Array(text.utf8)) }

  /// A table of elements 1...n.
  public static func list(_ values: [LuaValue]) -> LuaValue {
    .table(values.enumerated().map { LuaEntry(key: .integer($0.offset + 1), value: $0.element) })
  }

  /// The string, repaired where it is not UTF-8; nil for all else.
  public var text: String? {
    if case .string(let bytes) = self { String(decoding: bytes, as: UTF8.self) } else { nil }
  }

  /// The value of a table's field. O(n).
  public subscript(key: String) -> LuaValue {
    guard case .table(let entries) = self else { return .nil }
    return entries.first { $0.key == .text(key) }?.value ?? .nil
  }
}

public struct LuaEntry: Hashable, Sendable {
  public var key: LuaValue
  public var value: LuaValue

  public init(key: LuaValue, value: LuaValue) {
    self.key = key
    self.value = value
  }
}

extension LuaFrame {
  private static let deepest = 100
  /// Values and sixteens of bytes in one conversion: a table of tables that share others unfolds.
  private static let largest = 500_000
  /// Instructions that the script is charged for each of them.
  private static let instructionsEach = 8

  /// Converts the value with all that it holds. Throws, naming the path, for functions (unless
  /// kept), coroutines, objects, and tables that hold themselves, lie too deep or hold too much.
  /// `what` begins the path. The script is charged for the work.
  public func value(
    _ index: Int, as what: String = "value", keepingFunctions: Bool = false
  ) throws(LuaFailure) -> LuaValue {
    var path = LuaPath(root: what)
    defer { state.charge(instructions: path.size * Self.instructionsEach) }
    return try value(index, &path, keepingFunctions)
  }

  private func value(
    _ index: Int, _ path: inout LuaPath, _ keepingFunctions: Bool
  ) throws(LuaFailure) -> LuaValue {
    path.size += 1
    if type(at: index) == .string { path.size += try byteCount(index) / 16 }
    guard path.size <= Self.largest else {
      throw LuaFailure(.runtime, "\(path.root): holds over \(Self.largest) values; keep less")
    }
    switch type(at: index) {
    case .nil: return .nil
    case .boolean: return .boolean(truth(index))
    case .number:
      if let integer = try? integer(index), isInteger(index) { return .integer(integer) }
      return .number(try number(index))
    case .string: return .string(try bytes(index))
    case .table: return try table(index, &path, keepingFunctions)
    case .function where keepingFunctions: return .function(reference(index))
    case .function, .userdata, .thread:
      throw LuaFailure(.runtime, "\(path): a \(typeName(index)) cannot be kept")
    }
  }

  private func table(
    _ index: Int, _ path: inout LuaPath, _ keepingFunctions: Bool
  ) throws(LuaFailure) -> LuaValue {
    let identity = identity(index)
    if path.tables.contains(identity) {
      throw LuaFailure(.runtime, "\(path): the table holds itself")
    }
    if path.tables.count >= Self.deepest {
      throw LuaFailure(.runtime, "\(path): tables lie deeper than \(Self.deepest)")
    }
    path.tables.append(identity)
    var entries: [LuaEntry] = []
    try forEachEntry(of: index) { (keyPlace, valuePlace) throws(LuaFailure) in
      path.keys.append(describeKey(keyPlace))
      let key = try value(keyPlace, &path, false)
      let value = try value(valuePlace, &path, keepingFunctions)
      entries.append(LuaEntry(key: key, value: value))
      path.keys.removeLast()
    }
    path.tables.removeLast()
    return .table(entries)
  }

  private func describeKey(_ index: Int) -> String {
    switch type(at: index) {
    case .string: ".\(text(at: index) ?? "?")"
    case .number: "[\(text(at: index) ?? "?")]"
    case .boolean: "[\(truth(index))]"
    default: "[\(typeName(index))]"
    }
  }

  /// Pushes the value, making tables anew. The script is charged for the work.
  public func push(_ value: LuaValue) {
    let size = pushing(value)
    state.charge(instructions: size * Self.instructionsEach)
  }

  /// Pushes the value and counts what it holds.
  private func pushing(_ value: LuaValue) -> Int {
    var size = 1
    switch value {
    case .nil: pushNil()
    case .boolean(let boolean): push(boolean)
    case .integer(let integer): push(integer)
    case .number(let number): push(number)
    case .string(let bytes):
      push(bytes)
      size += bytes.count / 16
    case .function(let reference): push(reference)
    case .table(let entries):
      let table = pushTable()
      for entry in entries {
        size += pushing(entry.key) + pushing(entry.value)
        setPair(of: table)
      }
    }
    return size
  }
}

/// The place where a conversion stands, for its messages and to see a table that holds itself.
private struct LuaPath: CustomStringConvertible {
  var root: String
  var keys: [String] = []
  var tables: [UInt] = []
  /// The bytes of what was converted so far.
  var size = 0

  var description: String { root + keys.joined() }
}
