import Device
import Foundation
import Simulation
import Testing
import Users

@testable import Scripting

/// A table of docs/scripting.md, as the parser knows it.
private struct PageTable {
  let name: String
  let text: String

  init<Target>(_ name: String, _ keys: Keys<Target>, standards: Target) {
    self.name = name
    let rows = keys.list.map { key in
      let standard = key.isRequired ? "*needed*" : key.standard(standards)
      let isLiteral = standard.first.map { "\"{0123456789".contains($0) } ?? false
      let shown = isLiteral || ["true", "false"].contains(standard) ? "`\(standard)`" : standard
      return "| `\(key.name)` | \(key.unit) | \(shown) | \(key.meaning) |"
    }
    text = (["| key | value | default | meaning |", "|---|---|---|---|"] + rows)
      .joined(separator: "\n")
  }

  static var all: [PageTable] {
    let device = DeviceConfiguration()
    return [
      PageTable("scenario", ScenarioKeys.scenario, standards: ScenarioKeys.Draft()),
      PageTable("parameter", ParameterKeys.parameter, standards: ParameterKeys.Draft()),
      PageTable("app", AppKeys.app, standards: AppKeys.Draft()),
      PageTable("device", DeviceKeys.device, standards: device),
      PageTable("pool", DeviceKeys.pool, standards: device.pool),
      PageTable("part of the pool", DeviceKeys.poolPart, standards: .init()),
      PageTable("widgets", DeviceKeys.widgets, standards: device.widgets),
      PageTable("part of widgets", DeviceKeys.reloadPart, standards: .init()),
      PageTable("part of slots", DeviceKeys.slotPart, standards: .init()),
      PageTable("fetchSlots", DeviceKeys.fetchSlots, standards: device.fetchSlots),
      PageTable("processingSlots", DeviceKeys.processingSlots, standards: device.processingSlots),
      PageTable("wifi", DeviceKeys.link, standards: device.wifi),
      PageTable("battery", DeviceKeys.battery, standards: device.energy.battery),
      PageTable("watts", DeviceKeys.watts, standards: device.energy.watts),
      PageTable("limits", DeviceKeys.limits, standards: device.limits),
      PageTable("server", ServerKeys.server, standards: ServerKeys.Draft()),
      PageTable("latency", ServerKeys.latency, standards: ServerConfiguration(host: "")),
      PageTable("publishes", ServerKeys.publication, standards: ServerKeys.PublicationDraft()),
      PageTable("schedule", UsageKeys.entry, standards: UsageKeys.EntryDraft()),
      PageTable("habits", UsageKeys.habits, standards: UsageKeys.HabitsDraft()),
      PageTable("people", PeopleKeys.people, standards: PeopleKeys.Draft()),
      PageTable("places", PeopleKeys.places, standards: PeopleKeys.Draft()),
      PageTable("session", UsageKeys.session, standards: UsageHabits.Stay()),
      PageTable("trace", UsageKeys.trace, standards: UsageKeys.TraceDraft()),
      PageTable("battery recording", UsageKeys.battery, standards: UsageKeys.BatteryDraft()),
      PageTable("pushes", PushKeys.push, standards: PushKeys.Draft()),
      PageTable("network", WorldKeys.network, standards: WorldKeys.NetworkDraft()),
      PageTable("thermal", WorldKeys.thermal, standards: WorldKeys.ThermalDraft()),
      PageTable("locations", ModeKeys.location, standards: ModeKeys.LocationDraft()),
      PageTable("bluetooth", ModeKeys.accessory, standards: ModeKeys.AccessoryDraft()),
      PageTable("power", WorldKeys.power, standards: WorldKeys.PowerDraft()),
      PageTable(
        "experiment", ExperimentKeys.experiment, standards: ExperimentKeys.Draft()),
      PageTable("sample", ExperimentKeys.sample, standards: ExperimentKeys.SampleDraft()),
      PageTable("policies", ExperimentKeys.policy, standards: ExperimentKeys.PolicyDraft()),
      PageTable(
        "precision", ExperimentKeys.precision, standards: ExperimentKeys.PrecisionDraft()),
    ]
  }
}

@Suite("docs/scripting.md")
struct ScriptingPageTests {
  /// The pages about scripts.
  private let page: String
  /// Lines of the longest one.
  private let longest: Int

  init() throws {
    let pages = try ["scripting", "queues", "days", "people", "policies", "experiments", "android"]
      .map {
        "docs/\($0).md"
      }.map {
        String(decoding: try #require(RepositoryFiles().contents(of: $0)), as: UTF8.self)
      }
    page = pages.joined(separator: "\n")
    longest = pages.map { page in page.count { $0 == "\n" } }.max() ?? 0
  }

  /// The words of the first column of the table that follows a line.
  private func fields(under heading: String) -> [String] {
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
    guard let start = lines.firstIndex(where: { $0.hasPrefix(heading) }) else { return [] }
    return lines[start...].drop { !$0.hasPrefix("|") }.prefix { $0.hasPrefix("|") }.dropFirst(2)
      .compactMap { $0.split(separator: "`").dropFirst().first.map(String.init) }
  }

  @Test("has every key of scenarios, with its unit and default")
  func keys() {
    for table in PageTable.all {
      let isThere = page.contains("\n\n\(table.text)\n")
      #expect(
        isThere,
        "the table of \(table.name) is now\n\n\(table.text)\n")
    }
    #expect(longest < 500)
  }

