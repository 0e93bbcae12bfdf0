import Device
import Simulation
import TestSizes
import Testing

@testable import Policies

/// The device's fetch slots against queueing theory (Kleinrock, Queueing Systems I, 1975): mean
/// wait in units of the mean service time, by Pollaczek and Khinchine for one slot, by Erlang's C
/// for several.
@Suite("the fetch slots as a queue")
struct QueueingTests {
  /// One known queue.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var rate: Double
    var servers = 1
    var customers: Int
    let meanWait: Double
    let service: @Sendable (inout RandomStream) -> Double
  }

  static let exponential: @Sendable (inout RandomStream) -> Double = { $0.exponential(mean: 1) }
  static let constant: @Sendable (inout RandomStream) -> Double = { _ in 1 }
  static let twoKinds: @Sendable (inout RandomStream) -> Double = {
    $0.bernoulli(0.9) ? 0.5 : 5.5
  }

  static let cases = [
    Case(
      testDescription: "M/M/1, rate 0.5", rate: 0.5, customers: 5_000, meanWait: 1,
      service: exponential),
    Case(
      testDescription: "M/M/1, rate 0.8", rate: 0.8, customers: 8_000, meanWait: 4,
      service: exponential),
    Case(
      testDescription: "M/D/1, rate 0.5", rate: 0.5, customers: 4_000, meanWait: 0.5,
      service: constant),
    Case(
      testDescription: "M/D/1, rate 0.8", rate: 0.8, customers: 6_000, meanWait: 2,
      service: constant),
    Case(
      testDescription: "M/G/1, rate 0.5, service 0.5 or 5.5", rate: 0.5, customers: 6_000,
      meanWait: 1.625, service: twoKinds),
    Case(
      testDescription: "M/M/2, rate 1.5", rate: 1.5, servers: 2, customers: 8_000,
      meanWait: 1.285714, service: exponential),
    Case(
      testDescription: "M/M/3, rate 2", rate: 2, servers: 3, customers: 8_000,
      meanWait: 0.444444, service: exponential),
  ]

  @Test(
    "the mean wait for a slot is that of the queue",
    arguments: FullSize.isWanted ? cases : [cases[1], cases[4], cases[6]])
  func meanWait(of known: Case) throws {
    // What the device does must be what the recursion says, to the nanosecond; then the recursion,
    // which is quick, can tell with a narrow interval what the device would do in a long run.
    let long = Queue(
      rate: known.rate, servers: known.servers, customers: 200_000, seed: 1,
      service: known.service)
    let reference = long.firstComeWaits()
    let queue = long.prefix(known.customers)
    let (waits, result) = queue.waits(under: FirstCome())
    let differing = waits.indices.first { waits[$0] != reference[$0] }
    #expect(differing == nil, "the first customer whose wait is not as it must be")
    #expect(result.device.pool.used == queue.services.reduce(.zero, +))

    let estimate = BatchMeans(waits)
    #expect(estimate.covers(known.meanWait), "\(estimate) for \(known.meanWait)")
    let narrow = BatchMeans(reference)
    #expect(narrow.covers(known.meanWait), "\(narrow) for \(known.meanWait)")
    #expect(narrow.halfWidth < 0.1 * known.meanWait)
  }

  @Test("the report counts each customer's wait")
  func reportedWaits() {
    let queue = Queue(
      rate: 1.5, servers: 2, customers: 1_000, seed: 2, service: Self.exponential)
    let (waits, result) = queue.waits(under: FirstCome())
    let reported = result.apps.map(\.slotWait)
    #expect(result.device.workStarted == 1_000)
    #expect(reported.reduce(0) { $0 + $1.count } == 1_000)
    let sum = reported.reduce(0) { $0 + Double($1.count) * ($1.mean ?? 0) }
    #expect(abs(sum - waits.reduce(.zero, +).seconds) < 1e-6)
    #expect(result.device.refusedDecisions == 0 && result.findings.isEmpty)
  }

  /// With one slot and equal service times the number of waiting customers does not depend on who
  /// goes first, so neither does the sum of their waits (conservation law: Kleinrock, Queueing
  /// Systems II, 1976, 3.4).
  @Test(
    "the order of service moves waits between apps and leaves their sum as it is",
    arguments: ["round-robin", "earliest-deadline", "priority", "lottery", "random"])
  func conservation(name: String) throws {
    let queue = Queue(rate: 0.8, customers: 2_000, seed: 3, service: Self.constant)
    let reference = queue.waits(under: FirstCome()).waits
    let waits = queue.waits(under: try PolicyCatalogue.policy(name)).waits
    let isSameOrder = waits == reference
    #expect(!isSameOrder)
    #expect(waits.reduce(.zero, +) == reference.reduce(.zero, +))
  }

  /// Cobham (1954): W0 = 0.25; 0.25 / (1 - 0.2) and 0.25 / (1 - 0.2) / (1 - 0.5).
  @Test(
    "two priorities, M/D/1 with rates 0.2 and 0.3: who goes first waits 0.3125, the other 0.625")
  func priorities() {
    let classes = Queue(rate: 0.5, customers: 200_000, seed: 4, service: Self.constant)
      .divided(into: 0.4, of: 40, seed: 4)
    let reference = classes.priorityWaits { $0 < 40 ? 0 : 1 }
    let queue = classes.prefix(6_000)
    let (waits, result) = queue.waits(under: PriorityOrder { $0.index < 40 ? 0 : 1 })
    let differing = waits.indices.first { waits[$0] != reference[$0] }
    #expect(differing == nil, "the first customer whose wait is not as it must be")
    #expect(result.device.refusedDecisions == 0)
    for (isFirst, mean) in [(true, 0.3125), (false, 0.625)] {
      for waits in [waits, reference] {
        let own = waits.indices.filter { (classes.owners[$0] < 40) == isFirst }.map { waits[$0] }
        let estimate = BatchMeans(own)
        #expect(estimate.covers(mean), "\(estimate) for \(mean) of \(own.count)")
        #expect(own.count < 50_000 || estimate.halfWidth < 0.05 * mean)
      }
    }
  }
}

extension Queue {
  /// The same customers, each in the first class with this probability: those belong to the first
  /// `apps` apps, the others to the rest.
  fileprivate func divided(into share: Double, of apps: Int, seed: UInt64) -> Queue {
    var random = RandomStream(seed: seed, name: "queue.classes")
    var counts = [0, 0]
    var divided = self
    for customer in owners.indices {
      if random.bernoulli(share) {
        divided.owners[customer] = counts[0] % apps
        counts[0] += 1
      } else {
        divided.owners[customer] = apps + counts[1] % (Queue.appCount - apps)
        counts[1] += 1
      }
    }
    return divided
  }

  /// What the waits must be on one server when it takes the lowest class first, and the first of
  /// it.
  fileprivate func priorityWaits(rank: (Int) -> Int) -> [TimeSpan] {
    var waits = Array(repeating: TimeSpan.zero, count: arrivals.count)
    var waiting: [[Int]] = [[], []]
    var heads = [0, 0]
    var next = 0
    var free = Instant.start
    for _ in arrivals.indices {
      let isIdle = heads[0] == waiting[0].count && heads[1] == waiting[1].count
      if isIdle { free = max(free, arrivals[next]) }
      while next < arrivals.count, arrivals[next] <= free {
        waiting[rank(owners[next])].append(next)
        next += 1
      }
      let first = heads[0] < waiting[0].count ? 0 : 1
      let customer = waiting[first][heads[first]]
      heads[first] += 1
      waits[customer] = free - arrivals[customer]
      free = free + services[customer]
    }
    return waits
  }
}
