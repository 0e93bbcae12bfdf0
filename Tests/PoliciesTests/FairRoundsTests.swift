import Device
import Simulation
import Testing

@testable import Policies

/// Four apps that want 20, 26, 40 and 50 s in each round, of a pool of 100 s a round. Each asks
/// when the one before has ended.
@Suite("fair-share, round by round")
struct FairRoundsTests {
  private static let demands = [20, 26, 40, 50]
  private static let orders = permutations(of: Array(demands.indices))

  /// Max-min shares of 100 s are 20, 26, 27 and 27.
  @Test("a pool too short is divided max-min in every order, and nothing is wasted")
  func workToTheEnd() {
    for order in Self.orders {
      let rounds = Rounds(of: Self.demands, in: order, heeding: [])
      for (had, share) in zip(rounds.used, [20.0, 26, 27, 27]) {
        #expect(abs(had - share) < 0.15, "\(order): \(rounds.used)")
      }
      #expect(rounds.overflowed < 0.5, "\(order): \(rounds.overflowed)")
    }
  }

  /// A grant goes on for five seconds after the handlers are called, so that who asks last leaves
  /// five of what the pool has left: max-min shares of 95 s are 20, 25, 25 and 25.
  @Test(
    "apps that end when their handlers are called have max-min shares of what they can use",
    arguments: [(0.0, [20.0, 25, 25, 25]), (1.0, [20, 25.33, 25.33, 25.33])])
  func heed(after seconds: Double, shares: [Double]) {
    for order in Self.orders {
      let rounds = Rounds(
        of: Self.demands, in: order, heeding: [0, 1, 2, 3], after: .seconds(seconds))
      for (had, share) in zip(rounds.used, shares) {
        #expect(abs(had - share) < 0.15, "\(order): \(rounds.used)")
      }
      #expect(abs(rounds.overflowed + seconds - 5) < 0.5, "\(order): \(rounds.overflowed)")
    }
  }

  @Test(
    "whether an app ends when its handlers are called does not cost it its share",
    arguments: 1..<15)
  func mixed(heeding bits: Int) {
    let heeding = Set(Self.demands.indices.filter { bits >> $0 & 1 == 1 })
    // Over all arguments each order is tried with many, and not every one with all.
    for (index, order) in Self.orders.enumerated() where index % 3 == bits % 3 {
      let rounds = Rounds(of: Self.demands, in: order, heeding: heeding)
      for (had, share) in zip(rounds.used, [20.0, 25, 25, 25]) {
        #expect(had > share - 0.15, "\(order), heeding \(heeding): \(rounds.used)")
      }
      #expect(rounds.overflowed < 5.5, "\(order), heeding \(heeding): \(rounds.overflowed)")
    }
  }
}

/// What apps used in a round once their demands are known, and what was lost to them.
private struct Rounds {
  /// Seconds a round, app by app.
  let used: [Double]
  /// Of the pool, a round.
  let overflowed: Double

  /// The mean of the last four of twelve rounds.
  ///
  /// - Parameters:
  ///   - heeding: who ends when its handlers are called, or so long `after`.
  init(of demands: [Int], in order: [Int], heeding: Set<Int>, after delay: TimeSpan = .zero) {
    var configuration = DeviceConfiguration()
    configuration.limits.backgroundTime = .minutes(10)
    configuration.pool.capacity = .seconds(100)
    configuration.pool.refill = .seconds(100)
    configuration.pool.refillEvery = .minutes(30)
    let rounds = 12
    var scenario = Scenario(
      duration: .minutes(30) * rounds, device: configuration,
      apps: demands.map { AppConfiguration(name: "\($0) s") })
    for round in 0..<rounds {
      for (turn, app) in order.enumerated() {
        scenario.visit(app, at: .start + .minutes(30) * round + .minutes(1 + 7 * turn))
      }
    }
    let device = Device(scenario, policy: FairShare()) {
      let app = Int($0.id.index)
      return Worker(
        $0, leaveTime: .seconds(demands[app]), heedsAfter: heeding.contains(app) ? delay : nil)
    }
    device.run(until: .start + .minutes(30) * (rounds - 4))
    let before = device.result()
    device.run()
    let after = device.result()
    used = zip(before.apps, after.apps).map { ($1.used - $0.used).seconds / 4 }
    overflowed = (after.device.pool.overflowed - before.device.pool.overflowed).seconds / 4
  }
}

private func permutations(of items: [Int]) -> [[Int]] {
  guard items.count > 1 else { return [items] }
  return items.flatMap { first in
    permutations(of: items.filter { $0 != first }).map { [first] + $0 }
  }
}
