import Foundation
import Testing

@Test("the page on embedding shows the code of its test")
func embeddingPage() throws {
  let tests = URL(filePath: #filePath).deletingLastPathComponent()
  let code = try String(contentsOf: tests.appending(path: "EmbeddingTests.swift"), encoding: .utf8)
  let page = try String(
    contentsOf: tests.appending(path: "../../docs/embedding.md").standardizedFileURL,
    encoding: .utf8)
  #expect(page.contains("```swift\n\(code)```\n"))
}
