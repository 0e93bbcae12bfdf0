import Simulation

/// An app that waits for slots of a lane.
struct Waiting: Equatable {
  let app: AppID
  /// Where it waits: position among the lane's lines.
  let line: Int
  /// Without a break.
  let since: Instant
}

extension Services {
  /// Whether any app waits for slots of a lane. O(lines).
  func someoneWaits(in lane: WorkLane) -> Bool { self[lane].contains { !$0.waiting.isEmpty } }

  /// Apps that wait for slots of a lane, the longest first; who came at one moment stands by line,
  /// then as in it. One that waits in several lines stands in the list once, for what it has waited
  /// longest for: once it runs, it may have its other work too. O(n), and O(n log n) where several
  /// lines are not empty.
  func waiting(in lane: WorkLane) -> [Waiting] {
    let lines = self[lane]
    var found: [Waiting] = []
    found.reserveCapacity(lines.reduce(0) { $0 + $1.waiting.count })
    var isOfSeveral = false
    for (place, line) in lines.enumerated() where !line.waiting.isEmpty {
      isOfSeveral = !found.isEmpty
      for app in line.waiting {
        found.append(Waiting(app: app, line: place, since: line.waitsSince(app) ?? .start))
      }
    }
    guard isOfSeveral else { return found }
    found.removeAll { waiting in
      lines.indices.contains { place in
        guard place != waiting.line, let since = lines[place].waitsSince(waiting.app) else {
          return false
        }
        return (since, place) < (waiting.since, waiting.line)
      }
    }
    // The sort is stable.
    found.sort { $0.since < $1.since }
    return found
  }
}
