import Foundation
import Testing

@testable import Experiments

@Suite("docs/store.md")
struct StorePageTests {
  private let page: String

  init() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    page = try String(contentsOf: root.appending(path: "docs/store.md"), encoding: .utf8)
  }

  /// Name and type of each column of the table under each `###` heading.
  private func described() -> [String: [[String]]] {
    var tables: [String: [[String]]] = [:]
    for section in page.components(separatedBy: "\n### ").dropFirst() {
      let lines = section.split(separator: "\n")
      let rows = lines.filter { $0.hasPrefix("| `") }
      tables[String(lines[0])] = rows.map { row in
        row.split(separator: "|").prefix(2).map {
          $0.trimmingCharacters(in: CharacterSet(charactersIn: " `"))
        }
      }
    }
    return tables
  }

  private func columns(of name: String, in store: Store) throws -> [[String]] {
    var columns: [[String]] = []
    try store.connection.prepare("SELECT name, type FROM pragma_table_info(?)").run(name) { row in
      columns.append([row.text(0), row.text(1)])
    }
    return columns
  }

  @Test("has every table, view and column with its type, and no other")
  func schema() throws {
    let folder = try StoreFolder()
    let store = try folder.store(.sample())
    var names: [String] = []
    try store.connection.prepare(
      "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') ORDER BY name"
    ).run { row in names.append(row.text(0)) }
    let described = described()
    #expect(described.keys.sorted() == names)
    for name in names {
      let columns = try columns(of: name, in: store)
      let described = described[name, default: []]
      #expect(described.map(\.[0]) == columns.map(\.[0]), "columns of \(name)")
      // SQLite knows no types of expressions in views.
      for (described, column) in zip(described, columns) where !column[1].isEmpty {
        #expect(described == column, "type of \(name).\(column[0])")
      }
    }
    #expect(page.contains("**schema version \(Schema.version)**"))
    #expect(page.contains(" \(Schema.applicationID) "))
  }

  @Test("its SQL finds in a store what is in it")
  func examples() throws {
    var random = RandomRuns(seed: 11)
    let folder = try StoreFolder()
    let experiment = Experiment(
      settings: ["5", "10"].map { Setting([.init("poolMinutes", $0)]) },
      policies: [PolicyChoice("first-come"), PolicyChoice("nothing")], replications: 3)
    let store = try folder.store(experiment)
    try store.record(experiment.runs().map { random.record($0) })
    let blocks = page.components(separatedBy: "```sql\n").dropFirst()
      .map { $0.components(separatedBy: "```")[0] }
    let queries = blocks.filter { !$0.contains("ATTACH") }
    try #require(queries.count == 3)
    let found = try queries.map { query in
      var rows: [[String]] = []
      try store.connection.prepare(query).run { row in
        rows.append((0..<row.count).map { row.text($0) })
      }
      return rows
    }
    #expect(Set(found[0].map { $0[0] }) == ["poolMinutes=10", "poolMinutes=5"])
    #expect(Set(found[0].map { $0[1] }) == ["first-come", "nothing"])
    #expect(found[1].filter { $0[1] == "first-come" }.allSatisfy { $0[2] == "0.0" })
    #expect(found[1].contains { $0[1] == "nothing" && $0[2] != "0.0" })
    #expect(
      found[2].map { Array($0[0...2]) }
        == ["5.0", "10.0"].flatMap { pool in
          ["first-come", "nothing"].flatMap { policy in
            (1...3).map { [pool, policy, "\($0)"] }
          }
        })
    let values = try observations("wake ups", in: store)
    #expect(
      found[2].map { Double($0[3]) }.sorted(by: ordered) == values.map(\.value).sorted(by: ordered))
  }

  private func ordered(_ one: Double?, _ other: Double?) -> Bool { (one ?? -1) < (other ?? -1) }
}
