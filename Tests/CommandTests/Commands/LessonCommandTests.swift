import Foundation
import TestSizes
import Testing

@Suite("dormouse lesson")
struct LessonCommandTests {
  private static let museum = repositoryFile("scripts/museum")

  /// Those in debugging, which the list has first.
  private func names(_ place: Workplace) throws -> [String] {
    try entries(place).compactMap { $0.split(separator: " ").first.map(String.init) }
  }

  private func entries(_ place: Workplace) throws -> [Substring] {
    let lines = try place.run("lesson").output.split(separator: "\n")
    return lines.prefix { !$0.hasPrefix("Scheduling: ") }.filter { $0.hasPrefix("  ") }
  }

  @Test("has every case of the museum once, the easiest first")
  func list() throws {
    let place = try Workplace()
    let listed = try place.run("lesson")
    let levels = try entries(place).map { line in
      line.firstRange(of: "level ").flatMap { Int(String(line[$0.upperBound])) } ?? 0
    }
    #expect(levels == levels.sorted() && Set(levels) == [1, 2, 3])
    let cases = try FileManager.default.contentsOfDirectory(atPath: Self.museum).sorted()
    #expect(try names(place).sorted() == cases)
    #expect(listed.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test("what needs a name is refused without one, and so are two wishes at once")
  func wishes() throws {
    let place = try Workplace()
    for arguments in [["--check"], ["--hint", "1"], ["double-end", "--check", "--hint", "1"]] {
      let outcome = try place.run(["lesson"] + arguments)
      #expect(outcome.status == 64 && outcome.output.isEmpty, "\(outcome)")
    }
  }

  @Test("each is solved by its own solution, not by its task, and not by an empty app")
  func solved() throws {
    let place = try Workplace()
    // One in four is enough for a change elsewhere.
    let names = try names(place).enumerated().filter { FullSize.isWanted || $0.offset % 4 == 0 }
    for (_, name) in names {
      #expect(try place.run("lesson", name).status == 0)
      let task = try place.run("lesson", name, "--check")
      #expect(task.status == 1 && !task.output.isEmpty, "\(name): \(task.output)")
      #expect(task.errors == "lesson: \(name) is not solved yet\n")
      try place.write("return {}", to: "\(name)/app.lua")
      let empty = try place.run("lesson", name, "--check")
      #expect(empty.status == 1 && !empty.output.isEmpty, "\(name): \(empty.output)")
      let solution = try String(
        contentsOfFile: "\(Self.museum)/\(name)/fixed.lua", encoding: .utf8)
      try place.write(solution, to: "\(name)/app.lua")
      let solved = try place.run("lesson", name, "--check")
      #expect(
        solved.output.hasPrefix("\(name) is solved")
          && solved.output.hasSuffix("; 'dormouse museum \(name)' shows another solution\n"),
        "\(solved.output)")
    }
  }

  @Test("an app that holds its lock for no time does not do its work; a risk that is left is told")
  func lock() throws {
    let place = try Workplace()
    #expect(try place.run("lesson", "lock-at-suspension").status == 0)
    func check(_ body: String) throws -> Workplace.Outcome {
      try place.write(
        "local app = {}\nfunction app:didEnterBackground(application)\n\(body)\nend\nreturn app",
        to: "lock-at-suspension/app.lua")
      return try place.run("lesson", "lock-at-suspension", "--check")
    }
    let idle = try check(#"local lock = FileLock.acquire("shared.sqlite") lock:release()"#)
    #expect(
      idle.status == 1
        && idle.output.contains("no longer: it holds no file lock for any time"), "\(idle.output)")
    // Whatever the time is waited for with.
    let risky = try check(
      """
      local task = application:beginBackgroundTask("transaction")
      if task == UIBackgroundTaskIdentifier.invalid then return end
      local lock = FileLock.acquire("shared.sqlite")
      Timer.scheduledTimer(5, false, function()
        lock:release()
        application:endBackgroundTask(task)
      end)
      """)
    #expect(
      risky.output
        == "lock-at-suspension is solved, though 'dormouse check' still sees 1 risk in it; "
        + "'dormouse museum lock-at-suspension' shows another solution\n",
      "\(risky.output)\(risky.errors)")
  }

  @Test("its test is red, and its files do not tell the solution")
  func task() throws {
    let place = try Workplace()
    #expect(
      try place.run("lesson", "double-end").output == """
        wrote double-end with app.lua, test.lua and task.md
        next: read double-end/task.md

        """)
    let red = try place.run("test", "double-end/test.lua", "--fail-on", "notes")
    #expect(red.status == 1 && red.output.contains("taskEndedTwice") && red.output.contains(":16"))
    let app = try place.read("double-end/app.lua")
    #expect(app.hasPrefix("-- Seen in mixpanel-swift, issue 335. What is wrong with it?"))
    let original = try String(
      contentsOfFile: "\(Self.museum)/double-end/app.lua", encoding: .utf8)
    #expect(app.split(separator: "\n").suffix(13) == original.split(separator: "\n").suffix(13))
    #expect(!app.contains("Handler and completion both end"))
    #expect(try place.read("double-end/test.lua").contains("fixed.lua") == false)
  }

  @Test("three hints tell what, where and what to do")
  func hints() throws {
    let place = try Workplace()
    let hints = try (1...3).map { try place.run("lesson", "double-end", "--hint", "\($0)").output }
    #expect(
      hints == [
        "The phone says taskEndedTwice: ended a background task that is not open.\n",
        "Look at line 16 of app.lua.\n",
        "Set the identifier to .invalid once its task is ended.\n",
      ])
    for name in try names(place) {
      for hint in 1...3 {
        #expect(try place.run("lesson", name, "--hint", "\(hint)").status == 0, "\(name) \(hint)")
      }
    }
  }

  @Test("invalid requests are reported")
  func invalid() throws {
    let place = try Workplace()
    #expect(
      try place.run("lesson", "doubleend").errors
        == "lesson: there is no such lesson (doubleend); did you mean double-end?\n")
    #expect(
      try place.run("lesson", "double-end", "--check").errors
        .hasPrefix("double-end/app.lua: there is no such file; "))
    #expect(try place.run("lesson", "double-end", "--hint", "4").status == 64)
    #expect(
      try place.run("lesson", "double-end", "--teacher").errors
        .hasPrefix("lesson: double-end has no teacher's page; "))
    #expect(try place.run("lesson", "double-end", "mine").status == 0)
    #expect(
      try place.run("lesson", "double-end", "mine").errors.hasPrefix("mine: it exists already"))
    #expect(try place.run("lesson", "double-end", "no/where").status == 74)
    try place.write("return {", to: "mine/app.lua")
    let broken = try place.run("lesson", "double-end", "mine", "--check")
    #expect(broken.status == 1 && broken.output.contains("app.lua:1"), "\(broken.output)")
  }
}
