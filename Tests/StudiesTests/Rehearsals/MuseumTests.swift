import Device
import Foundation
import Policies
import Scripting
import Testing

@testable import Studies

@Suite("The museum of real bugs")
struct MuseumTests {
  static let folder: String = {
    var folder = URL(filePath: #filePath)
    for _ in 0..<4 { folder.deleteLastPathComponent() }
    return folder.appending(path: "scripts/museum").path
  }()

  /// What is wrong with the cases under a policy: tests that fail, files that cannot be used.
  private func failures(under policy: String?) -> [String] {
    var failures: [String] = []
    Rehearsal(files: TestFiles.find(below: MuseumTests.folder), policy: policy).run(jobs: 2) {
      outcome in
      switch outcome.tests {
      case .success(let tests):
        for test in tests.flatMap({ $0 }) where !test.hasPassed {
          failures.append("\(outcome.path): \(test.test.name): \(test.failures.map(\.message))")
        }
      case .failure(let error): failures.append("\(error)")
      }
    }
    return failures
  }

  @Test("has at least twenty cases, each an app, its mended twin and tests of both")
  func cases() throws {
    let files = FileManager.default
    let names = try files.contentsOfDirectory(atPath: MuseumTests.folder).sorted()
    #expect(names.count >= 20)
    for name in names {
      let folder = "\(MuseumTests.folder)/\(name)"
      #expect(
        try files.contentsOfDirectory(atPath: folder).sorted() == [
          "app.lua", "mended.lua", "test.lua",
        ])
      let app = try String(contentsOfFile: "\(folder)/app.lua", encoding: .utf8)
      #expect(app.split(separator: "\n")[1].hasPrefix("-- Seen in "), "\(name)")
    }
  }

  @Test("each bug is seen at its line, and its twin is clean")
  func seen() {
    #expect(failures(under: nil) == [])
  }

  /// Exits may stand beside it.
  @Test("each case plants one mistake, and that is one finding")
  func oneFinding() {
    var found: [String: [FindingRule]] = [:]
    Rehearsal(files: TestFiles.find(below: MuseumTests.folder)).run(jobs: 2) { outcome in
      guard let tests = try? outcome.tests.get().flatMap({ $0 }), let bug = tests.first else {
        return
      }
      found[outcome.path] = bug.output.flatMap { line in
        FindingRule.allCases.filter { line.hasSuffix("(\($0.rawValue))") }
      }
    }
    #expect(found.count >= 20)
    for (path, rules) in found.sorted(by: { $0.key < $1.key }) {
      #expect(rules.count == 1, "\(path): \(rules)")
    }
  }

  @Test(
    "and so under every policy that gives time",
    arguments: PolicyCatalogue.entries.map(\.name).filter { $0 != "nothing" })
  func policies(policy: String) {
    #expect(failures(under: policy) == [])
  }
}
