/// The error of input that is not JSON.
public struct JSONError: Error, Equatable {
  /// The byte, from 1, at which it was noticed.
  public let column: Int
  /// The problem in words.
  public let problem: String

  public init(column: Int, problem: String) {
    self.column = column
    self.problem = problem
  }
}

extension JSONValue {
  /// The deepest nesting that is accepted, so that no input exhausts the stack.
  public static let depthLimit = 64

  /// Reads one value and nothing but white space after it (RFC 8259). O(bytes).
  ///
  /// - Parameters:
  ///   - depthLimit: the deepest nesting that is accepted.
  public init(parsing bytes: [UInt8], depthLimit: Int = depthLimit) throws(JSONError) {
    var parser = JSONParser(bytes: bytes, depthLimit: depthLimit)
    self = try parser.value(depth: 0)
    parser.skipSpace()
    guard parser.position == bytes.count else {
      throw parser.error("something follows the value")
    }
  }
}

/// A recursive descent over the bytes of one JSON value.
private struct JSONParser {
  let bytes: [UInt8]
  let depthLimit: Int
  var position = 0

  init(bytes: [UInt8], depthLimit: Int) {
    self.bytes = bytes
    self.depthLimit = depthLimit
  }

  func error(_ problem: String) -> JSONError { JSONError(column: position + 1, problem: problem) }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  mutating func skipSpace() {
    while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { position += 1 }
  }

  mutating func value(depth: Int) throws(JSONError) -> JSONValue {
    guard depth < depthLimit else { throw error("nested too deeply") }
    skipSpace()
    switch next {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case nil: throw error("the text ends in the middle")
    default: return try number()
    }
  }

  private mutating func object(depth: Int) throws(JSONError) -> JSONValue {
    position += 1
    var members: [JSONValue.Member] = []
    skipSpace()
    if take("}") { return .object(members) }
    while true {
      skipSpace()
      guard next != nil else { throw error("the text ends in the middle") }
      guard next == UInt8(ascii: "\"") else { throw error("no member's name in quotes") }
      let key = try string()
      skipSpace()
      try expect(":")
      members.append(.init(key, try value(depth: depth + 1)))
      skipSpace()
      if take("}") { return .object(members) }
      try expect(",")
    }
  }

  private mutating func array(depth: Int) throws(JSONError) -> JSONValue {
    position += 1
    var values: [JSONValue] = []
    skipSpace()
    if take("]") { return .array(values) }
    while true {
      values.append(try value(depth: depth + 1))
      skipSpace()
      if take("]") { return .array(values) }
      try expect(",")
    }
  }

  private mutating func string() throws(JSONError) -> String {
    position += 1
    var text: [UInt8] = []
    while let byte = next {
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): try escape(into: &text)
      case 0..<0x20:
        position -= 1
        throw error("a control character in a string")
      default: text.append(byte)
      }
    }
    throw error("the text ends in the middle of a string")
  }

  private mutating func escape(into text: inout [UInt8]) throws(JSONError) {
    guard let letter = next else { throw error("the text ends in the middle of a string") }
    position += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(letter)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"): text += Array(String(try unicodeEscape()).utf8)
    default:
      position -= 1
      throw error("an unknown escape")
    }
  }

  /// Reads one scalar, for which UTF-16 may need two escapes; a surrogate without its pair is
  /// U+FFFD.
  private mutating func unicodeEscape() throws(JSONError) -> Unicode.Scalar {
    let first = try fourDigits()
    guard (0xD800..<0xDC00).contains(first), next == UInt8(ascii: "\\"),
      position + 1 < bytes.count, bytes[position + 1] == UInt8(ascii: "u")
    else { return Unicode.Scalar(first) ?? "\u{FFFD}" }
    let end = position
    position += 2
    let second = try fourDigits()
    guard (0xDC00..<0xE000).contains(second) else {
      // The second escape is not the pair but a character of its own, which is read next.
      position = end
      return "\u{FFFD}"
    }
    return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)) ?? "\u{FFFD}"
  }

  private mutating func fourDigits() throws(JSONError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = next else { throw error("the text ends in the middle of a string") }
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw error("\\u without four hexadecimal digits")
      }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    return value
  }

  private mutating func number() throws(JSONError) -> JSONValue {
    let start = position
    while let byte = next, isPartOfNumber(byte) { position += 1 }
    if JSONParser.isNumber(bytes[start..<position]) {
      let text = String(decoding: bytes[start..<position], as: UTF8.self)
      if let value = Int(text) { return .integer(value) }
      if let value = UInt64(text) { return .unsigned(value) }
      if let value = Double(text), value.isFinite { return .number(value) }
    }
    let isCut = position == bytes.count && position > start
    position = start
    throw error(isCut ? "the text ends in the middle" : "no JSON value")
  }

  /// Returns whether the bytes are a number by RFC 8259, section 6, which is narrower than the
  /// standard library's grammar.
  private static func isNumber(_ text: ArraySlice<UInt8>) -> Bool {
    var rest = text
    func digits() -> Bool {
      let count = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
      rest = rest.dropFirst(count)
      return count > 0
    }
    func take(_ characters: UInt8...) -> Bool {
      guard let first = rest.first, characters.contains(first) else { return false }
      rest = rest.dropFirst()
      return true
    }
    _ = take(UInt8(ascii: "-"))
    guard take(UInt8(ascii: "0")) || digits() else { return false }
    if take(UInt8(ascii: ".")), !digits() { return false }
    if take(UInt8(ascii: "e"), UInt8(ascii: "E")) {
      _ = take(UInt8(ascii: "+"), UInt8(ascii: "-"))
      guard digits() else { return false }
    }
    return rest.isEmpty
  }

  private func isPartOfNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
      UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }

  private mutating func word(_ word: String, _ value: JSONValue) throws(JSONError) -> JSONValue {
    for byte in word.utf8 {
      guard next == byte else {
        throw error(next == nil ? "the text ends in the middle" : "no JSON value")
      }
      position += 1
    }
    return value
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func expect(_ character: Unicode.Scalar) throws(JSONError) {
    guard take(character) else {
      throw error(next == nil ? "the text ends in the middle" : "no \(character)")
    }
  }
}
