import Lua

/// The names that scripts can use, with types and meanings, for editors and for `check`.
struct ScriptAPI: Sendable {
  struct Parameter: Sendable, Equatable {
    let name: String
    let type: String
    let isOptional: Bool
  }

  struct Member: Sendable, Equatable {
    /// The name; that of a global with its dots.
    let name: String
    /// The parameters; nil for what is no function.
    let parameters: [Parameter]?
    /// The types that a function returns, or the type of a value.
    let types: [String]
    var isSettable = false
    let meaning: String
  }

  struct Class: Sendable, Equatable {
    let name: String
    /// One of the bridge; else a table.
    let isBridged: Bool
    var members: [Member] = []

    func member(_ name: String) -> Member? { members.first { $0.name == name } }
  }

  private(set) var globals: [Member] = []
  private(set) var classes: [Class] = []

  /// Of apps for iOS.
  static let apps = ScriptAPI(appSignatures)

  /// Of apps for Android: its own names, and those that are no family's.
  static let android = {
    var api = androidOwn
    let names = AppLibrary.android.functions.outline
    let globals = Set(names.globals.map(\.name) + ["io.stdout"])
    api.globals += apps.globals.filter { shared in
      globals.contains(shared.name) && !api.globals.contains { $0.name == shared.name }
    }
    api.classes += apps.classes.filter { $0.name == "FILE" }
    return api
  }()

  static let androidOwn = ScriptAPI(androidSignatures)

  /// The same without a class.
  func without(_ name: String) -> ScriptAPI {
    var api = self
    api.classes.removeAll { $0.name == name }
    return api
  }

  func named(_ name: String) -> Class? { classes.first { $0.name == name } }

  /// Reads lines as those of `appSignatures`; the text belongs to the program.
  init(_ text: String) {
    for line in text.split(separator: "\n") where !line.hasPrefix("[globals]") {
      if line.hasPrefix("[") {
        let name = line.dropFirst().dropLast()
        classes.append(
          Class(
            name: String(name.drop { $0 == "*" }), isBridged: !name.hasPrefix("*")))
      } else if classes.isEmpty {
        globals.append(ScriptAPI.member(line))
      } else {
        classes[classes.count - 1].members.append(ScriptAPI.member(line))
      }
    }
  }

  private static func member(_ line: Substring) -> Member {
    let parts = line.split(separator: " -- ", maxSplits: 1)
    guard parts.count == 2 else { fatalError("ScriptAPI: a name without a meaning (\(line))") }
    let signature = parts[0]
    let meaning = String(parts[1])
    let nameEnd = signature.firstIndex { $0 == "(" || $0 == ":" || $0 == "=" } ?? signature.endIndex
    let name = String(signature[..<nameEnd])
    let rest = signature[nameEnd...]
    guard rest.first == "(" else {
      let isSettable = rest.hasPrefix("=")
      let type = rest.drop { $0 == "=" || $0 == ":" || $0 == " " }
      return Member(
        name: name, parameters: nil, types: [String(type)], isSettable: isSettable,
        meaning: meaning)
    }
    let end = closing(of: rest)
    let inside = rest[rest.index(after: rest.startIndex)..<end]
    let returns = rest[rest.index(after: end)...].drop { $0 == ":" || $0 == " " }
    return Member(
      name: name, parameters: items(inside).map(parameter), types: items(returns).map(String.init),
      meaning: meaning)
  }

  private static func parameter(_ text: Substring) -> Parameter {
    let parts = text.split(separator: ": ", maxSplits: 1)
    return Parameter(
      name: String(parts[0].filter { $0 != "?" }), type: String(parts[1]),
      isOptional: parts[0].hasSuffix("?"))
  }

  /// Where the bracket closes that a text begins with.
  private static func closing(of text: Substring) -> Substring.Index {
    var depth = 0
    for index in text.indices {
      if text[index] == "(" { depth += 1 }
      if text[index] == ")" {
        depth -= 1
        if depth == 0 { return index }
      }
    }
    fatalError("ScriptAPI: an open bracket (\(text))")
  }

  /// The parts of a list, at commas outside of brackets.
  private static func items(_ text: Substring) -> [Substring] {
    var items: [Substring] = []
    var depth = 0
    var start = text.startIndex
    for index in text.indices {
      switch text[index] {
      case "(": depth += 1
      case ")": depth -= 1
      case "," where depth == 0:
        items.append(text[start..<index])
        start = text.index(after: index)
      default: break
      }
    }
    items.append(text[start...])
    return items.map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }
  }
}
