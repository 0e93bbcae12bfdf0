import Device
import Experiments
import Simulation

// Notes on intervals that say less than they seem to.

extension ComparisonReport {
  /// Notes on replications that are one run, and on intervals of values that are too skewed.
  var notesOnChance: [String] { [noteOnRepeatedRuns, noteOnSkewness].compactMap(\.self) }

  private var noteOnRepeatedRuns: String? {
    let (alike, done) = repeatedRuns
    guard alike > 0 else { return nil }
    let which =
      alike == done
      ? "All replications of each policy are one and the same run, event by event"
      : "\(grouped(alike)) of \(grouped(done)) runs are under each seed the same run of their policy "
        + "and setting, event by event"
    return
      "\(which): nothing that the seed draws matters there. n is 1 then, whatever the number of "
      + "replications, and ±0 and p say nothing of chance."
  }

  /// A note on the metrics of which an interval, of a mean or a difference, is short of Cochran's
  /// rule.
  private var noteOnSkewness: String? {
    let found = analysis.metrics.indices.prefix(shownCount).compactMap { metric -> String? in
      let estimates = analysis.sections.flatMap { section in
        section.comparisons[metric].standings.indices.flatMap { policy in
          let standing = section.comparisons[metric].standings[policy]
          return [
            (policy: policy, isOwn: true, estimate: standing.estimate),
            (policy: policy, isOwn: false, estimate: standing.difference?.estimate),
          ]
        }
      }
      let short = estimates.filter { $0.estimate?.isShortOfCochran == true }
      guard let needed = short.compactMap({ $0.estimate?.countForSkewness }).max() else {
        return nil
      }
      let names = experiment.policies.indices.compactMap { policy -> String? in
        let own = short.filter { $0.policy == policy }.map(\.isOwn)
        guard !own.isEmpty else { return nil }
        return own.contains(true) ? name(policy) : "\(name(policy)) less \(baselineName)"
      }
      return "\(analysis.metrics[metric].name) (\(listed(names, limit: 4)); "
        + "\(grouped(needed.rounded(.up), decimals: 0)))"
    }
    guard !found.isEmpty else { return nil }
    let units = experiment.blocks.isEmpty ? "replications" : "blocks"
    return
      "Some values or differences are skewed, so that their 95 % intervals may hold the true mean "
      + "less often: "
      + "\(found.joined(separator: ", ")). The brackets name the policies, and the \(units) that "
      + "Cochran's rule asks for."
  }
}
