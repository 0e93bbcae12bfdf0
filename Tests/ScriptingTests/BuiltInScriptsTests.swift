import Foundation
import Scripting
import Testing

@Suite("Scripts in the program")
struct BuiltInScriptsTests {
  private static let scripts: URL = {
    var folder = URL(filePath: #filePath)
    for _ in 0..<3 { folder.deleteLastPathComponent() }
    return folder.appending(path: "scripts")
  }()

  @Test(
    "are all those of the folders that it comes with, byte by byte",
    arguments: ["examples", "museum", "templates"])
  func complete(folder: String) throws {
    let files = try #require(
      FileManager.default.enumerator(atPath: Self.scripts.appending(path: folder).path))
    let paths = files.compactMap { $0 as? String }.filter { $0.hasSuffix(".lua") }
      .map { "\(folder)/\($0)" }.sorted()
    let builtIn = BuiltInScripts()
    #expect(builtIn.paths.filter { $0.hasPrefix("\(folder)/") } == paths)
    #expect(paths.count >= 9)
    for path in paths {
      let bytes = try Data(contentsOf: Self.scripts.appending(path: path))
      #expect(builtIn.contents(of: path) == Array(bytes), "\(path)")
    }
  }

  @Test("are found by their folders, and what is not there is not found")
  func folders() {
    let builtIn = BuiltInScripts()
    #expect(builtIn.folders(in: "museum").contains("no-handler"))
    #expect(builtIn.folders(in: "examples").contains("taskNeverEnded"))
    #expect(builtIn.folders(in: "templates").isEmpty)
    #expect(builtIn.contents(of: "museum/no-handler") == nil)
  }

  @Test("a script's comment ends where its lines do, and its code follows without empty lines")
  func comment() {
    let script = CommentedScript("-- One\n--\n--two\n\n\nlocal app = {}\n-- three\n")
    #expect(script.comment == ["One", "", "two"])
    #expect(script.code == "local app = {}\n-- three\n")
    #expect(CommentedScript("").code.isEmpty && CommentedScript("").comment.isEmpty)
  }
}
