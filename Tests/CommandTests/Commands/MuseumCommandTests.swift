import Foundation
import Testing

@Suite("dormouse museum")
struct MuseumCommandTests {
  @Test("lists the cases, and shows one with what is seen of it and of its twin")
  func walk() throws {
    let place = try Workplace()
    let folder = repositoryFile("scripts/museum")
    let list = try place.run("museum", "--folder", folder)
    #expect(list.status == 0)
    #expect(
      list.output.contains(
        "\nno-handler               A background task without an expiration handler\n"))
    let shown = try place.run("museum", "no-handler", "--folder", folder)
    #expect(shown.status == 0)
    #expect(
      shown.output.hasPrefix(
        """
        A background task without an expiration handler
        Seen in mixpanel-iphone, pull request 3

        """))
    #expect(
      shown.output.contains(
        "\n    11    local task = application:beginBackgroundTask(\"flush\""), "\(shown.output)")
    #expect(shown.output.contains("\n\(folder)/no-handler/fixed.lua\n"))
    #expect(
      shown.output.hasSuffix(
        """

        the bug is seen: a background task without an expiration handler
          app: killed by backgroundTaskAssertionTimeout
            app.lua:11: background task never ended (taskNeverEnded)
              background task 1 "flush" was not ended in time: a request to https://api.example/track,
                begun at app.lua:12, was still under way at the deadline

        the fixed twin is clean
          app: runs on

        """))
  }

  @Test("finds cases by finding, exit and code, in either notation, and shows a single one")
  func found() throws {
    let place = try Workplace()
    let tasks = try place.run("museum", "taskNeverEnded")
    #expect(
      tasks.output.split(separator: "\n").map { $0.prefix { $0 != " " } } == [
        "begun-in-handler", "handler-waits-for-lock", "identifier-overwritten", "no-handler",
      ])
    for code in ["0x2182bad2", "562215634", "backgroundTaskAssertionTimeout"] {
      #expect(try place.run("museum", code).output == tasks.output, "\(code)")
    }
    let one = try place.run("museum", "refusedTaskUsed")
    #expect(one.output == (try place.run("museum", "refused-begin-ignored").output))
    #expect(one.output.contains("\nscripts/museum/refused-begin-ignored/app.lua\n"))
    // It is what the test does to the app and its twin, and not the bug.
    let none = try place.run("museum", "memoryPressure")
    #expect(none.status == 66)
    #expect(
      none.errors
        == "museum: no case leads to it (memoryPressure); 'dormouse explain memoryPressure' has an "
        + "example\n")
  }

  @Test("a case that does not exist is reported, with the nearest, and so is a folder without any")
  func misuse() throws {
    let place = try Workplace()
    let folder = repositoryFile("scripts/museum")
    let wrong = try place.run("museum", "no-handlr", "--folder", folder)
    #expect(wrong.status == 64)
    #expect(wrong.errors == "museum: there is no such case (no-handlr); did you mean no-handler?\n")
    let empty = try place.run("museum", "--folder", ".")
    #expect(empty.status == 66)
    #expect(
      empty.errors
        == "museum: the folder has no case (.); each is a folder with app.lua and test.lua\n")
  }

  @Test("it is in the program, and needs no checkout: a copy shows it in an empty folder")
  func anywhere() throws {
    let place = try Workplace()
    let copy = place.folder.appending(path: "copy")
    try FileManager.default.copyItem(at: Running.executable(), to: copy)
    let folder = repositoryFile("scripts/museum")
    for arguments in [[], ["no-handler"]] {
      let own = try place.shell("./copy museum \(arguments.joined())")
      #expect(own.status == 0)
      let there = try place.run(["museum"] + arguments + ["--folder", folder]).output
      #expect(own.output == there.replacing("\n\(folder)/", with: "\nscripts/museum/"))
    }
    let explained = try place.shell("./copy explain taskNeverEnded")
    #expect(explained.status == 0 && explained.output.contains("\nThe test of both\n"))
    #expect(try place.shell("./copy new app mine").status == 0)
  }
}
