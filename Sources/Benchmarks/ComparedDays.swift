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

/// Prints how many threads that make such days the one thread can feed that plans, hands out and
/// keeps them: the processor time of a day on a thread that makes it, by what the writer spends on
/// it, system calls included, while 64 threads are there. What a disk takes to answer comes on top
/// of it.
func measureWriter() {
  // The difference of a long and a short comparison, so that loading does not count.
  let (few, many) = (20, 80)
  let short = compare("weekday", replications: few, runs: 3 * 8 * few, jobs: 64)
  let long = compare("weekday", replications: many, runs: 3 * 8 * many, jobs: 64)
  let runs = Double(3 * 8 * (many - few))
  let making = (long.makers - short.makers) / runs
  let writing = (long.writer - short.writer) / runs
  report(
    "threads that one writer feeds, weekday.lua", decimals(making / writing, 0), goal: ">= 64",
    isReached: making >= 64 * writing)
  report("  making a day, with its rows", decimals(1e3 * making, 2) + " ms")
  report("  planning, handing out and keeping it", decimals(1e6 * writing, 1) + " us")
}

/// The processor time of a comparison, in seconds.
private struct Spent {
  /// Of the thread that plans, hands out and keeps.
  var writer: Double
  /// Of all threads that make runs.
  var makers: Double
}

@discardableResult
private func compare(
  _ experiment: String, replications: Int, runs: Int, jobs: Int = 1
) -> Spent {
  let store = Bundle.main.bundleURL.appendingPathComponent("compared-days.sqlite").path
  defer { try? FileManager.default.removeItem(atPath: store) }
  do {
    let build = Build(version: "benchmark")
    let plan = try ExperimentPlan(
      ExperimentPlan.Request(
        file: "\(root)/scripts/experiments/\(experiment).lua", replications: replications),
      by: build, files: ScriptsAndPersonDays())
    var experimentRun = ExperimentRun(plan, into: try Store(store, access: .write), jobs: jobs)
    var spent = Spent(writer: 0, makers: 0)
    let all = try seconds { () throws(StoreError) in
      spent.writer = try threadSeconds { () throws(StoreError) in
        try experimentRun.run(build.provenance(command: []))
      }
    }
    spent.makers = all - spent.writer
    guard experimentRun.outcome.run == runs, experimentRun.outcome.failed == 0 else {
      fatalError("benchmark: \(experimentRun.outcome), not \(runs) runs; fix ComparedDays.swift")
    }
    return spent
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
