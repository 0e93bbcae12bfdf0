import Reports
import Simulation

/// The manual pages (mdoc), made from the commands' own tables.
enum Manual {
  /// The date of the text; a page shows when it was written, and not when it was made.
  private static let date = "November 22, 2026"

  /// Returns the page of dormouse as a whole.
  static func overview(of commands: [Command]) -> String {
    let list = commands.flatMap { [".It Cm \($0.name)", line($0.summary)] }
    return page(
      "dormouse", "simulate a phone that hosts many apps under a scheduling policy",
      synopsis: [".Nm dormouse", ".Ar command", ".Op Ar arguments"],
      body: [
        "Apps are written in Lua with UIKit's names; a policy shares background time",
        "and fetch slots among them, and reports show what became of it.",
        "Each command has a page of its own, such as", ".Sy dormouse-run .", ".Bl -tag -width Ds",
      ] + list + [".El"])
  }

  /// Returns the page of one command.
  static func page(of command: Command) -> String {
    var body: [String] = []
    for paragraph in command.notes.split(separator: "\n", omittingEmptySubsequences: false) {
      body += paragraph.isEmpty ? [".Pp"] : lines(String(paragraph.drop { $0 == " " }))
    }
    if body.isEmpty { body.append(line(capitalized(command.summary) + ".")) }
    if !command.options.isEmpty {
      body += [".Pp", "The options are as follows:", ".Bl -tag -width Ds"]
      for option in command.options {
        let value = option.value.map { " Ar \(word($0))" } ?? ""
        let short = option.short.map { "Fl \($0)\(value) , " } ?? ""
        body += [".It \(short)Fl -\(option.name)\(value)"] + lines(option.summary)
      }
      body.append(".El")
    }
    return page(
      "dormouse-\(command.name)", command.summary,
      synopsis: [".Nm dormouse \(command.name)"]
        + command.usage.split(separator: " ").map { ".Ar \(word(String($0)))" },
      body: body)
  }

  private static func page(
    _ name: String, _ summary: String, synopsis: [String], body: [String]
  ) -> String {
    let lines =
      [
        ".Dd \(date)", ".Dt \(name.uppercased()) 1", ".Os", ".Sh NAME", ".Nm \(name)",
        ".Nd \(line(summary))", ".Sh SYNOPSIS",
      ] + synopsis + [".Sh DESCRIPTION"] + body + [
        ".Sh EXIT STATUS",
        "0 when all went well, 1 when an expectation failed or what was compared",
        "differs, and the numbers of sysexits else: 64 wrong use, 65 a bad script or",
        "bad data, 66 no such file, 70 a fault of the program itself, 74 what could",
        "not be read or written.",
      ]
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns a line in which neither a backslash nor a dot or a quote at its beginning has a
  /// meaning.
  private static func line(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\e").replacing("--", with: "\\-\\-")
    return (escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" : "") + escaped
  }

  /// Returns prose in lines of a source that is easy to read: each sentence begins one.
  private static func lines(_ text: String) -> [String] {
    text.replacing(". ", with: ".\n").split(separator: "\n").flatMap {
      wrapped(String($0), to: 76).map(line)
    }
  }

  /// Returns an argument of a macro.
  private static func word(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\e").replacing("\"", with: "\\(dq")
    // A bracket at the end would be read as punctuation.
    let whole = escaped.hasSuffix("]") ? escaped + "\\&" : escaped
    return whole.contains(" ") ? "\"\(whole)\"" : whole
  }

  private static func capitalized(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }
}
