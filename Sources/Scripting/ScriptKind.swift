import Simulation

/// What a script is meant to be, as far as its text tells.
public enum ScriptKind: String, Sendable {
  case app
  case scenario
  case policy
  case experiment

  /// An experiment calls `experiment`; else a scenario calls `scenario` and a policy `policy`, the
  /// first of them counting; everything else is taken for an app. O(n).
  public init(of source: [UInt8]) {
    let tokens = LuaToken.tokens(of: source)
    let called = zip(tokens, tokens.dropFirst()).compactMap { (token, next) -> ScriptKind? in
      guard case .name(let name) = token.kind,
        next.kind == .symbol(UInt8(ascii: "{")) || next.kind == .symbol(UInt8(ascii: "("))
      else { return nil }
      return ScriptKind(rawValue: name)
    }
    .filter { $0 != .app }
    self = called.contains(.experiment) ? .experiment : called.first ?? .app
  }

  /// With its article.
  var phrase: String { self == .app || self == .experiment ? "an \(rawValue)" : "a \(rawValue)" }

  /// What to do with such a script instead; nil for an app, which anything may be taken for.
  func use(of path: String) -> String? {
    let file = shellQuoted(path)
    return switch self {
    case .app: nil
    case .scenario: "run it with dormouse run \(file)"
    case .policy: "run a scenario with --policy \(file)"
    case .experiment: "run it with dormouse compare \(file)"
    }
  }
}

extension AppScript {
  /// What the script is meant to be.
  public var kind: ScriptKind { ScriptKind(of: source) }
}
