import Device
import Lua
import Policies
import Scripting
import Simulation

/// Returns a device with so many apps that run one script in the background.
///
/// - Parameters:
///   - options: what the script of each app gets as `...`, by its number.
func device(
  apps count: Int, script: String, lasting duration: TimeSpan,
  options: (Int) -> LuaValue = { _ in .nil }
) -> Device {
  let scenario = Scenario(
    duration: duration,
    device: roomyDevice(),
    apps: (0..<count).map { AppConfiguration(name: "app-\($0)", modes: .resident) })
  let files = ScriptTexts(["app.lua": script])
  do {
    let scripts = try AppScripts(
      (0..<count).map { AppScriptReference(path: "app.lua", options: options($0)) }, files: files,
      modules: ModuleSearch(files: files, folders: []))
    let policy = try PolicyCatalogue.policy("first-come")
    return Device(scenario, policy: policy, behaviors: scripts.behaviorFactory)
  } catch {
    fatalError("benchmark: \(error)")
  }
}

private func roomyDevice() -> DeviceConfiguration {
  var device = DeviceConfiguration(.iOS13)
  device.pool.pays = .all
  device.memoryMegabytes = 1e9
  return device
}
