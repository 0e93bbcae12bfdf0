internal import CLuaShims

/// What of a library does not depend on the type of its host.
final class LuaCatalogue: Sendable {
  struct Class: Sendable {
    var name: String
    var methods: [(String, Int)]
    var properties: [(String, Int)]
    var setters: [(String, Int)]
  }

  enum Meaning: Sendable {
    case function(Int, LuaArguments)
    case constant(LuaValue)
    case object(LuaClass, Int)
  }

  struct Definition: Sendable {
    var path: [String]
    var meaning: Meaning
  }

  /// One of those by which a state defines its globals; they begin in the table of all globals.
  enum Step: Sendable {
    case set(String, Meaning)
    /// Into the table of that name, which is made for so many fields if there is none.
    case enter(String, fields: Int)
    /// Back to the table around.
    case leave
  }

  let classes: [Class]
  let hasInspection: Bool
  let prelude: LuaPrelude?
  private let steps: [Step]

  init(classes: [Class], definitions: [Definition], hasInspection: Bool, prelude: LuaPrelude?) {
    self.classes = classes
    self.hasInspection = hasInspection
    self.prelude = prelude
    steps = GlobalTable(definitions).steps
  }

  func name(of objectClass: LuaClass) -> String {
    let index = Int(objectClass.index)
    return classes.indices.contains(index) ? classes[index].name : "object"
  }

  /// Defines everything in a new state; returns the references of the classes.
  func install(in frame: borrowing LuaFrame) -> [Int32] {
    let references = classes.map { self.define($0, in: frame) }
    unsafe dm_push_globals(frame.thread)
    for step in steps {
      let table = frame.count
      switch step {
      case .set(let key, let meaning):
        push(meaning, references, in: frame)
        frame.setField(key, of: table)
      case .enter(let key, let fields):
        guard frame.type(at: frame.pushField(key, of: table)) != .table else { continue }
        frame.keep(table)
        frame.pushTable(fields: fields)
        frame.pushCopy(of: table + 1)
        frame.setField(key, of: table)
      case .leave: frame.keep(table - 1)
      }
    }
    frame.keep(0)
    return references
  }

  private func push(
    _ meaning: Meaning, _ references: [Int32], in frame: borrowing LuaFrame
  ) {
    switch meaning {
    case .function(let index, let arguments):
      unsafe dm_push_bridged(frame.thread, Int32(index), arguments.shim)
    case .constant(let value): frame.push(value)
    case .object(let objectClass, let identifier):
      unsafe dm_push_object(
        frame.thread, references[Int(objectClass.index)], objectClass.index, Int64(identifier))
    }
  }

  private func define(_ described: Class, in frame: borrowing LuaFrame) -> Int32 {
    push(described.methods, in: frame)
    push(described.properties, in: frame)
    let reference = unsafe dm_define_class(frame.thread, described.name)
    if !described.setters.isEmpty {
      push(described.setters, in: frame)
      unsafe dm_define_setters(frame.thread, reference, described.name)
    }
    return reference
  }

  private func push(_ functions: [(String, Int)], in frame: borrowing LuaFrame) {
    let table = frame.pushTable(fields: functions.count)
    for (name, index) in functions {
      unsafe dm_push_bridged(frame.thread, Int32(index), DM_PLAIN)
      frame.setField(name, of: table)
    }
  }
}

/// A global or a field of one, as definitions make it one after the other: with what it holds in
/// the end, so that tables are made as large as they become.
private struct GlobalTable {
  private var key = ""
  private var meaning: LuaCatalogue.Meaning?
  private var fields: [GlobalTable] = []

  private init(_ key: String) {
    self.key = key
  }

  init(_ definitions: [LuaCatalogue.Definition]) {
    for definition in definitions { define(definition.path[...], definition.meaning) }
  }

  private mutating func define(_ path: ArraySlice<String>, _ meaning: LuaCatalogue.Meaning) {
    guard let key = path.first else {
      self.meaning = meaning
      fields = []
      return
    }
    if !isConstantTable { self.meaning = nil }
    if let known = fields.firstIndex(where: { $0.key == key }) {
      fields[known].define(path.dropFirst(), meaning)
    } else {
      fields.append(GlobalTable(key))
      fields[fields.count - 1].define(path.dropFirst(), meaning)
    }
  }

  private var isConstantTable: Bool {
    if case .constant(.table) = meaning { true } else { false }
  }

  var steps: [LuaCatalogue.Step] {
    fields.flatMap { field in
      let value = field.meaning.map { [LuaCatalogue.Step.set(field.key, $0)] } ?? []
      if field.fields.isEmpty { return value }
      return value + [.enter(field.key, fields: field.fields.count)] + field.steps + [.leave]
    }
  }
}
