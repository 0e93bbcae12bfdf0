import Simulation
import Testing

@testable import Policies

@Suite("max-min allocation")
struct MaxMinTests {
  @Test("capacity 10 among demands 2, 2.6, 4 and 5 gives 2, 2.6, 2.7 and 2.7")
  func textbook() {
    let demands = [2, 2.6, 4, 5].map { TimeSpan.seconds($0) }
    let allocation = maxMinAllocation(capacity: .seconds(10), demands: demands)
    #expect(allocation == [2, 2.6, 2.7, 2.7].map { TimeSpan.seconds($0) })
  }

  @Test(
    "small cases",
    arguments: [
      // (capacity, demands, held, allocation) in nanoseconds
      (10, [], [], []),
      (0, [5, 5], [], [0, 0]),
      (-1, [5, -5], [], [0, 0]),
      (100, [5, 7], [], [5, 7]),
      (10, [20, 20, 20], [], [4, 3, 3]),
      (11, [20, 1, 20], [], [5, 1, 5]),
      (10, [20, 20], [6, 0], [2, 8]),
      (5, [20, 20], [6, 0], [0, 5]),
      (10, [20, 3], [6, 0], [7, 3]),
      (1, [20, 20, 20], [0, 0, 0], [1, 0, 0]),
      (.max, [.max, .max], [.max, 0], [0, .max]),
      (10, [.max, .max], [.max, 0], [0, 10]),
      (9, [.max, .max, .max], [], [3, 3, 3]),
    ] as [(Int, [Int], [Int], [Int])])
  func cases(capacity: Int, demands: [Int], held: [Int], expected: [Int]) {
    let allocation = maxMinAllocation(
      capacity: .nanoseconds(capacity), demands: demands.map { .nanoseconds($0) },
      held: held.map { .nanoseconds($0) })
    #expect(allocation == expected.map { TimeSpan.nanoseconds($0) })
  }

  @Test("no share can grow without taking from one that is not larger", arguments: 1...200)
  func isMaxMinFair(seed: UInt64) {
    var random = RandomStream(seed: seed, name: "max-min")
    let count = random.integer(in: 1..<12)
    let demands = (0..<count).map { _ in TimeSpan.nanoseconds(random.integer(in: 0..<50)) }
    let held = (0..<count).map { _ in TimeSpan.nanoseconds(random.integer(in: 0..<30)) }
    let capacity = TimeSpan.nanoseconds(random.integer(in: 0..<300))
    let shares = maxMinAllocation(capacity: capacity, demands: demands, held: held)

    #expect(shares.reduce(.zero, +) == min(capacity, demands.reduce(.zero, +)))
    for index in 0..<count {
      #expect(shares[index] >= .zero && shares[index] <= demands[index])
      guard shares[index] < demands[index] else { continue }
      for other in 0..<count where shares[other] > .zero {
        // A whole nanosecond cannot be divided: that much they may be apart.
        #expect(held[other] + shares[other] <= held[index] + shares[index] + .nanoseconds(1))
      }
    }
  }
}
