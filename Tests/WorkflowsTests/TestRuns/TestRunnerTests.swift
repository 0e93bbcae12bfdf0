import Foundation
import Scripting
import Testing

@testable import Runs

@Suite("Rehearsals")
struct TestRunnerTests {
  @Test(
    "tests are in files of these names",
    arguments: [
      ("test.lua", true), ("photos-test.lua", true), ("photos_test.lua", true),
      ("contest.lua", false), ("test-photos.lua", false), ("test.lua.orig", false),
    ])
  func names(name: String, isTest: Bool) {
    #expect(TestFiles.isTest(name) == isTest)
  }

  @Test("a folder's files are found in the order of their paths, without hidden ones and loops")
  func folders() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("dormouse-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    for path in ["b/test.lua", "a/x-test.lua", "a/app.lua", ".hidden/test.lua", "z_test.lua"] {
      let file = folder.appendingPathComponent(path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data().write(to: file)
    }
    try FileManager.default.createSymbolicLink(
      at: folder.appendingPathComponent("a/loop"), withDestinationURL: folder)
    let found = TestFiles.find(below: folder.path + "/")
    #expect(
      found.map { $0.dropFirst(folder.path.count + 1) } == [
        "a/x-test.lua", "b/test.lua", "z_test.lua",
      ])
  }

  @Test("outcomes come in the order of the files, by seed, whatever the number of threads")
  func order() throws {
    var texts: [String: String] = [:]
    for number in 0..<20 {
      texts["\(number).lua"] = """
        test("a", function(t) print(t.seed, math.random(1000)) end)
        test("b", function(t) expect(t.seed).never:toEqual(\(number)) end)
        """
    }
    texts["7.lua"] = "test("
    let files = (0..<20).map { "\($0).lua" }
    func outcomes(_ jobs: Int) -> [String] {
      var told: [String] = []
      TestRunner(files: files, seeds: [3, 4]).run(scripts: ScriptTexts(texts), jobs: jobs) {
        outcome in
        switch outcome.tests {
        case .success(let tests):
          let shown = tests.map { $0.map { "\($0.seed) \($0.hasPassed) \($0.output)" } }
          told.append("\(outcome.path): \(shown)")
        case .failure(let error): told.append("\(error)")
        }
      }
      return told
    }
    let one = outcomes(1)
    #expect(one == outcomes(5))
    #expect(one.count == 20)
    #expect(one[7].hasPrefix("7.lua:1: "))
    #expect(one[3].contains("3 false []") && one[3].contains("4 true []"))
  }

  @Test("no further test begins once it is not to go on")
  func stop() {
    let files = ScriptTexts(["a.lua": "test(\"a\", function(t) end)"])
    var told = 0
    TestRunner(files: Array(repeating: "a.lua", count: 1_000)).run(scripts: files, jobs: 2) { _ in
      told += 1
    } goesOn: {
      told == 0
    }
    #expect(told < 1_000)
  }
}
