import Policies
import Reports
import Simulation

/// The command `dormouse policies`: lists the policies, or explains one.
enum PoliciesCommand {
  static let command = Command(
    name: "policies", summary: "list the policies, or explain one", usage: "[NAME]",
    operands: 0...1,
    notes: "A policy may also be a Lua file: 'dormouse new policy NAME' writes one to start from."
  ) { (arguments, console) throws(CommandError) in
    guard let name = arguments.operands.first else { return try list(console) }
    let entry: PolicyEntry
    do { entry = try PolicyCatalogue.entry(named: name) } catch { throw .usage("\(error)") }
    try explain(entry, console)
  }

  private static func list(_ console: Console) throws(CommandError) {
    let entries = PolicyCatalogue.entries.map { (name: $0.name, text: $0.summary) }
    try console.output.write(Help.list(entries, width: console.width))
  }

  private static func explain(_ entry: PolicyEntry, _ console: Console) throws(CommandError) {
    let starvation =
      entry.promisesNoStarvation
      ? "promised: every app that waits is served in the end"
      : "possible: it does not promise to serve every app"
    let facts = [
      ("rule", entry.explanation), ("kinds", entry.kinds), ("source", entry.source),
      ("starvation", starvation),
    ]
    try console.output.write("\(entry.name)\n")
    for (name, text) in facts {
      for line in wrapped(text, to: console.width, after: "  \(filled(name, to: 12))") {
        try console.output.write("\(line)\n")
      }
    }
    let parameters = entry.parameters + (entry.appParameter.map { [$0] } ?? [])
    guard !parameters.isEmpty else { return }
    let head = "parameters, as in --policy '\(example(entry))':"
    for line in wrapped(head, to: console.width, after: "  ", indent: 4) {
      try console.output.write("\(line)\n")
    }
    for parameter in parameters {
      try console.output.write("    \(parameter.name)\n")
      for line in wrapped(text(of: parameter), to: console.width - 6) {
        try console.output.write("      \(line)\n")
      }
    }
  }

  private static func text(of parameter: PolicyParameter) -> String {
    let unit = parameter.unit.isEmpty ? "" : " \(parameter.unit)"
    let basis =
      switch parameter.basis {
      case .documented(let source): "documented: \(source)"
      case .logged(let source): "logged: \(source)"
      case .assumed: "assumed"
      }
    return "\(parameter.summary) (\(plainNumber(parameter.standard))\(unit), \(basis); "
      + "from \(plainNumber(parameter.range.lowerBound)) to \(plainNumber(parameter.range.upperBound)))"
  }

  private static func example(_ entry: PolicyEntry) -> String {
    let parameters = entry.parameters.prefix(2) + (entry.appParameter.map { [$0] } ?? [])
    let settings = parameters.map { "\($0.name)=\(plainNumber($0.standard))" }
    return "\(entry.name){\(settings.joined(separator: ","))}"
  }
}
