import Device
import Experiments
import Simulation

// Totals over all runs: exits, findings, runs that failed.

extension ComparisonReport {
  /// One event and how often it happened under each policy.
  struct Total {
    var title: String
    /// The counts, one a policy.
    var counts: [Int]
    var count: Int { counts.reduce(0, +) }
  }

  /// The exits by reason, in the order of `ExitReason`.
  var exitTotals: [Total] {
    ExitReason.allCases.compactMap { reason in
      let own = exits.filter { $0.reason == reason.rawValue }
      guard !own.isEmpty else { return nil }
      let code = Platform.newest.code(of: reason).map { " (\($0))" } ?? ""
      return Total(title: reason.rawValue + code, counts: counts(own.map { ($0.policy, $0.count) }))
    }
  }

  /// The findings of one rule.
  struct RuleTotal {
    var rule: FindingRule
    /// The findings by file and line.
    var places: [Total]
  }

  /// The findings by rule, in the order of `FindingRule`.
  var ruleTotals: [RuleTotal] {
    FindingRule.allCases.compactMap { rule in
      let own = findings.filter { $0.rule == rule.rawValue }
      guard !own.isEmpty else { return nil }
      var lines: [(file: String?, line: Int?)] = []
      for finding in own where !lines.contains(where: { $0 == (finding.file, finding.line) }) {
        lines.append((finding.file, finding.line))
      }
      lines.sort { ($0.file ?? "", $0.line ?? 0) < ($1.file ?? "", $1.line ?? 0) }
      return RuleTotal(
        rule: rule,
        places: lines.map { place in
          let title = place.file.map { "\(printable($0)):\(place.line ?? 0)" } ?? "no line known"
          let here = own.filter { ($0.file, $0.line) == place }
          return Total(title: title, counts: counts(here.map { ($0.policy, $0.count) }))
        })
    }
  }

  private func counts(_ totals: [(policy: Int, count: Int)]) -> [Int] {
    var counts = Array(repeating: 0, count: experiment.policies.count)
    for total in totals { counts[total.policy] += total.count }
    return counts
  }

  /// The runs that failed with the same message.
  struct FailureTotal {
    var message: String
    var first: FailedRun
    var count: Int
  }

  /// The failures in the order of the plan.
  var failureTotals: [FailureTotal] {
    var totals: [FailureTotal] = []
    var places: [String: Int] = [:]
    for failure in failures {
      if let place = places[failure.message] {
        totals[place].count += 1
      } else {
        places[failure.message] = totals.count
        totals.append(FailureTotal(message: failure.message, first: failure, count: 1))
      }
    }
    return totals
  }

  /// Returns a total by policy: `first-come 12, fair-share 11`.
  func byPolicy(_ total: Total) -> String {
    if total.counts.count > 1, total.counts.allSatisfy({ $0 == total.counts[0] }) {
      return "\(grouped(total.counts[0])) under each policy"
    }
    return total.counts.indices.filter { total.counts[$0] > 0 }
      .map { "\(name($0)) \(grouped(total.counts[$0]))" }.joined(separator: ", ")
  }

  /// Returns a count of others in words: `1 other`, `12 others`.
  func others(_ count: Int) -> String { "\(grouped(count)) other\(count == 1 ? "" : "s")" }

  /// Returns a run's name: `poolMinutes=5, first-come, seed 3`.
  func name(of run: FailedRun) -> String {
    let setting = printable(experiment.settings[run.setting].description)
    return (setting.isEmpty ? "" : setting + ", ") + "\(name(run.policy)), seed \(run.seed)"
  }

  // MARK: As text

  func exitLines(_ style: TextStyle) -> [String] {
    guard !exitTotals.isEmpty else { return [] }
    return [style.paint("Exits by reason, all runs", .strong)]
      + exitTotals.flatMap { lines($0, indent: 0, style) }
  }

  func findingLines(_ style: TextStyle) -> [String] {
    guard !ruleTotals.isEmpty else { return [] }
    return [style.paint("Findings, all runs", .strong)]
      + ruleTotals.flatMap { total in
        let count = total.places.reduce(0) { $0 + $1.count }
        let limit = isDetailed ? nil : style.rows
        let shown = total.places.prefix(limit ?? total.places.count)
        let rest = total.places.count - shown.count
        return [
          "\(padded(grouped(count), to: 8))  \(style.paint(total.rule.kindAndSummary, .doubtful)) "
            + style.paint("(\(total.rule.rawValue))", .faint)
        ] + shown.flatMap { lines($0, indent: 2, style) }
          + (rest > 0 ? ["            and at \(grouped(rest)) other places"] : [])
      } + wrapped(RunReport.moreOfFindings, to: style.width)
  }

  /// Returns the lines of a total: the count, what happened, and under which policies.
  private func lines(_ total: Total, indent: Int, _ style: TextStyle) -> [String] {
    let edge = 10 + indent
    let head = filled("", to: indent) + padded(grouped(total.count), to: 8) + "  "
    // A policy and its number stay on one line.
    let counts = byPolicy(total).replacing(" ", with: "\u{A0}").replacing(",\u{A0}", with: ", ")
    return wrapped("\(total.title): \(counts)", to: style.width, after: head, indent: edge + 2)
      .map { $0.replacing("\u{A0}", with: " ") }
  }

  /// `2 runs failed, 3 runs stalled`.
  var failureCounts: String {
    let stalled = failures.count(where: \.isStalled)
    return [(failures.count - stalled, "failed"), (stalled, "stalled")].filter { $0.0 > 0 }
      .map { "\(grouped($0)) run\($0 == 1 ? "" : "s") \($1)" }.joined(separator: ", ")
  }

  func failureLines(_ style: TextStyle) -> [String] {
    let totals = failureTotals
    guard !totals.isEmpty else { return [] }
    let limit = isDetailed ? totals.count : style.rows ?? totals.count
    let rest = totals.dropFirst(limit).reduce(0) { $0 + $1.count }
    return [style.paint(failureCounts, .bad)]
      + totals.prefix(limit).flatMap { total in
        let more = total.count > 1 ? " and \(others(total.count - 1))" : ""
        return wrapped(name(of: total.first) + more, to: style.width - 2).map { "  " + $0 }
          + wrapped(printable(total.message), to: style.width - 4).map { "    " + $0 }
      } + (rest > 0 ? ["  and \(grouped(rest)) runs for other reasons"] : [])
  }
}
