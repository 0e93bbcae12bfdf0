import Foundation
import Runs
import Scripting
import Simulation

/// The museum: real bugs of apps, a folder each with the app, its fixed twin and their test.
struct Museum {
  let scripts: any ScriptFiles
  let folder: String
  /// The names of the cases, sorted.
  let names: [String]

  /// The cases that came with the program.
  static let builtIn = Museum()

  private init() {
    let scripts = BuiltInScripts()
    self.scripts = scripts
    folder = "museum"
    names = scripts.folders(in: "museum")
  }

  /// The cases of a folder.
  init(in folder: String) throws(CommandError) {
    try InputFile.requireFolder(folder, for: "folder")
    scripts = DiskScripts()
    self.folder = folder
    let files = FileManager.default
    names = ((try? files.contentsOfDirectory(atPath: folder)) ?? []).sorted().filter { name in
      ["app.lua", "test.lua"].allSatisfy { files.fileExists(atPath: "\(folder)/\(name)/\($0)") }
    }
    guard !names.isEmpty else {
      throw .noInput(
        "museum: the folder has no case (\(shown(folder))); each is a folder with app.lua and test.lua"
      )
    }
  }

  func path(_ name: String, _ file: String) -> String { "\(folder)/\(name)/\(file)" }

  /// Where a file is for people: those of the program are below its checkout's scripts.
  func place(_ name: String, _ file: String) -> String {
    (scripts is BuiltInScripts ? "scripts/" : "") + path(name, file)
  }

  /// Returns the text of a case's file; empty where it is not there.
  func text(_ name: String, _ file: String) throws(CommandError) -> String {
    let path = path(name, file)
    do throws(ScriptFileError) {
      return String(decoding: try scripts.contents(of: path) ?? [], as: UTF8.self)
    } catch {
      throw .data("\(shown(path)): \(error.description)")
    }
  }

  /// Returns the cases whose bug leads to one of these, by what their tests expect of the app and
  /// not of its twin. O(cases).
  func cases(of explanations: [Explanation]) throws(CommandError) -> [String] {
    var found: [String] = []
    for name in names {
      let test = try text(name, "test.lua")
      let parts = test.split(separator: "\"fixed.lua\"", maxSplits: 1)
      let isShown = explanations.contains { explanation in
        let wanted = "\"\(explanation.name)\""
        return parts.first?.contains(wanted) == true && parts.last?.contains(wanted) == false
      }
      if isShown { found.append(name) }
    }
    return found
  }
}
