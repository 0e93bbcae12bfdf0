import Foundation
import Testing

/// The code of docs/swift-testing.md is that of examples/photos, which `scripts/test-example` runs,
/// and of a test of this package.
@Test(
  "the page on tests in Swift shows code that is built and run",
  arguments: zip(
    [0, 1, 2, 3],
    [
      "examples/photos/Package.swift", "examples/photos/Tests/PhotosTests/PhotosTests.swift",
      "Tests/DormouseTestingTests/Conformance/PolicyConformanceTests.swift",
      "Tests/DormouseTestingTests/CancelledTaskTests.swift",
    ]))
func swiftTestingPage(block: Int, file: String) throws {
  let blocks = try PageBlock.blocks(of: "docs/swift-testing.md").filter { $0.language == "swift" }
  #expect(blocks.count == 4)
  let source = try String(contentsOfFile: repositoryFile(file), encoding: .utf8)
    // What a reader writes in the place of what the example does for its own test.
    .replacing("Self.script", with: "\"photos.lua\"")
    .replacing(
      ".package(name: \"dormouse\", path: \"../..\")",
      with: ".package(url: \"https://github.com/OWNER/dormouse.git\", branch: \"main\")")
  var rest = source.split(separator: "\n")[...]
  for line in blocks[block].text.split(separator: "\n") {
    let place = rest.firstIndex(of: line)
    #expect(place != nil, "\(file) has no such line, or elsewhere: \(line)")
    if let place { rest = rest[(place + 1)...] }
  }
}
