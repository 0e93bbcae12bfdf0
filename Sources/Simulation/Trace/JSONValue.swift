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
  /// Many whole numbers, which take less memory and time than an array of values; read, they are an
  /// `array`.
  case integers([Int])
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
  public var compactText: String { String(decoding: compactBytes, as: UTF8.self) }

  /// The same in UTF-8. O(size).
  public var compactBytes: [UInt8] {
    var buffer = JSONBuffer(capacity: 4096)
    write(to: &buffer)
    var bytes: [UInt8] = []
    buffer.append(to: &bytes)
    return bytes
  }

  private func write(to buffer: inout JSONBuffer) {
    switch self {
    case .null: buffer.write(json: "null" as StaticString)
    case .bool(let value): buffer.write(json: value ? "true" : "false" as StaticString)
    case .integer(let value): buffer.write(Int64(value))
    case .unsigned(let value): buffer.write(json: String(value))
    case .number(let value): buffer.write(json: JSONValue.decimal(value))
    case .string(let value): buffer.write(string: value)
    case .array(let values):
      buffer.write("[")
      for index in values.indices {
        if index > 0 { buffer.write(",") }
        values[index].write(to: &buffer)
      }
      buffer.write("]")
    case .integers(let values):
      buffer.write("[")
      for value in values { buffer.write(Int64(value), before: ",") }
      buffer.endList()
    case .object(let members):
      buffer.write("{")
      for index in members.indices {
        if index > 0 { buffer.write(",") }
        buffer.write(string: members[index].key)
        buffer.write(":")
        members[index].value.write(to: &buffer)
      }
      buffer.write("}")
    }
  }

  /// Appends the value, the levels around which are so many.
  private func write(to text: inout String, depth: Int) {
    switch self {
    case .array(let values):
      JSONValue.write("[", "]", values, to: &text, depth: depth) { value, text, depth in
        value.write(to: &text, depth: depth)
      }
    case .object(let members):
      JSONValue.write("{", "}", members, to: &text, depth: depth) { member, text, depth in
        text += JSONValue.string(member.key).compactText + ": "
        member.value.write(to: &text, depth: depth)
      }
    case .null, .bool, .integer, .unsigned, .number, .string, .integers: text += compactText
    }
  }

  private static func write<Item>(
    _ open: String, _ close: String, _ items: [Item], to text: inout String, depth: Int,
    _ write: (Item, inout String, _ depth: Int) -> Void
  ) {
    text += open
    let indentation = "\n" + String(repeating: "  ", count: depth)
    for (index, item) in items.enumerated() {
      text += (index > 0 ? "," : "") + indentation + "  "
      write(item, &text, depth + 1)
    }
    text += items.isEmpty ? close : indentation + close
  }

  /// Returns the shortest decimal that reads back as the same double, without the `.0` of a whole
  /// one.
  private static func decimal(_ value: Double) -> String {
    guard value.isFinite else { return "null" }
    return Int64(exactly: value).map { String($0) } ?? value.description
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
