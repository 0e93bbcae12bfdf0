import Foundation
import Testing

@Suite("Files that are not finished")
struct UnfinishedFilesTests {
  @Test(
    "are removed when a signal ends a command that heeds none, and an older file is kept",
    arguments: ["html", "perfetto"],
    [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)])
  func signals(option: String, ending: (signal: Int32, status: Int32)) throws {
    let place = try Workplace()
    try place.write("old", to: "kept")
    // A pipe that is open to both sides has nothing to read and no end.
    #expect(unsafe mkfifo(place.folder.appending(path: "pipe").path, 0o600) == 0)
    let before = try place.files()
    let running = try place.startShell("exec \"$0\" trace - --\(option) kept <> pipe")
    try running.wait { try place.files().contains { $0.hasSuffix(".partial") } }
    running.send(ending.signal)
    let outcome = try running.finish()
    #expect(outcome.isEndedBySignal && outcome.status == ending.status)
    #expect(try place.files() == before)
    #expect(try place.read("kept") == "old")
  }
}
