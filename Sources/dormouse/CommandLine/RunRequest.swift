import Scripting
import Studies

/// What the commands that run one scenario take.
extension Composition.Request {
  /// What `options` say, as far as a command has them, and the first operand.
  init(_ arguments: Arguments) throws(CommandError) {
    let settings = try arguments.settings("set")
    self.init(
      file: arguments.operands[0],
      settings: Dictionary(uniqueKeysWithValues: settings.map { ($0.name, $0.value) }),
      seed: try arguments.seed("seed"), policy: arguments.value("policy"),
      luaPath: arguments.all("lua-path"))
  }

  /// Refuses files that are named but not there.
  func requireFiles() throws(CommandError) {
    try InputFile.require(file, in: [.script])
    try InputFile.require(policy: policy)
    for folder in luaPath { try InputFile.requireFolder(folder, for: "lua-path") }
  }

  /// The run that is asked for.
  func composed() throws(CommandError) -> Composition {
    do throws(ScriptError) { return try Composition(self) } catch { throw CommandError(error) }
  }

  /// The options of a command that runs one scenario.
  static let options: [Command.Option] = [
    .init(
      name: "policy", value: "NAME|FILE",
      summary: "another policy: a name, name{key=value}, or a .lua file"),
    .init(name: "seed", value: "N", summary: "another world of the same kind"),
    .init(
      name: "set", value: "K=V", repeats: true,
      summary: "set a parameter of the scenario; may be repeated"),
    .init(
      name: "lua-path", value: "DIR", repeats: true,
      summary: "look here too for what scripts require; may be repeated"),
  ]
}
