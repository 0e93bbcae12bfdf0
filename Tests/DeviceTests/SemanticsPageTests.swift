import Foundation
import Testing

@Suite("docs/semantics.md")
struct SemanticsPageTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// A row of one of the page's tables of rules.
  private struct Row {
    let rule: String
    let tests: [(file: String, sentence: String)]
  }

  private static func rows() throws -> [Row] {
    let page = try String(contentsOf: root.appending(path: "docs/semantics.md"), encoding: .utf8)
    var rows: [Row] = []
    var isRules = false
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard line.hasPrefix("|"), cells.count > 1 else {
        isRules = false
        continue
      }
      if cells.last == "pinned by" { isRules = true }
      guard isRules, cells.last != "pinned by", !cells[0].hasPrefix("---") else { continue }
      let tests = (cells.last ?? "").matches(of: /`(\w+)` "([^"]+)"/).map {
        (file: String($0.output.1), sentence: String($0.output.2))
      }
      rows.append(Row(rule: cells[0], tests: tests))
    }
    return rows
  }

  /// Sources of all tests, by the file's name without extension.
  private static func sources() throws -> [String: String] {
    let tests = root.appending(path: "Tests").resolvingSymlinksInPath()
    var sources: [String: String] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: tests.path)
    where path.hasSuffix("Tests.swift") {
      let file = tests.appending(path: path)
      sources[file.deletingPathExtension().lastPathComponent, default: ""] +=
        try String(contentsOf: file, encoding: .utf8)
    }
    return sources
  }

  @Test("every rule names a test, and each test it names is there")
  func everyRuleIsPinned() throws {
    let sources = try Self.sources()
    for row in try Self.rows() {
      #expect(!row.tests.isEmpty, "\(row.rule) names no test")
      for test in row.tests {
        let isThere = sources[test.file]?.contains("\"\(test.sentence)\"") ?? false
        #expect(isThere, "\(row.rule): there is no \(test.file) \"\(test.sentence)\"")
      }
    }
  }

  @Test("no rule of sections 1 to 5 is missing")
  func allRules() throws {
    let rules = try Self.rows().map(\.rule)
    let expected =
      (1...7).map { "P\($0)" }
      + [
        "launch", "enterBackground", "terminate", "transition", "task", "fetch", "lock", "callback",
        "cpu", "memory",
        "error", "reasons",
      ] + (1...14).map { "B\($0)" } + (1...7).map { "F\($0)" } + (1...8).map { "N\($0)" }
      + (1...11).map { "R\($0)" }
      + (1...5).map { "U\($0)" }
    #expect(Array(rules.prefix(expected.count)) == expected)
  }
}
