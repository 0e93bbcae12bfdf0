import Experiments
import Simulation
import Testing

@testable import Policies

@Suite("Intervals from the device's slots")
struct IntervalsOfTheDeviceTests {
  /// CoverageTests does the same in 1,000 experiments without a device, in which 95 in 100 cover.
  @Test("20 small experiments on an M/D/1 through the real slots, each as the recursion has it")
  func queue() throws {
    var covered = 0
    for number in 0..<20 {
      let queues = (0..<5).map { Queue.inFullSwing(customers: 100, seed: UInt64(number * 5 + $0)) }
      let measured = queues.map { meanWait($0.waits(under: FirstCome()).waits) }
      let expected = queues.map { meanWait($0.firstComeWaits()) }
      let estimate = try #require(Estimate(measured))
      #expect(estimate == Estimate(expected))
      let (low, high) = (try #require(estimate.low), try #require(estimate.high))
      covered += low <= 0.5 && 0.5 <= high ? 1 : 0
    }
    // The chance of less is 1 in 390 if 95 in 100 cover.
    #expect(covered >= 16)
  }

  /// Of all customers but the first, who stands for the work that the others find.
  private func meanWait(_ waits: [TimeSpan]) -> Double {
    waits.dropFirst().reduce(.zero, +).seconds / Double(waits.count - 1)
  }
}

extension Queue {
  /// An M/D/1 of rate 0.5 and service 1 that starts in its stationary state, so that waits are
  /// without bias: the first customer's service is the work of those who came before, a geometric
  /// number of remaining services, each uniform (Kleinrock, Queueing Systems I, 1975, 5.8).
  fileprivate static func inFullSwing(customers: Int, seed: UInt64) -> Queue {
    var random = RandomStream(seed: seed, name: "queue.backlog")
    var backlog = 0.0
    while random.bernoulli(0.5) { backlog += random.uniform() }
    let queue = Queue(rate: 0.5, customers: customers, seed: seed) { _ in 1 }
    let first = Instant.start + .nanoseconds(1)
    return Queue(
      arrivals: [first] + queue.arrivals.map { max($0, first) },
      services: [.seconds(backlog)] + queue.services, servers: 1,
      owners: (0...customers).map { $0 % Queue.appCount })
  }
}
