import Experiments
import Reports
import Simulation
import Workflows

/// An overview of an experiment's runs and their cost, for `compare --dry-run`.
struct PlanOverview {
  let plan: ExperimentPlan
  let estimate: PlanEstimate
  let storePath: String
  /// The number of threads.
  let jobs: Int

  /// Returns the overview as text.
  ///
  /// - Parameters:
  ///   - width: in columns.
  func text(width: Int) -> String {
    let experiment = plan.experiment
    let baseline = experiment.policies[experiment.baseline].label
    let policies = experiment.policies.map {
      $0.label + ($0.label == baseline ? " (baseline)" : "")
    }
    let seeds = ReplicationSeeds(experiment)
    let ofBlocks =
      experiment.blocks.isEmpty ? "" : " of each of \(counted(seeds.blockCount, "block"))"
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
        "\(grouped(experiment.replications))\(ofBlocks), seeds \(experiment.firstSeed) to "
          + "\(seeds.last(ofReplications: experiment.replications))" + precision
      ),
    ]
    if experiment.warmUp > .zero { facts.append(("warm-up", longSpan(experiment.warmUp))) }
    if let shard = plan.shard { facts.append(("part", shard.description)) }
    let isDone =
      estimate.done > 0 ? ", \(grouped(estimate.done)) of them done in \(shown(storePath))" : ""
    facts += [("runs", grouped(estimate.runs) + isDone), ("cost", cost)]
    let indent = facts.map(\.0.count).max()! + 4
    var text = experiment.title + "\n"
    for (name, fact) in facts {
      let head = "  \(filled(name, to: indent - 2))"
      text += wrapped(printable(fact), to: max(indent + 20, width), after: head)
        .map { $0 + "\n" }.joined()
    }
    return text
  }

  /// The settings in words: `6: poolMinutes 5, 10, 20; slots 1, 2`.
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
      + "to ±\(plainNumber(precision.halfWidth))"
  }

  private var cost: String {
    if estimate.done == estimate.runs {
      return "none: nothing is left to run"
        + (plan.experiment.precision == nil ? "" : ", unless precision asks for more")
    }
    let mean = grouped(estimate.secondsPerRun * 1_000, decimals: 1)
    let range = estimate.secondsLeft(jobs: jobs)
    let low = shortSpan(seconds: range.lowerBound)
    let high = shortSpan(seconds: range.upperBound)
    return "\(mean) ms a run, \(grouped(estimate.tried)) tried here: \(low) to \(high) on "
      + "\(counted(jobs, "thread")); about \(size(bytes: estimate.bytesLeft)) of store"
  }
}
