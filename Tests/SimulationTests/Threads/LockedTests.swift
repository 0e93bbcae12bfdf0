import Foundation
import Simulation
import Testing

@Suite("Locked values")
struct LockedTests {
  @Test("lose nothing of what many threads do to them at once")
  func adding() {
    let numbers = Locked<[Int]>([])
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for number in 0..<1_000 { numbers.withLock { $0.append(thread * 1_000 + number) } }
    }
    #expect(numbers.withLock { $0 }.sorted() == Array(0..<4_000))
  }
}
