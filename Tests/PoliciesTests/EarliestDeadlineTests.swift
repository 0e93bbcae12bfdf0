import Device
import Simulation
import Testing

@testable import Policies

@Suite("earliest-deadline")
struct EarliestDeadlineTests {
  private func policy(_ settings: String = "") throws -> any SchedulingPolicy {
    try PolicyCatalogue.policy("earliest-deadline{\(settings)}", in: world(apps: 5))
  }

  @Test(
    "fetches go in order of eligibleSince + interval, then of waiting, then of the scenario",
    arguments: [
      // (app, eligible since, interval)
      ([(0, 0, 3_600), (1, 600, 900)], [1, 0]),
      ([(0, 0, 3_600), (1, 2_700, 900)], [0, 1]),
      ([(0, 10, 890), (1, 0, 900)], [1, 0]),
      ([(1, 0, 900), (0, 0, 900)], [0, 1]),
      ([(0, 0, .max), (1, 5, .max), (2, 9, 900)], [2, 0, 1]),
    ])
  func order(apps: [(Int, Int, Int)], chosen: [Int]) throws {
    let waiting = apps.map { candidate($0.0, since: $0.1, interval: $0.2) }
    let decision = try policy().fetches(waiting, slots: apps.count, device: device())
    #expect(decision.indices == chosen)
  }

  @Test("a long interval is served before new short ones once it is due")
  func longIntervalIsServed() throws {
    let policy = try policy()
    let patient = candidate(0, since: 0, interval: 3_600)
    for now in stride(from: 0, to: 2_700, by: 60) {
      let waiting = [patient, candidate(1, since: now, interval: 900)]
      #expect(policy.fetches(waiting, slots: 1, device: device(at: now)).indices == [1])
    }
    let waiting = [patient, candidate(1, since: 2_760, interval: 900)]
    #expect(policy.fetches(waiting, slots: 1, device: device(at: 2_760)).indices == [0])
  }

  @Test("a grant is the allowance or what the pool still has")
  func grants() throws {
    #expect(try policy().backgroundTime(request(0), device: device()) == .seconds(30))
    let short = device(available: 4)
    #expect(try policy().backgroundTime(request(0), device: short) == .seconds(4))
  }

  @Test("by the last fetch, a fetch that waited delays the deadline of the next")
  func byLastFetch() throws {
    let policy = try policy()
    // Both want to fetch every 900 s; the first was fetched 400 s late, so it is eligible late.
    let waiting = [candidate(0, since: 1_300), candidate(1, since: 1_000)]
    #expect(policy.fetches(waiting, slots: 1, device: device(at: 1_300)).indices == [1])
  }

  @Test("nominal releases stay where they are, whenever fetches were made")
  func nominal() throws {
    let policy = try policy("nominal=1,app-0=1800")
    func asked(at now: Int, lastFetch: Int?) -> WorkDecision {
      let app = app(0, lastFetch: lastFetch)
      return policy.fetches([candidate(app, since: now)], slots: 1, device: device(at: now))
    }
    #expect(asked(at: 600, lastFetch: nil).indices == [0])
    // The first release was at 600; fetched 1,000 s late, the next is at 2,400 all the same.
    let early = asked(at: 2_399, lastFetch: 1_600)
    #expect(early.indices == [] && early.askAgainAfter == .seconds(1))
    #expect(early.reason(for: 0) == "not released yet")
    #expect(asked(at: 2_400, lastFetch: 1_600).indices == [0])
    // None was made in two periods: they are dropped, and the present one is due by 7,800.
    #expect(asked(at: 7_000, lastFetch: 2_400).indices == [0])
    #expect(asked(at: 7_799, lastFetch: 7_000).askAgainAfter == .seconds(1))
  }

  @Test(
    "with nominal releases one slot meets all deadlines up to a utilisation of 1",
    arguments: [[2, 4, 4], [3, 3, 3], [2, 3, 6], [2, 6, 6, 6], [4, 8, 3, 12, 6], [5, 5]])
  func meetsAllDeadlines(periods: [Int]) throws {
    #expect(periods.reduce(0) { $0 + 60 / Double($1) } <= 60.000_001)
    #expect(try misses(periods, nominal: true) == 0)
  }

  @Test("beyond a utilisation of 1 deadlines are missed, and by the last fetch nominal ones are")
  func missesDeadlines() throws {
    #expect(try misses([2, 3, 5], nominal: true) > 0)
    #expect(try misses([2, 3, 6], nominal: false) > 0)
  }

  /// How many of the periods, counted from the start on, saw no fetch begin, when each fetch takes
  /// one minute of the only slot.
  ///
  /// - Parameters:
  ///   - periods: in minutes.
  private func misses(_ periods: [Int], nominal: Bool) throws -> Int {
    let names = periods.indices.map { "app-\($0)=\(60 * periods[$0])" }
    let policy = try policy((["nominal=\(nominal ? 1 : 0)"] + names).joined(separator: ","))
    var began: [[Int]] = periods.map { _ in [] }
    let minutes = 600
    for minute in 0..<minutes {
      // By the last fetch, an app is eligible a period after it; else as soon as it is idle.
      let waiting = periods.indices.compactMap { index -> WorkCandidate? in
        let last = began[index].last
        let since = last.map { $0 + (nominal ? 1 : periods[index]) } ?? 0
        guard since <= minute else { return nil }
        return candidate(
          app(index, lastFetch: last.map { 60 * $0 }), since: 60 * since, interval: 60)
      }
      for index in policy.fetches(waiting, slots: 1, device: device(at: 60 * minute)).indices {
        began[index].append(minute)
      }
    }
    return periods.indices.reduce(0) { sum, index in
      let whole = minutes / periods[index]
      return sum + whole - Set(began[index].map { $0 / periods[index] }).filter { $0 < whole }.count
    }
  }
}
