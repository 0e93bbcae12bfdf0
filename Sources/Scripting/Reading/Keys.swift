import Simulation

/// One key of a table that scripts write: what it means, and how it is read into a `Target`.
///
/// The same lists read scenarios, give their messages and make the tables of docs/scripting.md.
struct Key<Target>: Sendable {
  let name: String
  /// Unit or kind of its values: `s`, `bytes`, `list of app { ... }`.
  let unit: String
  /// One line, for the docs.
  let meaning: String
  var isRequired = false
  /// The default, as the docs show it, of a target that nothing was read into.
  let standard: @Sendable (Target) -> String
  /// Reads a value that is not nil, or reports what is wrong with it.
  let read: @Sendable (ScriptValue, Place, inout Target) -> Void

  /// The same key, without which the table is an error.
  var required: Key {
    var key = self
    key.isRequired = true
    return key
  }
}

/// All keys of one kind of table.
struct Keys<Target>: Sendable {
  let list: [Key<Target>]

  init(_ list: [Key<Target>]) {
    self.list = list
  }

  /// Reads a table, reporting unknown and missing keys and every bad value; false if there was one.
  @discardableResult
  func read(_ table: ScriptTable, at place: Place, into target: inout Target) -> Bool {
    let before = place.problemCount
    for entry in table.entries {
      guard case .string(let name) = entry.key else {
        place.reportNameless(entry, "a value")
        continue
      }
      if !list.contains(where: { $0.name == name }) {
        let advice = advice(for: name, among: list.map(\.name), what: "key")
        place.key(name).named(place.name).report("unknown key (\(quoted(name))); \(advice)")
      }
    }
    for key in list {
      let value = table[key.name]
      if value != .nothing {
        key.read(value, place.key(key.name), &target)
      } else if key.isRequired {
        place.report("missing key (\"\(key.name)\"); give \(key.unit): \(key.meaning)")
      }
    }
    return place.problemCount == before
  }
}

// MARK: - Kinds of keys

extension Key {
  /// Any value, by a reader of its own.
  init(
    _ name: String, _ unit: String, _ meaning: String, standard: String = "",
    read: @escaping @Sendable (ScriptValue, Place, inout Target) -> Void
  ) {
    self.init(name: name, unit: unit, meaning: meaning, standard: { _ in standard }, read: read)
  }

  static func seconds(
    _ name: String, _ path: WritableKeyPath<Target, TimeSpan> & Sendable, _ bounds: Bounds = .time,
    _ meaning: String
  ) -> Key {
    Key(
      name: name, unit: "s", meaning: meaning, standard: { plainNumber($0[keyPath: path].seconds) },
      read: { value, place, target in
        if let span = value.seconds(bounds, at: place) { target[keyPath: path] = span }
      })
  }

  static func number(
    _ name: String, _ path: WritableKeyPath<Target, Double> & Sendable, unit: String = "number",
    _ bounds: Bounds, _ meaning: String
  ) -> Key {
    Key(
      name: name, unit: unit, meaning: meaning, standard: { plainNumber($0[keyPath: path]) },
      read: { value, place, target in
        if let number = value.number(unit, bounds, at: place) { target[keyPath: path] = number }
      })
  }

  static func integer(
    _ name: String, _ path: WritableKeyPath<Target, Int> & Sendable, _ range: ClosedRange<Int>,
    _ meaning: String
  ) -> Key {
    Key(
      name: name, unit: "whole number", meaning: meaning, standard: { "\($0[keyPath: path])" },
      read: { value, place, target in
        if let number = value.integer(range, at: place) { target[keyPath: path] = number }
      })
  }

  static func flag(
    _ name: String, _ path: WritableKeyPath<Target, Bool> & Sendable, _ meaning: String
  ) -> Key {
    Key(
      name: name, unit: "boolean", meaning: meaning, standard: { "\($0[keyPath: path])" },
      read: { value, place, target in
        if let flag = value.flag(at: place) { target[keyPath: path] = flag }
      })
  }

  static func text(
    _ name: String, _ path: WritableKeyPath<Target, String> & Sendable, _ meaning: String
  ) -> Key {
    Key(
      name: name, unit: "string", meaning: meaning,
      standard: { $0[keyPath: path].isEmpty ? "" : quoted($0[keyPath: path]) },
      read: { value, place, target in
        if let text = value.text(at: place) { target[keyPath: path] = text }
      })
  }

  /// A case of an enumeration, by its name; without a meaning, the names of all.
  static func choice<Choice: CaseIterable & RawRepresentable<String> & Sendable>(
    _ name: String, _ path: WritableKeyPath<Target, Choice> & Sendable, what: String? = nil,
    standard: Choice? = nil, _ meaning: String? = nil
  ) -> Key {
    let choices = Choice.allCases.map { (name: $0.rawValue, choice: $0) }
    let names = choices.map { quoted($0.name) }
    return Key(
      name: name, unit: "string",
      meaning: meaning ?? names.dropLast().joined(separator: ", ") + " or " + (names.last ?? ""),
      standard: { quoted((standard ?? $0[keyPath: path]).rawValue) },
      read: { value, place, target in
        if let choice = value.choice(choices, what: what ?? name, at: place) {
          target[keyPath: path] = choice
        }
      })
  }

  /// A table with keys of its own.
  static func table<Part>(
    _ name: String, _ path: WritableKeyPath<Target, Part> & Sendable, _ keys: Keys<Part>,
    _ meaning: String
  ) -> Key {
    Key(name, "table", meaning) { value, place, target in
      guard let table = value.table(of: name, at: place) else { return }
      keys.read(table, at: place, into: &target[keyPath: path])
    }
  }

  /// A value that is kept as it is, to be read when all else is known.
  static func raw(
    _ name: String, _ path: WritableKeyPath<Target, PlacedValue?> & Sendable, _ unit: String,
    standard: String = "", _ meaning: String
  ) -> Key {
    Key(name, unit, meaning, standard: standard) { value, place, target in
      target[keyPath: path] = PlacedValue(value: value, place: place)
    }
  }
}

/// A value and where it stands.
struct PlacedValue {
  let value: ScriptValue
  let place: Place

  /// False after reporting that it is none.
  var isFunction: Bool {
    if value == .opaque("function") { return true }
    place.report("not a function (\(value.shown)); write function(...) ... end")
    return false
  }

  /// The same for one or a list of them.
  var isFunctions: Bool {
    guard case .table = value else { return isFunction }
    return (value.list(of: "function(...) ... end", at: place) ?? []).map(\.isFunction)
      .allSatisfy { $0 }
  }
}
