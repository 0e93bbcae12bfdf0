import Device
import Reports
import Scripting
import Simulation

/// The page docs/findings.md, which has every finding and every exit under its name.
enum ExplanationPage {
  static var text: String {
    var text = """
      # Findings and exits

      What each finding and each exit means, with an app that leads to it and one that does not. This
      page is printed by `dormouse explain --markdown`; `dormouse explain NAME` tells one of them. What
      is seen was seen: both apps have run, by the test that is shown with them
      ([testing.md](testing.md)); the files are in `scripts/examples`. The rules of the device are in
      [semantics.md](semantics.md).

      ## Findings

      A finding is a *fault*, a *risk* or a *note*. `check`, tests and `run --fail-on faults` fail on
      faults; `--fail-on risks` and `--fail-on notes` fail on more. One that is meant is allowed by a
      comment in the script ([command.md](command.md#allowing-a-finding)).

      """
    var isOfExits = false
    for explanation in Explanation.all {
      if explanation.isExit, !isOfExits {
        isOfExits = true
        text += "\n## Exits\n"
      }
      text += section(explanation)
    }
    return text
  }

  private static func section(_ explanation: Explanation) -> String {
    let code = explanation.code.map { ", \(ExitReason.bothNotations(of: $0))" } ?? ""
    var lines = ["", "### \(explanation.name)", "", "*\(explanation.summary)*\(code)", ""]
    if let gravity = explanation.gravity { lines += wrapped(gravity, to: 100) + [""] }
    lines += wrapped(explanation.meaning, to: 100)
    lines += [""] + wrapped("What to do: \(explanation.advice).", to: 100)
    if let finding = explanation.finding?.rawValue {
      lines += ["", "Its examples are those of [\(finding)](#\(finding.lowercased()))."]
      return lines.joined(separator: "\n") + "\n"
    }
    let example = explanation.example
    let seen = example.seen()
    func show(_ title: String, _ script: String) {
      lines += ["", "\(title):", "", "```lua"] + self.lines(script) + ["```"]
    }
    for (title, script, sight) in [
      ("Wrong", example.wrong, seen.wrong), ("Right", example.right, seen.right),
    ] {
      show(title, script)
      lines += ["", "```"] + sight.flatMap { shown(sight: $0, to: 100) } + ["```"]
    }
    if let other = example.other { show("The other app", other) }
    show("The test of both", example.test)
    return lines.joined(separator: "\n") + "\n"
  }

  /// Breaks a line of what was seen at a width; what follows is indented further.
  static func shown(sight line: String, to width: Int) -> [String] {
    let margin = String(line.prefix { $0 == " " })
    return wrapped(
      String(line.dropFirst(margin.count)), to: width, after: margin, indent: margin.count + 2)
  }

  /// Returns the lines of a script, without the newline at its end.
  static func lines(_ script: String) -> [String] {
    let text = script.hasSuffix("\n") ? script.dropLast() : script[...]
    return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}
