import Reports
import Scripting
import Simulation

/// The command `dormouse explain`, which tells what a finding or an exit means, with a wrong and a
/// right example that it runs.
enum ExplainCommand {
  static let command = Command(
    name: "explain",
    summary: "tell what a finding or an exit means, with a wrong and a right example",
    usage: "[NAME|CODE] [options]", operands: 0...1,
    options: [
      .init(name: "markdown", summary: "print all as one page: docs/findings.md is this page")
    ],
    notes: """
      Without a name it lists findings and exits. CODE is what a crash log or the device's log
      shows, as 0x8badf00d or 2343432205; it stands for each exit that has it on any version of iOS.
      The examples run each time, by the test that is shown with them.
      """
  ) { (arguments, console) throws(CommandError) in
    if arguments.has("markdown") {
      if let name = arguments.operands.first {
        throw .usage("--markdown: it is for all of them (\(shown(name))); leave the name out")
      }
      return try console.output.write(ExplanationPage.text)
    }
    guard let name = arguments.operands.first else {
      return try console.output.write(list(width: console.width))
    }
    let meant = explanations(named: name)
    if meant.isEmpty, let exit = UnmodelledExit.all.first(where: { $0.code == code(name) }) {
      let text = wrapped("\(exit.code) (exit): \(exit.meaning)", to: console.width)
      return try console.output.write(text.joined(separator: "\n") + "\n")
    }
    guard !meant.isEmpty else {
      throw .usage(
        "explain: there is no such finding or exit (\(shown(name))); "
          + advice(
            for: name, among: Explanation.all.flatMap { [$0.name] + $0.codes },
            otherwise: "'dormouse explain' lists them"))
    }
    for (index, explanation) in meant.enumerated() {
      if index > 0 { try console.output.write("\n\n") }
      try console.output.write(text(of: explanation, width: console.width))
    }
  }

  /// Returns all that have a name, in upper or lower case, or a code on any version. Several exits
  /// may have one code, and a finding and an exit one name.
  private static func explanations(named name: String) -> [Explanation] {
    let wanted = code(name)
    return Explanation.all.filter {
      $0.name.lowercased() == wanted
        || $0.codes.contains { $0.lowercased() == wanted }
    }
  }

  /// Returns the name in lower case, and a code that a log shows as a decimal number as others do.
  private static func code(_ name: String) -> String {
    guard let number = UInt32(name) else { return name.lowercased() }
    return "0x" + String(number, radix: 16)
  }

  private static func list(width: Int) -> String {
    func lines(_ explanations: [Explanation]) -> String {
      let entries = explanations.map { explanation in
        let code = explanation.code.map { " (\($0))" } ?? ""
        return (name: explanation.name, text: explanation.summary + code)
      }
      return Help.list(entries, indent: 2, width: width)
    }
    return "Findings\n" + lines(Explanation.all.filter { $0.advice != nil })
      + "\nExits\n" + lines(Explanation.all.filter { $0.advice == nil })
  }

  private static func text(of explanation: Explanation, width: Int) -> String {
    let kind = explanation.advice == nil ? "exit" : "finding"
    let codes = explanation.codes.map { ", \($0)" }.joined()
    var lines = [
      "\(explanation.name) (\(kind)\(codes)): \(explanation.summary)", "",
    ]
    if let gravity = explanation.gravity { lines += wrapped(gravity, to: width) + [""] }
    lines += wrapped(explanation.meaning, to: width)
    let example = explanation.example
    let seen = example.seen()
    func show(_ title: String, _ script: String) {
      lines += ["", title, ""] + ExplanationPage.lines(script).map { "    \($0)" }
    }
    for (title, script, sight) in [
      ("Wrong", example.wrong, seen.wrong), ("Right", example.right, seen.right),
    ] {
      show(title, script)
      lines += ["", "  What is seen of it", ""] + sight.map { "    \(printable($0))" }
    }
    if let other = example.other { show("The other app", other) }
    show("The test of both", example.test)
    if let advice = explanation.advice {
      lines += [""] + wrapped("What to do: \(advice).", to: width)
    }
    return lines.map { line in line.allSatisfy { $0 == " " } ? "\n" : "\(line)\n" }.joined()
  }
}
