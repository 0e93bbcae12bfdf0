import Device
import Policies
import Simulation
import Testing

@testable import Scripting

/// Built-in policies that are written in Lua too, in scripts/policies/built-in: what a policy in
/// Lua sees is enough for them.
@Suite("Built-in policies and the same in Lua")
struct BuiltInTwinsTests {
  /// The built-in policies, and what of the folder is the same.
  static let twins = [
    ("first-come", "first-come.lua"), ("nothing", "nothing.lua"),
    ("everything", "everything.lua"), ("priority", "priority.lua"),
    ("round-robin", "round-robin.lua"), ("earliest-deadline", "earliest-deadline.lua"),
    ("coalescing", "coalescing.lua"), ("likely-next", "likely-next.lua"),
    ("most-used", "predicted.lua{rule=most-used}"),
    ("most-recent", "predicted.lua{rule=most-recent}"),
    ("hour-of-day", "predicted.lua{rule=hour-of-day}"),
    ("markov", "predicted.lua{rule=markov}"), ("standby-buckets", "standby-buckets.lua"),
    ("ios-like", "ios-like.lua"), ("seven-factors", "seven-factors.lua"),
    ("most-used{top=2}", "predicted.lua{rule=most-used,top=2}"),
    ("coalescing{tolerance=600}", "coalescing.lua{tolerance=600}"),
    ("likely-next{threshold=0.2}", "likely-next.lua{threshold=0.2}"),
    ("ios-like{fading=3600}", "ios-like.lua{fading=3600}"),
    ("seven-factors{rateInterval=7200}", "seven-factors.lua{rateInterval=7200}"),
  ]

  private func result(
    _ scenario: String, _ settings: [String: String], _ policy: String
  ) throws -> RunResult {
    let files = RepositoryFiles()
    let loaded = try ScenarioScript.load(
      "scripts/scenarios/\(scenario)", settings: settings, files: files)
    let world = PolicyWorld(loaded.scenario)
    let source = PolicySource(files: files) { try PolicyCatalogue.policy($0, in: world) }
    let scripts = try AppScripts(
      loaded.appScripts, files: files, modules: ModuleSearch(files: files, folders: loaded.luaPath))
    let device = Device(
      loaded.scenario, policy: try source.policy(policy, for: loaded.scenario),
      behaviors: scripts.behaviorFactory)
    device.run()
    return device.result()
  }

  @Test(
    "decide alike to the nanosecond, for days of one person and for all kinds of work of iOS 18",
    arguments: twins)
  func alike(swift: String, lua: String) throws {
    for (scenario, settings) in [("fortnight.lua", ["days": "3"]), ("weekday-ios18.lua", [:])] {
      let built = try result(scenario, settings, swift)
      let written = try result(scenario, settings, "scripts/policies/built-in/\(lua)")
      #expect(written.device.firstPolicyFault == nil)
      #expect(built.device.workStarted > (swift == "nothing" ? -1 : 20))
      #expect(written.events == built.events, "\(scenario)")
      #expect(written.fingerprint == built.fingerprint, "\(scenario)")
    }
  }

  @Test("are not alike by chance: they differ from each other")
  func differ() throws {
    let prints = try Self.twins.prefix(15).map {
      try result("fortnight.lua", ["days": "3"], $0.0).fingerprint.description
    }
    // Where no priorities are set, the scenario's order is all there is.
    #expect(Set(prints).count >= 14)
  }

  @Test("a parameter makes another policy of them, or it would show nothing")
  func parametersBite() throws {
    for (name, _) in Self.twins where name.contains("{") {
      let plain = String(name.prefix { $0 != "{" })
      let prints = try [name, plain].map {
        try result("fortnight.lua", ["days": "3"], $0).fingerprint
      }
      #expect(prints[0] != prints[1], "\(name)")
    }
  }
}
