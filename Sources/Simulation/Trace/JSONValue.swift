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

  /// The value as JSON without spaces. O(size).
  public var compactText: String {
    var text = ""
    write(to: &text, depth: nil)
    return text
  }

  /// Appends the value.
  ///
  /// - Parameters:
  ///   - depth: the levels around it; nil: it is written without spaces.
  private func write(to text: inout String, depth: Int?) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .integer(let value): text += String(value)
    case .unsigned(let value): text += String(value)
    case .number(let value): text += JSONValue.decimal(value)
    case .string(let value): JSONValue.write(value, to: &text)
    case .array(let values):
      JSONValue.write("[", "]", values, to: &text, depth: depth) { value, text, depth in
        value.write(to: &text, depth: depth)
      }
    case .object(let members):
      JSONValue.write("{", "}", members, to: &text, depth: depth) { member, text, depth in
        JSONValue.write(member.key, to: &text)
        text += depth == nil ? ":" : ": "
        member.value.write(to: &text, depth: depth)
      }
    }
  }

  private static func write<Item>(
    _ open: String, _ close: String, _ items: [Item], to text: inout String, depth: Int?,
    _ write: (Item, inout String, _ depth: Int?) -> Void
  ) {
    text += open
    let indentation = depth.map { "\n" + String(repeating: "  ", count: $0) } ?? ""
    for (index, item) in items.enumerated() {
      text += index > 0 ? "," : ""
      text += depth == nil ? "" : indentation + "  "
      write(item, &text, depth.map { $0 + 1 })
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

/// A type whose values have a form in JSON.
public protocol JSONConvertible {
  var json: JSONValue { get }
}

extension JSONValue: JSONConvertible {
  public var json: JSONValue { self }
}

extension Int: JSONConvertible {
  public var json: JSONValue { .integer(self) }
}

extension UInt64: JSONConvertible {
  public var json: JSONValue { .unsigned(self) }
}

extension Double: JSONConvertible {
  public var json: JSONValue { .number(self) }
}

extension Bool: JSONConvertible {
  public var json: JSONValue { .bool(self) }
}

extension String: JSONConvertible {
  public var json: JSONValue { .string(self) }
}

extension Optional: JSONConvertible where Wrapped: JSONConvertible {
  public var json: JSONValue { self?.json ?? .null }
}

extension Array: JSONConvertible where Element: JSONConvertible {
  @inlinable public var json: JSONValue { .array(map { $0.json }) }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral members: (String, any JSONConvertible)...) {
    self = .object(members.map { Member($0, $1.json) })
  }

  /// Returns an object with the members of another one after its own.
  public func adding(_ more: JSONValue) -> JSONValue {
    guard case .object(let own) = self, case .object(let others) = more else {
      fatalError("JSONValue: only objects have members")
    }
    return .object(own + others)
  }
}
