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

  /// What docs/scripting.md and docs/android.md say that a record of each kind may have.
  private static func fields() throws -> [String: Set<String>] {
    try fields(of: "scripting").merging(fields(of: "android")) { own, _ in own }
  }

  private static func fields(of name: String) throws -> [String: Set<String>] {
    let page = try String(contentsOfFile: repositoryFile("docs/\(name).md"), encoding: .utf8)
    let table = page.components(separatedBy: "| kind | fields | when |")[1]
    var fields: [String: Set<String>] = [:]
    for row in table.split(separator: "\n").dropFirst().prefix(while: { $0.hasPrefix("|") }) {
      let cells = row.split(separator: "|").map(String.init)
      let words = cells[1].split(separator: "`").map(String.init)
      let places = words.indices.filter { !$0.isMultiple(of: 2) }
      fields[cells[0].filter { !" `".contains($0) }] = Set(places.map { words[$0] })
    }
    return fields
  }

  @Test(
    "docs/scripting.md names each field that a record has",
    arguments: ["android", "chat-push", "commute", "lock", "photo-backup", "tasks", "weekday"])
  func fields(scenario: String) throws {
    let known = try Self.fields()
    #expect(known.count > 50 && known["task.begin"] == ["id", "name", "refusal"])
    let outcome = try Workplace().run(
      "run", repositoryFile("scripts/scenarios/\(scenario).lua"), "--quiet", "--trace", "-")
    #expect(outcome.status == 0, "\(outcome.errors)")
    var unnamed: Set<String> = []
    for line in outcome.output.split(separator: "\n") {
      let record = try #require(
        JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      let kind = try #require(record["kind"] as? String)
      for field in record.keys
      where !["ns", "kind", "app"].contains(field) && known[kind]?.contains(field) != true {
        unnamed.insert("\(kind): \(field)")
      }
    }
    #expect(unnamed.sorted() == [])
  }
}
