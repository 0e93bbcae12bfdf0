import Simulation

/// The fields of a record by name. O(fields).
extension TraceRecord {
  private func value(_ key: String) -> JSONValue? { fields.first { $0.key == key }?.value }

  /// Returns the string of a field; nil where there is none.
  package func text(_ key: String) -> String? { value(key)?.plainText }

  /// Returns the whole number of a field; nil where there is none.
  package func integer(_ key: String) -> Int? {
    guard case .integer(let integer)? = value(key) else { return nil }
    return integer
  }

  /// Returns a length of time in nanoseconds, at most a century; 0 where there is none.
  package func time(_ key: String) -> Int {
    min(max(0, integer(key) ?? 0), 36_525 * 86_400_000_000_000)
  }

  package func number(_ key: String) -> Double? {
    switch value(key) {
    case .integer(let integer)?: Double(integer)
    case .number(let number)?: number
    default: nil
    }
  }

  /// Returns the value of a flag; false where there is none.
  package func flag(_ key: String) -> Bool { value(key) == .bool(true) }

  /// Returns the strings of an array; empty where there is none.
  package func texts(_ key: String) -> [String] {
    guard case .array(let values)? = value(key) else { return [] }
    return values.compactMap(\.plainText)
  }

  /// Returns the members of an object; empty where there is none.
  package func members(_ key: String) -> [JSONValue.Member] {
    guard case .object(let members)? = value(key) else { return [] }
    return members
  }

  /// The kind and the fields on one line.
  package var words: String { fields.isEmpty ? kind : "\(kind) \(fieldText)" }
}

extension JSONValue {
  /// The string; nil where the value is not one.
  package var plainText: String? {
    if case .string(let text) = self { text } else { nil }
  }
}
