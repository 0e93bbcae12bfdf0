import Policies
import Simulation
import Testing

@testable import Device

@Suite("the bound of freshness at opens")
struct FreshnessBoundTests {
  /// Apps that refresh themselves when they are opened, on a phone with few fetches an hour.
  private struct Evening {
    var scenario: Scenario
    /// Publications and opens in quarters of an hour, app by app; opens are seven minutes later.
    let published: [[Int]]
    let opened: [[Int]]

    init(published: [[Int]], opened: [[Int]], startsPerHour: Int) {
      self.published = published
      self.opened = opened
      let first = published.indices.map {
        UserAction(at: .start + .seconds(10 * $0), kind: .open(AppID($0)))
      }
      let later = opened.enumerated().flatMap { app, quarters in
        quarters.map { UserAction(at: Evening.open(app, $0), kind: .open(AppID(app))) }
      }
      var device = DeviceConfiguration()
      device.fetchSlots.starts = startsPerHour
      device.memoryMegabytes = .infinity
      scenario = Scenario(
        duration: .hours(6), device: device,
        apps: published.indices.map {
          var app = AppConfiguration(name: "app-\($0)", modes: [.fetch])
          app.follows = ["server-\($0)"]
          return app
        },
        servers: published.enumerated().map { index, quarters in
          ServerConfiguration(
            host: "server-\(index)", latencyMedian: .milliseconds(1),
            latencyP95: .milliseconds(1),
            publication: .at(quarters.map { .start + .minutes(15 * $0) }))
        },
        user: (first + later).sorted { $0.at < $1.at }.flatMap {
          [$0, UserAction(at: $0.at + .seconds(5), kind: .close)]
        })
    }

    /// Opens of one quarter are ten seconds apart.
    static func open(_ app: Int, _ quarter: Int) -> Instant {
      .start + .minutes(15 * quarter + 7) + .seconds(10 * app)
    }

    func run(_ policy: any SchedulingPolicy) -> RunResult {
      let record = LookRecord(apps: scenario.apps.count)
      let device = Device(scenario, policy: policy) { NewsReader($0, record: record) }
      device.run()
      return device.result()
    }

    func run(_ policy: String) throws -> RunResult {
      run(try PolicyCatalogue.policy(policy, in: PolicyWorld(scenario)))
    }

    /// What can be had without a fetch, and the fetches that have most of the rest: all ways tried.
    func best() -> (free: Int, starts: [Start]) {
      var free = published.count
      var wanted: [(app: Int, quarters: ClosedRange<Int>)] = []
      for app in published.indices {
        for (index, open) in opened[app].enumerated() {
          let last = published[app].last { $0 <= open }
          let before = index == 0 ? -1 : opened[app][index - 1]
          if let last, last > before {
            wanted.append((app, last...open))
          } else {
            free += 1
          }
        }
      }
      var best: [Start] = []
      func tryAll(_ index: Int, _ starts: [Start]) {
        if starts.count > best.count { best = starts }
        guard index < wanted.count, starts.count + wanted.count - index > best.count else { return }
        for quarter in wanted[index].quarters {
          let more = starts + [Start(app: wanted[index].app, quarter: quarter)]
          if isAllowed(more) { tryAll(index + 1, more) }
        }
        tryAll(index + 1, starts)
      }
      tryAll(0, [])
      return (free, best)
    }

    private func isAllowed(_ starts: [Start]) -> Bool {
      starts.allSatisfy { start in
        starts.count { $0.quarter <= start.quarter && start.quarter < $0.quarter + 4 }
          <= scenario.device.fetchSlots.starts
          && starts.count { $0.app == start.app && $0.quarter == start.quarter } == 1
      }
    }
  }

  private struct Start {
    let app: Int
    let quarter: Int
  }

  /// Makes the starts it is given.
  private final class Plan: SchedulingPolicy {
    let name = "plan"
    private var starts: [Start]

    init(_ starts: [Start]) { self.starts = starts.sorted { $0.quarter < $1.quarter } }

    func backgroundTime(_ request: BackgroundTimeRequest, device: DeviceSnapshot) -> TimeSpan {
      .zero
    }

    func fetches(_ candidates: WorkCandidates, slots: Int, device: DeviceSnapshot)
      -> WorkDecision
    {
      var decision = WorkDecision()
      while let next = starts.first, .start + .minutes(15 * next.quarter) <= device.now {
        guard candidates.contains(where: { $0.app.id == AppID(next.app) }) else { break }
        decision.chosen.append(AppID(next.app))
        starts.removeFirst()
      }
      if let next = starts.first {
        decision.askAgainAfter = .start + .minutes(15 * next.quarter) - device.now
      }
      return decision
    }
  }

  private func fresh(_ run: RunResult) -> Int { run.apps.reduce(0) { $0 + $1.freshOpens } }

  @Test("a start an hour, two apps, one without news: 2 of 5 fresh by first-come, 1 by far-sighted")
  func greedyIsNoBound() throws {
    // Each hour both are opened, the one without news a little before the other.
    let evening = Evening(
      published: [[], [5, 9, 13, 17]], opened: [[5, 9, 13, 17], [6, 10, 14, 18]], startsPerHour: 1)
    let first = try evening.run("first-come")
    let farSighted = try evening.run("far-sighted")
    #expect(first.device.opensWithContent == 5)
    #expect(fresh(first) == 2)
    #expect(fresh(farSighted) == 1)
    #expect(first.device.freshAtBest.bound == 5)
  }

  @Test("the bound is what the best plan of all has on the device, on 150 random evenings")
  func enumeration() throws {
    var random = RandomStream(seed: 3, name: "evenings")
    var farSightedFallsShort = 0
    var contested = 0
    for _ in 0..<150 {
      let apps = random.integer(in: 2..<4)
      func quarters(_ count: Int) -> [Int] {
        Set((0..<count).map { _ in random.integer(in: 4..<16) }).sorted()
      }
      let evening = Evening(
        published: (0..<apps).map { _ in quarters(4) },
        opened: (0..<apps).map { _ in quarters(apps == 2 ? 3 : 2) },
        startsPerHour: random.integer(in: 1..<3))
      let best = evening.best()
      let planned = evening.run(Plan(best.starts))
      let most = best.free + best.starts.count
      #expect(fresh(planned) == most)
      for policy in ["first-come", "far-sighted", "nothing", "random"] {
        let run = try evening.run(policy)
        #expect(run.device.freshAtBest == StartBound(reached: most, bound: most), "\(evening)")
        #expect(fresh(run) <= most)
        if policy == "far-sighted", fresh(run) < most { farSightedFallsShort += 1 }
      }
      if best.starts.count < evening.opened.joined().count - best.free + apps { contested += 1 }
    }
    #expect(farSightedFallsShort > 10 && contested > 10)
  }
}
