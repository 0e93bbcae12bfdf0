import Simulation

/// An app that waits for slots of a lane.
struct Waiting: Equatable {
  let app: AppID
  /// Where it waits: position among the lane's queues.
  let queue: Int
  /// Without a break.
  let since: Instant
}

extension Services {
  /// Whether any app waits for slots of a lane. O(queues).
  func someoneWaits(in lane: WorkLane) -> Bool { self[lane].contains { !$0.isEmpty } }

  /// Apps that wait for slots of a lane, the longest first; who came at one moment stands by queue,
  /// then as in it. One that waits in several queues stands in the list once, for what it has waited
  /// longest for: once it runs, it may have its other work too. O(n), and O(n log n) where several
  /// queues are not empty.
  func waiting(in lane: WorkLane) -> [Waiting] {
    let queues = self[lane]
    var found: [Waiting] = []
    var isOfSeveral = false
    for (place, queue) in queues.enumerated() {
      let waiting = queue.waiting
      if waiting.isEmpty { continue }
      isOfSeveral = !found.isEmpty
      found.reserveCapacity(found.count + waiting.count)
      for app in waiting {
        found.append(Waiting(app: app, queue: place, since: queue.waitsSince(app) ?? .start))
      }
    }
    guard isOfSeveral else { return found }
    found.removeAll { waiting in
      queues.indices.contains { place in
        guard place != waiting.queue, let since = queues[place].waitsSince(waiting.app) else {
          return false
        }
        return (since, place) < (waiting.since, waiting.queue)
      }
    }
    // The sort is stable.
    found.sort { $0.since < $1.since }
    return found
  }
}
