/// Where a script's text reads what a push carries: in the method that gets it, of the variables and
/// fields that it is put into, and in the script's functions that it is handed to.
///
/// Names are told apart by how they are written, not by their scope. What is read of another variable
/// of the same name is one field too many, which does no harm.
struct PayloadUses {
  /// A name that stands for the payload.
  struct Name: Equatable {
    let text: String
    /// It is a field, behind a point.
    var isMember = false
    /// The payload is this field of what is named; nil: it is that itself.
    var field: String?
  }

  /// A field that is read.
  struct Read {
    let field: String
    /// The place of its last token.
    let end: Int
  }

  /// In the order of the names, and of the text.
  private(set) var reads: [Read] = []
  /// The payload goes somewhere that the text does not show: it is walked through, put into a list or
  /// handed to a function that is not the script's.
  private(set) var isLost = false

  private let tokens: [LuaToken]
  private var names: [Name]

  private static let mostNames = 32
  /// Functions that read none of its fields.
  private static let harmless = ["print", "NSLog", "tostring", "type"]

  private static let walks = ["ipairs", "pairs", "next", "unpack"]

  /// - Parameters:
  ///   - names: those that stand for the payload at first.
  /// O(n) a name that stands for it.
  init(_ tokens: [LuaToken], of names: [Name]) {
    self.tokens = tokens
    self.names = names
    var next = 0
    while next < self.names.count {
      let name = self.names[next]
      for index in tokens.indices
      where tokens[index].kind == .name(name.text) && isMember(index) == name.isMember {
        follow(name, at: index)
      }
      next += 1
    }
  }

  private func symbol(at index: Int) -> Character? {
    guard tokens.indices.contains(index), case .symbol(let byte) = tokens[index].kind else {
      return nil
    }
    return Character(Unicode.Scalar(byte))
  }

  private func name(at index: Int) -> String? {
    guard tokens.indices.contains(index), case .name(let name) = tokens[index].kind else {
      return nil
    }
    return name
  }

  private func isMember(_ index: Int) -> Bool {
    symbol(at: index - 1) == "." || symbol(at: index - 1) == ":"
  }

  /// The field in `.field` or `["field"]` behind a token.
  private func field(after index: Int) -> Read? {
    if symbol(at: index + 1) == ".", let name = name(at: index + 2) {
      return Read(field: name, end: index + 2)
    }
    if symbol(at: index + 1) == "[", index + 2 < tokens.count,
      case .string(let text) = tokens[index + 2].kind, symbol(at: index + 3) == "]"
    {
      return Read(field: text, end: index + 3)
    }
    return nil
  }

  private mutating func follow(_ name: Name, at index: Int) {
    var (end, rest) = (index, name.field)
    if let wanted = rest, let read = field(after: index) {
      // Another field of a message, such as its priority, is not the sender's.
      guard read.field == wanted else { return }
      (end, rest) = (read.end, nil)
    }
    if rest == nil, let read = field(after: end) {
      reads.append(read)
      // A list, of which the text does not show what is in it.
      let start = start(ofChainTo: index)
      if symbol(at: start - 1) == "(", let walk = self.name(at: start - 2) {
        isLost = isLost || PayloadUses.walks.contains(walk)
      }
      return
    }
    switch symbol(at: end + 1) {
    case "[": isLost = true
    case "=", ":": break
    default: handOn(rest, from: start(ofChainTo: index))
    }
  }

  /// Where an expression `a.b.c` begins.
  private func start(ofChainTo index: Int) -> Int {
    var start = index
    while isMember(start), name(at: start - 2) != nil { start -= 2 }
    return start
  }

  /// The payload itself stands at a place, or what has it in a field: where does it go?
  private mutating func handOn(_ field: String?, from start: Int) {
    switch symbol(at: start - 1) {
    case "=":
      guard let target = name(at: start - 2) else {
        isLost = true
        return
      }
      let isInTable = symbol(at: start - 3) == "{" || symbol(at: start - 3) == ","
      add(Name(text: target, isMember: isMember(start - 2) || isInTable, field: field))
    case "(", ",": handOver(field, at: start)
    case "{": isLost = true
    case nil:
      let lost = ["return", "and", "or", "in"]
      if let word = name(at: start - 1), lost.contains(word) { isLost = true }
    default: break
    }
  }

  /// It is an argument, or a parameter.
  private mutating func handOver(_ field: String?, at start: Int) {
    var (depth, commas, place) = (0, 0, start - 1)
    search: while place >= 0 {
      switch tokens[place].nesting {
      case .closes: depth += 1
      case .opens where depth == 0: break search
      case .opens: depth -= 1
      case .separates where depth == 0: commas += 1
      case .separates, .none: break
      }
      place -= 1
    }
    guard symbol(at: place) == "(", let callee = name(at: place - 1) else {
      isLost = true
      return
    }
    guard callee != "function", name(at: self.start(ofChainTo: place - 1) - 1) != "function" else {
      return
    }
    guard !PayloadUses.harmless.contains(callee) else { return }
    let argument = name(at: place + 1) == "self" ? commas - 1 : commas
    guard let parameters = PayloadUses.parameters(of: callee, in: tokens),
      parameters.indices.contains(argument)
    else {
      isLost = true
      return
    }
    add(Name(text: parameters[argument], field: field))
  }

  private mutating func add(_ name: Name) {
    guard !names.contains(name) else { return }
    guard names.count < PayloadUses.mostNames else {
      isLost = true
      return
    }
    names.append(name)
  }

  /// The names of a function's parameters but `self`; nil: the script defines none of this name. O(n).
  static func parameters(of function: String, in tokens: [LuaToken]) -> [String]? {
    for index in tokens.indices where tokens[index].kind == .name(function) {
      var open = index + 1
      if isFunction(open + 1, tokens), tokens[open].kind == .symbol(UInt8(ascii: "=")) {
        open += 2
      } else {
        var start = index
        while start >= 2, isPoint(tokens[start - 1]) {
          start -= 2
        }
        guard isFunction(start - 1, tokens) else { continue }
      }
      let list = tokens[min(open, tokens.count)...].dropFirst()
        .prefix { $0.kind != .symbol(UInt8(ascii: ")")) }
      return list.compactMap { token in
        if case .name(let name) = token.kind, name != "self" { name } else { nil }
      }
    }
    return nil
  }

  private static func isPoint(_ token: LuaToken) -> Bool {
    token.kind == .symbol(UInt8(ascii: ".")) || token.kind == .symbol(UInt8(ascii: ":"))
  }

  private static func isFunction(_ index: Int, _ tokens: [LuaToken]) -> Bool {
    tokens.indices.contains(index) && tokens[index].kind == .name("function")
  }
}
