import Device
import Simulation

/// A test in Lua that shows what was found in a scenario: it fails until that is fixed.
package struct ScenarioTest {
  private let loaded: LoadedScenario
  private let path: String
  private let settings: [String: String]

  /// - Parameters:
  ///   - path: the scenario's file, as the test names it.
  ///   - settings: of its parameters.
  package init(_ loaded: LoadedScenario, path: String, settings: [String: String]) {
    self.loaded = loaded
    self.path = path
    self.settings = settings
  }

  /// Returns the test's file.
  ///
  /// - Parameters:
  ///   - title: the test's name.
  ///   - head: the comment at its head, a line each.
  package func text(of find: ScenarioExplorer.Find, title: String, head: [String]) -> String {
    let story = find.story
    let clock = DayClock(startsAt: loaded.scenario.startsAt)
    var lines = head.map { "-- \(printable($0))" }
    lines += ["", "test(\(LuaText.literal(title)), function(t)"]
    let options = options(story)
    lines.append(
      "  local phone = t:scenario(\(LuaText.literal(path))\(options.isEmpty ? "" : ", { \(options) }"))"
    )
    for event in story.events {
      lines.append("  -- \(clock.text(.start + .seconds(event.second)))")
      lines.append("  phone:after(\(PhoneAct.span(event.second)), function()")
      lines += event.act.lines.map { "    \(ScenarioTest.line($0, of: event))" }
      lines.append("  end)")
    }
    if let end = story.end {
      lines.append("  phone:advance(\(PhoneAct.span(Int(end.seconds))))")
    } else {
      lines.append("  phone:finish()")
    }
    lines += expectation(find.sight).map { "  \($0)" }
    lines.append("end)")
    return lines.joined(separator: "\n") + "\n"
  }

  private func options(_ story: ScenarioStory) -> String {
    var options: [String] = []
    if let seed = story.seed { options.append("seed = \(seed)") }
    if let policy = story.policy { options.append("policy = \(LuaText.literal(policy))") }
    if !story.only.isEmpty {
      options.append(
        "only = { \(story.only.map { LuaText.literal($0) }.joined(separator: ", ")) }")
    }
    if !settings.isEmpty {
      let list = settings.sorted { $0.key < $1.key }.map {
        "[\(LuaText.literal($0.key))] = \(LuaText.literal($0.value))"
      }
      options.append("set = { \(list.joined(separator: ", ")) }")
    }
    return options.joined(separator: ", ")
  }

  /// A line of an act, which names its app and the servers.
  private static func line(_ line: String, of event: ScenarioStory.Event) -> String {
    if event.act == .home { return "phone:home()" }
    if line.hasPrefix("app:") {
      return "phone:app(\(LuaText.literal(event.app)))\(line.dropFirst(3))"
    }
    return line.replacing("ipairs(servers)", with: "ipairs(phone.servers)")
  }

  private func expectation(_ sight: ScenarioSight) -> [String] {
    let app = "phone:app(\(LuaText.literal(sight.app)))"
    switch (sight.what, sight.exit) {
    // The scenario says it itself.
    case (.failure, _): return []
    case (.exit(let reason), _), (.finding, let reason?):
      return ["expect(\(app).exits).never:toContain(\(LuaText.literal(reason.rawValue)))"]
    case (.finding(let rule, let place, _), nil):
      return [
        "expect(\(app)).never:toHaveFinding(\(LuaText.literal(rule.rawValue))"
          + (place.map { $0.line > 0 ? ", \($0.line)" : "" } ?? "") + ")"
      ]
    }
  }
}
