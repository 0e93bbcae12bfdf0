import Device
import Simulation
import Testing

@testable import Policies

/// Four apps that want 20, 26, 40 and 50 s in each round, of a pool of 100 s a round. Each asks
/// when the one before has ended, where nothing else is said.
@Suite("fair-share, round by round")
struct FairRoundsTests {
  private static let demands = [20, 26, 40, 50]
  private static let orders = permutations(of: Array(demands.indices))

  /// Max-min shares of 100 s are 20, 26, 27 and 27.
  @Test("a pool too short is divided max-min in every order, and nothing is wasted")
  func workToTheEnd() {
    for order in Self.orders {
      let rounds = Rounds(of: Self.demands, in: [order], heeding: [])
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
        of: Self.demands, in: [order], heeding: [0, 1, 2, 3], after: .seconds(seconds))
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
      let rounds = Rounds(of: Self.demands, in: [order], heeding: heeding)
      for (had, share) in zip(rounds.used, [20.0, 25, 25, 25]) {
        #expect(had > share - 0.15, "\(order), heeding \(heeding): \(rounds.used)")
      }
      #expect(rounds.overflowed < 5.5, "\(order), heeding \(heeding): \(rounds.overflowed)")
    }
  }
}

/// The same four, left so shortly after each other that all hold time at once, or so that each has
/// ended before the next asks.
@Suite("fair-share, round by round, where tasks overlap")
struct OverlappingRoundsTests {
  private static let demands = [20, 26, 40, 50]
  private static let orders = permutations(of: Array(demands.indices))

  /// With a lead of five seconds each holds five that it cannot use. Of 100 s 95 can be used if only
  /// the last still holds them when the others have ended, and 80 if all do at once.
  @Test(
    "apps that end when their handlers are called have max-min shares of what they can use",
    arguments: [
      (2, 0, [20.0, 26, 27, 27]), (60, 0, [20, 26, 27, 27]),
      (2, 5, [20, 20, 20, 20]), (60, 5, [20, 25, 25, 25]),
    ])
  func heed(apart: Int, lead: Int, shares: [Double]) {
    for order in Self.orders {
      let rounds = Rounds(
        of: Self.demands, in: [order], heeding: [0, 1, 2, 3], lead: .seconds(lead),
        apart: .seconds(apart))
      for (had, share) in zip(rounds.used, shares) {
        #expect(abs(had - share) < 0.15, "\(order): \(rounds.used)")
      }
      let lost = 100 - shares.reduce(0, +)
      #expect(abs(rounds.overflowed - lost) < 0.5, "\(order): \(rounds.overflowed)")
    }
  }

  @Test(
    "apps that work to the end have max-min shares of all",
    arguments: [2, 60], [0, 5])
  func workToTheEnd(apart: Int, lead: Int) {
    for order in Self.orders {
      let rounds = Rounds(
        of: Self.demands, in: [order], heeding: [], lead: .seconds(lead), apart: .seconds(apart))
      for (had, share) in zip(rounds.used, [20.0, 26, 27, 27]) {
        #expect(abs(had - share) < 0.15, "\(order): \(rounds.used)")
      }
      #expect(rounds.overflowed < 0.5, "\(order): \(rounds.overflowed)")
    }
  }

  /// Two that give back five seconds at once leave 90, three 85.
  @Test(
    "where only some end when their handlers are called, all have the same share of the rest",
    arguments: [([1, 2], 23.33), ([0, 3], 23.33), ([0, 1, 3], 21.67)])
  func mixed(heeding: [Int], share: Double) {
    for order in Self.orders {
      let rounds = Rounds(of: Self.demands, in: [order], heeding: Set(heeding), apart: .seconds(2))
      for (had, share) in zip(rounds.used, [20, share, share, share]) {
        #expect(abs(had - share) < 0.15, "\(order): \(rounds.used)")
      }
    }
  }

  @Test("an order that changes from round to round is as good", arguments: [(2, 20.0), (60, 25)])
  func changingOrder(apart: Int, share: Double) {
    for first in Self.orders.indices {
      let orders = (0..<4).map { Self.orders[(first + 7 * $0) % Self.orders.count] }
      let rounds = Rounds(
        of: Self.demands, in: orders, heeding: [0, 1, 2, 3], apart: .seconds(apart))
      for had in rounds.used.dropFirst() {
        #expect(abs(had - share) < 0.15, "\(orders): \(rounds.used)")
      }
      #expect(abs(rounds.used[0] - 20) < 0.15, "\(orders): \(rounds.used)")
    }
  }

  /// Twelve seconds apart, two or three hold time at once. When they end depends on their shares, so
  /// that rounds differ; but what one gives back serves the next but one.
  @Test("where only some overlap, nobody has less than if all did, and less is lost")
  func someOverlap() {
    for order in Self.orders {
      let rounds = Rounds(
        of: Self.demands, in: [order], heeding: [0, 1, 2, 3], apart: .seconds(12))
      #expect(rounds.used.min()! > 19.9, "\(order): \(rounds.used)")
      #expect(rounds.overflowed < 11, "\(order): \(rounds.overflowed)")
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
  ///   - orders: who asks when; of the rounds in turn.
  ///   - heeding: who ends when its handlers are called, or so long `after`.
  ///   - gap: how long after one the next is left.
  init(
    of demands: [Int], in orders: [[Int]], heeding: Set<Int>, after delay: TimeSpan = .zero,
    lead: TimeSpan = .seconds(5), apart gap: TimeSpan = .minutes(7)
  ) {
    var configuration = DeviceConfiguration()
    configuration.limits.expirationLead = lead
    configuration.limits.backgroundTime = .minutes(10)
    configuration.pool.pays = .all
    configuration.pool.capacity = .seconds(100)
    configuration.pool.refill = .seconds(100)
    configuration.pool.refillEvery = .minutes(30)
    let rounds = 12
    var scenario = Scenario(
      duration: .minutes(30) * rounds, device: configuration,
      apps: demands.map { AppConfiguration(name: "\($0) s") })
    for round in 0..<rounds {
      for (turn, app) in orders[round % orders.count].enumerated() {
        scenario.visit(app, at: .start + .minutes(30) * round + .minutes(1) + gap * turn)
      }
    }
    let device = Device(scenario, policy: FairShare(expirationLead: lead)) {
      let app = Int($0.id.index)
      return Worker(
        $0, leaveTime: .seconds(demands[app]), heedsAfter: heeding.contains(app) ? delay : nil)
    }
    device.run(until: .start + .minutes(30) * (rounds - 4))
    let before = device.result()
    device.run()
    let after = device.result()
    used = zip(before.apps, after.apps).map { ($1.used - $0.used).seconds / 4 }
    overflowed = (after.device.pool.overflowed.seconds - before.device.pool.overflowed.seconds) / 4
  }
}

private func permutations(of items: [Int]) -> [[Int]] {
  guard items.count > 1 else { return [items] }
  return items.flatMap { first in
    permutations(of: items.filter { $0 != first }).map { [first] + $0 }
  }
}
