import CSystem
import Device
import Foundation
import Policies
import Scripting
import Simulation

struct Disk: ScriptFiles {
  func contents(of path: String) -> [UInt8]? {
    FileManager.default.contents(atPath: path).map { [UInt8]($0) }
  }
}

/// The package's folder, above the executable.
let root: String = {
  var folder = Bundle.main.bundleURL
  while folder.path != "/" {
    if FileManager.default.fileExists(atPath: folder.path + "/Package.swift") { return folder.path }
    folder.deleteLastPathComponent()
  }
  fatalError(
    "benchmark: no Package.swift above \(Bundle.main.bundlePath); leave it where it was built")
}()

/// Measures the weekday scenario from its file to its result, in this process.
func measureWeekday() {
  let took = best(of: 10) { seconds { runWeekday() } }
  report(
    "weekday.lua: 24 h, 13 apps", "\(decimals(took, 3)) s", goal: "< 0.5 s", isReached: took < 0.5)
  let peak = Double(sys_peak_memory()) / 1e6
  report(
    "  peak memory of the whole process", "\(decimals(peak, 0)) MB", goal: "< 100 MB",
    isReached: peak < 100)
}

/// Measures two weeks of iOS 18 with all its services, from the file to the result.
func measureFortnight() {
  let took = best(of: 5) { seconds { runFortnight() } }
  report(
    "weekday-ios18.lua: 14 days, 20 apps", "\(decimals(took, 3)) s", goal: "< 0.2 s",
    isReached: took < 0.2)
}

func runWeekday() { run("weekday") }

func runFortnight() { run("weekday-ios18", settings: ["days": "14", "readers": "8"]) }

private func run(_ scenario: String, settings: [String: String] = [:]) {
  do {
    let files = Disk()
    let loaded = try ScenarioScript.load(
      "\(root)/scripts/scenarios/\(scenario).lua", settings: settings, files: files)
    let scripts = try AppScripts(
      loaded.appScripts, files: files,
      modules: ModuleSearch(files: files, folders: ["\(root)/scripts/scenarios"]))
    let policy = try PolicyCatalogue.policy(loaded.policy, in: PolicyWorld(loaded.scenario))
    let device = Device(loaded.scenario, policy: policy, behaviors: scripts.behaviorFactory)
    device.run()
    guard device.result().apps.count == loaded.scenario.apps.count else {
      fatalError("benchmark: \(scenario).lua has lost an app")
    }
  } catch {
    fatalError("benchmark: \(error)")
  }
}
