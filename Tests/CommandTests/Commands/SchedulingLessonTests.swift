import Foundation
import TestSizes
import Testing

@testable import dormouse

@Suite("dormouse lesson, on scheduling")
struct SchedulingLessonTests {
  private static let names = SchedulingLesson.all.map(\.name)

  /// The answers that the teacher's page ends with, in the order of the questions.
  private func answers(_ page: String) throws -> [Double] {
    let lines = try #require(page.components(separatedBy: "\n## Answers\n\n").last)
    return lines.split(separator: "\n").compactMap { line in
      line.split(separator: " ").dropFirst(2).first.flatMap { Double($0.prefix { $0 != "," }) }
    }
  }

  private func sheet(_ values: [Double]) -> String {
    "return { a = \(values[0]), b = \(values[1]), c = \(values[2]) }"
  }

  @Test("are listed after those in debugging, all that scripts/lessons has")
  func list() throws {
    let listed = try Workplace().run("lesson").output
    let lines = listed.split(separator: "\n").drop { !$0.hasPrefix("Scheduling: ") }.dropFirst()
    let folders = try FileManager.default.contentsOfDirectory(
      atPath: repositoryFile("scripts/lessons"))
    #expect(
      lines.compactMap { $0.split(separator: " ").first.map(String.init) } == Self.names)
    #expect(Self.names.sorted() == folders.sorted())
    let page = try String(contentsOfFile: repositoryFile("docs/lessons.md"), encoding: .utf8)
    for lesson in SchedulingLesson.all {
      #expect(page.contains("| `\(lesson.name)` | \(lesson.summary) |\n"), "\(lesson.name)")
    }
    #expect(listed.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test("a student gets a page, the files it needs and a sheet with blanks", arguments: names)
  func files(name: String) throws {
    let place = try Workplace()
    let written = try place.run("lesson", name)
    #expect(written.output.hasSuffix("next: read \(name)/lesson.md\n"))
    let kept: Set = ["teacher.md", "solution.lua"]
    let source = repositoryFile("scripts/lessons/\(name)")
    let files = try FileManager.default.contentsOfDirectory(atPath: source).sorted()
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: place.folder.path + "/\(name)").sorted()
        == files.filter { !kept.contains($0) })
    let lines = try place.read("\(name)/lesson.md").split(separator: "\n")
    #expect(lines.count <= 60 && lines.allSatisfy { $0.count <= 100 })
    #expect(["a. ", "b. ", "c. "].allSatisfy { start in lines.contains { $0.hasPrefix(start) } })
    if FullSize.isWanted {
      let checked = try place.run("check", name, "--no-luacheck")
      #expect(checked.status == 0, "\(checked.output)\(checked.errors)")
    }
    let blank = try place.run("lesson", name, "--check")
    #expect(blank.status == 1 && blank.errors == "lesson: \(name) is not solved yet\n")
    #expect(
      blank.output == "  a has no answer yet\n  b has no answer yet\n  c has no answer yet\n")
    for number in 1...3 {
      let hint = try place.run("lesson", name, "--hint", "\(number)")
      #expect(hint.status == 0 && hint.output.hasSuffix("\n") && !hint.output.isEmpty)
    }
  }

  /// Some run thousands of fetches.
  private static let judged =
    FullSize.isWanted ? names : ["starvation", "priority-inversion"]

  @Test("each is solved by the answers that it computes, not by its blanks", arguments: judged)
  func solved(name: String) throws {
    let place = try Workplace()
    #expect(try place.run("lesson", name).status == 0)
    let page = try place.run("lesson", name, "--teacher")
    let answers = try answers(page.output)
    try #require(answers.count == 3, "\(page.output)\(page.errors)")
    try place.write(sheet(answers), to: "\(name)/answers.lua")
    let source = repositoryFile("scripts/lessons/\(name)/solution.lua")
    if FileManager.default.fileExists(atPath: source) {
      let own = try place.run("lesson", name, "--check")
      #expect(own.status == 1 && own.output.contains("mine.lua"), "\(own.output)")
      let solution = try String(contentsOfFile: source, encoding: .utf8)
      try place.write(solution, to: "\(name)/mine.lua")
    }
    let solved = try place.run("lesson", name, "--check")
    #expect(solved.output.hasSuffix("\(name) is solved: well done\n"), "\(solved.output)")

    let questions = try #require(SchedulingLesson.named(name)).questions
    let off = zip(answers, questions).enumerated().map { index, answer in
      answer.0 + (index == 1 ? -1 : 1) * (answer.1.within * 1.2 + 1e-3)
    }
    try place.write(sheet(off), to: "\(name)/answers.lua")
    #expect(
      try place.run("lesson", name, "--check").output
        == "  a is too high\n  b is too low\n  c is too high\n")
  }

  @Test("a sheet that cannot be read is reported with its line")
  func unreadable() throws {
    let place = try Workplace()
    let missing = try place.run("lesson", "starvation", "--check")
    #expect(missing.status == 66)
    #expect(missing.errors.hasPrefix("starvation/answers.lua: there is no such file; "))
    #expect(try place.run("lesson", "starvation").status == 0)
    for (sheet, message) in [
      ("return {\n a = = 1 }", "starvation/answers.lua:2: unexpected symbol near '='"),
      (
        "return { a = '1.5' }",
        "starvation/answers.lua: \"a\" is not a number (\"1.5\"); give a number"
      ),
      (
        "return 1.5",
        "starvation/answers.lua: the script returns no table; end it with return { a = ... }"
      ),
    ] {
      try place.write(sheet, to: "starvation/answers.lua")
      let outcome = try place.run("lesson", "starvation", "--check")
      #expect(outcome.status == 65 && outcome.errors == message + "\n", "\(outcome.errors)")
    }
    try place.write("return { a = 0 / 0, c = 3, d = 4 }", to: "starvation/answers.lua")
    try place.write(
      "return policy {\n fetches = function() return no.such end }", to: "starvation/mine.lua")
    let odd = try place.run("lesson", "starvation", "--check").output
    let lines = odd.split(separator: "\n").map(String.init)
    #expect(lines.prefix(1) == ["  there is no question d"])
    #expect(lines.dropFirst().first?.hasPrefix("  a is no number (") == true)
    #expect(
      lines.last?.hasPrefix(
        "  c: under mine.lua chat has 0 fetches, not 45; it fails: starvation/mine.lua:2: attempt "
          + "to index a nil value (global 'no')") == true, "\(odd)")
    try place.write("return { a = minutes(1), b = 2, c = 3 }", to: "starvation/answers.lua")
    try place.write("return policy { fetches = 3 }", to: "starvation/mine.lua")
    let broken = try place.run("lesson", "starvation", "--check")
    #expect(broken.status == 65)
    #expect(broken.errors.hasPrefix("starvation/mine.lua:1"), "\(broken.errors)")
  }
}
