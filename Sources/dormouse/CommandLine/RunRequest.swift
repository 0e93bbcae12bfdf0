import Experiments
import Policies
import Runs
import Scripting
import Simulation
import Workflows

/// The request of the commands that run one scenario.
extension Composition.Request {
  /// Creates the request from `options`, as far as a command has them, and the first operand.
  init(_ arguments: Arguments) throws(CommandError) {
    let settings = try arguments.settings("set")
    self.init(
      file: arguments.operands[0],
      settings: Dictionary(uniqueKeysWithValues: settings.map { ($0.name, $0.value) }),
      seed: try arguments.seed("seed"), policy: arguments.value("policy"),
      luaPath: arguments.all("lua-path"), run: try arguments.number("run", upTo: Int.max),
      only: arguments.all("only"))
  }

  /// Whether the file is a store with a run, and not a scenario.
  var isStored: Bool { FileContent(of: file) == .store }

  /// Refuses files that are named but do not exist, and those that are for other commands.
  func requireFiles(in contents: [FileContent] = [.script, .store]) throws(CommandError) {
    try InputFile.require(file, in: contents)
    if isStored {
      guard luaPath.isEmpty else {
        throw .usage("--lua-path: the store keeps what its scripts require; leave it out")
      }
      guard only.isEmpty else {
        throw .usage("--only: the store's runs have all of their apps; leave it out")
      }
      return
    }
    guard run == nil else {
      throw .usage("--run: it is for a store of runs (\(shown(file)) is not one); leave it out")
    }
    try InputFile.require(policy: policy)
    for folder in luaPath { try InputFile.requireFolder(folder, for: "lua-path") }
  }

  /// Returns the run that is asked for.
  func composed() throws(CommandError) -> Composition {
    if isStored { return try stored() }
    do throws(ScriptError) { return try Composition(self) } catch { throw CommandError(error) }
  }

  /// Returns a run of a store: by its number, or the first with the policy, seed and parameters.
  private func stored() throws(CommandError) -> Composition {
    let study = try StoredStudy(readFrom: file)
    guard let run = study.run(number: run, policy: policy, seed: seed, settings: settings) else {
      throw .usage(
        "\(shown(file)): it has no such run; 'dormouse report \(shellQuoted(file))' lists its "
          + "policies, parameters and seeds")
    }
    do throws(WorkflowError) { return try study.composition(of: run) } catch {
      throw CommandError(error, in: file)
    }
  }

  /// The options of a command that runs one scenario.
  static let options: [Command.Option] = [
    .init(
      name: "policy", value: "NAME|FILE", words: PolicyCatalogue.entries.map(\.name),
      summary: "another policy: a name, name{key=value}, or a .lua file"),
    .init(name: "seed", value: "N", summary: "another world of the same kind"),
    .init(
      name: "set", value: "K=V", repeats: true,
      summary: "set a parameter of the scenario; may be repeated"),
    .init(
      name: "only", value: "APP", repeats: true,
      summary: "leave all other apps out of the scenario; may be repeated"),
    .init(
      name: "run", value: "N",
      summary: "of a store: this run; else the first of --policy, --seed and --set"),
    .init(
      name: "lua-path", value: "DIR", repeats: true,
      summary: "look here too for what scripts require; may be repeated"),
  ]
}
