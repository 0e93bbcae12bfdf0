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
      shown.output.hasSuffix(
        """

        the bug is seen: a background task without an expiration handler
          app: ended by backgroundTaskAssertionTimeout
            app.lua:11: background task never ended (taskNeverEnded)
              background task 1 "flush" was never ended

        the mended twin is clean
          app: runs on

        """))
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
        == "museum: no case is in it (.); each is a folder with app.lua and test.lua\n")
  }

  @Test("the museum that Dormouse was built with is found from any folder, one here goes before it")
  func anywhere() throws {
    let place = try Workplace()
    let built = try place.run("museum")
    #expect(built.status == 0)
    #expect(built.output.contains("no-handler "))
    try FileManager.default.createDirectory(
      at: place.folder.appending(path: "scripts/museum"), withIntermediateDirectories: true)
    let own = try place.run("museum")
    #expect(own.status == 66)
    #expect(
      own.errors
        == """
        museum: no case is in it (scripts/museum); each is a folder with app.lua and test.lua

        """)
  }
}
