import Simulation

/// Reads values as what they must be; each reports what is wrong and gives nil.
extension ScriptValue {
  func number(_ unit: String, _ bounds: Bounds, at place: Place) -> Double? {
    let wanted = unit == "number" ? "a number" : unit
    guard let number = asNumber else {
      place.report("not a number (\(shown)); give \(wanted), \(bounds.text)")
      return nil
    }
    guard bounds.contains(number) else {
      place.report("out of range (\(shown)); give \(wanted), \(bounds.text)")
      return nil
    }
    return number
  }

  func seconds(_ bounds: Bounds, at place: Place) -> TimeSpan? {
    guard let number = number("seconds", bounds, at: place) else { return nil }
    let span = TimeSpan.seconds(number)
    // What is rounded to no time at all must be allowed to be none.
    if span == .zero, !bounds.contains(0) {
      place.report("under a nanosecond (\(shown)); give seconds, \(bounds.text)")
      return nil
    }
    return span
  }

  func integer(_ range: ClosedRange<Int>, at place: Place) -> Int? {
    let wanted = "give a whole number, \(range.lowerBound) to \(range.upperBound)"
    guard let number = asInteger else {
      place.report("not a whole number (\(shown)); \(wanted)")
      return nil
    }
    guard let integer = Int(exactly: number), range.contains(integer) else {
      place.report("out of range (\(shown)); \(wanted)")
      return nil
    }
    return integer
  }

  func flag(at place: Place) -> Bool? {
    guard case .boolean(let flag) = self else {
      place.report("not a boolean (\(shown)); give true or false")
      return nil
    }
    return flag
  }

  func text(at place: Place) -> String? {
    guard case .string(let text) = self else {
      place.report("not a string (\(shown)); write it in quotes")
      return nil
    }
    guard !text.isEmpty, !text.utf8.contains(0) else {
      place.report("\(text.isEmpty ? "empty" : "holds a zero byte") (\(shown)); give a text")
      return nil
    }
    return text
  }

  func choice<Choice>(
    _ choices: [(name: String, choice: Choice)], what: String, at place: Place
  ) -> Choice? {
    guard let text = text(at: place) else { return nil }
    if let found = choices.first(where: { $0.name == text }) { return found.choice }
    let advice = advice(for: text, among: choices.map(\.name), what: what)
    place.report("unknown \(what) (\(quoted(text))); \(advice)")
    return nil
  }

  /// A plain table, or one that the named constructor declared.
  func table(of constructor: String, at place: Place) -> ScriptTable? {
    guard case .table(let table) = self,
      table.origin == nil || table.origin?.constructor == constructor
    else {
      place.report("not what belongs here (\(shown)); give \(constructor) { ... }")
      return nil
    }
    return table
  }

  /// The elements, each at its place.
  func list(of what: String, at place: Place) -> [PlacedValue]? {
    guard case .table(let table) = self, table.origin == nil, let list = table.list else {
      place.report("not a list (\(shown)); give { ... } with \(what)")
      return nil
    }
    return list.enumerated().map { PlacedValue(value: $1, place: place.item($0 + 1)) }
  }
}
