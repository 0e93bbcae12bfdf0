import Device
import Experiments
import Runs
import Scripting
import Simulation

/// Checks of everything that an experiment names before the first run.
extension LoadedExperiment {
  /// The problems of metrics that do not exist, and of a precision that cannot be reached.
  var problemsWithMetrics: [ScriptError.Problem] {
    let mentions =
      metrics.map { ("experiment.metrics", $0) }
      + (precision.map { [("experiment.precision.metric", $0.metric)] } ?? [])
    let unknown = mentions.compactMap { place, mention -> ScriptError.Problem? in
      guard Metrics.named(mention.name) == nil else { return nil }
      return ScriptError.Problem(
        at: mention.location,
        "\(place): unknown metric (\"\(mention.name)\"); " + Metrics.advice(onUnknown: mention.name)
      )
    }
    return unknown + (precision?.problems ?? [])
  }

  /// Loads all scenarios and compiles their apps, and returns the first that loads, with the remark
  /// on what is surely not meant in some of them.
  ///
  /// - Parameters:
  ///   - progress: is called for each scenario with how many have been loaded.
  func checkWorlds(
    _ problems: inout [ScriptError.Problem], progress: (Int) -> Void
  ) -> (first: LoadedScenario?, remark: ScriptError.Problem?) {
    var count = 0
    var first: LoadedScenario?
    var remarks: [ScriptError.Problem] = []
    var checked = Set<[String]>()
    do throws(ScriptError) {
      try checkScenarios { (scenario) throws(ScriptError) in
        first = first ?? scenario
        count += 1
        progress(count)
        if let remark = scenario.remark { remarks.append(remark) }
        guard checked.insert(scenario.appScripts.map(\.path)).inserted else { return }
        _ = try Composition.apps(scenario, files)
      }
    } catch {
      problems += error.problems
    }
    let total = settings.count
    let share = remarks.count == total ? "" : " (in \(remarks.count) of \(total) settings)"
    return (first, remarks.first.map { $0.told(at: $0.location, $0.message + share) })
  }

  /// Returns the contents of runs under each policy, by the policy's label. Each policy is made
  /// once, in the first world, to find its problems and its files.
  func policyContents(
    in world: LoadedScenario?, _ digest: WorldDigest, _ problems: inout [ScriptError.Problem]
  ) -> [String: String] {
    var contents: [String: String] = [:]
    guard let world else { return contents }
    for policy in policies {
      let read = InputFiles(files)
      do throws(ScriptError) {
        _ = try Composition.policy(policy.source, world, read)
      } catch {
        problems += error.problems.map { $0.told(at: $0.location ?? policy.location) }
      }
      contents[policy.label] = WorldDigest.joined(
        [digest.text] + read.inputs.map(\.digest.description))
    }
    return contents
  }
}

extension LoadedExperiment.Precision {
  /// The problems of a precision that is always reached, or never.
  fileprivate var problems: [ScriptError.Problem] {
    guard let known = Metrics.named(metric.name), let extent = known.unit.extent else { return [] }
    // The mean of values between two ends is known to half of their distance without any
    // measurement.
    let limit = isOfDifferences ? extent : extent / 2
    guard halfWidth >= limit else { return [] }
    let isPercentage = known.unit == .share && halfWidth > 1 && halfWidth / 100 < limit
    let shown = plainNumber(halfWidth)
    let advice =
      isPercentage ? "\(halfWidth / 100) for \(shown) %" : "less than \(plainNumber(limit))"
    return [
      ScriptError.Problem(
        at: halfWidthLocation,
        "experiment.precision.halfWidth: too wide for what is between 0 and 1 (\(shown) of "
          + "\"\(known.name)\"); give \(advice)")
    ]
  }
}
