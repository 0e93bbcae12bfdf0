import Device
import Policies
import Simulation
import Testing

@testable import Scripting

@Suite("scripts/scenarios/lock.lua")
struct LockScenarioTests {
  private func run(careful: String) throws -> RunResult {
    let files = RepositoryFiles()
    let loaded = try ScenarioScript.load(
      "scripts/scenarios/lock.lua", settings: ["careful": careful], files: files)
    let apps = try AppScripts(
      loaded.appScripts, files: files, modules: ModuleSearch(files: files, folders: []))
    let device = Device(loaded.scenario, policy: FirstCome(), behaviors: apps.behaviorFactory)
    device.run()
    return device.result()
  }

  @Test("shows a priority inversion, and the way out of it")
  func inversion() throws {
    let careless = try run(careful: "false")
    #expect(careless.findings.map(\.rule) == [.frontKeptWaiting])
    #expect(careless.findings.first?.app == AppID(0))
    #expect(careless.apps[1].lockWaitInFront > .seconds(10))
    let careful = try run(careful: "true")
    #expect(careful.findings == [])
    #expect(careful.apps[1].lockWaitInFront < .seconds(1))
    for run in [careless, careful] {
      #expect(run.apps.allSatisfy { $0.exitsByReason.isEmpty })
    }
  }
}
