import Device

@testable import Scripting

/// Scripts that experiments of these tests name, by path.
private let besides = [
  "app.lua": "return {}",
  "s.lua": """
  local p = scenario.parameters {
    minutes = { default = 10, min = 0, max = 60 }, deep = { default = false },
    share = { default = 0.5 }, user = { default = "none" },
  }
  return scenario { title = p.user, duration = minutes(p.minutes) + p.share,
    apps = { app { id = "a", script = "app.lua" } } }
  """,
  "own.lua": "return policy { fetches = print }",
]

/// Loads the experiment of a text, `e.lua`, beside which there are some more files.
func loadExperiment(
  _ text: String, settings: [String: String] = [:], with files: [String: String] = [:]
) throws(ScriptError) -> LoadedExperiment {
  let texts = besides.merging(files) { $1 }.merging(["e.lua": text]) { $1 }
  return try ExperimentScript.load("e.lua", settings: settings, files: ScriptTexts(texts))
}

/// All problems of a text and of all its scenarios, one a line; empty if there are none.
func experimentProblems(
  of text: String, settings: [String: String] = [:], with files: [String: String] = [:]
) -> String {
  do throws(ScriptError) {
    try loadExperiment(text, settings: settings, with: files).checkScenarios()
    return ""
  } catch {
    return error.description
  }
}

/// The shortest good experiment, with more keys on its second line.
func experiment(_ keys: String) -> String {
  "return experiment { scenario = 's.lua', policies = { 'first-come', 'nothing' },\n\(keys) }"
}
