import Experiments
import Foundation
import Workflows

/// Runs days of scripts/experiments/weekday.lua at the cost that `dormouse compare` pays for them:
/// drawn, run, measured and kept in a store; three settings and eight policies in equal parts. The
/// scenario is loaded once a setting.
func compareDays(_ days: Int) {
  let settings = 3
  let policies = 8
  let store = Bundle.main.bundleURL.appendingPathComponent("compared-days.sqlite").path
  defer { try? FileManager.default.removeItem(atPath: store) }
  do {
    let build = Build(version: "benchmark")
    let plan = try ExperimentPlan(
      ExperimentPlan.Request(
        file: "\(root)/scripts/experiments/weekday.lua",
        replications: days / (settings * policies)),
      by: build)
    var experimentRun = ExperimentRun(plan, into: try Store(store, access: .write), jobs: 1)
    try experimentRun.run(build.provenance(command: []))
    guard experimentRun.outcome.run == days, experimentRun.outcome.failed == 0 else {
      fatalError("benchmark: \(experimentRun.outcome), not \(days) days; fix compareDays")
    }
  } catch {
    fatalError("benchmark: \(error)")
  }
}
