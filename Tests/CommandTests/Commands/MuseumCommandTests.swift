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

  @Test("a case that is not there is told, with the nearest, and so is a folder without any")
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
        == "--folder: no case is in it (.); each is a folder with app.lua and test.lua\n")
    #expect(try place.run("museum").status == 66)
  }
}
