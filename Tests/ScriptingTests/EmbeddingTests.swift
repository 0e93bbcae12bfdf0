import Device
import Policies
import Scripting
import Simulation
import Testing

@Test("an app that never ends its task is ended; its neighbour goes on")
func leakIsFound() throws {
  let files = ScriptTexts([
    "leaky.lua": "return { didEnterBackground = function(_, app) app:beginBackgroundTask() end }",
    "calm.lua": "return {}",
  ])
  let scripts = try AppScripts(
    [AppScriptReference(path: "leaky.lua"), AppScriptReference(path: "calm.lua")],
    files: files, modules: ModuleSearch(files: files, folders: []))
  let scenario = Scenario(
    duration: .minutes(2),
    apps: [AppConfiguration(name: "leaky"), AppConfiguration(name: "calm")],
    user: [
      UserAction(at: .start, kind: .open(AppID(0))),
      UserAction(at: .start + .seconds(10), kind: .open(AppID(1))),
    ])
  let policy = try PolicyCatalogue.policy("first-come")
  let device = Device(scenario, policy: policy, behaviors: scripts.behaviorFactory)
  device.run()
  let result = device.result()
  #expect(result.findings.map(\.rule) == [.taskNeverEnded])
  #expect(result.apps[0].exitsByReason.map(\.reason) == [.backgroundTaskAssertionTimeout])
  #expect(result.apps[1].exitsByReason.isEmpty)
}
