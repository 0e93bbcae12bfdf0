import Foundation
import Testing

@testable import Scripting

@Suite("docs/testing.md")
struct TestingPageTests {
  private let page: String

  init() throws {
    page = try repositoryText("docs/testing.md")
  }

  /// What stands in the first column of the tables between a heading and the next.
  private func names(under heading: String) throws -> Set<String> {
    let section = try #require(page.components(separatedBy: "\n## \(heading)\n").dropFirst().first)
      .components(separatedBy: "\n## ")[0]
    return Set(
      section.split(separator: "\n").filter { $0.hasPrefix("| `") }
        .compactMap { $0.split(separator: "`").dropFirst().first.map(String.init) })
  }

  @Test("has every verb and expectation, and no other")
  func verbs() throws {
    let known = Dictionary(
      uniqueKeysWithValues: TestLibrary.shared.names.map { ($0.kind, Set($0.names)) })
    #expect(try names(under: "A phone") == known["phone"])
    let app = try #require(known["app"])
    let server = try #require(known["server"])
    #expect(try names(under: "An app").union(["host"]) == app.union(server))
    // Those of a kind stand in one row.
    for name in try #require(known["expect(...)"]) {
      #expect(page.contains("`\(name)`") || name == "never")
    }
    #expect(page.contains("expect(value).never"))
    let told = try names(under: "A file")
    for name in ["test", "beforeEach", "expect", "print", "device", "each", "sweep"] {
      #expect(told.contains(name))
    }
  }

  @Test("has the keys of a phone beside those of a scenario's device")
  func keys() {
    for key in PhoneKeys.own.list {
      let standard = key.standard(PhoneKeys.Draft())
      let shown = standard.hasPrefix("\"") ? "`\(standard)`" : standard
      #expect(page.contains("| `\(key.name)` | \(key.unit) | \(shown) | \(key.meaning) |"))
    }
  }

  @Test("its example passes for an app that ends its task, and fails for one that does not")
  func example() throws {
    let text = try #require(page.components(separatedBy: "```lua\n").dropFirst().first)
      .components(separatedBy: "```")[0]
    let failures = try ["photos.lua", "photos-leaky.lua"].map { name in
      let app = try repositoryText("examples/photos/Tests/PhotosTests/Apps/\(name)")
      return try TestedFile.failures(text, apps: ["photos.lua": app])
    }
    #expect(failures[0] == [])
    #expect(failures[1].first?.hasPrefix("t.lua:") == true)
  }

  @Test("the limits that it tells are those that hold")
  func limits() {
    #expect(TestHost.limits.entryInstructions == 100_000_000)
    #expect(TestedPhone.instructionsAVerb == 200)
    #expect(TestedPhone.instructionsAnEvent == 20)
    #expect(TestedPhone.instructionsAPhone == 10_000)
    #expect(TestedPhone.instructionsAnInstallation == 5_000)
    #expect(DrivenPhone.lifetime == .days(3_650))
    #expect(page.contains("A test has 100,000,000 instructions; each verb counts as 200"))
  }
}

/// A file of the repository.
func repositoryText(_ path: String) throws -> String {
  let place = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../\(path)")
  return try String(contentsOf: place.standardizedFileURL, encoding: .utf8)
}
