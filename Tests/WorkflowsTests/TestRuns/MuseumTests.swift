import Device
import Foundation
import Policies
import Scripting
import Testing

@testable import Runs

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
    var runner = TestRunner(files: TestFiles.find(below: MuseumTests.folder), policy: policy)
    // The twins have no findings of any kind in their tests.
    runner.standard.failsOn = .note
    runner.run(jobs: 2) { outcome in
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

  @Test("has at least twenty cases, each an app, its fixed twin and tests of both")
  func cases() throws {
    let files = FileManager.default
    let names = try files.contentsOfDirectory(atPath: MuseumTests.folder).sorted()
    #expect(names.count == 39)
    for name in names {
      let folder = "\(MuseumTests.folder)/\(name)"
      #expect(
        try files.contentsOfDirectory(atPath: folder).sorted() == [
          "app.lua", "fixed.lua", "test.lua",
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
    TestRunner(files: TestFiles.find(below: MuseumTests.folder)).run(jobs: 2) { outcome in
      guard let tests = try? outcome.tests.get().flatMap({ $0 }), let bug = tests.first else {
        return
      }
      found[outcome.path] = bug.output.flatMap { line in
        FindingRule.allCases.filter { line.hasSuffix("(\($0.rawValue))") }
      }
    }
    #expect(found.count == 39)
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

  /// What dry runs show of an app, of a kind or graver: rules with their lines.
  private func dryRun(_ path: String, from kind: FindingRule.Kind = .note) throws -> Set<String> {
    Set(
      try DryRun(app: path, files: DiskScripts()).sights().filter { $0.kind >= kind }.map { sight in
        switch sight.what {
        case .finding(let rule, let location, _): "\(rule.rawValue) \(location?.line ?? 0)"
        case .exit(let reason): reason.rawValue
        case .failure(_, let message): message
        }
      })
  }

  @Test("check's dry runs show something of every bug, at its very line, and no fault of twins")
  func dryRuns() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: MuseumTests.folder).sorted()
    var others: [String] = []
    for name in names {
      let folder = "\(MuseumTests.folder)/\(name)"
      let test = try String(contentsOfFile: "\(folder)/test.lua", encoding: .utf8)
      let expected = try #require(test.firstMatch(of: /toHaveFinding\("(\w+)"(?:, (\d+))?\)/))
      let seen = try dryRun("\(folder)/app.lua")
      #expect(!seen.isEmpty, "\(name)")
      let isSeen = seen.contains {
        expected.2 == nil
          ? $0.hasPrefix("\(expected.1) ") : $0 == "\(expected.1) \(expected.2 ?? "")"
      }
      if !isSeen { others.append(name) }
      #expect(try dryRun("\(folder)/fixed.lua", from: .fault) == [], "\(name)")
    }
    #expect(others == [])
  }
}
