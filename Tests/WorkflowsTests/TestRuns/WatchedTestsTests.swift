import Foundation
import Scripting
import Testing

@testable import Runs

@Suite("Tests that are watched")
struct WatchedTestsTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func write(_ text: String, to name: String) throws {
    try folder.write(Data(text.utf8), to: name)
  }

  /// Runs what is concerned and takes it down.
  private func run(_ watched: inout WatchedTests) -> WatchedTests.Changes {
    let changes = watched.changes(in: watched.look())
    TestRunner(files: changes.concerned).run { outcome in
      watched.keep(outcome)
    }
    watched.forget(changes.gone)
    return changes
  }

  /// A file with one test, that is watched.
  private func oneFile() throws -> (file: String, watched: WatchedTests) {
    try write("test(\"a\", function() end)", to: "a-test.lua")
    let file = "\(folder.path)/a-test.lua"
    return (file, WatchedTests { [file] })
  }

  @Test("each file of tests is concerned by what it asked for, found or not")
  func concerned() throws {
    try write("return 1", to: "lib.lua")
    try write("require(\"lib\") test(\"a\", function() end)", to: "a-test.lua")
    try write(
      "pcall(require, \"other\") test(\"b\", function() end)", to: "b-test.lua")
    let path = folder.path
    let files = ["\(path)/a-test.lua", "\(path)/b-test.lua"]
    var watched = WatchedTests { files }
    #expect(run(&watched).concerned == files)
    #expect(run(&watched).isEmpty)
    try write("return 22", to: "lib.lua")
    let first = run(&watched)
    #expect(first.concerned == [files[0]])
    #expect(first.reasons == [.changed("\(path)/lib.lua")])
    try write("return 3", to: "other.lua")
    let second = run(&watched)
    #expect(second.concerned == [files[1]])
    #expect(second.reasons == [.new("\(path)/other.lua")])
    #expect(run(&watched).isEmpty)
  }

  @Test("what is written after it was read has changed, even while the tests still run")
  func whileRunning() throws {
    var (file, watched) = try oneFile()
    try TestRunner(files: [file]).run { outcome throws in
      try write("test(\"abc\", function() end)", to: "a-test.lua")
      watched.keep(outcome)
    }
    #expect(run(&watched).concerned == [file])
    #expect(run(&watched).isEmpty)
  }

  @Test("a burst of saves is over when two looks are the same, and what came back is as it was")
  func burst() throws {
    var (file, watched) = try oneFile()
    _ = run(&watched)
    #expect(watched.settled(watched.look()) == nil)
    for length in 1...5 {
      try write(String(repeating: "-", count: length + 1), to: "a-test.lua")
      #expect(watched.settled(watched.look()) == nil)
    }
    #expect(watched.settled(watched.look())?.reasons == [.changed(file)])
    _ = run(&watched)
    try FileManager.default.moveItem(atPath: file, toPath: file + "~")
    #expect(watched.settled(watched.look()) == nil)
    try FileManager.default.moveItem(atPath: file + "~", toPath: file)
    #expect(watched.settled(watched.look()) == nil)
    #expect(watched.settled(watched.look()) == nil)
  }

  @Test("what is written without an end is not waited for")
  func endless() throws {
    try write("", to: "a-test.lua")
    let file = "\(folder.path)/a-test.lua"
    var watched = WatchedTests { [file] }
    _ = run(&watched)
    for length in 1..<WatchedTests.mostLooks {
      try write(String(repeating: "-", count: length), to: "a-test.lua")
      #expect(watched.settled(watched.look()) == nil)
    }
    try write("-- and so on, longer than before", to: "a-test.lua")
    #expect(watched.settled(watched.look())?.concerned == [file])
  }

  @Test("a file of the same size and moment that takes another's place has another stamp")
  func replaced() throws {
    let moment = Date(timeIntervalSince1970: 1_000_000)
    for name in ["a", "b"] {
      try write("same", to: name)
      try FileManager.default.setAttributes(
        [.modificationDate: moment], ofItemAtPath: "\(folder.path)/\(name)")
    }
    let before = FileStamp(of: "\(folder.path)/a")
    #expect(before != nil && before == FileStamp(of: "\(folder.path)/a"))
    #expect(unsafe rename("\(folder.path)/b", "\(folder.path)/a") == 0)
    #expect(FileStamp(of: "\(folder.path)/a") != before)
    #expect(FileStamp(of: "\(folder.path)/b") == nil)
  }
}
