import Device
import Foundation
import Simulation

@testable import Scripting

/// Loads the scenario of a text, beside which there are some more files.
func load(
  _ text: String, settings: [String: String] = [:], with files: [String: String] = [:]
) throws(ScriptError) -> LoadedScenario {
  let texts = ["s.lua": text, "app.lua": "return {}"].merging(files) { $1 }
  return try ScenarioScript.load("s.lua", settings: settings, files: ScriptTexts(texts))
}

/// All problems of a text, one a line; empty if it loads.
func problems(
  of text: String, settings: [String: String] = [:], with files: [String: String] = [:]
) -> String {
  do throws(ScriptError) {
    _ = try load(text, settings: settings, with: files)
    return ""
  } catch {
    return error.description
  }
}

/// The repository's own files, by paths from its root.
struct RepositoryFiles: ScriptFiles {
  private static let here = "/Tests/ScriptingTests/Scenarios/ScenarioFixtures.swift"
  private static let root = String(#filePath.dropLast(here.count))

  func contents(of path: String) -> [UInt8]? {
    let path = path.hasPrefix("/") ? path : "\(Self.root)/\(path)"
    return FileManager.default.contents(atPath: path).map(Array.init)
  }
}
