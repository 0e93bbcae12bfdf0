import Device
import Lua
import Simulation

/// Reads a script that compiles, and finds what is wrong with the names in it: globals that nobody
/// defines, fields that no API has, arguments of a kind that a function does not take, callbacks
/// under a wrong name. Nothing is run, and what it is not sure of it does not tell.
struct LuaChecker {
  let tokens: [LuaToken]
  let api: ScriptAPI
  /// Names that every script of the kind has, with dots for fields.
  let known: Set<String>
  let file: String
  /// The family of systems whose app it is.
  let family: SystemFamily
  let kind: ScriptKind
  var position = 0
  private(set) var problems: [ScriptError.Problem] = []
  /// Those of them that tell of keys which a table is given twice.
  private(set) var keysGivenTwice: [ScriptError.Problem] = []
  /// Local variables by scope, the innermost last.
  var scopes: [[String: LuaKind]] = [[:]]
  /// Names that are set somewhere after they were declared, and so may be of any kind.
  let changing: Set<String>
  /// Fields that are set somewhere.
  let setFields: Set<String>
  /// Globals that the script itself makes; nil: it may make any, as by `_ENV`.
  let ownGlobals: Set<String>?
  /// The variable that the script returns at its end.
  let returned: String?
  /// Its functions, with their lines; what else is in it.
  var methods: [(name: String, line: Int)] = []
  /// All of the returned table is plain to see: nothing else puts functions into it.
  var isDelegatePlain = true

  init(
    source: [UInt8], file: String, api: ScriptAPI, known: Set<String>,
    of kind: ScriptKind = .app, for family: SystemFamily = .iOS
  ) {
    self.family = family
    self.kind = kind
    tokens = LuaToken.tokens(of: source)
    self.api = api
    self.known = known
    self.file = file
    let facts = LuaFacts(tokens)
    changing = facts.changing
    setFields = facts.setFields
    ownGlobals = facts.hasOpenGlobals ? nil : facts.assigned
    returned = facts.returned
    isDelegatePlain = !facts.isPassedOn
  }

  mutating func report(_ message: String, line: Int) {
    let problem = ScriptError.Problem(at: SourceLocation(file: file, line: line), message)
    if !problems.contains(problem) { problems.append(problem) }
  }

  mutating func reportGivenTwice(_ key: String) {
    let count = problems.count
    report("\(key) is given twice, and the first is lost; leave one out", line: line)
    keysGivenTwice += problems[count...]
  }

  // MARK: Tokens

  var token: LuaToken.Kind? { position < tokens.count ? tokens[position].kind : nil }
  var line: Int { position < tokens.count ? tokens[position].line : tokens.last?.line ?? 0 }

  func isSymbol(_ symbol: Character, ahead: Int = 0) -> Bool {
    let index = position + ahead
    return index < tokens.count
      && tokens[index].kind == .symbol(symbol.asciiValue ?? 0)
  }

  func isWord(_ word: String) -> Bool { token == .name(word) }

  /// Goes past a symbol, if it is there.
  mutating func take(_ symbol: Character) -> Bool {
    guard isSymbol(symbol) else { return false }
    position += 1
    return true
  }

  mutating func take(word: String) -> Bool {
    guard isWord(word) else { return false }
    position += 1
    return true
  }

  /// Goes past a name that is no word of the language.
  mutating func takeName() -> String? {
    guard case .name(let name) = token, !LuaFacts.words.contains(name) else { return nil }
    position += 1
    return name
  }

  // MARK: Scopes

  mutating func within(_ body: (inout LuaChecker) -> Void) {
    scopes.append([:])
    body(&self)
    scopes.removeLast()
  }

  mutating func declare(_ name: String, _ kind: LuaKind) {
    // A method that is kept in a variable is called as it should be, with its object in front.
    let isMethod = if case .function(_, of: .some) = kind { true } else { false }
    scopes[scopes.count - 1][name] = isMethod || changing.contains(name) ? .unknown : kind
  }

  func variable(_ name: String) -> LuaKind? {
    for scope in scopes.reversed() {
      if let kind = scope[name] { return kind }
    }
    return nil
  }

  // MARK: All of it

