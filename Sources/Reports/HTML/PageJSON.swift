/// A writer of JSON without spaces that may stand in a script element: no `<` begins a tag or a
/// comment in it.
struct PageJSON {
  private(set) var bytes: [UInt8] = []
  private var isFirst = true

  mutating func object(_ body: (inout PageJSON) -> Void) { nest("{", "}", body) }

  mutating func array(_ body: (inout PageJSON) -> Void) { nest("[", "]", body) }

  private mutating func nest(
    _ open: Unicode.Scalar, _ close: Unicode.Scalar, _ body: (inout PageJSON) -> Void
  ) {
    separate()
    bytes.append(UInt8(ascii: open))
    isFirst = true
    body(&self)
    bytes.append(UInt8(ascii: close))
    isFirst = false
  }

  /// Writes the name of the next value.
  mutating func key(_ name: String) {
    value(name)
    bytes.append(UInt8(ascii: ":"))
    isFirst = true
  }

  mutating func value(_ number: Int) {
    separate()
    bytes += String(number).utf8
  }

  /// Writes a number; null for nil.
  mutating func value(_ number: Double?) { value(number ?? .nan) }

  /// Writes a number, a whole one without its `.0`; null where it is not finite.
  mutating func value(_ number: Double) {
    if let whole = Int(exactly: number) {
      value(whole)
    } else {
      separate()
      bytes += (number.isFinite ? number.description : "null").utf8
    }
  }

  mutating func value(_ text: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case 0..<0x20, UInt8(ascii: "<"), 0x7F:
        let digits = String(byte, radix: 16)
        bytes += "\\u00\(digits.utf8.count == 1 ? "0" : "")\(digits)".utf8
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  mutating func member(_ name: String, _ number: Int) {
    key(name)
    value(number)
  }

  mutating func member(_ name: String, _ number: Double?) {
    key(name)
    value(number)
  }

  mutating func member(_ name: String, _ text: String) {
    key(name)
    value(text)
  }

  /// Writes an array with one value for each element.
  mutating func list<Element>(
    _ name: String, _ elements: some Sequence<Element>,
    _ body: (inout PageJSON, Element) -> Void
  ) {
    key(name)
    array { json in for element in elements { body(&json, element) } }
  }

  /// Writes an array of whole numbers.
  mutating func values(_ numbers: some Sequence<Int>) {
    array { json in for number in numbers { json.value(number) } }
  }

  private mutating func separate() {
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
    isFirst = false
  }
}

/// A table of strings that occur again and again, each kept once.
struct TextTable {
  private(set) var texts: [String] = []
  private var places: [String: Int] = [:]

  /// Returns the number of a string; -1 for nil.
  mutating func number(_ text: String?) -> Int {
    guard let text else { return -1 }
    if let place = places[text] { return place }
    places[text] = texts.count
    texts.append(text)
    return texts.count - 1
  }
}
