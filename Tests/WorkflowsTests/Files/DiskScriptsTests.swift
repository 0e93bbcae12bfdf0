import Foundation
import Scripting
import Testing

@testable import Runs

@Suite("Scripts on the disk")
struct DiskScriptsTests {
  private let files = DiskScripts()

  private func text(_ bytes: [UInt8]?) -> String? {
    bytes.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(
    "a file is read to its end, and an absent one is distinguished from one that cannot be read")
  func reading() throws {
    let folder = try TestFolder()
    try folder.write(Data("return 1\n".utf8), to: "a.lua")
    try folder.write(Data(), to: "empty.lua")
    #expect(text(try files.contents(of: folder.file("a.lua"))) == "return 1\n")
    #expect(try files.contents(of: folder.file("empty.lua")) == [])
    #expect(try files.contents(of: folder.file("b.lua")) == nil)
    for (name, reason) in [("", "Is a directory"), ("a.lua/b.lua", "Not a directory")] {
      let error = #expect(throws: ScriptFileError.self) {
        try files.contents(of: folder.file(name))
      }
      #expect(error?.description == "it cannot be read (\(reason)); name a readable file")
    }
  }

  @Test("a link may lead about within a folder, and not out of it")
  func links() throws {
    let folder = try TestFolder()
    for name in ["in/deep", "in-not"] {
      try FileManager.default.createDirectory(
        atPath: folder.file(name), withIntermediateDirectories: true)
    }
    try folder.write(Data("within".utf8), to: "in/a.lua")
    // Its name begins as the folder's does.
    try folder.write(Data("without".utf8), to: "in-not/b.lua")
    for (link, target) in [("in/deep/near.lua", "../a.lua"), ("in/far.lua", "../in-not/b.lua")] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.file(link), withDestinationPath: target)
    }
    let inside = folder.file("in")
    for name in ["in/a.lua", "in/deep/near.lua", "in/deep/../a.lua"] {
      #expect(text(try files.contents(of: folder.file(name), below: inside)) == "within")
    }
    #expect(try files.contents(of: folder.file("in/none.lua"), below: inside) == nil)
    for name in ["in/far.lua", "in-not/b.lua", "in/../in-not/b.lua"] {
      let error = #expect(throws: ScriptFileError.self) {
        try files.contents(of: folder.file(name), below: inside)
      }
      #expect(
        error?.description
          == "it is a link out of its folder ('\(folder.file(name))'); put the module there, or "
          + "name its folder with --lua-path")
    }
  }

  @Test("an experiment follows no link out of its folder either")
  func linksOfExperiments() throws {
    let folder = try TestFolder()
    try FileManager.default.createDirectory(
      atPath: folder.file("in"), withIntermediateDirectories: true)
    try folder.write(Data("return 1".utf8), to: "outside.lua")
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("in/out.lua"), withDestinationPath: "../outside.lua")
    let loaded = InputFiles(files)
    let search = ModuleSearch(files: loaded, folders: [folder.file("in")])
    // Once and again: what was refused is not remembered as read.
    for _ in 1...2 {
      guard case .missing(let sought) = search.find("out") else {
        Issue.record("found")
        continue
      }
      #expect(sought.contains("it is a link out of its folder"))
    }
    #expect(loaded.inputs.isEmpty)
    #expect(text(try loaded.contents(of: folder.file("outside.lua"))) == "return 1")
  }

  /// The path from here.
  private func relative(_ path: String) -> String {
    let up = FileManager.default.currentDirectoryPath.split(separator: "/").map { _ in ".." }
    return up.joined(separator: "/") + path
  }

  @Test("a module is loaded once, whether its folder is named from the root or from here")
  func onceByAnyRoot() throws {
    let folder = try TestFolder()
    try FileManager.default.createDirectory(
      atPath: folder.file("lib"), withIntermediateDirectories: true)
    try folder.write(Data("return {}".utf8), to: "lib/tool.lua")
    try folder.write(
      Data(
        """
        assert(require "tool" == require "lib.tool")
        return scenario {
          duration = 1, apps = { app { id = "a", script = "lib/tool.lua" } },
        }
        """.utf8), to: "s.lua")
    let here = relative(folder.file("lib"))
    for (scenario, lib) in [
      (folder.file("s.lua"), here), (relative(folder.file("s.lua")), folder.file("lib")),
    ] {
      _ = try ScenarioScript.load(scenario, settings: [:], files: files, luaPath: [lib])
    }
  }

  @Test("a link is a file of its own, as in a store, which keeps both")
  func linksAreFiles() throws {
    let folder = try TestFolder()
    try folder.write(Data("return {}".utf8), to: "a.lua")
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("b.lua"), withDestinationPath: "a.lua")
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("again"), withDestinationPath: ".")
    let read = InputFiles(files)
    let search = ModuleSearch(files: read, folders: [folder.file("")])
    let names = ["a", "b", "again.a"]
    var places: Set<String> = []
    for name in names {
      guard case .module(_, _, let place) = search.find(name) else {
        Issue.record("not found: \(name)")
        continue
      }
      places.insert(place)
    }
    #expect(places.count == 3)
    #expect(read.inputs.count == 3)
  }

  @Test("files are told apart as a store tells them apart")
  func places() {
    let paths = [
      "/x/a.lua", "/x/./a.lua", "/x/y/../a.lua", "//x//a.lua", relative("/x/a.lua"), "/x/b.lua",
      "a.lua", "./a.lua", "x/../a.lua", FileManager.default.currentDirectoryPath + "/a.lua",
      "../a.lua", "/../x/a.lua",
    ]
    let names = SourcePath(besides: "/x/experiment.lua")
    for path in paths {
      for other in paths {
        let isOne = names.name(of: path) == names.name(of: other)
        #expect((files.place(of: path) == files.place(of: other)) == isOne, "\(path) \(other)")
      }
    }
    #expect(Set(paths.map(files.place)).count == 4)
  }

  @Test("whoever hands files on knows those that were there, however they were asked for")
  func filesRead() throws {
    let read = InputFiles(ScriptTexts(["f/b.lua": "2", "f/a.lua": "1", "f/c.lua": "3"]))
    #expect(text(try read.contents(of: "f/b.lua")) == "2")
    #expect(text(try read.contents(of: "f/a.lua", below: "f")) == "1")
    #expect(text(try read.contents(of: "f/b.lua", below: "f")) == "2")
    #expect(try read.contents(of: "f/none.lua") == nil)
    #expect(read.inputs.map(\.path) == ["f/a.lua", "f/b.lua"])
    #expect(read.inputs[0].digest != read.inputs[1].digest)
  }
}
