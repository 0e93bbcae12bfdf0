/// What a script is meant to be, as far as its text tells.
public enum ScriptKind: String, Sendable {
  case app
  case scenario
  case policy

  /// A scenario calls `scenario`, a policy calls `policy`; everything else is taken for an app. O(n).
  public init(of source: [UInt8]) {
    let tokens = LuaToken.tokens(of: source)
    for (token, next) in zip(tokens, tokens.dropFirst()) {
      guard case .name(let name) = token.kind, ["scenario", "policy"].contains(name),
        next.kind == .symbol(UInt8(ascii: "{")) || next.kind == .symbol(UInt8(ascii: "("))
      else { continue }
      self = name == "scenario" ? .scenario : .policy
      return
    }
    self = .app
  }
}

extension AppScript {
  /// What the script is meant to be.
  public var kind: ScriptKind { ScriptKind(of: source) }
}