  mutating func check() {
    block()
    for method in methods {
      if let foreign = Callback.foreign(method.name, on: family) {
        guard !methods.contains(where: { $0.name == foreign.here }) else { continue }
        report(
          "a method that is never called (\(quoted(method.name))): \(foreign.notice)",
          line: method.line)
        continue
      }
      guard let meant = Callback.name(meantBy: method.name, on: family),
        !methods.contains(where: { $0.name == meant })
      else { continue }
      report(
        "a method that is never called (\(quoted(method.name))); did you mean \(quoted(meant))?",
        line: method.line)
    }
    let order = problems.indices.sorted { (left: Int, right: Int) in
      let (one, other) = (problems[left].location?.line ?? 0, problems[right].location?.line ?? 0)
      return (one, left) < (other, right)
    }
    problems = order.map { problems[$0] }
  }
}

/// The kind of a value, as far as the source shows.
enum LuaKind: Equatable {
  case unknown
  /// An object of a class.
  case object(String)
  /// A global table of the API, by its name.
  case table(String)
  /// A function of the API; nil: a global, else of this class.
  case function(ScriptAPI.Member, of: String?)
  /// A value that stands in the source: a number, a string.
  case literal(Literal, shown: String)

  enum Literal: String {
    case string, number, boolean, table, function
    case none = "nil"
  }
}

/// Facts about a source that are known before its statements are read.
struct LuaFacts {
  static let words: Set<String> = [
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in",
    "local", "nil", "not", "or", "repeat", "return", "then", "true", "until", "while",
  ]

  private(set) var changing: Set<String> = []
  private(set) var setFields: Set<String> = []
  /// Names that are assigned to, as globals or locals.
  private(set) var assigned: Set<String> = []
  private(set) var hasOpenGlobals = false
  private(set) var returned: String?
  /// Whether the returned value is first passed to a function, which may put more into it.
  private(set) var isPassedOn = false

  init(_ tokens: [LuaToken]) {
    func name(_ index: Int) -> String? {
      guard tokens.indices ~= index, case .name(let name) = tokens[index].kind,
        !LuaFacts.words.contains(name)
      else { return nil }
      return name
    }
    func isSymbol(_ index: Int, _ symbols: String) -> Bool {
      guard tokens.indices ~= index, case .symbol(let byte) = tokens[index].kind else {
        return false
      }
      return symbols.utf8.contains(byte)
    }
    for index in tokens.indices {
      guard let name = name(index) else { continue }
      if name == "_ENV" || name == "_G" { hasOpenGlobals = true }
      let isField = isSymbol(index - 1, ".:")
      if isSymbol(index + 1, "=") || isSymbol(index + 1, ",") {
        if isField {
          if isSymbol(index + 1, "=") { setFields.insert(name) }
        } else if isSymbol(index + 1, "=") || isTarget(index, tokens) {
          assigned.insert(name)
          if index == 0 || tokens[index - 1].kind != .name("local") { changing.insert(name) }
        }
      }
      if index > 0, tokens[index - 1].kind == .name("function"), !isField {
        assigned.insert(name)
        if isSymbol(index + 1, "(") || index < 2 || tokens[index - 2].kind != .name("local") {
          if index < 2 || tokens[index - 2].kind != .name("local") { changing.insert(name) }
        }
      }
      if isField, index > 1, isSymbol(index + 1, "(") { setFieldsOfFunction(index, tokens) }
    }
    if let last = name(tokens.count - 1), tokens.count > 1,
      tokens[tokens.count - 2].kind == .name("return")
    {
      returned = last
      changing.remove(last)
      isPassedOn = tokens.indices.dropLast(1).contains {
        tokens[$0].kind == .name(last) && (isSymbol($0 + 1, ",)")) && !isSymbol($0 - 1, ".:")
      }
    }
  }

  /// `function a.b.c(`: c is set.
  private mutating func setFieldsOfFunction(_ index: Int, _ tokens: [LuaToken]) {
    var first = index
    while first > 1, case .symbol(let byte) = tokens[first - 1].kind,
      byte == UInt8(ascii: ".") || byte == UInt8(ascii: ":")
    {
      first -= 2
    }
    guard first > 0, tokens[first - 1].kind == .name("function"),
      case .name(let name) = tokens[index].kind
    else { return }
    setFields.insert(name)
  }

  /// Whether a name before a comma is one of several that are assigned to: `a, b = 1, 2`.
  private func isTarget(_ index: Int, _ tokens: [LuaToken]) -> Bool {
    var index = index
    while index + 1 < tokens.count {
      guard case .name(let name) = tokens[index].kind, !LuaFacts.words.contains(name) else {
        return false
      }
      switch tokens[index + 1].kind {
      case .symbol(UInt8(ascii: ",")): index += 2
      case .symbol(UInt8(ascii: "=")): return true
      default: return false
      }
    }
    return false
  }
}
