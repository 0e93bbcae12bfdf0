import Simulation

/// The kind of thing that a script declares, as far as its source shows.
public enum ScriptKind: String, Sendable {
  case app
  case scenario
  case policy
  case experiment
  case test

  /// An experiment calls `experiment`; else a scenario calls `scenario` and a policy `policy`, the
  /// first of them counting; else a file of tests calls `test` with a name in quotes; everything
  /// else is taken for an app. O(n).
  public init(of source: [UInt8]) {
    let tokens = LuaToken.tokens(of: source)
    let called = tokens.indices.dropLast().compactMap { index -> ScriptKind? in
      let next = tokens[index + 1].kind
      guard case .name(let name) = tokens[index].kind, !ScriptKind.isMember(index, of: tokens),
        next == .symbol(UInt8(ascii: "{")) || next == .symbol(UInt8(ascii: "("))
      else { return nil }
      return ScriptKind(rawValue: name)
    }
    .filter { $0 != .app && $0 != .test }
    if called.contains(.experiment) {
      self = .experiment
    } else {
      self = called.first ?? (ScriptKind.declaresTests(tokens) ? .test : .app)
    }
  }

  private static func declaresTests(_ tokens: [LuaToken]) -> Bool {
    tokens.indices.dropLast(2).contains { index in
      guard !isMember(index, of: tokens), tokens[index].kind == .name(test.rawValue),
        tokens[index + 1].kind == .symbol(UInt8(ascii: "(")),
        case .string = tokens[index + 2].kind
      else { return false }
      return true
    }
  }

  /// Whether a script begins with `local NAME = ...` and names no scenario, as that of an app does
  /// which reads its options. O(n).
  static func takesOptions(_ source: [UInt8]) -> Bool {
    let kinds = LuaToken.tokens(of: source).map(\.kind)
    guard kinds.count > 4, !kinds.contains(.name("scenario")), kinds[0] == .name("local") else {
      return false
    }
    return kinds[2] == .symbol(UInt8(ascii: "=")) && kinds[3] == .operator("...")
  }

  /// Whether a name belongs to what stands before it, as `scenario` in `t:scenario(...)`.
  private static func isMember(_ index: Int, of tokens: [LuaToken]) -> Bool {
    index > 0
      && [.symbol(UInt8(ascii: ".")), .symbol(UInt8(ascii: ":"))].contains(tokens[index - 1].kind)
  }

  /// With its article.
  var phrase: String {
    switch self {
    case .app, .experiment: "an \(rawValue)"
    case .scenario, .policy: "a \(rawValue)"
    case .test: "a file of tests"
    }
  }

  /// Returns what to do with such a script instead; nil for an app, since any script may be one.
  func use(of path: String) -> String? {
    let file = shellQuoted(path)
    return switch self {
    case .app: nil
    case .scenario: "run it with dormouse run \(file)"
    case .policy: "run a scenario with --policy \(file)"
    case .experiment: "run it with dormouse compare \(file)"
    case .test: "run it with dormouse test \(file)"
    }
  }
}

extension AppScript {
  /// The kind of thing that the script declares. O(n).
  public var kind: ScriptKind { ScriptKind(of: source) }
}
