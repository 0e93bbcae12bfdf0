import Foundation
import Testing

@testable import Runs

@Suite("Names of files in a store")
struct SourcePathTests {
  private let paths = SourcePath(besides: "/home/me/study/two.lua")

  @Test(
    "a file's name is relative to the experiment's folder, and leads back to it",
    arguments: [
      ("/home/me/study/hour.lua", "hour.lua"), ("/home/me/study/apps/a.lua", "apps/a.lua"),
      ("/home/me/shared/a.lua", "../shared/a.lua"), ("/home/me/study/./x/../a.lua", "a.lua"),
      ("/srv/a.lua", "/srv/a.lua"),
    ])
  func names(path: String, name: String) {
    #expect(paths.name(of: path) == name)
    let file = paths.file(of: name)
    #expect(paths.name(of: file) == name)
    #expect(file.hasPrefix("/") && !file.contains(".."))
  }

  @Test("beside the root itself every file is below")
  func root() {
    let paths = SourcePath(besides: "/two.lua")
    #expect(paths.name(of: "/a.lua") == "a.lua" && paths.name(of: "/x/b.lua") == "x/b.lua")
    #expect(paths.file(of: "x/b.lua") == "/x/b.lua")
  }

  @Test("names lead back to the files, wherever those are", arguments: ["a.lua", "../a.lua", "/a"])
  func back(name: String) {
    let expected = ["a.lua": "/home/me/study/a.lua", "../a.lua": "/home/me/a.lua", "/a": "/a"]
    #expect(paths.file(of: name) == expected[name])
  }

  @Test("a relative path is one of the folder that the command is given in")
  func relative() {
    let here = FileManager.default.currentDirectoryPath
    let paths = SourcePath(besides: "study/two.lua")
    #expect(paths.name(of: "study/apps/a.lua") == "apps/a.lua")
    #expect(paths.name(of: "\(here)/a.lua") == "../a.lua")
    #expect(paths.name(of: "study/../../b.lua") == "../../b.lua")
  }
}
