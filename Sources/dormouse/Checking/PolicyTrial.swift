import Device
import Reports
import Runs
import Scripting

/// A policy in Lua that is tried in the scenario of `dormouse new`: a morning with two apps, whose
/// pool pays for all background time.
struct PolicyTrial {
  /// The file of the policy.
  let path: String
  let luaPath: [String]

  /// Returns what a run shows: a call that fails is a risk, for the policy may be made for other
  /// apps, and what the device does not obey is a note.
  func items() throws(CommandError) -> [CheckReport.Item] {
    let composition: Composition
    do throws(ScriptError) {
      let trial = try Composition(
        Composition.Request(file: "templates/scenario.lua"), files: BuiltInScripts())
      let policies = PolicySource(
        for: trial.loaded.scenario, files: DiskScripts(), luaPath: luaPath)
      composition = Composition(
        trial.loaded, trial.apps, try policies.policy(path, for: trial.loaded.scenario))
    } catch {
      throw CommandError(error)
    }
    let device = composition.device()
    device.run { _, _ in Interruption.shared.signal == nil }
    try device.throwBreakdown(in: path)
    try Interruption.shared.heed("check: interrupted in a run of \(path)")
    return items(of: device.result().device)
  }

  private func items(of figures: DeviceStatistics) -> [CheckReport.Item] {
    var items: [CheckReport.Item] = []
    if let fault = figures.firstPolicyFault {
      let place = CheckReport.Item(errorLine: fault)
      items.append(CheckReport.Item(.risk, at: place.place, place.message))
    }
    if figures.refusedDecisions > 0 {
      items.append(
        CheckReport.Item(
          .note, at: nil,
          "in \(counted(figures.decisions, "decision")) the device refused"
            + " \(counted(figures.refusedDecisions, "time")): apps beyond the free slots, apps that do"
            + " not wait, or more background time than there is"))
    }
    for index in items.indices {
      items[index].phrase =
        "in a trial morning with two apps, which may not be those that it is made for"
    }
    return items
  }
}
