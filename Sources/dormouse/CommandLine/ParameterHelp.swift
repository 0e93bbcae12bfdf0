import Reports
import Scripting
import Simulation

/// The parameters that a script declares, as `--help` lists them when a file is named.
enum ParameterHelp {
  /// Prints the parameters of the files that are named.
  ///
  /// - Parameters:
  ///   - find: returns the parameters of a file.
  static func print(
    _ arguments: Arguments, _ console: Console,
    find: (_ file: String) throws(ScriptError) -> [ScenarioParameter]
  ) throws(CommandError) {
    guard let file = arguments.operands.first else { return }
    try InputFile.require(file, in: [.script])
    let parameters: [ScenarioParameter]
    do throws(ScriptError) { parameters = try find(file) } catch { throw CommandError(error) }
    guard !parameters.isEmpty else {
      return try console.output.write("\n\(shown(file)) declares no parameters.\n")
    }
    try console.output.write("\nParameters of \(shown(file)), for --set:\n\n")
    let width = parameters.map(\.name.count).max() ?? 0
    for parameter in parameters {
      let standard = ScenarioParameter.text(parameter.standard)
      let help = parameter.help.isEmpty ? "" : "\(parameter.help); "
      let unset = standard.isEmpty ? "" : " (default \(standard))"
      let head = "  \(filled(printable(parameter.name), to: width))  "
      let text = printable("\(help)\(parameter.domain)\(unset)")
      for line in wrapped(text, to: console.width, after: head) {
        try console.output.write("\(line)\n")
      }
    }
  }
}
