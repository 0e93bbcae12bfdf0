import Experiments
import Foundation
import Scripting
import Workflows

/// Runs days of scripts/experiments/weekday.lua at the cost that `dormouse compare` pays for them:
/// drawn, run, measured and kept in a store; three settings and eight policies in equal parts. The
/// scenario is loaded once a setting.
func compareDays(_ days: Int) {
  compare("weekday", replications: days / (3 * 8), runs: days)
}

/// Runs days of people of scripts/scenarios/fortnight.lua, with three starts an hour, in the same
/// way: a week of each person under each of the eight policies of the experiment of that name.
func comparePersonDays(_ days: Int) {
  compare("person-days", replications: days / (7 * 8), runs: days / 7)
}

private func compare(_ experiment: String, replications: Int, runs: Int) {
  let store = Bundle.main.bundleURL.appendingPathComponent("compared-days.sqlite").path
  defer { try? FileManager.default.removeItem(atPath: store) }
  do {
    let build = Build(version: "benchmark")
    let plan = try ExperimentPlan(
      ExperimentPlan.Request(
        file: "\(root)/scripts/experiments/\(experiment).lua", replications: replications),
      by: build, files: ScriptsAndPersonDays())
    var experimentRun = ExperimentRun(plan, into: try Store(store, access: .write), jobs: 1)
    try experimentRun.run(build.provenance(command: []))
    guard experimentRun.outcome.run == runs, experimentRun.outcome.failed == 0 else {
      fatalError("benchmark: \(experimentRun.outcome), not \(runs) runs; fix ComparedDays.swift")
    }
  } catch {
    fatalError("benchmark: \(error)")
  }
}

/// The package's scripts, and an experiment beside them that lies in no file.
private struct ScriptsAndPersonDays: ScriptFiles {
  func contents(of path: String) -> [UInt8]? {
    path.hasSuffix("/person-days.lua") ? Array(personDays.utf8) : Disk().contents(of: path)
  }
}

private let personDays = """
  return experiment {
    title = "Days of people", scenario = "../scenarios/fortnight.lua",
    parameters = { starts = { 3 }, days = { 7 } },
    policies = {
      "first-come", "fair-share", "likely-next", "ios-like", "standby-buckets", "freshness-optimal",
      "far-sighted", "nothing",
    },
    metrics = { "fresh at open" },
  }
  """
