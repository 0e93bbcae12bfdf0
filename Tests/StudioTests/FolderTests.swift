import Foundation
import Testing

@testable import Studio

@Suite("The studio's folder")
struct FolderTests {
  @Test("texts are listed by path; hidden files, other files and links are not")
  func entries() throws {
    let work = try Workfolder([
      "b.lua": "", "a/c.lua": "", "a/notes.md": "", ".hidden.lua": "", ".git/x.lua": "",
      "picture.png": "", "plain": "",
    ])
    try FileManager.default.createSymbolicLink(
      atPath: "\(work.path)/link.lua", withDestinationPath: "b.lua")
    try FileManager.default.createSymbolicLink(
      atPath: "\(work.path)/loop", withDestinationPath: ".")
    let (files, isCut) = try Folder(work.path).entries()
    #expect(files.map(\.path) == ["a/c.lua", "a/notes.md", "b.lua"])
    #expect(!isCut)
  }

  @Test("a file is written over what was read, and over nothing else")
  func versions() throws {
    let work = try Workfolder(["a.lua": "one"])
    let folder = try Folder(work.path)
    let (bytes, version) = try folder.read("a.lua")
    #expect(String(decoding: bytes, as: UTF8.self) == "one")
    let next = try folder.write(Array("two".utf8), to: "a.lua", over: version)
    #expect(next != version)
    #expect(work.text(of: "a.lua") == "two")
    #expect(throws: StudioError.self) {
      try folder.write(Array("three".utf8), to: "a.lua", over: version)
    }
    #expect(throws: StudioError.self) { try folder.write([], to: "a.lua", over: nil) }
    #expect(work.text(of: "a.lua") == "two")
    try FileManager.default.removeItem(atPath: "\(work.path)/a.lua")
    #expect(throws: StudioError.self) { try folder.write([], to: "a.lua", over: next) }
    _ = try folder.write(Array("new".utf8), to: "sub/b.lua", over: nil)
    #expect(work.text(of: "sub/b.lua") == "new")
    #expect(folder.entries().files.map(\.path) == ["sub/b.lua"])
  }

  @Test("what was saved can be run as before, a link stays one, and nothing too large is saved")
  func kept() throws {
    let work = try Workfolder(["a.lua": "one"])
    let files = FileManager.default
    try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: "\(work.path)/a.lua")
    try files.createSymbolicLink(
      atPath: "\(work.path)/link.lua", withDestinationPath: "a.lua")
    let folder = try Folder(work.path)
    _ = try folder.write(Array("two".utf8), to: "link.lua", over: try folder.read("link.lua").1)
    #expect(work.text(of: "a.lua") == "two")
    let link = try files.attributesOfItem(atPath: "\(work.path)/link.lua")
    #expect(link[.type] as? FileAttributeType == .typeSymbolicLink)
    let mode = try files.attributesOfItem(atPath: "\(work.path)/a.lua")[.posixPermissions]
    #expect((mode as? NSNumber)?.intValue == 0o755)
    #expect(throws: StudioError.self) {
      try folder.write(
        [UInt8](repeating: 0x20, count: Folder.mostBytes + 1), to: "b.lua", over: nil)
    }
  }

  @Test("what cannot be written is told in the system's words")
  func reasons() throws {
    let work = try Workfolder([:])
    let folder = try Folder(work.path)
    let error = #expect(throws: StudioError.self) {
      try folder.write([1], to: "\(String(repeating: "x", count: 300)).lua", over: nil)
    }
    #expect(error?.reason.contains("ile name too long") == true, "\(error?.reason ?? "")")
  }

  @Test(
    "what lies elsewhere is neither read nor written",
    arguments: [
      "../out.lua", "a/../../out.lua", "/etc/x.lua", "", ".", "a", ".hidden.lua", "a//b.lua",
      "link.lua",
      "folder/x.lua", "a\u{0}.lua", "x.lua/..", "a.png",
    ])
  func elsewhere(path: String) throws {
    let outside = try Workfolder(["out.lua": "secret", "x.lua": "secret"])
    let work = try Workfolder(["a.png": "", ".hidden.lua": "secret"])
    for (name, target) in [("link.lua", "\(outside.path)/out.lua"), ("folder", outside.path)] {
      try FileManager.default.createSymbolicLink(
        atPath: "\(work.path)/\(name)", withDestinationPath: target)
    }
    let folder = try Folder(work.path)
    #expect(throws: StudioError.self) { try folder.read(path) }
    #expect(throws: StudioError.self) { try folder.write([1], to: path, over: nil) }
    #expect(outside.text(of: "out.lua") == "secret")
    #expect(outside.text(of: "x.lua") == "secret")
  }

  @Test("a folder that is none is told")
  func none() throws {
    let work = try Workfolder(["a.lua": ""])
    #expect(throws: StudioError.self) { try Folder("\(work.path)/none") }
    #expect(throws: StudioError.self) { try Folder("\(work.path)/a.lua") }
  }

  @Test("where nothing can be written, it says so and keeps the file")
  func unwritable() throws {
    let work = try Workfolder(["a.lua": "kept"])
    let folder = try Folder(work.path)
    // A file stands where a folder would have to be made.
    let error = #expect(throws: StudioError.self) {
      try folder.write([1], to: "a.lua/b.lua", over: nil)
    }
    #expect(error?.reason.contains("cannot be written") == true, "\(error?.reason ?? "")")
    #expect(work.text(of: "a.lua") == "kept")
  }
}
