import Reports
import Runs
import Scripting
import Simulation

/// The command `dormouse museum`, which shows real bugs of background execution, each as a small app
/// with what is seen of it, and with a twin without the bug.
struct MuseumCommand {
  static let command = Command(
    name: "museum", summary: "walk through real bugs of apps, and what is seen of each",
    usage: "[NAME|RULE|CODE] [options]", operands: 0...1,
    options: [
      .init(
        name: "folder", value: "DIR",
        summary: "where the cases are (else: those that came with dormouse)")
    ],
    notes: """
      Without a name it lists the cases. With one it says where the bug was seen, shows the app and its
      fixed twin, and runs both. A finding, an exit or a code, as taskNeverEnded or 0x8badf00d, stands
      for the cases that lead to it. In a checkout of dormouse 'dormouse test scripts/museum' runs them
      all.
      """
  ) { (arguments, console) throws(CommandError) in
    let museum = try arguments.value("folder").map { (folder) throws(CommandError) in
      try Museum(in: folder)
    }
    let command = MuseumCommand(museum: museum ?? .builtIn, console: console)
    guard let name = arguments.operands.first else {
      return try command.list(command.museum.names)
    }
    try command.show(named: name)
  }

  private let museum: Museum
  private let console: Console

  /// Shows a case by its name, or those of a finding, an exit or a code.
  private func show(named name: String) throws(CommandError) {
    if museum.names.contains(name) { return try show(name) }
    let meant = Explanation.named(name)
    let cases = try museum.cases(of: meant)
    if cases.count == 1 { return try show(cases[0]) }
    guard cases.isEmpty else { return try list(cases) }
    guard meant.isEmpty else {
      throw .noInput(
        "museum: no case leads to it (\(meant[0].name)); 'dormouse explain \(meant[0].name)' has an "
          + "example")
    }
    throw .usage(
      "museum: there is no such case (\(shown(name))); "
        + advice(for: name, among: museum.names, otherwise: "'dormouse museum' lists them"))
  }

  /// Returns the comment at the head of a case's app, a line each; the first is its title.
  private func head(of name: String) throws(CommandError) -> [String] {
    CommentedScript(try museum.text(name, "app.lua")).comment.map(printable)
  }

  private func list(_ names: [String]) throws(CommandError) {
    var cases: [(name: String, text: String)] = []
    for name in names { cases.append((name, try head(of: name).first ?? "")) }
    try console.output.write(Help.list(cases, width: console.width))
  }

  private func show(_ name: String) throws(CommandError) {
    let lines = try head(of: name)
    let title = lines.prefix { !$0.isEmpty }
    let prose = lines.dropFirst(title.count).joined(separator: "\n")
    for line in title { try console.output.write("\(line)\n") }
    try console.output.write("\(Help.fitted(prose, to: console.width))\n")
    for file in ["app.lua", "fixed.lua"] {
      let text = try museum.text(name, file)
      guard !text.isEmpty else { continue }
      try console.output.write("\n\(printable(museum.place(name, file)))\n")
      // What the head says is said already.
      let lines = ExplanationPage.lines(text).enumerated()
      for (index, line) in lines.drop(while: { $1.isEmpty || $1.hasPrefix("--") }) {
        let number = padded("\(index + 1)", to: 6)
        let shown = withoutTrailingSpaces("\(number)  \(printable(line))")
        try console.output.write("\(shown)\n")
      }
    }
    try run(name)
  }

  private func run(_ name: String) throws(CommandError) {
    var files: [TestReport.File] = []
    TestRunner(files: [museum.path(name, "test.lua")]).run(
      scripts: museum.scripts, jobs: 1, keep: { files.append(TestReport.File($0)) })
    for test in files.flatMap(\.tests) {
      try console.output.write("\n\(printable(test.name))\n")
      for line in test.output {
        for part in ExplanationPage.shown(sight: "  \(printable(line))", to: console.width) {
          try console.output.write("\(part)\n")
        }
      }
    }
    let report = TestReport(files)
    if let problem = files.compactMap(\.problem).first { throw .data(problem) }
    guard report.failureCount > 0 else { return }
    let style = TextStyle(width: console.width, isColored: console.isColored(console.output))
    for file in files { try console.output.write("\n" + TestReport.text(of: file, style)) }
    throw .expectation("museum: \(name) does not pass its test")
  }
}
