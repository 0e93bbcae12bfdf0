import Simulation
import Testing

@testable import Policies

@Suite("the lowest of many")
struct BoundedMinHeapTests {
  @Test("they are the first of all when sorted", arguments: 1...50)
  func areFirst(seed: UInt64) {
    var random = RandomStream(seed: seed, name: "lowest")
    let values = (0..<random.integer(in: 0..<60)).map { _ in random.integer(in: 0..<40) }
    for limit in [0, 1, 2, 3, 10, 100] {
      var lowest = BoundedMinHeap<Int>(limit)
      for value in values { lowest.offer(value) }
      #expect(lowest.sorted() == Array(values.sorted().prefix(limit)))
    }
  }
}
