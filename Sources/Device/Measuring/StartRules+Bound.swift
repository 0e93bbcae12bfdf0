import Simulation

extension StartRules {
  /// The most work (wants x wants x apps) that is searched for a stretch; beyond it the bound is
  /// that of `CrowdedStarts`, for the narrowest search would take a second.
  private static let searchedWork = 500_000

  /// Where many wants stay open for long, a search takes far longer than their number tells: then,
  /// too, the bound is that of `CrowdedStarts`.
  private static let patience = 20_000_000

  /// Returns how many of the wanted starts can be made together at most.
  ///
  /// Wants so far apart that they do not matter to each other are looked at alone: stretches of
  /// time with more than a window and an interval between them, and apps where the window has room
  /// for all. So real days come out exactly; any cost O(n log n) for n wants, beside a
  /// search of limited work for each stretch.
  public func bound(of wanted: [WantedStart]) -> StartBound {
    let reach = max(window, wanted.map { intervals[$0.app] }.max() ?? .zero)
    var sum = StartBound(reached: 0, bound: 0)
    var stretch: [WantedStart] = []
    var end = Instant.start
    for want in wanted.sorted(by: { ($0.from, $0.to, $0.app) < ($1.from, $1.to, $1.app) })
    where want.from <= want.to {
      if !stretch.isEmpty, want.from > end + reach {
        add(bound(ofStretch: stretch), to: &sum)
        stretch = []
      }
      end = stretch.isEmpty ? want.to : max(end, want.to)
      stretch.append(want)
    }
    add(bound(ofStretch: stretch), to: &sum)
    return sum
  }

  private func add(_ part: StartBound, to sum: inout StartBound) {
    sum.reached += part.reached
    sum.bound += part.bound
  }

  private func bound(ofStretch wanted: [WantedStart]) -> StartBound {
    let grouped = Dictionary(grouping: wanted, by: \.app)
    let apps = grouped.keys.sorted()
    let work = wanted.count * wanted.count * apps.count
    guard starts > 0, window > .zero, wanted.count > starts, work <= StartRules.searchedWork else {
      return CrowdedStarts(wanted, self).bound()
    }
    let byApp = apps.map { (grouped[$0] ?? []).sorted { $0.from < $1.from } }
    let rules = StartRules(
      starts: starts, window: window, intervals: apps.map { intervals[$0] }, closures: closures)
    // So that no stretch takes more than some hundredths of a second.
    let width = max(2, min(64, 1_000_000 / work))
    return StartSearch(byApp, rules, width: width, patience: StartRules.patience).bound()
      ?? CrowdedStarts(wanted, self).bound()
  }
}
