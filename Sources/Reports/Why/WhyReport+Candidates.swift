import Device
import Simulation

/// The candidates of a decision, in the policy's order, and the apps that were none.
extension WhyReport {
  func candidates(of review: WorkReview, _ style: TextStyle) -> [String] {
    let all = review.apps.filter(\.isCandidate)
    let shown = all.enumerated().filter { index, standing in
      index < style.rows ?? all.count || standing.app.id == history.app
    }.map(\.element)
    let terms = shown.first { $0.policy.map { !$0.terms.isEmpty } ?? false }?.policy?.terms ?? []
    let hasKinds = all.contains { $0.kind != .fetch }
    var columns = [Table.Column(heading: "app")]
    if hasKinds { columns.append(Table.Column(heading: "waits for", isText: true)) }
    columns.append(Table.Column(heading: "place"))
    if let measure = review.measure { columns.append(Table.Column(heading: measure.name)) }
    columns += terms.map { Table.Column(heading: $0.name) }
    columns.append(Table.Column(heading: "waiting"))
    columns.append(Table.Column(heading: "outcome", isText: true))
    var table = Table(columns: columns)
    table.rows = shown.map { standing in
      let name = printable(standing.app.name)
      var cells = [Table.Cell(text: standing.app.id == history.app ? "> \(name)" : "  \(name)")]
      if hasKinds { cells.append(Table.Cell(text: standing.kind.rawValue)) }
      cells.append(Table.Cell(text: standing.rank.map { "\($0)" } ?? "-"))
      if let measure = review.measure {
        cells.append(
          Table.Cell(text: standing.policy?.score.map { measure.unit.text($0, clock) } ?? "-"))
      }
      cells += terms.map { term in
        let value = standing.policy?.terms.first { $0.name == term.name }?.value
        return Table.Cell(text: value.map { term.unit.text($0, clock) } ?? "-")
      }
      let waited = standing.app.waitingSince.map { (review.device.now - $0).seconds }
      cells.append(Table.Cell(text: waited.map { shortSpan(seconds: $0) } ?? "-"))
      cells.append(Table.Cell(text: standing.outcomeWords))
      return cells
    }
    let order = review.measure.map { ", by \($0.name), the \($0.first) first" }
    var lines = [style.paint("Candidates\(order ?? "")", .strong)] + table.lines(style)
    if shown.count < all.count { lines.append("  and \(grouped(all.count - shown.count)) others") }
    return lines
  }

  /// Returns the lines of the apps that were no candidates, by reason.
  func bystanders(of review: WorkReview, _ style: TextStyle) -> [String] {
    let groups = review.bystanders
    guard !groups.isEmpty else { return [] }
    return [style.paint("No candidates", .strong)]
      + groups.flatMap { group in
        let rows = style.rows ?? group.apps.count
        let rest = group.apps.count - rows
        let more = rest > 0 ? " and \(grouped(rest)) others" : ""
        let text = "\(group.reason): \(group.apps.prefix(rows).joined(separator: ", "))\(more)"
        return wrapped(text, to: style.width - 4).enumerated().map {
          ($0.offset == 0 ? "  " : "    ") + $0.element
        }
      }
  }
}

extension WorkReview {
  /// The apps that were no candidates, by the first of their reasons.
  var bystanders: [(reason: String, apps: [String])] {
    let clock = device.clock
    var groups: [(reason: String, apps: [String])] = []
    for standing in apps {
      guard case .notEligible(let reasons) = standing.outcome, let first = reasons.first else {
        continue
      }
      var name = printable(standing.app.name)
      if let until = first.until { name += " until \(clock.text(until))" }
      if let index = groups.firstIndex(where: { $0.reason == first.kindWords }) {
        groups[index].apps.append(name)
      } else {
        groups.append((first.kindWords, [name]))
      }
    }
    return groups
  }
}

extension Measure {
  var first: String {
    unit == .moment ? "earliest" : isHighestFirst ? "highest" : "lowest"
  }
}

extension CandidateStanding {
  var isCandidate: Bool { if case .notEligible = outcome { false } else { true } }

  /// The outcome in words, with the policy's reason.
  var outcomeWords: String {
    let words = reason.map { ": \(printable($0))" } ?? ""
    switch outcome {
    case .started: return "chosen" + words
    case .passedOver: return (isHeldBack ? "held back" : "passed over") + words
    case .refused: return "chosen, refused by the device" + words
    case .noSlot: return "no slot to give"
    case .notEligible: return "no candidate"
    }
  }
}
