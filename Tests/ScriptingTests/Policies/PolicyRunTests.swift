import Device
import Policies
import Simulation
import Testing

@testable import Scripting

@Suite("Runs under policies in Lua")
struct PolicyRunTests {
  private static let app = """
    local app = {}
    function app:didFinishLaunching(application)
      application:setMinimumBackgroundFetchInterval(0)
    end
    function app:didEnterBackground(application)
      local id
      id = application:beginBackgroundTask(function() application:endBackgroundTask(id) end)
    end
    function app:performFetch(application, completionHandler)
      work(0.5)
      completionHandler(UIBackgroundFetchResult.newData)
    end
    return app
    """

  private func result(policy: String, _ script: String = "return {}") throws -> RunResult {
    let files = ScriptTexts([
      "p.lua": script, "app.lua": Self.app,
      "s.lua": """
      return scenario { duration = hours(6), startsAt = "10:00", policy = "\(policy)",
        device = { pool = { capacity = 60, refill = 25, refillEvery = 600 },
          fetchSlots = { concurrent = 2, starts = 6, window = 3600 } },
        apps = { app { id = "a", script = "app.lua", modes = { "fetch" }, count = 5 } },
        user = usage.habits { sessionsPerDay = 60 } }
      """,
    ])
    let loaded = try ScenarioScript.load("s.lua", files: files)
    let source = PolicySource(files: files) { try PolicyCatalogue.policy($0) }
    let scripts = try AppScripts(
      loaded.appScripts, files: files, modules: ModuleSearch(files: files, folders: loaded.luaPath))
    let device = Device(
      loaded.scenario, policy: try source.policy(for: loaded), behaviors: scripts.behaviorFactory)
    device.run()
    return device.result()
  }

  @Test("what a policy prints is in the trace, and so in the fingerprint")
  func log() throws {
    let quiet = "return policy { fetches = function() return {} end }"
    let chatty = "return policy { fetches = function() print('asked') return {} end }"
    let records = try result(policy: "p.lua", chatty)
    #expect(try records.fingerprint != result(policy: "p.lua", quiet).fingerprint)
  }

  @Test("a policy that looks ahead starts together what comes soon, but for apps of high priority")
  func gather() throws {
    let files = ScriptTexts([
      "app.lua": Self.app,
      "s.lua": """
      return scenario { duration = hours(1), policy = "gather.lua", power = { { at = 0, level = 1 } },
        apps = {
          app { id = "a", script = "app.lua", modes = { "fetch" } },
          app { id = "b", script = "app.lua", modes = { "fetch" } },
          app { id = "c", script = "app.lua", modes = { "fetch" },
            options = { priority = "high" }, visible = { "priority" } },
        },
        user = usage.schedule { { at = 0, open = "c", lasting = 5 },
          { at = 60, open = "a", lasting = 5 }, { at = 240, open = "b", lasting = 5 } } }
      """,
      "gather.lua": String(
        decoding: try #require(RepositoryFiles().contents(of: "scripts/policies/gather.lua")),
        as: UTF8.self),
    ])
    let loaded = try ScenarioScript.load("s.lua", files: files)
    let source = PolicySource(files: files) { try PolicyCatalogue.policy($0) }
    let scripts = try AppScripts(
      loaded.appScripts, files: files, modules: ModuleSearch(files: files, folders: loaded.luaPath))
    let lines = TraceLines()
    let device = Device(
      loaded.scenario, policy: try source.policy(for: loaded), trace: Trace(sink: lines),
      behaviors: scripts.behaviorFactory)
    device.run(until: .start + .minutes(25))
    #expect(device.result().device.policyFaults == 0)
    let starts = lines.records.filter { $0["kind"] as? String == "fetch.start" }
      .map { "\($0["app"] as? String ?? "") \(($0["ns"] as? Int ?? 0) / 1_000_000_000)" }
    // c's interval ends at 900, a's at 960, b's at 1140.
    #expect(starts == ["c 900", "a 1140", "b 1140"])
  }

  @Test("first-come in Lua does what first-come in Swift does, event for event")
  func firstCome() throws {
    let swift = try result(policy: "first-come")
    let lua = try result(
      policy: "p.lua",
      """
      return policy {
        name = "first-come",
        backgroundTime = function(self, request, device)
          return math.min(request.allowance, device.pool.available)
        end,
        fetches = function(self, candidates, slots, device)
          local chosen, reasons = {}, {}
          for i = 1, math.min(slots, #candidates) do
            chosen[i] = candidates[i].id
            reasons[candidates[i].id] = "waited longest"
          end
          return chosen, reasons
        end,
      }
      """)
    #expect(swift.device.workStarted > 20 && swift.device.policyFaults == 0)
    #expect(lua.device.policyFaults == 0)
    #expect(lua.policy == swift.policy && lua.events == swift.events)
    #expect(lua.fingerprint == swift.fingerprint)
  }

  @Test("a policy that errs, overdraws or does not end is counted, and the run goes on")
  func faults() throws {
    let faulty = try result(
      policy: "p.lua", "return policy { fetches = function() error('x') end }")
    #expect(faulty.device.policyFaults > 0 && faulty.device.workStarted == 0)
    #expect(faulty.device.firstPolicyFault == "p.lua:1: x")
    let greedy = try result(
      policy: "p.lua", "return policy { backgroundTime = function() return 1e6 end }")
    #expect(greedy.device.refusedDecisions > 0 && greedy.device.policyFaults == 0)
    #expect(greedy.apps.allSatisfy { $0.tasksBegun == 0 })
    #expect(greedy.device.workStarted > 0)
    let endless = try result(
      policy: "p.lua", "return policy { fetches = function() while true do end end }")
    #expect(endless.device.policyFaults > 1 && endless.duration == .hours(6))
  }

  @Test("a scenario's policy that does not exist is reported at the line that names it")
  func unknownPolicy() throws {
    let files = ScriptTexts([
      "app.lua": "",
      "s.lua": """
      return scenario { duration = 1, apps = { app { id = "a", script = "app.lua" } },
        policy = "nothin" }
      """,
    ])
    let loaded = try ScenarioScript.load("s.lua", files: files)
    let source = PolicySource(files: files) { try PolicyCatalogue.policy($0) }
    #expect(
      throws: ScriptError(
        at: SourceLocation(file: "s.lua", line: 2),
        "policy: there is no such policy (nothin); did you mean nothing?")
    ) {
      try source.policy(for: loaded)
    }
  }

  @Test("a name is sought in the catalogue, whose complaint is passed on")
  func catalogue() {
    let source = PolicySource(files: ScriptTexts([:])) { try PolicyCatalogue.policy($0) }
    #expect(throws: Never.self) { try source.policy("nothing", seed: 1, apps: []) }
    do throws(ScriptError) {
      _ = try source.policy("nothin", seed: 1, apps: [])
      Issue.record("there is such a policy")
    } catch {
      #expect(error.description.contains("did you mean nothing?"))
    }
  }
}
