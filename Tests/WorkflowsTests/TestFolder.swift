import Foundation

/// A folder of its own for a test; goes with it.
final class TestFolder {
  let path: String

  init() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("dormouse-studies-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.resolvingSymlinksInPath().path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  @discardableResult
  func write(_ bytes: Data, to name: String) throws -> URL {
    let url = URL(filePath: file(name))
    try bytes.write(to: url)
    return url
  }
}
