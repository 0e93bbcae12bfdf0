import Device
import Policies
import Scripting

/// `dormouse check`: loads scripts and reports every error, without running them on a device.
enum CheckCommand {
  static let command = Command(
    name: "check", summary: "report every error of scripts without running them",
    usage: "FILE... [options]", operands: 1...Int.max,
    options: [
      .init(
        name: "set", value: "K=V", repeats: true,
        summary: "set a parameter of the scenario; may be repeated"),
      .init(
        name: "lua-path", value: "DIR", repeats: true,
        summary: "look here too for what scripts require; may be repeated"),
    ],
    notes: """
      Apps are compiled only. Scenarios and policies are loaded, and so is what a scenario names: its
      apps, its policy and its data.
      """
  ) { (arguments, console) throws(CommandError) in
    let request = try Composition.Request(arguments)
    var problems: [String] = []
    for file in arguments.operands {
      do throws(CommandError) {
        try console.output.write("\(shown(file)): \(try verdict(on: file, request))\n")
      } catch {
        guard case .data(let message) = error else { throw error }
        problems.append(message)
      }
    }
    let count = arguments.operands.count
    if count > 1, !problems.isEmpty {
      problems.append("check: \(problems.count) of \(count) files cannot be used")
    }
    if !problems.isEmpty { throw .data(problems.joined(separator: "\n")) }
  }

  /// What a file is, if all is well with it.
  private static func verdict(
    on file: String, _ request: Composition.Request
  ) throws(CommandError) -> String {
    let files = DiskScripts()
    let kind: ScriptKind
    do throws(ScriptError) {
      let script = try AppScript(file, displayName: file, files: files)
      try script.check()
      kind = script.kind
      if kind == .policy {
        _ = try ScriptedPolicy.load(
          file, seed: 1, apps: [], files: files, luaPath: request.luaPath)
      }
    } catch {
      throw CommandError(error)
    }
    guard kind == .scenario else { return "\(kind.rawValue), no errors" }
    var request = request
    request.file = file
    let composition = try Composition(request, files: files)
    let count = composition.loaded.scenario.apps.count
    return "scenario with \(count) app\(count == 1 ? "" : "s"), no errors"
  }
}
