import Foundation
import Testing

@testable import Experiments

@Suite("Files of a store on the disk")
struct DiskFileTests {
  @Test("what is made on the way has a name of its own in the same folder")
  func temporaryName() {
    let end = ".\(getpid()).partial"
    #expect(DiskFile.temporaryName(beside: "runs.db") == ".runs.db\(end)")
    #expect(DiskFile.temporaryName(beside: "/a/b.c/runs.db") == "/a/b.c/.runs.db\(end)")
    #expect(
      Store.unfinishedFiles(of: "a/r.db") == ["a/.r.db\(end)", "a/.r.db\(end)-journal"])
  }

  @Test("publishing takes no other file's place; replacing does, in one step")
  func publishing() throws {
    let folder = try StoreFolder()
    try folder.write(Data("old".utf8), to: "old")
    try folder.write(Data("new".utf8), to: "new")
    #expect(DiskFile.publish(folder.file("new"), as: folder.file("old")) == "File exists")
    #expect(try folder.bytes("old") == Data("old".utf8))
    #expect(try folder.names() == ["new", "old"])
    #expect(DiskFile.publish(folder.file("new"), as: folder.file("third")) == nil)
    #expect(try folder.names() == ["old", "third"])
    #expect(DiskFile.replace(folder.file("old"), with: folder.file("third")) == nil)
    #expect(try folder.names() == ["old"])
    #expect(try folder.bytes("old") == Data("new".utf8))
    #expect(
      DiskFile.replace(folder.file("old"), with: folder.file("third"))
        == "No such file or directory")
    #expect(DiskFile.make(folder.file("old")) == "File exists")
  }

  @Test("a link is what it leads to, and a name below a file is none")
  func kinds() throws {
    let folder = try StoreFolder()
    try folder.write(Data("x".utf8), to: "a")
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("link"), withDestinationPath: "a")
    #expect(DiskFile.kind(of: folder.file("link")) == .regular(byteCount: 1))
    #expect(DiskFile.kind(of: folder.file("a/x")) == .unknown("Not a directory"))
  }

  @Test("who finds a store at its place when it has made one leaves that as it is")
  func race() throws {
    let folder = try StoreFolder()
    try folder.store(.sample(), "first.db").note([.init(path: "a.lua", digest: "1")])
    let bytes = try folder.bytes("first.db")
    #expect(try !Store.make(at: folder.file("first.db")))
    #expect(try folder.bytes("first.db") == bytes)
    #expect(try folder.names() == ["first.db"])
    #expect(try Store.make(at: folder.file("second.db")))
    #expect(try folder.names() == ["first.db", "second.db"])
  }
}
