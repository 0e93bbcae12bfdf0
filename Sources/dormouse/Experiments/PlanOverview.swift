import Device
import Experiments
import Foundation
import Reports
import Simulation

/// What an experiment will run and what it will cost, for `compare --dry-run`.
struct PlanOverview {
  /// How long to try runs, in real seconds, all together.
  private static let patience = 4.0
  /// Runs that are tried within that, as far as the plan has them.
  private static let fewestTrials = 12
  private static let mostTrials = 200

  private let plan: ExperimentPlan
  private let storePath: String
  private let jobs: Int
  private let runs: Int
  private let done: Int
  private let trials: Cost

  /// What runs take that were tried.
  private struct Cost {
    /// Of each, on one core, in real time.
    var seconds = Tally()
    /// Of all, in the store.
    var bytes = 0.0

    /// In which the mean lies, by its 95 % interval, and by a fifth at least, for that is what machines
    /// are in better and worse moods; a single run may be twice what the others take, or half.
    var range: ClosedRange<Double> {
      guard let estimate = Estimate(seconds) else { return 0...0 }
      let mean = estimate.mean
      guard let halfWidth = estimate.halfWidth else { return mean / 2...mean * 2 }
      let margin = max(halfWidth, mean / 5)
      return max(mean / 2, mean - margin)...mean + margin
    }
  }

  /// Tries some runs. Throws what keeps the store from being read.
  init(of plan: ExperimentPlan, storePath: String, jobs: Int?) throws(CommandError) {
    self.plan = plan
    self.storePath = storePath
    self.jobs = jobs ?? Processors.usable
    let known = try PlanOverview.doneRuns(in: storePath)
    var runs = 0
    var done = 0
    for (_, key) in plan.runs() {
      runs += 1
      if known.contains(key) { done += 1 }
    }
    self.runs = runs
    self.done = done
    trials = PlanOverview.tryOut(plan)
  }

  private static func doneRuns(in path: String) throws(CommandError) -> Set<RunKey> {
    guard FileManager.default.fileExists(atPath: path) else { return [] }
    return try storing { () throws(StoreError) in
      try Store(path, access: .read).keysOfDoneRuns()
    }
  }

  /// Runs from all over the grid, each policy in its turn. A long run is tried in part, and taken to go
  /// on as it began; one that fails costs nothing.
  private static func tryOut(_ plan: ExperimentPlan) -> Cost {
    let experiment = plan.experiment
    let factory = ExperimentFactory(plan.loaded)
    var random = RandomStream(seed: 1, name: "dry run")
    var settings = Array(experiment.settings.indices)
    random.shuffle(&settings)
    let policies = experiment.policies.count
    let count = min(mostTrials, settings.count * policies * max(1, experiment.replications))
    let share = patience / Double(min(count, max(policies, fewestTrials)))
    var cost = Cost()
    let began = ContinuousClock.now
    for trial in 0..<count {
      let elapsed = (ContinuousClock.now - began) / .seconds(1)
      if trial >= policies, elapsed > patience { break }
      // Each policy meets other settings in each of its turns.
      let setting = experiment.settings[settings[(trial + trial / policies) % settings.count]]
      let seed = experiment.firstSeed &+ UInt64(trial / policies % max(1, experiment.replications))
      let run = PlannedRun(
        setting: setting, policy: experiment.policies[trial % policies], seed: seed,
        warmUp: experiment.warmUp)
      tryOut(run, of: plan, factory, within: share, into: &cost)
    }
    return cost
  }

  private static func tryOut(
    _ run: PlannedRun, of plan: ExperimentPlan, _ factory: ExperimentFactory, within share: Double,
    into cost: inout Cost
  ) {
    // The first device of a setting loads its scenario and compiles its scripts, which all runs share.
    _ = try? factory.device(for: run)
    let began = ContinuousClock.now
    guard let device = try? factory.device(for: run) else { return cost.seconds.add(0) }
    device.run { _, _ in (ContinuousClock.now - began) / .seconds(1) < share }
    let elapsed = (ContinuousClock.now - began) / .seconds(1)
    let part = (device.now - .start) / (device.end - .start)
    cost.seconds.add(device.now < device.end && part > 0 ? elapsed / part : elapsed)
    cost.bytes += StoredSize.of(device.result())
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
    let tried = trials.seconds.count
    let perRun = trials.bytes / Double(max(1, tried))
    let bytes = left * perRun + (done == 0 ? StoredSize.ofTheRest : 0)
    let mean = grouped((trials.seconds.mean ?? 0) * 1_000, decimals: 1)
    let range = trials.range
    let low = shortSpan(seconds: left * range.lowerBound / Double(jobs))
    let high = shortSpan(seconds: left * range.upperBound / Double(jobs))
    return "\(mean) ms a run, \(grouped(tried)) tried here: \(low) to \(high) on "
      + "\(counted(jobs, "thread")); about \(size(bytes: bytes)) of store"
  }
}
