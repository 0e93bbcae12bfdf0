import Simulation
import Testing

@Suite("A map on several threads")
struct ParallelMapTests {
  @Test("gives the results in the order of the items, on any number of threads", arguments: 1...5)
  func order(jobs: Int) {
    let squares = parallelMap(Array(0..<100), jobs: jobs, stackBytes: 1 << 20) { $0 * $0 }
    #expect(squares == (0..<100).map { $0 * $0 })
    #expect(parallelMap([Int](), jobs: jobs, stackBytes: 1 << 20) { $0 }.isEmpty)
  }

  @Test("begins no further item once it is to stop, and gives those that were begun")
  func stop() {
    let asked = Locked(0)
    let goesOn: @Sendable () -> Bool = {
      asked.withLock { count in
        count += 1
        return count <= 10
      }
    }
    let results = parallelMap(
      Array(0..<100), jobs: 3, stackBytes: 1 << 20, goesOn: goesOn
    ) { $0 }
    #expect(results == Array(0..<10))
  }
}
