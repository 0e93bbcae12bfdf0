import Device
import Experiments
import Foundation
import Reports
import Simulation

/// What an experiment will run and what it will cost, for `compare --dry-run`.
struct PlanOverview {
  /// How long to try runs, in real seconds, all policies together.
  private static let patience = 2.0

  private let plan: ExperimentPlan
  private let storePath: String
  private let jobs: Int
  private let runs: Int
  private let done: Int
  private let costPerRun: Cost

  /// What one run takes, on average over the policies.
  private struct Cost {
    /// On one core, in real time.
    var seconds = 0.0
    /// In the store.
    var bytes = 0.0
  }

  /// Tries one run of each policy. Throws what keeps the store from being read.
  init(of plan: ExperimentPlan, storePath: String, jobs: Int?) throws(CommandError) {
    self.plan = plan
    self.storePath = storePath
    self.jobs = jobs ?? ProcessInfo.processInfo.activeProcessorCount
    let known = try PlanOverview.doneRuns(in: storePath)
    var runs = 0
    var done = 0
    for (_, key) in plan.runs() {
      runs += 1
      if known.contains(key) { done += 1 }
    }
    self.runs = runs
    self.done = done
    costPerRun = PlanOverview.tryOut(plan)
  }

  private static func doneRuns(in path: String) throws(CommandError) -> Set<RunKey> {
    guard FileManager.default.fileExists(atPath: path) else { return [] }
    return try storing { () throws(StoreError) in
      try Store(path, access: .read).keysOfDoneRuns()
    }
  }

  /// A long run is tried in part, and taken to go on as it began; one that fails costs nothing.
  private static func tryOut(_ plan: ExperimentPlan) -> Cost {
    let factory = ExperimentFactory(plan.loaded)
    let runs = Array(plan.experiment.runs(replications: 1).prefix(plan.experiment.policies.count))
    var cost = Cost()
    guard !runs.isEmpty else { return cost }
    let share = patience / Double(runs.count)
    // The first device finds the scripts not compiled and the processor cold.
    _ = try? factory.device(for: runs[0])
    for run in runs {
      let began = ContinuousClock.now
      guard let device = try? factory.device(for: run) else { continue }
      device.run { _, _ in (ContinuousClock.now - began) / .seconds(1) < share }
      let elapsed = (ContinuousClock.now - began) / .seconds(1)
      let part = (device.now - .start).seconds / max(plan.duration.seconds, 1e-9)
      cost.seconds += device.now < device.end && part > 0 ? elapsed / part : elapsed
      cost.bytes += StoredSize.of(device.result())
    }
    cost.seconds /= Double(runs.count)
    cost.bytes /= Double(runs.count)
    return cost
  }

  /// - Parameters:
  ///   - width: in columns.
  func text(width: Int) -> String {
    let experiment = plan.experiment
    let baseline = experiment.policies[experiment.baseline].label
    let policies = experiment.policies.map {
      $0.label + ($0.label == baseline ? " (baseline)" : "")
    }
    let last = experiment.firstSeed &+ UInt64(experiment.replications - 1)
    var facts = [
      (
        "scenario",
        "\(experiment.scenario): \(counted(plan.appCount, "app")), "
          + longSpan(plan.duration)
      ),
      ("settings", settings),
      ("policies", "\(policies.count): \(policies.joined(separator: ", "))"),
      (
        "replications",
        "\(grouped(experiment.replications)), seeds \(experiment.firstSeed) to \(last)" + precision
      ),
    ]
    if experiment.warmUp > .zero { facts.append(("warm-up", longSpan(experiment.warmUp))) }
    if let shard = plan.shard { facts.append(("part", shard.description)) }
    let isDone = done > 0 ? ", \(grouped(done)) of them done in \(shown(storePath))" : ""
    facts += [("runs", grouped(runs) + isDone), ("cost", cost)]
    let indent = facts.map(\.0.count).max()! + 4
    var text = experiment.title + "\n"
    for (name, fact) in facts {
      for (index, line) in wrapped(printable(fact), to: max(20, width - indent)).enumerated() {
        text += "  \(Help.padded(index == 0 ? name : "", indent - 2))\(line)\n"
      }
    }
    return text
  }

  /// `6: poolMinutes 5, 10, 20; slots 1, 2`.
  private var settings: String {
    let settings = plan.experiment.settings
    let axes = ParameterAxis.axes(of: settings).map { axis in
      let most = 12
      let count = axis.texts.count
      let more = count > most ? ", ... (\(grouped(count)))" : ""
      return "\(axis.name) \(axis.texts.prefix(most).joined(separator: ", "))\(more)"
    }
    guard !axes.isEmpty else { return "1: the scenario as it is" }
    let blocks = plan.experiment.blocks
    let note = blocks.isEmpty ? "" : "; paired over \(blocks.joined(separator: ", "))"
    return "\(grouped(settings.count)): \(axes.joined(separator: "; "))\(note)"
  }

  private var precision: String {
    guard let precision = plan.experiment.precision else { return "" }
    let what = precision.subject == .mean ? "" : "the difference in "
    return "; more, up to \(grouped(precision.maximum)), until \(what)\(precision.metric) is known "
      + "to ±\(precision.halfWidth)"
  }

  private var cost: String {
    let left = Double(runs - done)
    let seconds = left * costPerRun.seconds
    let bytes = left * costPerRun.bytes + (done == 0 ? StoredSize.ofTheRest : 0)
    let each = "\(grouped(costPerRun.seconds * 1_000, decimals: 1)) ms a run, tried here"
    let threads = counted(jobs, "thread")
    return "\(each): about \(shortSpan(seconds: seconds / Double(jobs))) on \(threads); "
      + "about \(size(bytes: bytes)) of store"
  }
}
