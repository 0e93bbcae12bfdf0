import Experiments
import Reports
import Simulation
import Workflows

/// The text on runs that differ from what a store has.
struct VerificationText {
  /// The number of a run's figures that are shown, unless all are.
  private static let shownFigures = 5

  /// The store's path.
  let path: String
  let differences: [Verification.Difference]
  /// The number of runs that were made again.
  let count: Int
  /// The builds that made the store's runs.
  let builds: [Provenance]
  /// The build that made them again.
  let now: Provenance
  let showsAll: Bool

  /// Returns the text.
  ///
  /// - Parameters:
  ///   - name: returns a run's name for people.
  func description(_ name: (StoredRun) -> String) -> String {
    let many = differences.count
    var lines = [
      "\(shown(path)): \(grouped(many)) of \(counted(count, "run")) made again "
        + "\(many == 1 ? "differs" : "differ") from what the store has"
    ]
    for difference in differences {
      lines += ["", "run \(difference.run.number): \(name(difference.run))"]
      lines += self.lines(of: difference).map { "  " + $0 }
    }
    lines.append("")
    lines += builds.map { "made by  \(text($0))" } + ["now      \(text(now))"]
    return lines.map { $0 + "\n" }.joined()
  }

  private func lines(of difference: Verification.Difference) -> [String] {
    switch difference.what {
    case .failed(let message): ["could not be run: \(message)"]
    case .figures(let changes): ["the same happens, but figures differ"] + figures(changes)
    case .events(let first, let changes):
      [moment(first, difference.clock)] + figures(changes)
    }
  }

  private func moment(_ first: ClosedRange<Instant>?, _ clock: DayClock) -> String {
    guard let first else { return "another trace; the store does not say from when on" }
    return "the same until \(clock.text(first.lowerBound)), another trace by "
      + clock.text(first.upperBound)
  }

  private func figures(_ changes: [Verification.FigureChange]) -> [String] {
    let shown = changes.prefix(showsAll ? changes.count : VerificationText.shownFigures)
    let width = shown.map(\.name.count).max() ?? 0
    let rest = changes.count - shown.count
    return shown.map { change in
      let space = String(repeating: " ", count: width - change.name.count)
      return "\(change.name)\(space)  \(text(change.stored)) -> \(text(change.now))"
    } + (rest > 0 ? ["and \(counted(rest, "other figure")); --all shows them"] : [])
  }

  /// Returns a value to the last bit, since that may be all that differs.
  private func text(_ value: Double?) -> String { value.map { "\($0)" } ?? "none" }

  private func text(_ made: Provenance) -> String {
    let commit = made.commit.isEmpty ? "" : " (\(made.commit))"
    return "dormouse \(made.version)\(commit), \(made.toolchain), \(made.lua)"
  }
}
