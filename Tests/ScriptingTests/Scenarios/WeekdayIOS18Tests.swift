import Device
import Policies
import Simulation
import Testing

@testable import Scripting

@Suite("scripts/scenarios/weekday-ios18.lua")
struct WeekdayIOS18Tests {
  private func run(settings: [String: String] = [:]) throws -> ScriptRun.Outcome {
    let files = RepositoryFiles()
    let loaded = try ScenarioScript.load(
      "scripts/scenarios/weekday-ios18.lua", settings: settings, files: files)
    let world = PolicyWorld(loaded.scenario)
    let source = PolicySource(files: files) { try PolicyCatalogue.policy($0, in: world) }
    let scripts = try AppScripts(
      loaded.appScripts, files: files, modules: ModuleSearch(files: files, folders: loaded.luaPath))
    let lines = TraceLines()
    let device = Device(
      loaded.scenario, policy: try source.policy(for: loaded), trace: Trace(sink: lines),
      behaviors: scripts.behaviorFactory)
    device.run()
    return ScriptRun.Outcome(
      run: device.result(), breakdown: device.breakdown, records: lines.records)
  }

  @Test("uses every service within the day, and no app makes a mistake")
  func day() throws {
    let outcome = try run()
    #expect(outcome.breakdown == nil && outcome.findings == [])
    // It has no widget, and jobs are Android's.
    for kind in WorkKind.allCases where kind != .widget && kind != .job {
      let work = outcome.run.apps.map { $0[kind] }
      #expect(work.contains { $0.started > 0 }, "\(kind)")
      #expect(work.contains { $0.completed > 0 }, "\(kind)")
    }
    let apps = outcome.run.apps
    #expect(apps.allSatisfy { $0.opens > 0 })
    #expect(apps.contains { $0.tasksBegun > 0 })
    #expect(apps.contains { $0.pushes.delivered > 0 && $0.pushes.replaced > 0 })
    #expect(apps.contains { $0.taskRequests.submitted > 10 })
    #expect(outcome.logs(of: "tracker").contains { $0.hasSuffix("(woken)") })
    #expect(outcome.logs(of: "pulse").contains { $0.hasPrefix("value 1 of the belt") })
    #expect(outcome.logs(of: "player").contains("plays track 3"))
    #expect(outcome.logs(of: "cleanup").contains("cleaned up"))
    #expect(apps.allSatisfy { $0.exits.reduce(0, +) == 0 })
  }

  @Test("goes on for as many days, with as many more readers, as are asked for")
  func days() throws {
    let outcome = try run(settings: ["days": "2", "readers": "3"])
    #expect(outcome.run.duration == .days(2))
    #expect(outcome.run.apps.map(\.name).suffix(3) == ["reader-1", "reader-2", "reader-3"])
    #expect(outcome.run.apps.suffix(3).contains { $0[.refresh].completed > 0 })
  }
}
