/// What dormouse says of itself.
enum Help {
  static var overview: String {
    let width = Dormouse.catalogue.map(\.name.count).max() ?? 0
    let commands = Dormouse.catalogue.map { "  \(padded($0.name, width))  \($0.summary)\n" }
    return """
      dormouse \(Dormouse.version): a phone-like device that hosts many apps written in Lua, shares background
      time and fetch slots among them under a policy, and reports what became of it.

      usage: dormouse COMMAND [arguments]

      \(commands.joined())
      'dormouse COMMAND --help' tells what a command takes. To begin:

        dormouse new scenario morning
        dormouse run morning.lua

      """
  }

  static func text(of command: Command) -> String {
    var text = """
      dormouse \(command.name): \(command.summary)

      usage: dormouse \(command.name) \(command.usage)

      """
    if !command.options.isEmpty {
      let names = command.options.map { option in
        (option.short.map { "-\($0), " } ?? "") + "--\(option.name)"
          + (option.value.map { " \($0)" } ?? "")
      }
      let width = names.map(\.count).max() ?? 0
      text += "\n"
      for (name, option) in zip(names, command.options) {
        text += "  \(padded(name, width))  \(option.summary)\n"
      }
    }
    if !command.notes.isEmpty { text += "\n\(command.notes)\n" }
    return text
  }

  static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
