import Foundation
import Testing

@Suite("docs/traces.md")
struct TracesPageTests {
  /// A line that is typed, and what it prints.
  private struct Example {
    let command: String
    let output: String
  }

  private static func examples() throws -> [Example] {
    let page = try String(contentsOfFile: repositoryFile("docs/traces.md"), encoding: .utf8)
    return page.components(separatedBy: "```text\n$ dormouse ").dropFirst().map { block in
      let lines = block.components(separatedBy: "```")[0].split(
        separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      return Example(command: String(lines[0]), output: String(lines[1]))
    }
  }

  @Test("shows what its commands print")
  func examples() throws {
    let examples = try Self.examples()
    #expect(!examples.isEmpty)
    let scripts = repositoryFile("scripts/")
    for example in examples {
      let place = try Workplace()
      let command = example.command.replacing(" scripts/", with: " \(scripts)/")
        .replacing("dormouse trace", with: "\"$0\" trace")
      let outcome = try place.shell("\"$0\" \(command)")
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.output == example.output, "\(example.command)")
    }
  }
}
