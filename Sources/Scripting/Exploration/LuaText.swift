import Device

/// Values as a script in Lua writes them.
enum LuaText {
  /// Returns a string in quotes (Lua 5.4, section 3.1).
  static func literal(_ text: String) -> String {
    var literal = "\""
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): literal += "\\\""
      case UInt8(ascii: "\\"): literal += "\\\\"
      case 0x20..<0x7F: literal.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte)
        literal += "\\" + String(repeating: "0", count: 3 - digits.count) + digits
      }
    }
    return literal + "\""
  }

  /// Returns the fields of a push as the argument of a call; empty where there are none.
  static func arguments(_ fields: [PushField]) -> String {
    fields.isEmpty ? "" : value(.table(fields))
  }

  private static func value(_ value: PushValue) -> String {
    switch value {
    case .boolean(let flag): "\(flag)"
    case .integer(let number): "\(number)"
    case .number(let number): "\(number)"
    case .text(let text): literal(text)
    case .list(let values): "{ " + values.map(self.value).joined(separator: ", ") + " }"
    case .table(let fields):
      "{ "
        + fields.map { "[\(literal($0.name))] = \(self.value($0.value))" }
        .joined(separator: ", ") + " }"
    }
  }
}
