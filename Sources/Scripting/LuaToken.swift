/// A token of a Lua source, as far as the shape of its tables needs it.
struct LuaToken {
  enum Kind: Equatable {
    case name(String)
    /// Without its quotes, escapes left as written.
    case string(String)
    case symbol(UInt8)
    /// A number, as it is written.
    case number(String)
    /// An operator of more than one character: `==`, `..`, `...`.
    case `operator`(String)
  }

  enum Nesting { case opens, closes, separates, none }

  let kind: Kind
  /// From 1.
  let line: Int

  var nesting: Nesting {
    switch kind {
    case .symbol(UInt8(ascii: "{")), .symbol(UInt8(ascii: "(")), .symbol(UInt8(ascii: "[")): .opens
    case .symbol(UInt8(ascii: "}")), .symbol(UInt8(ascii: ")")), .symbol(UInt8(ascii: "]")): .closes
    case .symbol(UInt8(ascii: ",")), .symbol(UInt8(ascii: ";")): .separates
    case .name("function"), .name("do"), .name("if"), .name("repeat"): .opens
    case .name("end"), .name("until"): .closes
    default: .none
    }
  }

  /// All tokens of a text, without comments; never fails. O(n).
  static func tokens(of source: [UInt8]) -> [LuaToken] {
    var scanner = LuaScanner(source: source)
    var tokens: [LuaToken] = []
    while let token = scanner.next() { tokens.append(token) }
    return tokens
  }

  /// A comment to dormouse, `-- dormouse: ...`: what follows the colon.
  struct Remark: Equatable {
    let text: String
    let line: Int
    /// Not one that nearly is: the text is then the whole of `-- Dormouse: allow ...`, or of one
    /// without its colon.
    let isExact: Bool
  }

  /// All comments of a text that are meant for dormouse. O(n).
  static func remarks(of source: [UInt8]) -> [Remark] {
    var scanner = LuaScanner(source: source)
    while scanner.next() != nil {}
    return scanner.remarks
  }

  /// Whether a name stands anywhere in a text, be it in a comment: a look that takes far less than to
  /// cut it into tokens, or than the standard library's search. O(n).
  static func mayContain(_ name: String, _ source: [UInt8]) -> Bool {
    let name = Array(name.utf8)
    return source.indices.contains { place in
      source[place] == name[0] && source[place...].starts(with: name)
    }
  }

  /// Returns the modules that a text requires by their names, each once. O(n).
  static func requiredModules(in source: [UInt8]) -> [String] {
    guard mayContain("require", source) else { return [] }
    let tokens = tokens(of: source)
    var names: [String] = []
    for index in tokens.indices where tokens[index].kind == .name("require") {
      let rest = tokens[(index + 1)...].prefix(2).map(\.kind)
      let argument = rest.first == .symbol(UInt8(ascii: "(")) ? rest.last : rest.first
      if case .string(let name) = argument, !names.contains(name) { names.append(name) }
    }
    return names
  }
}

/// Cuts a Lua source into tokens (Lua 5.4 reference manual, 3.1).
private struct LuaScanner {
  let source: [UInt8]
  var position = 0
  var line = 1
  private(set) var remarks: [LuaToken.Remark] = []

  mutating func next() -> LuaToken? {
    skipBlanks()
    guard let byte = peek() else { return nil }
    let start = line
    return LuaToken(kind: scan(byte), line: start)
  }

  private mutating func scan(_ byte: UInt8) -> LuaToken.Kind {
    if isDigit(byte) { return number() }
    if isWord(byte) { return word() }
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return .string(quotedString(byte))
    case UInt8(ascii: "["):
      if let text = longBracket() { return .string(text) }
    case UInt8(ascii: "."):
      if let next = peek(1), isDigit(next) { return number() }
    default: break
    }
    for text in LuaScanner.operators where source[position...].starts(with: text.utf8) {
      position += text.utf8.count
      return .operator(text)
    }
    position += 1
    return .symbol(byte)
  }

  private mutating func word() -> LuaToken.Kind {
    let start = position
    while let byte = peek(), isWord(byte) { advance() }
    return .name(text(start..<position))
  }

  /// Also with a point, an exponent with its sign, or in base 16.
  private mutating func number() -> LuaToken.Kind {
    let start = position
    while let byte = peek(), isWord(byte) || byte == UInt8(ascii: ".") {
      let isHexadecimal =
        peek(start + 1 - position) == UInt8(ascii: "x")
        || peek(start + 1 - position) == UInt8(ascii: "X")
      let exponents = isHexadecimal ? "pP" : "eE"
      advance()
      if exponents.utf8.contains(byte), let sign = peek(),
        sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-")
      {
        advance()
      }
    }
    return .number(text(start..<position))
  }

  /// The longer ones first.
  private static let operators = ["...", "..", "==", "~=", "<=", ">=", "//", "::", "<<", ">>"]

  private func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private mutating func quotedString(_ quote: UInt8) -> String {
    advance()
    let start = position
    while let byte = peek(), byte != quote {
      if byte == UInt8(ascii: "\\") { advance() }
      if peek() != nil { advance() }
    }
    defer { if peek() != nil { advance() } }
    return text(start..<position)
  }

  /// `[[ ... ]]` or `[=[ ... ]=]`, if one begins here.
  private mutating func longBracket() -> String? {
    var level = 0
    while peek(1 + level) == UInt8(ascii: "=") { level += 1 }
    guard peek() == UInt8(ascii: "["), peek(1 + level) == UInt8(ascii: "[") else { return nil }
    position += level + 2
    let start = position
    while peek() != nil {
      if peek() == UInt8(ascii: "]"), peek(1 + level) == UInt8(ascii: "]"),
        (0..<level).allSatisfy({ peek(1 + $0) == UInt8(ascii: "=") })
      {
        defer { position += level + 2 }
        return text(start..<position)
      }
      advance()
    }
    return text(start..<position)
  }

  private mutating func skipBlanks() {
    while let byte = peek() {
      if byte == UInt8(ascii: "-"), peek(1) == UInt8(ascii: "-") {
        position += 2
        if longBracket() != nil { continue }
        let start = position
        while let byte = peek(), byte != UInt8(ascii: "\n") { advance() }
        note(comment: start..<position)
      } else if byte <= UInt8(ascii: " ") {
        advance()
      } else {
        return
      }
    }
  }

  private mutating func note(comment: Range<Int>) {
    let text = String(decoding: source[comment].drop { $0 <= UInt8(ascii: " ") }, as: UTF8.self)
    let sign = "dormouse:"
    if text.hasPrefix(sign) {
      remarks.append(
        LuaToken.Remark(text: String(text.dropFirst(sign.count)), line: line, isExact: true))
    } else if text.firstMatch(of: /^dormouse\s*:?\s*allow\b/.ignoresCase()) != nil {
      let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      remarks.append(LuaToken.Remark(text: words, line: line, isExact: false))
    }
  }

  private mutating func advance() {
    if source[position] == UInt8(ascii: "\n") { line += 1 }
    position += 1
  }

  private func peek(_ ahead: Int = 0) -> UInt8? {
    source.indices.contains(position + ahead) ? source[position + ahead] : nil
  }

  private func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  private func text(_ range: Range<Int>) -> String {
    String(decoding: source[range], as: UTF8.self)
  }
}
