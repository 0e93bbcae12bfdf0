import Device
import Foundation
import Reports
import Scripting
import Simulation

/// The command `dormouse explain`, which tells what a finding or an exit means, with a wrong and a
/// right example that it runs, and reads what phones say of an app's end.
struct ExplainCommand {
  static let command = Command(
    name: "explain",
    summary: "tell what a finding, an exit, a code or a crash report means, and what to do",
    usage: "[NAME|CODE|TEXT|FILE...|-] [options]", operands: 0...100,
    options: [
      .init(name: "markdown", summary: "print all as one page: docs/findings.md is this page")
    ],
    notes: """
      Without a name it lists findings and exits. CODE is what a crash log or the device's log
      shows, as 0x8badf00d or 2343432205; it stands for each exit that has it on any version of iOS.
      TEXT is a line of the device's log, as "has active assertions beyond permitted time". FILE is a
      crash report of a phone (.ips or .crash), a report of jetsam or of a limit, a payload of MetricKit
      (as jsonRepresentation gives it), or lines of a log; - reads the standard input. Of several files
      it shows what each says, and then what that means.
      The examples run each time, by the test that is shown with them.
      """
  ) { (arguments, console) throws(CommandError) in
    let words = arguments.operands
    if arguments.has("markdown") {
      if let name = words.first {
        throw .usage("--markdown: it is for all of them (\(shown(name))); leave the name out")
      }
      return try console.output.write(ExplanationPage.text)
    }
    let command = ExplainCommand(console: console)
    if command.areFiles(words) { return try command.read(words) }
    try console.output.write(try command.answer(to: words))
  }

  let console: Console
  var width: Int { console.width }

  private func answer(to words: [String]) throws(CommandError) -> String {
    guard let name = words.first else { return list }
    let written = words.joined(separator: " ")
    // A finding as dormouse prints it has its rule in brackets at the end.
    let rule = written.wholeMatch(of: /.* \((\w+)\)/).map { String($0.1) }
    let named = Explanation.named(rule ?? written)
    if !named.isEmpty { return text(of: named) }
    let meant = Explanation.about(text: written)
    if !meant.isEmpty { return text(of: meant) }
    if let exit = UnmodelledExit.about(text: written) { return text(of: exit) }
    throw .usage(
      "explain: there is no such finding or exit (\(shown(written))); "
        + advice(
          for: name, among: Explanation.all.flatMap { [$0.name] + $0.codes },
          otherwise: "'dormouse explain' lists them"))
  }

  func text(of exit: UnmodelledExit) -> String {
    let code = ExitReason.bothNotations(of: exit.code)
    let paragraphs = ["\(code), an exit: \(exit.meaning)", "What to do: \(exit.advice)."]
    return paragraphs.flatMap { wrapped($0, to: width) }.map { $0 + "\n" }.joined()
  }

  // MARK: Findings and exits

  private var list: String {
    func lines(_ explanations: [Explanation]) -> String {
      let entries = explanations.map { explanation in
        let code = explanation.code.map { " (\($0))" } ?? ""
        return (name: explanation.name, text: explanation.summary + code)
      }
      return Help.list(entries, indent: 2, width: width)
    }
    return "Findings\n" + lines(Explanation.all.filter { !$0.isExit })
      + "\nExits\n" + lines(Explanation.all.filter(\.isExit))
  }

  /// One of them with its examples, of several what to do about each.
  func text(of explanations: [Explanation]) -> String {
    if explanations.count == 1 { return text(of: explanations[0]) }
    let parts = explanations.map { explanation in
      let lines =
        wrapped(title(of: explanation), to: width)
        + wrapped(explanation.meaning, to: width - 2).map { "  \($0)" }
        + wrapped("What to do: \(explanation.advice).", to: width - 2).map { "  \($0)" }
        + museum(of: explanation).map { "  \($0)" }
      return lines.map { $0 + "\n" }.joined()
    }
    return parts.joined(separator: "\n")
      + "\n'dormouse explain NAME' shows one of them wrong and right\n"
  }

  private func title(of explanation: Explanation) -> String {
    let kind = explanation.isExit ? "exit" : "finding"
    let codes = explanation.codes.map { code in
      ", \(code)" + (ExitReason.decimal(of: code).map { " = \($0)" } ?? "")
    }
    return "\(explanation.name) (\(kind)\(codes.joined())): \(explanation.summary)"
  }

  /// The cases of the museum that lead to it.
  private func museum(of explanation: Explanation) -> [String] {
    let cases = (try? Museum.builtIn.cases(of: [explanation])) ?? []
    guard !cases.isEmpty else { return [] }
    return wrapped(
      "In real apps (dormouse museum NAME): \(cases.joined(separator: ", ")).",
      to: width - 2)
  }

  private func text(of explanation: Explanation) -> String {
    var lines = wrapped(title(of: explanation), to: width) + [""]
    if let gravity = explanation.gravity { lines += wrapped(gravity, to: width) + [""] }
    lines += wrapped(explanation.meaning, to: width)
    lines += [""] + wrapped("What to do: \(explanation.advice).", to: width)
    lines += museum(of: explanation)
    let example = explanation.example
    let seen = example.seen()
    func show(_ title: String, _ script: String) {
      lines += ["", title, ""] + ExplanationPage.lines(script).map { "    \($0)" }
    }
    for (title, script, sight) in [
      ("Wrong", example.wrong, seen.wrong), ("Right", example.right, seen.right),
    ] {
      show(title, script)
      lines += ["", "  What is seen of it", ""]
      lines += sight.flatMap {
        ExplanationPage.shown(sight: "    \(printable($0))", to: width)
      }
    }
    if let other = example.other { show("The other app", other) }
    show("The test of both", example.test)
    return lines.map { line in line.allSatisfy { $0 == " " } ? "\n" : "\(line)\n" }.joined()
  }
}
