import Foundation
import Runs
import Testing
import Users

@Suite("A recording on the disk")
struct RecordingFileTests {
  @Test("gives any of its bytes, and the same users as in memory")
  func bytes() throws {
    let folder = try TestFolder()
    let path = folder.file("r.tsv")
    let text =
      "user_id\tsession_id\ttimestamp\tapp_name\tevent_type\n"
      + (0..<9).map { "\($0 % 3)\t1\t2018-01-17 07:00:1\($0)\tA\tOpened\n" }.joined()
    try Data(text.utf8).write(to: URL(filePath: path))
    let file = try #require(RecordingFile(path))
    #expect(file.count == text.utf8.count)
    #expect(try file.bytes(in: 5..<9) == Array("id\ts".utf8))
    #expect(try file.bytes(in: 3..<3) == [])
    let recording = try UsageRecording(file, name: "r", format: .lsapp)
    #expect(recording.users == ["0", "1", "2"])
    var logs: [UsageLog] = []
    try recording.forEachLog { logs.append($0) }
    var known: [UsageLog] = []
    try UsageRecording(Array(text.utf8), name: "r", format: .lsapp).forEachLog { known.append($0) }
    #expect(logs.map(\.uses) == known.map(\.uses) && logs.count == 3)
  }

  @Test("is an error when it becomes shorter; what is no file is none")
  func shorter() throws {
    let folder = try TestFolder()
    let path = folder.file("r.tsv")
    try Data("abcdef".utf8).write(to: URL(filePath: path))
    let file = try #require(RecordingFile(path))
    let cut = unsafe truncate(path, 3)
    #expect(cut == 0)
    #expect(try file.bytes(in: 0..<3) == Array("abc".utf8))
    #expect(throws: UserModelError.self) { try file.bytes(in: 0..<6) }
    #expect(RecordingFile(folder.file("none")) == nil)
    #expect(RecordingFile(URL(filePath: path).deletingLastPathComponent().path) == nil)
  }
}
