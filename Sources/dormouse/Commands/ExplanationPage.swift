import Reports
import Scripting
import Simulation

/// docs/findings.md: every finding and every exit, each under its name.
enum ExplanationPage {
  static var text: String {
    var text = """
      # Findings and exits

      What each finding and each exit means, with an app that leads to it and one that does not. This
      page is printed by `dormouse explain --markdown`; `dormouse explain NAME` tells one of them. What
      is seen was seen: both apps of each have run, on a phone of tests ([testing.md](testing.md)), with
      the steps that stand beside it. The rules of the device are in [semantics.md](semantics.md).

      ## Findings

      """
    var isOfExits = false
    for explanation in Explanation.all {
      if explanation.advice == nil, !isOfExits {
        isOfExits = true
        text += "\n## Exits\n"
      }
      text += section(explanation)
    }
    return text
  }

  private static func section(_ explanation: Explanation) -> String {
    let code = explanation.code.map { " (\($0))" } ?? ""
    var lines = ["", "### \(explanation.name)", "", "*\(explanation.summary)*\(code)", ""]
    lines += wrapped(explanation.meaning, to: 100)
    if let finding = finding(shownBy: explanation) {
      lines += ["", "Its examples are those of [\(finding)](#\(finding.lowercased()))."]
      return lines.joined(separator: "\n") + "\n"
    }
    let seen = explanation.rehearsed()
    for (title, side, sight) in [
      ("Wrong", explanation.example.wrong, seen.wrong),
      ("Right", explanation.example.right, seen.right),
    ] {
      let keys = side.keys.isEmpty ? "" : ", installed with `\(side.keys)`"
      lines += ["", "\(title)\(keys):", "", "```lua"] + self.lines(side.script) + ["```"]
      lines += ["", "```"]
      lines += self.lines(side.steps) + [""] + sight.flatMap(wrappedSight) + ["```"]
    }
    if let other = explanation.example.other {
      lines += ["", "The other app:", "", "```lua"] + self.lines(other) + ["```"]
    }
    if let advice = explanation.advice {
      lines += [""] + wrapped("What to do: \(advice).", to: 100)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A line of what was seen, no wider than the page; it goes on further in than it began.
  private static func wrappedSight(_ line: String) -> [String] {
    let margin = String(line.prefix { $0 == " " })
    let parts = wrapped(String(line.dropFirst(margin.count)), to: 98 - margin.count)
    return parts.enumerated().map {
      $0.offset == 0 ? margin + $0.element : "\(margin)  \($0.element)"
    }
  }

  /// The finding whose examples are those of an exit.
  private static func finding(shownBy explanation: Explanation) -> String? {
    guard explanation.advice == nil else { return nil }
    return Explanation.all.first {
      $0.advice != nil && $0.example.wrong.script == explanation.example.wrong.script
    }?.name
  }

  /// What the app of a side is installed with, behind its title; empty: nothing.
  static func installation(_ side: Explanation.Example.Side) -> String {
    side.keys.isEmpty ? "" : ", installed with \(side.keys)"
  }

  static func lines(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}
