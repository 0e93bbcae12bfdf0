import Foundation
import Testing

@Suite("docs/tutorial.md, docs/killed.md, docs/work.md and README.md")
struct TutorialTests {
  @Test(
    "typed from the first line to the last, it prints what it shows",
    arguments: [
      ("docs/tutorial.md", 16), ("docs/killed.md", 10), ("docs/work.md", 2), ("README.md", 4),
    ])
  func transcript(page: String, atLeast commands: Int) throws {
    let place = try Workplace()
    // Below the workplace.
    var folder = "."
    var count = 0
    for block in try PageBlock.blocks(of: page) where block.language != "sh" {
      // PagesTests knows the reasons.
      guard block.said("not run") == nil else { continue }
      if let file = block.said("file") {
        try place.write(block.text, to: "\(folder)/\(file)")
        continue
      }
      #expect(block.language == "console", "\(page):\(block.line): nobody runs this")
      for (command, output) in block.transcript {
        let mark = "=== in "
        let outcome = try place.typed("\(command)\necho \"\(mark)$PWD\"", in: folder)
        let parts = outcome.output.components(separatedBy: mark)
        #expect(parts[0] == output, "\(page):\(block.line): \(command)")
        folder = String(try #require(parts.last).split(separator: "/").last ?? "")
          .trimmingCharacters(in: .newlines)
        if place.folder.lastPathComponent == folder { folder = "." }
        count += 1
      }
    }
    #expect(count >= commands)
  }

  @Test("has all that it promises, and README.md links it")
  func content() throws {
    let page = try String(contentsOfFile: repositoryFile("docs/tutorial.md"), encoding: .utf8)
    for word in ["new", "check", "run", "test", "explain", "why"] {
      #expect(page.contains("\n$ dormouse \(word) "), "\(word)")
    }
    #expect(page.contains(" --html "))
    let readme = try String(contentsOfFile: repositoryFile("README.md"), encoding: .utf8)
    #expect(readme.contains("](docs/tutorial.md)"))
  }
}
