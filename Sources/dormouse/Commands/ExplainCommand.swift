import Reports
import Scripting
import Simulation

/// `dormouse explain`: what a finding or an exit means, with a wrong and a right example, both run.
enum ExplainCommand {
  static let command = Command(
    name: "explain",
    summary: "tell what a finding or an exit means, with a wrong and a right example",
    usage: "[NAME|CODE] [options]", operands: 0...1,
    options: [
      .init(name: "markdown", summary: "print all as one page: docs/findings.md is this page")
    ],
    notes: """
      Without a name it lists findings and exits. CODE is what a crash log shows, as 0x8badf00d.
      What is seen of the examples is no text: they run, on a phone of their own, as files of tests do.
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
    guard !meant.isEmpty else {
      throw .usage(
        "explain: there is no such finding or exit (\(shown(name))); "
          + advice(
            for: name, among: Explanation.all.flatMap { [$0.name] + ($0.code.map { [$0] } ?? []) },
            otherwise: "'dormouse explain' lists them"))
    }
    for (index, explanation) in meant.enumerated() {
      if index > 0 { try console.output.write("\n\n") }
      try console.output.write(text(of: explanation, width: console.width))
    }
  }

  /// Those of a name, whatever its letters' case, or of a code: a code may have several exits, and
  /// a finding the name of an exit.
  private static func explanations(named name: String) -> [Explanation] {
    let wanted = name.lowercased()
    return Explanation.all.filter {
      $0.name.lowercased() == wanted || $0.code?.lowercased() == wanted
    }
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
    let code = explanation.code.map { ", \($0)" } ?? ""
    var lines = [
      "\(explanation.name) (\(kind)\(code)): \(explanation.summary)", "",
    ]
    lines += wrapped(explanation.meaning, to: width)
    let seen = explanation.rehearsed()
    for (title, side, sight) in [
      ("Wrong", explanation.example.wrong, seen.wrong),
      ("Right", explanation.example.right, seen.right),
    ] {
      lines += ["", title + ExplanationPage.installation(side), ""]
      lines += ExplanationPage.lines(side.script).map { "    \($0)" }
      lines += ["", "  Seen of it, after"]
      lines += ExplanationPage.lines(side.steps).map { "    \($0)" } + [""]
      lines += sight.map { "    \(printable($0))" }
    }
    if let other = explanation.example.other {
      lines += ["", "The other app", ""]
      lines += ExplanationPage.lines(other).map { "    \($0)" }
    }
    if let advice = explanation.advice {
      lines += [""] + wrapped("What to do: \(advice).", to: width)
    }
    return lines.map { line in line.allSatisfy { $0 == " " } ? "\n" : "\(line)\n" }.joined()
  }
}
