import Simulation
import Testing

@testable import Device

@Suite("The order in which memory pressure ends apps")
struct EvictionQueueTests {
  /// The plain way: all apps, filtered and sorted anew each time.
  private struct Plain {
    var states: [ApplicationState]
    var lastUsed: [Instant]

    var apps: [AppID] {
      states.indices.filter { states[$0] != .notRunning }.map { AppID($0) }
    }

    var first: AppID? {
      for band in [[ApplicationState.suspended], [.background], [.inactive, .active]] {
        let victims = apps.filter { band.contains(states[Int($0.index)]) }
        let first = victims.min {
          (lastUsed[Int($0.index)], $0) < (lastUsed[Int($1.index)], $1)
        }
        if let first { return first }
      }
      return nil
    }
  }

  @Test(
    "random moves and uses: the first is always what a search of all apps finds",
    arguments: [1, 2, 7, 100])
  func likeASearch(apps: Int) {
    var random = RandomStream(seed: UInt64(apps), name: "victims")
    var queue = EvictionQueue(apps: apps)
    var plain = Plain(
      states: Array(repeating: .notRunning, count: apps),
      lastUsed: Array(repeating: .start, count: apps))
    for step in 0..<4_000 {
      let index = random.integer(in: 0..<apps)
      if random.bernoulli(0.3) {
        // Often two at one instant.
        plain.lastUsed[index] = moment(Double(step / 8))
        queue.noteUse(of: AppID(index), at: moment(Double(step / 8)))
      } else {
        let state = ApplicationState.allCases[random.integer(in: 0..<5)]
        plain.states[index] = state
        queue.move(AppID(index), to: state)
      }
      #expect(queue.first == plain.first, "step \(step)")
      if step % 50 == 0 { #expect(queue.apps.sorted() == plain.apps, "step \(step)") }
    }
    for _ in 0..<apps {
      guard let first = queue.first else { break }
      #expect(first == plain.first)
      plain.states[Int(first.index)] = .notRunning
      queue.move(first, to: .notRunning)
    }
    #expect(queue.first == nil && queue.apps.isEmpty)
  }
}
