extension [UInt8] {
  /// Appends a text as a JSON string; only what JSON demands is escaped (RFC 8259, section 7).
  /// O(length).
  mutating func appendJSON(_ text: String) {
    append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        append(UInt8(ascii: "\\"))
        append(byte)
      case 0..<0x20:
        appendControl(byte)
      default:
        append(byte)
      }
    }
    append(UInt8(ascii: "\""))
  }

  /// Appends an integer in decimal digits.
  mutating func appendDecimal(_ value: Int64) {
    append(contentsOf: String(value).utf8)
  }

  private mutating func appendControl(_ byte: UInt8) {
    switch byte {
    case 0x08: append(contentsOf: #"\b"#.utf8)
    case 0x09: append(contentsOf: #"\t"#.utf8)
    case 0x0a: append(contentsOf: #"\n"#.utf8)
    case 0x0c: append(contentsOf: #"\f"#.utf8)
    case 0x0d: append(contentsOf: #"\r"#.utf8)
    default:
      append(contentsOf: byte < 0x10 ? #"\u000"#.utf8 : #"\u00"#.utf8)
      append(contentsOf: String(byte, radix: 16).utf8)
    }
  }
}
