import Device
import Lua
import Simulation

extension AppFigures {
  /// The figure of that name or key.
  static func known(_ name: String) throws(LuaFailure) -> Figure<AppStatistics> {
    if let figure = all.first(where: { $0.name == name || $0.key == name }) { return figure }
    throw LuaFailure(
      .runtime,
      "figure: no such figure (\(quoted(name))); "
        + advice(for: name, among: all.map(\.name), what: "figure"))
  }
}

extension LuaFrame {
  /// Answers `figure(name)`: a whole number as one, and nil where there is nothing to say.
  func figure(
    _ value: (String) throws(LuaFailure) -> Double?
  ) throws(LuaFailure) -> LuaReturn {
    guard let value = try value(try string(2)) else {
      pushNil()
      return .values(1)
    }
    if let whole = Int(exactly: value) { return result(whole) }
    return result(value)
  }

  /// Findings as a list of tables.
  func push(findings: [Finding]) -> LuaReturn {
    result(
      .list(
        findings.map { finding in
          .table([
            LuaEntry(key: .text("rule"), value: .text(finding.rule.rawValue)),
            LuaEntry(key: .text("line"), value: finding.location.map { .integer($0.line) } ?? .nil),
            LuaEntry(key: .text("message"), value: .text(finding.message)),
            LuaEntry(key: .text("count"), value: .integer(finding.count)),
          ])
        }))
  }
}