  @Test("its example loads")
  func example() throws {
    let blocks = page.components(separatedBy: "```")
    let text = try #require(blocks.first { $0.hasPrefix("lua\n") }).dropFirst(4)
    let files = ScriptTexts([
      "a/s.lua": String(text), "apps/news.lua": "", "apps/uploader.lua": "",
    ])
    let loaded = try ScenarioScript.load("a/s.lua", settings: ["minutes": "5"], files: files)
    #expect(loaded.scenario.apps.map(\.name) == ["news", "photos-1", "photos-2", "photos-3"])
    #expect(loaded.scenario.device.pool.capacity == .minutes(5))
  }

  @Test("its experiment loads")
  func experimentExample() throws {
    let blocks = page.components(separatedBy: "```lua\n").dropFirst()
    let text = try #require(blocks.first { $0.contains("return experiment {\n") })
      .components(separatedBy: "```")[0]
    let files = ScriptTexts([
      "e.lua": text, "own.lua": "", "app.lua": "",
      "weekday.lua": """
      local p = scenario.parameters { poolMinutes = { default = 1 }, slots = { default = 1 } }
      return scenario { duration = days(1), apps = { app { id = "a", script = "app.lua" } } }
      """,
    ])
    let loaded = try ExperimentScript.load("e.lua", settings: ["runs": "5"], files: files)
    try loaded.checkScenarios()
    #expect(
      loaded.settings.map(\.description) == [
        "poolMinutes = 5, slots = 3", "poolMinutes = 10, slots = 1", "poolMinutes = 10, slots = 3",
        "poolMinutes = 15, slots = 3", "poolMinutes = 20, slots = 3",
      ])
    #expect(loaded.hasExpectation && loaded.replications == 5)
  }

  @Test("has every field that policies see, and no other")
  func policies() throws {
    let policy = try policy(
      """
      local function keys(t)
        local names = {}
        for name in pairs(t) do names[#names + 1] = name end
        return table.concat(names, " ")
      end
      local request, holder, outcomes = "", "", {}
      return policy {
        looksAhead = true,
        backgroundTime = function(self, r) request = keys(r) return 0 end,
        reclaim = function(self, holders, device, request) holder = keys(holders[1]) return {} end,
        observe = function(self, outcome)
          for name in pairs(outcome) do outcomes[name] = true end
        end,
        fetches = function(self, candidates, slots, device)
          return {}, {
            a = request .. "/" .. holder .. "/" .. keys(outcomes),
            b = keys(candidates[1]) .. "/" .. keys(device) .. "/" .. keys(device.pool)
              .. "/" .. keys(device.coming[1]),
          }
        end,
      }
      """)
    _ = policy.backgroundTime(Moment.request, device: Moment.device)
    _ = policy.reclaim(Moment.holders, for: Moment.request, device: Moment.device)
    policy.observe(
      .backgroundTime(app: AppID(0), at: .start, granted: .zero, used: .zero, expired: false))
    policy.observe(.work(.fetch, app: AppID(0), at: .start, result: .noData, took: .zero))
    let answer = policy.answer(Moment.candidates, slots: 1, device: Moment.device)
    #expect(answer.fault == nil)
    let seen = answer.value.reasons.flatMap { $0.reason.split(separator: "/") }
      .map { $0.split(separator: " ").map(String.init) }
    try #require(seen.count == 7)
    let app = fields(under: "### of each app")
    #expect(seen[0] == fields(under: "### request").sorted())
    #expect(seen[1] == (app + fields(under: "### holders")).sorted())
    #expect(seen[2] == fields(under: "### outcome").sorted())
    #expect(seen[3] == (app + fields(under: "### candidates")).sorted())
    #expect(seen[4] == fields(under: "### of the device").sorted())
    #expect(seen[5] == ["available", "capacity", "nextRefill", "refill"])
    #expect(seen[6] == fields(under: "### of coming work").sorted())
  }

  @Test("has every kind of record that a trace may have, and no other")
  func traceKinds() {
    let ofAndroid = fields(under: "## Records")
    let all = TraceKind.allCases.map(\.rawValue)
    #expect(fields(under: "## Traces") == all.filter { !ofAndroid.contains($0) })
    #expect(ofAndroid == all.filter { ofAndroid.contains($0) } && !ofAndroid.isEmpty)
  }

  @Test("names only what apps have")
  func apps() throws {
    let names = fields(under: "## Apps") + fields(under: "# Queues")
    #expect(names.count > 30)
    let checks = names.map { "assert(\($0) ~= nil, '\($0)')" }.joined(separator: "\n")
    let files = ScriptTexts([
      "app.lua": "\(checks)\nreturn {}",
      "s.lua": """
      return scenario { duration = 5, apps = { app { id = "a", script = "app.lua" } },
        user = usage.schedule { { at = 1, open = "a" } } }
      """,
    ])
    let loaded = try ScenarioScript.load("s.lua", files: files)
    let scripts = try AppScripts(
      loaded.appScripts, files: files, modules: ModuleSearch(files: files, folders: ["."]))
    let device = Device(
      loaded.scenario, policy: try policy("return policy { fetches = print }"),
      behaviors: scripts.behaviorFactory)
    device.run()
    #expect(device.result().apps[0].launches == 1)
    #expect(device.result().findings.map(\.message) == [])
  }
}
