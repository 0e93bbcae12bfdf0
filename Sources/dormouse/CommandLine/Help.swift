import Foundation
import Reports
import Simulation

/// The help of dormouse as a whole and of its commands.
enum Help {
  static func overview(width: Int) -> String {
    let what = """
      dormouse \(Dormouse.version): a phone-like device that hosts many apps written in Lua, shares background
      time and fetch slots among them under a policy, and reports what became of it.
      """
    let commands = Dormouse.catalogue.map { (name: $0.name, text: $0.summary) }
    return """
      \(fitted(what, to: width))

      usage: dormouse COMMAND [arguments]

      \(list(commands, indent: 2, width: width))
      'dormouse COMMAND --help' shows what a command takes. To begin:

        dormouse new scenario morning
        dormouse run morning.lua

      """
  }

  static func text(of command: Command, width: Int) -> String {
    var text = """
      \(fitted("dormouse \(command.name): \(command.summary)", to: width))

      usage: dormouse \(command.name) \(command.usage)

      """
    if !command.options.isEmpty {
      let names = command.options.map { option in
        (option.short.map { "-\($0), " } ?? "") + "--\(option.name)"
          + (option.value.map { " \($0)" } ?? "")
      }
      let options = zip(names, command.options).map { (name: $0, text: $1.summary) }
      text += "\n" + list(options, indent: 2, width: width)
    }
    if !command.notes.isEmpty { text += "\n\(fitted(command.notes, to: width))\n" }
    return text
  }

  /// Returns a list of names with their descriptions folded beside them.
  static func list(
    _ entries: [(name: String, text: String)], indent: Int = 0, width: Int
  ) -> String {
    let names = entries.map(\.name.count).max() ?? 0
    return entries.map { name, text in
      let head = filled("", to: indent) + filled(name, to: names) + "  "
      return wrapped(text, to: width, after: head).map { $0 + "\n" }.joined()
    }.joined()
  }

  /// Returns prose as it is written, if it is not too wide; else with its paragraphs folded anew.
  static func fitted(_ prose: String, to width: Int) -> String {
    if prose.split(separator: "\n").allSatisfy({ $0.count <= width }) { return prose }
    return prose.components(separatedBy: "\n\n").map { paragraph in
      wrapped(paragraph.replacing("\n", with: " "), to: width).joined(separator: "\n")
    }.joined(separator: "\n\n")
  }
}
