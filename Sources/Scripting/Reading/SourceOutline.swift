/// The tables that a Lua source writes down, to find the line of a key.
///
/// Lua keeps the line of a call, but not those of the keys in the table that it was given: they are
/// read off the text. What a text builds by other means (variables, loops) is not found.
struct SourceOutline {
  /// One step from a table to what is in it.
  enum Step: Equatable {
    case key(String)
    /// From 1.
    case item(Int)
  }

  private let tokens: [LuaToken]

  init(_ source: [UInt8]) {
    tokens = LuaToken.tokens(of: source)
  }

  /// The line of the value at the end of a path through the table that a constructor is given at a
  /// line; of the last step of the path that can be found, and else the constructor's own.
  func line(of path: [Step], in constructor: String, at line: Int) -> Int {
    var best = (steps: 0, line: line)
    let name = constructor.split(separator: ".").last.map(String.init) ?? constructor
    for index in tokens.indices where tokens[index].line == line {
      guard tokens[index].kind == .name(name), let table = table(at: index + 1) else { continue }
      let found = follow(path, from: table)
      if found.steps > best.steps { best = found }
      if found.steps == path.count { break }
    }
    return best.line
  }

  private func follow(_ path: [Step], from table: Int) -> (steps: Int, line: Int) {
    var found = (steps: 0, line: 0)
    var table: Int? = table
    for step in path {
      guard let open = table, let (line, value) = entry(step, of: open) else { break }
      found = (found.steps + 1, line)
      table = self.table(at: value)
    }
    return found
  }

  /// The opening brace of the table that begins at a token, also as the argument of a call.
  private func table(at index: Int) -> Int? {
    var index = index
    while index < tokens.count {
      switch tokens[index].kind {
      case .symbol(UInt8(ascii: "{")): return index
      case .name, .symbol(UInt8(ascii: "(")), .symbol(UInt8(ascii: ".")): index += 1
      default: return nil
      }
    }
    return nil
  }

  /// The line of an entry of the table that opens at a token, and where its value begins.
  private func entry(_ step: Step, of open: Int) -> (line: Int, value: Int)? {
    var index = open + 1
    var items = 0
    while index < tokens.count, tokens[index].kind != .symbol(UInt8(ascii: "}")) {
      let line = tokens[index].line
      let (key, value) = key(at: index)
      if key == nil { items += 1 }
      if step == key.map(Step.key) ?? .item(items) { return (line, value) }
      index = end(of: value)
    }
    return nil
  }

  /// The key of the entry that begins at a token, nil for a list's item, and where its value
  /// begins.
  private func key(at index: Int) -> (String?, value: Int) {
    let kinds = tokens[index...].prefix(4).map(\.kind)
    if kinds.count > 1, case .name(let name) = kinds[0], kinds[1] == .symbol(UInt8(ascii: "=")) {
      return (name, index + 2)
    }
    if kinds.count == 4, kinds[0] == .symbol(UInt8(ascii: "[")), case .string(let name) = kinds[1],
      kinds[2] == .symbol(UInt8(ascii: "]")), kinds[3] == .symbol(UInt8(ascii: "="))
    {
      return (name, index + 4)
    }
    return (nil, index)
  }

  /// The beginning of the next entry, or the brace that closes the table.
  private func end(of value: Int) -> Int {
    var depth = 0
    for index in value..<max(value, tokens.count) {
      switch tokens[index].nesting {
      case .opens: depth += 1
      case .closes where depth == 0: return index
      case .closes: depth -= 1
      case .separates where depth == 0: return index + 1
      default: break
      }
    }
    return tokens.count
  }
}
