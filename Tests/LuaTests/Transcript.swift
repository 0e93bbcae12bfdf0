import Lua
import Testing

/// Lua calls, each with what it tells in the lines below it, behind "-->".
///
/// A call is what `note` is given, and may go over several lines; behind a "!" it is a statement
/// that prints. Values are parted by spaces, a line break is told as `\n`. Lines that begin with
/// "--" are headings.
struct Transcript {
  struct Call: CustomTestStringConvertible, Sendable {
    let source: String
    let expected: String

    var testDescription: String { source }

    /// Makes the call in a state of its own; what it tells.
    func told() throws -> String {
      let script = try Script(LuaLimits(memoryBytes: 64 << 20), library: openLibrary)
      let statement = source.hasPrefix("!") ? String(source.dropFirst()) : "note(\(source))"
      let lines = try script.lines(statement)
      let text = lines.isEmpty ? script.notebook.written : lines.joined(separator: "\n")
      return text.trimmed.replacing("\\", with: "\\\\").replacing("\t", with: " ")
        .replacing("\n", with: "\\n")
    }
  }

  private(set) var calls: [Call] = []

  init(_ text: String) {
    var source: [Substring] = []
    for line in text.split(separator: "\n") {
      if line.hasPrefix("-->") {
        let expected = line.dropFirst(3).drop { $0 == " " }
        calls.append(Call(source: source.joined(separator: "\n"), expected: String(expected)))
        source = []
      } else if !line.hasPrefix("--") {
        source.append(line)
      }
    }
  }
}

extension StringProtocol {
  /// Without spaces, tabs and line breaks at both ends.
  fileprivate var trimmed: String {
    let isSpace = { (character: Character) in " \t\n".contains(character) }
    var rest = self.drop(while: isSpace)
    while let last = rest.last, isSpace(last) { rest.removeLast() }
    return String(rest)
  }
}
