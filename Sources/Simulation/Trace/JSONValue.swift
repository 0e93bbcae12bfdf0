/// A JSON value whose members keep their order, so that equal reports are equal byte for byte.
public enum JSONValue: Sendable, Equatable {
  case null
  case bool(Bool)
  case integer(Int)
  /// A seed, which may be too large for `integer`.
  case unsigned(UInt64)
  /// A number; written as null if it is not finite, for which JSON has no form.
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([Member])

  public struct Member: Sendable, Equatable {
    public let key: String
    public let value: JSONValue

    public init(_ key: String, _ value: JSONValue) {
      self.key = key
      self.value = value
    }
  }

  /// The value as JSON, indented by two spaces a level, without a newline at the end (RFC 8259).
  /// O(size).
  public var text: String {
    var text = ""
    write(to: &text, depth: 0)
    return text
  }

  private func write(to text: inout String, depth: Int) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .integer(let value): text += String(value)
    case .unsigned(let value): text += String(value)
    case .number(let value): text += JSONValue.decimal(value)
    case .string(let value): JSONValue.write(value, to: &text)
    case .array(let values):
      JSONValue.write("[", "]", values, to: &text, depth: depth) { value, text in
        value.write(to: &text, depth: depth + 1)
      }
    case .object(let members):
      JSONValue.write("{", "}", members, to: &text, depth: depth) { member, text in
        JSONValue.write(member.key, to: &text)
        text += ": "
        member.value.write(to: &text, depth: depth + 1)
      }
    }
  }

  private static func write<Item>(
    _ open: String, _ close: String, _ items: [Item], to text: inout String, depth: Int,
    _ write: (Item, inout String) -> Void
  ) {
    text += open
    let indentation = "\n" + String(repeating: "  ", count: depth)
    for (index, item) in items.enumerated() {
      text += index > 0 ? "," : ""
      text += indentation + "  "
      write(item, &text)
    }
    text += items.isEmpty ? close : indentation + close
  }

  /// Returns the shortest decimal that reads back as the same double, without the `.0` of a whole
  /// one.
  private static func decimal(_ value: Double) -> String {
    guard value.isFinite else { return "null" }
    return Int64(exactly: value).map { String($0) } ?? value.description
  }

  private static func write(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\t": text += "\\t"
      case "\r": text += "\\r"
      case _ where scalar.value < 0x20:
        text += "\\u" + padded(String(scalar.value, radix: 16), to: 4, with: "0")
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
