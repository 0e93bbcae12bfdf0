import Experiments
import Reports
import Simulation
import Workflows

/// The text on what a verification of a store has found.
struct VerificationText {
  /// The number of a run's changes, and of missing runs, that are shown, unless all are.
  private static let shownParts = 5
  /// The number of characters that are shown of a text, unless all are.
  private static let shownCharacters = 60

  /// The store's path.
  let path: String
  let differences: [Verification.Difference]
  /// The number of runs that were made again.
  let count: Int
  /// The names of the plan's runs that the store does not have.
  var missing: [String] = []
  /// The number of runs that the watchdog ended, which are not made again.
  var stalls = 0
  /// The builds that made the store's runs.
  let builds: [Provenance]
  /// The build that made them again.
  let now: Provenance
  let showsAll: Bool

  /// Whether the store has all runs of its plan, with the results that they come to.
  var isGood: Bool { differences.isEmpty && missing.isEmpty }

  /// Returns the text.
  ///
  /// - Parameters:
  ///   - name: returns a run's name for people.
  func description(_ name: (StoredRun) -> String) -> String {
    var lines = [heading]
    for difference in differences {
      lines += ["", "run \(difference.run.number): \(name(difference.run))"]
      lines += self.lines(of: difference).map { "  " + $0 }
    }
    if !missing.isEmpty {
      let shown = missing.prefix(showsAll ? missing.count : VerificationText.shownParts)
      let rest = missing.count - shown.count
      let are = missing.count == 1 ? "is" : "are"
      lines += ["", "\(counted(missing.count, "run")) of its plan \(are) missing:"]
      lines += shown.map { "  " + $0 }
      if rest > 0 { lines.append("  and \(grouped(rest)) more; --all shows them") }
    }
    if stalls > 0 {
      let were = stalls == 1 ? "was" : "were"
      lines += ["", "\(counted(stalls, "run")) that the watchdog ended \(were) not made again"]
    }
    if !differences.isEmpty {
      lines.append("")
      lines += builds.map { "made by  \(text($0))" } + ["now      \(text(now))"]
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private var heading: String {
    let many = differences.count
    guard many > 0 else {
      return "\(shown(path)): \(counted(count, "run")) made again, "
        + (count == 1 ? "as the store has it" : "all as the store has them")
    }
    return "\(shown(path)): \(grouped(many)) of \(counted(count, "run")) made again "
      + "\(many == 1 ? "differs" : "differ") from what the store has"
  }

  private func lines(of difference: Verification.Difference) -> [String] {
    switch difference.what {
    case .failed(let message): ["could not be run: \(message)"]
    case .contents(let changes):
      ["the same happens, but the store says something else of it"] + parts(changes)
    case .events(let first, let changes):
      [moment(first, difference)] + parts(changes)
    }
  }

  private func moment(
    _ first: ClosedRange<Instant>?, _ difference: Verification.Difference
  ) -> String {
    guard let first else {
      return difference.run.checkpoints == nil
        ? "another trace; the store does not say from when on"
        : "another fingerprint, though each 24th of the trace is the same"
    }
    return "the same until \(difference.clock.text(first.lowerBound)), another trace by "
      + difference.clock.text(first.upperBound)
  }

  private func parts(_ changes: [RunContents.Change]) -> [String] {
    let shown = changes.prefix(showsAll ? changes.count : VerificationText.shownParts)
    let rest = changes.count - shown.count
    let width = shown.filter { !isLong($0) }.map(\.name.count).max() ?? 0
    return shown.flatMap { change in
      let (stored, now) = (text(change.stored), text(change.now))
      if isLong(change) { return [change.name, "  stored  \(stored)", "  now     \(now)"] }
      let space = String(repeating: " ", count: width - change.name.count)
      return ["\(change.name)\(space)  \(stored) -> \(now)"]
    } + (rest > 0 ? ["and \(counted(rest, "other part")); --all shows them"] : [])
  }

  private func isLong(_ change: RunContents.Change) -> Bool {
    text(change.stored).count + text(change.now).count > VerificationText.shownCharacters
  }

  /// Returns a value; a number to the last bit, since that may be all that differs.
  private func text(_ value: RunContents.Value?) -> String {
    switch value {
    case nil: "none"
    case .number(let number): Int(exactly: number).map { "\($0)" } ?? "\(number)"
    case .text(let text):
      showsAll || text.count <= VerificationText.shownCharacters
        ? text : text.prefix(VerificationText.shownCharacters) + "..."
    }
  }

  private func text(_ made: Provenance) -> String {
    let commit = made.commit.isEmpty ? "" : " (\(made.commit))"
    return "dormouse \(made.version)\(commit), \(made.toolchain), \(made.lua)"
  }
}
