import Device
import Simulation

/// The apps that were taken before an app at each chance that it had since it began to wait.
extension WhyReport {
  /// Returns the chances that the app missed, if they are more than the one that is explained.
  private func missed(_ decision: DecisionExplanation) -> [MissedChance] {
    guard case .fetches(let review) = decision, history.missed.count > 1,
      let app = review.standing(of: history.app), app.outcome != .started
    else { return [] }
    return history.missed
  }

  /// Returns what the answer adds about an app that has been passed over again and again.
  func missedChances(_ decision: DecisionExplanation) -> String {
    let missed = missed(decision)
    guard let last = missed.last, let since = last.waitingSince else { return "" }
    let waited = shortSpan(seconds: (decision.device.now - since).seconds)
    return " It had waited \(waited) then, and was passed over at all \(grouped(missed.count)) "
      + "chances since \(clock.text(since))."
  }

  func chances(_ style: TextStyle) -> [String] {
    guard let decision = history.decision(explaining: standing) else { return [] }
    let missed = missed(decision)
    guard !missed.isEmpty else { return [] }
    var counts: [(name: String, count: Int)] = []
    for name in missed.flatMap(\.taken) {
      if let index = counts.firstIndex(where: { $0.name == name }) {
        counts[index].count += 1
      } else {
        counts.append((name, 1))
      }
    }
    // The sort is stable: of equals, the one that was taken first comes first.
    counts.sort { $0.count > $1.count }
    let title = style.paint("Taken before it since it began to wait", .strong)
    let totals = counts.map { "\(printable($0.name)) \(grouped($0.count))" }
    let sum = totals.isEmpty ? "nobody" : totals.joined(separator: ", ")
    let most = style.rows ?? missed.count
    let hidden = missed.count - most
    let more = hidden > 0 ? ["  and at \(grouped(hidden)) chances before; --all shows them"] : []
    let width = missed.map { clock.text($0.at).count }.max() ?? 0
    return [title]
      + wrapped("in all: \(sum)", to: style.width, after: "  ", indent: 4) + more
      + missed.suffix(most).flatMap { chance in
        wrapped(
          words(chance), to: style.width,
          after: "  " + filled(clock.text(chance.at), to: width + 4))
      }
  }

  private func words(_ chance: MissedChance) -> String {
    if chance.isFault { return "nobody: the policy failed" }
    if chance.taken.isEmpty { return "nobody: the policy left what was free unused" }
    return chance.taken.map { printable($0) }.joined(separator: ", ")
  }
}

/// What an app has asked for, where that is several things: each is held for reasons of its own.
extension WhyReport {
  func pieces(_ style: TextStyle) -> [String] {
    let pieces = standing.pieces
    guard !pieces.isEmpty else { return [] }
    let shown = pieces.prefix(style.rows ?? pieces.count)
    let width = 4 + (shown.map { printable($0.name).count }.max() ?? 0)
    let hidden = pieces.count - shown.count
    return [style.paint("What it has asked for, and what each waits for", .strong)]
      + shown.flatMap { piece in
        let reasons = piece.ineligibility.map { $0.remedy(clock) }
        return wrapped(
          reasons.isEmpty ? "nothing: it may run, or runs" : reasons.joined(separator: ", and "),
          to: style.width, after: filled("  \(printable(piece.name))", to: width), indent: width)
      } + (hidden > 0 ? ["  and \(grouped(hidden)) others; --all shows them"] : [])
  }
}
