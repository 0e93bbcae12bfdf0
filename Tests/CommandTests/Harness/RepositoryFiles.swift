import Foundation

/// The path of a file of the project, which these tests lie in.
func repositoryFile(_ path: String, from file: String = #filePath) -> String {
  var folder = URL(fileURLWithPath: file).deletingLastPathComponent()
  while folder.path != "/",
    !FileManager.default.fileExists(atPath: folder.appendingPathComponent("Package.swift").path)
  {
    folder.deleteLastPathComponent()
  }
  return folder.appendingPathComponent(path).path
}
