import Foundation
import Testing

/// The code of docs/swift-testing.md is that of examples/photos, which `scripts/test-example` runs.
@Test(
  "the page on tests in Swift shows the code of the example",
  arguments: zip(
    [0, 1],
    [
      "Package.swift", "Tests/PhotosTests/PhotosTests.swift",
    ]))
func swiftTestingPage(block: Int, file: String) throws {
  let blocks = try PageBlock.blocks(of: "docs/swift-testing.md").filter { $0.language == "swift" }
  #expect(blocks.count == 2)
  let example = try String(
    contentsOfFile: repositoryFile("examples/photos/\(file)"), encoding: .utf8
  )
  // What a reader writes in the place of what the example does for its own test.
  .replacing("Self.script", with: "\"photos.lua\"")
  .replacing(
    ".package(name: \"dormouse\", path: \"../..\")",
    with: ".package(url: \"https://github.com/OWNER/dormouse.git\", branch: \"main\")")
  var rest = example.split(separator: "\n")[...]
  for line in blocks[block].text.split(separator: "\n") {
    let place = rest.firstIndex(of: line)
    #expect(place != nil, "\(file) has no such line, or elsewhere: \(line)")
    if let place { rest = rest[(place + 1)...] }
  }
}
