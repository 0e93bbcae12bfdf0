import Device
import Simulation

/// The Lua test that shows what a story showed: red as long as the app has the mistake.
package struct StoryTest {
  private let scenario: Scenario
  private let script: String

  /// What was assumed of an app that declares nothing, in words; nil: nothing was.
  package var assumption: String? {
    let modes = BackgroundModes.byName.filter { scenario.apps[0].modes.contains($0.mode) }
    let parts = [
      ("modes", modes.map(\.name)), ("identifiers", scenario.apps[0].permittedIdentifiers),
      ("widget", scenario.apps[0].widget.map { [$0] } ?? []),
      ("foregroundServices", scenario.apps[0].serviceTypes.names),
      ("permissions", scenario.apps[0].receivesBoot ? ["RECEIVE_BOOT_COMPLETED"] : []),
    ].filter { !$0.1.isEmpty }
    guard !parts.isEmpty else { return nil }
    let words = parts.map { name, values in
      "\(name) \(printable(values.joined(separator: ", ")))"
    }
    return words.joined(separator: "; ")
  }

  /// - Parameters:
  ///   - script: the app's script, as the test names it.
  package init(_ dryRun: DryRun, script: String) {
    scenario = dryRun.scenario
    self.script = script
  }

  /// Returns the test's file.
  ///
  /// - Parameters:
  ///   - title: the test's name.
  ///   - head: the comment at its head, a line each.
  package func text(of find: Explorer.Find, title: String, head: [String]) -> String {
    let usesServers = find.story.acts.contains { if case .servers = $0 { true } else { false } }
    var lines = head.map { "-- \(printable($0))" }
    lines += ["", "test(\(LuaText.literal(title)), function(t)"]
    let platform = LuaText.literal(scenario.device.platform.name)
    let doze = scenario.device.dozes ? "" : ", doze = false"
    lines.append("  local phone = t:device { os = \(platform), startsAt = \"08:00\"\(doze) }")
    if usesServers { lines.append("  local servers = {}") }
    for server in scenario.servers {
      let host = LuaText.literal(server.host)
      let call = "phone:server { host = \(host), publishes = { every = minutes(10) } }"
      lines.append(usesServers ? "  servers[#servers + 1] = \(call)" : "  \(call)")
    }
    let install = "  local app = phone:install(\(LuaText.literal(script)), {"
    let line = install + " \(declarations.joined(separator: ", ")) })"
    lines +=
      line.utf8.count <= 100 ? [line] : [install] + declarations.map { "    \($0)," } + ["  })"]
    lines += find.story.acts.flatMap(\.lines).map { "  \($0)" }
    lines += ["  \(expectation(find.sight))", "end)"]
    return lines.joined(separator: "\n") + "\n"
  }

  private var declarations: [String] {
    let app = scenario.apps[0]
    var parts = ["id = \(LuaText.literal(app.name))"]
    let modes = BackgroundModes.byName.filter { app.modes.contains($0.mode) }.map(\.name)
    if !modes.isEmpty {
      parts.append("modes = { \(modes.map(LuaText.literal).joined(separator: ", ")) }")
    }
    if !app.permittedIdentifiers.isEmpty {
      let list = app.permittedIdentifiers.map(LuaText.literal).joined(separator: ", ")
      parts.append("permittedIdentifiers = { \(list) }")
    }
    if let widget = app.widget { parts.append("widget = \(LuaText.literal(widget))") }
    if !app.serviceTypes.isEmpty {
      let list = app.serviceTypes.names.map(LuaText.literal).joined(separator: ", ")
      parts.append("foregroundServices = { \(list) }")
    }
    if app.receivesBoot { parts.append("permissions = { \"RECEIVE_BOOT_COMPLETED\" }") }
    return parts
  }

  private func expectation(_ sight: DryRun.Sight) -> String {
    switch sight.what {
    case .exit(let reason): "expect(app.exits).never:toContain(\(LuaText.literal(reason.rawValue)))"
    case .failure(_, let message): "error(\(LuaText.literal(message)))"
    case .finding(let rule, _, _) where rule.kind == .fault: "expect(app):toHaveNoFindings()"
    case .finding(let rule, let place, _):
      "expect(app).never:toHaveFinding(\(LuaText.literal(rule.rawValue))"
        + (place.map { ", \($0.line)" } ?? "") + ")"
    }
  }
}
