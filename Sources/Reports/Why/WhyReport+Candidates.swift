import Device
import Simulation

/// The candidates of a decision, in the policy's order, and the apps that were none.
extension WhyReport {
  func candidates(of review: WorkReview, _ style: TextStyle) -> [String] {
    let all = review.apps.filter(\.isCandidate)
    let shown = all.enumerated().filter { index, standing in
      index < style.rows ?? all.count || standing.app.id == history.app
    }.map(\.element)
    let figures = CandidateFigures(of: shown, in: review)
    let clock = review.device.clock
    var table = Table(
      columns: [.init(heading: "app")] + figures.columns
        + [.init(heading: "outcome", isText: true)])
    table.rows = shown.map { standing in
      let name = printable(standing.app.name)
      let first = standing.app.id == history.app ? "> \(name)" : "  \(name)"
      var cells: [Quantity] = []
      figures.append(standing, to: &cells)
      return ([first] + cells.map { $0.text(clock) } + [standing.outcomePhrase.text(clock)])
        .map { Table.Cell(text: $0) }
    }
    let order = review.measure.map { ", by \($0.name), the \($0.first) first" }
    var lines = [style.paint("Candidates\(order ?? "")", .strong)] + table.lines(style)
    if shown.count < all.count { lines.append("  and \(grouped(all.count - shown.count)) others") }
    return lines
  }

  /// Returns the lines of the apps that were no candidates, by reason.
  func bystanders(of review: WorkReview, _ style: TextStyle) -> [String] {
    let groups = review.bystanders(most: style.rows)
    guard !groups.isEmpty else { return [] }
    return [style.paint("No candidates", .strong)]
      + groups.flatMap { group in
        wrapped(
          "\(group.reason): \(group.apps.joined(separator: ", "))", to: style.width, after: "  ",
          indent: 4)
      }
  }
}

/// The figures of a decision's candidates that stand beside their names.
struct CandidateFigures {
  let headings: [String]
  private let now: Instant
  private let unit: Measure.Unit?
  private let hasKinds: Bool
  private let terms: Terms

  /// Creates the figures of the candidates that are shown.
  init(of shown: some Collection<CandidateStanding>, in review: WorkReview) {
    now = review.device.now
    unit = review.measure?.unit
    // By place: candidates are large, and would be copied.
    hasKinds = review.candidates.indices.contains { review.candidates[$0].kind != .fetch }
    terms = shown.first { $0.policy.map { !$0.terms.isEmpty } ?? false }?.policy?.terms ?? []
    var headings: [String] = []
    headings.reserveCapacity(terms.count + 4)
    if hasKinds { headings.append("waits for") }
    headings.append("place")
    if let measure = review.measure { headings.append(measure.name) }
    for place in terms.indices { headings.append(terms[place].name) }
    headings.append("waiting")
    self.headings = headings
  }

  /// The columns of a table for people.
  var columns: [Table.Column] {
    headings.enumerated().map { .init(heading: $1, isText: hasKinds && $0 == 0) }
  }

  /// Adds an app's figures, one a column.
  func append(_ standing: CandidateStanding, to figures: inout [Quantity]) {
    if hasKinds { figures.append(.text(standing.kind.rawValue)) }
    figures.append(standing.rank.map { .count($0) } ?? .none)
    if let unit {
      figures.append(standing.policy?.score.map { .measured($0, unit) } ?? .none)
    }
    for place in terms.indices {
      figures.append(standing.policy?.terms.figure(terms[place].name) ?? .none)
    }
    let waited = standing.app.waitingSince.map { (now - $0).seconds }
    figures.append(waited.map { .measured($0, .seconds) } ?? .none)
  }
}

extension Terms {
  /// The figure of a name. O(terms).
  fileprivate func figure(_ name: String) -> Quantity {
    for place in indices where self[place].name == name {
      return .measured(self[place].value, self[place].unit)
    }
    return .none
  }
}

extension WorkReview {
  /// Returns the apps that were no candidates, by the first of their reasons.
  ///
  /// - Parameters:
  ///   - most: the number of apps of a reason before the rest is only counted; nil: all.
  func bystanders(most: Int?) -> [(reason: String, apps: [String])] {
    var groups: [(reason: String, apps: [String], others: Int)] = []
    for standing in apps {
      guard case .notEligible(let reasons) = standing.outcome, let first = reasons.first else {
        continue
      }
      let words = first.kindWords
      let known = groups.firstIndex { $0.reason == words }
      if known == nil { groups.append((words, [], 0)) }
      let place = known ?? groups.count - 1
      if let most, groups[place].apps.count >= most {
        groups[place].others += 1
      } else {
        let until = first.until.map { " until \(device.clock.text($0))" } ?? ""
        groups[place].apps.append(printable(standing.app.name) + until)
      }
    }
    return groups.map { reason, apps, others in
      (reason, others == 0 ? apps : apps + ["and \(grouped(others)) others"])
    }
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
  var outcomePhrase: Phrase {
    switch outcome {
    case .started: withReason("chosen", "chosen: @")
    case .passedOver where isHeldBack: withReason("held back", "held back: @")
    case .passedOver: withReason("passed over", "passed over: @")
    case .refused:
      withReason("chosen, refused by the device", "chosen, refused by the device: @")
    case .noSlot: Phrase("no slot to give")
    case .notEligible: Phrase("no candidate")
    }
  }

  private func withReason(_ words: String, _ pattern: String) -> Phrase {
    reason.map { Phrase(pattern, .text(printable($0))) } ?? Phrase(words)
  }
}
