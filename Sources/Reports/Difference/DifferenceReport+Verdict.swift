import Device
import Simulation

// What differs between two runs in outcome, before where and why they part.

extension DifferenceReport {
  /// The figures that are outcomes to users and devices; the others say how they came about.
  private static let outcomes = [
    "fresh at open", "staleness mean", "energy background", "background seconds used",
  ]

  /// The sentences, which the terminal and the page share.
  var verdict: [RunVerdict.Sentence] {
    guard comparison.isDifferent else { return [.init(text: equal, ink: .good)] }
    guard let (first, second) = runs else { return [.init(text: "\(agreement).", ink: .plain)] }
    return kills(first, second) + [figures(first, second)]
  }

  private func kills(_ first: RunResult, _ second: RunResult) -> [RunVerdict.Sentence] {
    let counts = [first, second].map { run in
      run.apps.flatMap { app in
        app.exitsByReason.filter { !$0.reason.isOrderly }.map { exit in
          let code = run.platform.code(of: exit.reason) ?? exit.reason.rawValue
          return (name: "\(printable(app.name)) was killed (\(code))", count: exit.count)
        }
      }
    }
    var names: [String] = []
    for name in counts.joined().map(\.name) where !names.contains(name) { names.append(name) }
    guard !names.isEmpty else { return [.init(text: "No app was killed in either.", ink: .good)] }
    return names.map { name in
      let (one, two) = (
        counts[0].first { $0.name == name }?.count ?? 0,
        counts[1].first { $0.name == name }?.count ?? 0
      )
      let how =
        one == two ? "\(times(one)) in each" : "\(times(one)) in 1, \(times(two)) in 2"
      return .init(text: "\(name): \(how).", ink: one == two ? .doubtful : .bad)
    }
  }

  private func times(_ count: Int) -> String {
    count == 0 ? "never" : count == 1 ? "once" : "\(grouped(count)) times"
  }

  private func figures(_ first: RunResult, _ second: RunResult) -> RunVerdict.Sentence {
    // Android's apps have no background time that is granted.
    let hasPool = first.platform.hasPool && second.platform.hasPool
    let outcomes = Self.outcomes.filter { hasPool || $0 != "background seconds used" }
    let differing = outcomes.compactMap { Metrics.named($0) }.compactMap { metric -> String? in
      let values = [first, second].map { metric.value($0) }
      guard values[0] != values[1] else { return nil }
      let texts = values.map { value in
        value.map { metric.unit.text($0) + (metric.unit == .seconds ? " s" : "") } ?? "no value"
      }
      return "\(metric.name) \(texts[0]) in 1, \(texts[1]) in 2"
    }
    guard !differing.isEmpty else {
      return .init(text: "Freshness and energy are the same in both.", ink: .plain)
    }
    return .init(text: differing.joined(separator: "; ") + ".", ink: .plain)
  }
}
