internal import CLuaShims

/// The part of a library that does not depend on the type of its host.
final class LuaCatalogue: Sendable {
  struct Class: Sendable {
    var name: String
    var methods: [(String, Int)]
    var properties: [(String, Int)]
    var setters: [(String, Int)]
    var isHidden = false
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

  /// A global table that scripts cannot write, made in a state when a script first looks into it.
  struct ReadOnlyTable: Sendable {
    var name: String
    var fields: Int
    var steps: [Step]
  }

  let classes: [Class]
  let earlyClasses: [LuaClass]
  let hasInspection: Bool
  let prelude: LuaChunk?
  /// The bytes that a state counts as holding when it is opened; 0 stands for those it does hold.
  let openedBytes: Int
  let outline: LuaOutline
  /// The form of states that have all of this, from which others are copied.
  let original = LuaOriginal()
  private let readOnlyTables: [ReadOnlyTable]
  private let steps: [Step]

  init<Host: AnyObject>(_ builder: LuaLibraryBuilder<Host>) {
    classes = builder.classes
    earlyClasses = builder.earlyClasses
    outline = LuaOutline(of: builder.definitions, builder.classes, and: builder.preludeNames)
    hasInspection = builder.hasInspection
    prelude = builder.compiledPrelude
    openedBytes = builder.openedBytes ?? 0
    var globals = GlobalTable(builder.definitions)
    readOnlyTables = builder.readOnlyTables.map { name in
      guard let table = globals.remove(name) else {
        fatalError("LuaLibrary: nothing is defined in a read-only table (\(name)); define it")
      }
      return table
    }
    steps = globals.steps
  }

  func name(of objectClass: LuaClass) -> String {
    let index = Int(objectClass.index)
    return classes.indices.contains(index) ? classes[index].name : "object"
  }

  /// Defines all globals in a new state.
  func install(in frame: borrowing LuaFrame) {
    frame.pushGlobals()
    for table in readOnlyTables {
      unsafe dm_push_guard(frame.thread)
      frame.setField(table.name, of: 1)
    }
    run(steps, in: frame)
    frame.keep(0)
  }

  /// Pushes the name of a read-only table and what is in it.
  func pushReadOnlyTable(_ number: Int, in frame: borrowing LuaFrame) {
    let table = readOnlyTables[number]
    frame.push(table.name)
    frame.pushTable(fields: table.fields)
    run(table.steps, in: frame)
  }

  /// Sets the entries of the table that is the last value.
  private func run(_ steps: [Step], in frame: borrowing LuaFrame) {
    for step in steps {
      let table = frame.count
      switch step {
      case .set(let key, let meaning):
        push(meaning, in: frame)
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
  }

  private func push(_ meaning: Meaning, in frame: borrowing LuaFrame) {
    switch meaning {
    case .function(let index, let arguments):
      unsafe dm_push_bridged(frame.thread, Int32(index), arguments.shim)
    case .constant(let value): frame.push(value)
    case .object(let objectClass, let identifier): frame.push(objectClass, identifier: identifier)
    }
  }

  /// Defines a class in a state; returns its reference.
  func define(_ objectClass: LuaClass, in frame: borrowing LuaFrame) -> Int32 {
    let described = classes[Int(objectClass.index)]
    push(described.methods, in: frame)
    push(described.properties, in: frame)
    push(described.setters, in: frame)
    return unsafe dm_define_class(frame.thread, described.name)
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

  /// Takes a table out; nil if there is none of that name.
  mutating func remove(_ name: String) -> LuaCatalogue.ReadOnlyTable? {
    guard let known = fields.firstIndex(where: { $0.key == name && !$0.fields.isEmpty }) else {
      return nil
    }
    let table = fields.remove(at: known)
    return LuaCatalogue.ReadOnlyTable(
      name: name, fields: table.fields.count, steps: table.steps)
  }

  var steps: [LuaCatalogue.Step] {
    fields.flatMap { field in
      let value = field.meaning.map { [LuaCatalogue.Step.set(field.key, $0)] } ?? []
      if field.fields.isEmpty { return value }
      return value + [.enter(field.key, fields: field.fields.count)] + field.steps + [.leave]
    }
  }
}
