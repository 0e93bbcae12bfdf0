import Foundation
import Runs
import Scripting
import Simulation
import Workflows

/// The command `dormouse meta`: writes what editors and luacheck need to know of scripts.
enum MetaCommand {
  static let command = Command(
    name: "meta", summary: "write definitions of the API for editors and luacheck",
    usage: "[FOLDER] [options]", operands: 0...1,
    options: [
      .init(
        name: "markdown", summary: "print every name as one page: docs/reference.md is this page")
    ],
    notes: """
      Writes FOLDER/.dormouse, with definitions for the Lua language server (names, types, units,
      meanings), .luarc.json, which leads it there, and .luacheckrc. A .luarc.json or .luacheckrc that
      is there is kept. 'dormouse new' does so too, where neither is there.
      """
  ) { (arguments, console) throws(CommandError) in
    if arguments.has("markdown") {
      if let folder = arguments.operands.first {
        throw .usage("--markdown: it is printed (\(shown(folder))); leave the folder out")
      }
      return try console.output.write(ReferencePage.text)
    }
    guard let folder = arguments.operands.first else {
      throw .usage("meta: no folder is given; name the scripts' folder, such as '.'")
    }
    try InputFile.requireFolder(folder, for: "meta")
    for path in try write(into: folder) { try console.output.write("wrote \(shown(path))\n") }
  }

  /// Writes the files and returns their paths, without those that existed and are not ours.
  static func write(into folder: String) throws(CommandError) -> [String] {
    let manager = FileManager.default
    var written: [String] = []
    for file in EditorFiles.all {
      let path = folder == "." ? file.path : "\(folder)/\(file.path)"
      if !file.path.contains("/"), manager.fileExists(atPath: path) { continue }
      let url = URL(fileURLWithPath: path)
      do {
        try manager.createDirectory(
          at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(file.text.utf8).write(to: url)
      } catch {
        throw .inputOutput(
          "\(shown(path)): it cannot be written (\(error.reason)); check the folder")
      }
      written.append(path)
    }
    return written
  }
}
