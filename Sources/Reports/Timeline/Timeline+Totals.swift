import Device
import Simulation

extension Timeline {
  /// The totals of a lane, under the names that `run --json` gives the same figures.
  public struct Totals: Sendable, Equatable {
    public var time = [TimeSpan](repeating: .zero, count: Activity.allCases.count)
    public var opens = 0
    public var tasksBegun = 0
    public var tasksRefused = 0
    public var fetchesNew = 0
    public var fetchesNone = 0
    public var fetchesFailed = 0
    /// The number of refreshes, processing tasks and pushes that were begun.
    public var otherWork = 0
    public var exits = 0
    public var findings = 0

    /// The counts with their names.
    public var counts: [(name: String, count: Int)] {
      [
        ("opens", opens), ("tasksBegun", tasksBegun), ("tasksRefused", tasksRefused),
        ("fetchesNew", fetchesNew), ("fetchesNone", fetchesNone),
        ("fetchesFailed", fetchesFailed), ("otherWork", otherWork), ("exits", exits),
        ("findings", findings),
      ]
    }

    public subscript(activity: Activity) -> TimeSpan { time[activity.rawValue] }
  }

  /// Returns the totals of a lane. O(its spans and marks).
  public func totals(of app: Int) -> Totals {
    var totals = Totals()
    let lane = apps[app]
    for span in lane.activities { totals.time[span.activity.rawValue] += span.to - span.from }
    for span in lane.spans {
      switch (span.kind, span.name, span.outcome) {
      case (.task, _, _): totals.tasksBegun += 1
      case (.work, "fetch", "newData"): totals.fetchesNew += 1
      case (.work, "fetch", "noData"): totals.fetchesNone += 1
      case (.work, "fetch", "failed"): totals.fetchesFailed += 1
      case (.work, "fetch", _): break
      case (.work, _, _): totals.otherWork += 1
      default: break
      }
    }
    let opened = words.firstIndex(of: "user.open")
    for mark in lane.marks {
      switch mark.kind {
      case .kill, .exit: totals.exits += 1
      case .note where mark.words == opened: totals.opens += 1
      case .refusal where mark.decision == nil: totals.tasksRefused += 1
      default: break
      }
    }
    totals.findings = findings.reduce(0) { $1.app == app ? $0 + $1.times.count : $0 }
    return totals
  }
}
