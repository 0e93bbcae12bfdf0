import Device
import Experiments
import Simulation

// Notes on intervals that say less than they seem to.

extension ComparisonReport {
  /// Notes on replications that are one run, and on intervals of values that are too skewed.
  var notesOnChance: [String] {
    [noteOnRepeatedRuns, noteOnSkewness, noteOnIntervals].compactMap(\.self)
  }

  /// A note on differences whose own interval leaves out 0 while the adjusted p shows none.
  private var noteOnIntervals: String? {
    let found = analysis.metrics.indices.prefix(shownCount).flatMap { metric in
      analysis.sections.flatMap { section in
        let standings = section.comparisons[metric].standings
        return standings.indices.filter { policy in
          standings[policy].difference?.isShownAlone == true
        }.map { policy in
          let setting = hasSeveralSettings ? ", \(printable(section.setting.description))" : ""
          return "\(analysis.metrics[metric].name) (\(name(policy))\(setting))"
        }
      }
    }
    guard !found.isEmpty else { return nil }
    return
      "Intervals are of one difference alone, and those of regret too; verdicts go by p, which Holm's "
      + "method adjusts for all policies. So an interval leaves out 0, or regret's 100%, where no "
      + "difference is shown: \(listed(found, limit: 4))."
  }

  private var noteOnRepeatedRuns: String? {
    let (alike, done) = (analysis.repeats.alike, analysis.repeats.done)
    guard alike > 0 else { return nil }
    let which =
      alike == done
      ? "All replications of each policy are one and the same run, event by event"
      : "\(grouped(alike)) of \(grouped(done)) runs are under each seed the same run of their policy "
        + "and setting, event by event"
    return
      "\(which): nothing that the seed draws matters there. n is 1 then, whatever the number of "
      + "replications: ±0 says nothing of chance, and a difference has neither p nor a verdict."
  }

  /// A note on the metrics of which an interval, of a mean or a difference, is short of Cochran's
  /// rule.
  private var noteOnSkewness: String? {
    let found = analysis.metrics.indices.prefix(shownCount).compactMap { metric -> String? in
      let estimates = analysis.sections.enumerated().flatMap { place, section in
        section.comparisons[metric].standings.indices.flatMap { policy in
          let standing = section.comparisons[metric].standings[policy]
          return [
            (place: place, policy: policy, isOwn: true, estimate: standing.estimate),
            (
              place: place, policy: policy, isOwn: false, estimate: standing.difference?.estimate
            ),
          ]
        }
      }
      let short = estimates.filter { $0.estimate?.isShortOfCochran == true }
      let counts = short.compactMap { one in
        one.estimate?.countForSkewness.map { (count: $0, place: one.place) }
      }
      guard let most = counts.max(by: { $0.count < $1.count }) else { return nil }
      let names = experiment.policies.indices.compactMap { policy -> String? in
        let own = short.filter { $0.policy == policy }.map(\.isOwn)
        guard !own.isEmpty else { return nil }
        return own.contains(true) ? name(policy) : "\(name(policy)) less \(baselineName)"
      }
      let setting = printable(analysis.sections[most.place].setting.description)
      let count = grouped(most.count.rounded(.up), decimals: 0)
      return "\(count) for \(analysis.metrics[metric].name) "
        + "(\(listed(names, limit: 4))\(hasSeveralSettings ? "; most under \(setting)" : ""))"
    }
    guard !found.isEmpty else { return nil }
    let units = experiment.blocks.isEmpty ? "replications" : "blocks"
    return
      "Some values or differences are skewed, so that their 95 % intervals may hold the true mean "
      + "less often. Cochran's rule asks for more \(units): \(found.joined(separator: ", "))."
  }
}
