import Simulation
import Testing

@testable import Device
@testable import Experiments

/// Wake-ups of policy `b` are those of `a` and what a function of the replication says.
@Suite("Tables by seed and by block, and regret")
struct UnitTableTests {
  private func store(
    _ folder: StoreFolder, users: [String] = [], seeds: Int,
    _ wakeUps: (_ policy: String, _ replication: Int, _ user: String) -> Int
  ) throws -> Store {
    let experiment = Experiment(
      settings: users.isEmpty ? [Setting()] : users.map { Setting([.init("user", $0)]) },
      policies: ["a", "b", "far-sighted"].map { PolicyChoice($0) }, replications: seeds,
      blocks: users.isEmpty ? [] : ["user"])
    let store = try folder.store(experiment)
    try store.record(
      experiment.runs().map { run in
        var device = DeviceStatistics()
        let user = run.setting.values.first?.text ?? ""
        let replication = (Int(run.seed) - 1) / max(1, users.count) + 1
        device.wakeUps = wakeUps(run.policy.label, replication, user)
        let result = RunResult(
          title: "", policy: run.policy.label, seed: run.seed, duration: .hours(1), events: 1,
          fingerprint: Fingerprint(high: 0, low: run.seed), device: device, apps: [], findings: [])
        return RunRecord(
          run: run, key: RunKey(of: run, in: experiment), outcome: .done(result), realSeconds: 1)
      })
    return store
  }

  private let wakeUps = Metrics.named("wake ups").map { [$0] } ?? []

  @Test(
    "each seed has its values and differences; how these are spread is shown with whose they are")
  func seeds() throws {
    let folder = try StoreFolder()
    // Less is better: b is by 1, 2, 3 and 4 better, in one seed equal, in one by 9 worse.
    let differences = [-1, -2, -3, -4, 0, 9]
    let store = try store(folder, seeds: 6) { policy, seed, _ in
      100 * seed + (policy == "b" ? differences[seed - 1] : 0)
    }
    let table = try #require(try UnitTable.all(of: wakeUps, in: store).first)
    #expect(table.rows.map(\.unit) == (1...6).map { .seed(UInt64($0)) })
    for (row, difference) in zip(table.rows, differences) {
      let standing = row.comparison.standings[1]
      #expect(standing.difference?.estimate == Estimate([Double(difference)]))
      #expect(standing.difference?.verdict == .tooFewPairs && standing.estimate?.halfWidth == nil)
    }
    #expect(table.spreads[0] == nil)
    let spread = try #require(table.spreads[1])
    #expect((spread.higher, spread.lower, spread.equal) == (1, 4, 1))
    #expect(spread.better?.share == 4.0 / 6 && spread.better?.interval == wilsonInterval(4, of: 6))
    // Of -4, -3, -2, -1, 0, 9.
    #expect(spread.quantiles == (-3.5, -1.5, 4.5))
    #expect(spread.least == (.seed(4), -4) && spread.greatest == (.seed(6), 9))
  }

  @Test("a block has intervals of its own over its seeds, judged together with the others'")
  func blocks() throws {
    let folder = try StoreFolder()
    let store = try store(folder, users: ["ann", "bob"], seeds: 4) { policy, seed, user in
      10 * seed + (policy == "b" ? (user == "ann" ? seed - 20 : [1, -1, 2, -2][seed - 1]) : 0)
    }
    let table = try #require(try UnitTable.all(of: wakeUps, in: store).first)
    #expect(table.rows.map(\.unit.description) == ["user=ann", "user=bob"])
    let own = table.rows.map { $0.comparison.standings[1].difference }
    #expect(own[0]?.estimate == Estimate([-19, -18, -17, -16]) && own[0]?.verdict == .better)
    #expect(own[1]?.estimate.mean == 0 && own[1]?.verdict == .noDifferenceShown)
    #expect(own[0]?.adjustedP == own[0]?.p.map { 2 * $0 })
    #expect(table.spreads[1]?.count == 2 && table.spreads[1]?.quantiles.median == -8.75)
  }

  @Test("regret is what is left of the way from the baseline to the policy that knows")
  func regret() throws {
    let folder = try StoreFolder()
    let store = try store(folder, seeds: 5) { policy, seed, _ in
      switch policy {
      case "a": 100 + seed
      case "b": 70 + seed
      default: 20 + seed
      }
    }
    let regret = try #require(try Regret.all(of: wakeUps, in: store, reference: 2).first)
    #expect(regret.reference == .policy(2))
    #expect(regret.ratios.map { $0?.ratio } == [1, 50.0 / 80, 0])
    #expect(regret.ratios.map { $0?.interval == nil } == [true, false, true])
    #expect(try Regret.all(of: wakeUps, in: store, reference: nil).isEmpty)
    #expect(try Regret.all(of: wakeUps, in: store, reference: 0).isEmpty)
  }

  @Test("there is no regret where the reference is not better beyond chance")
  func noRegret() throws {
    let folder = try StoreFolder()
    let store = try store(folder, seeds: 4) { policy, seed, _ in
      policy == "far-sighted" ? 50 + [9, -8, 7, -9][seed - 1] : 50
    }
    #expect(try Regret.all(of: wakeUps, in: store, reference: 2).isEmpty)
  }

  @Test("what has a bound is measured by it")
  func bound() throws {
    let shortfall = [0.2, 0.22, 0.25].map { [$0, $0 / 4] }
    let units = shortfall.enumerated().map {
      UnitPlan.Unit(name: .seed(UInt64($0.offset)), setting: 0, rows: [$0.element])
    }
    let metric = try #require(Metrics.named("fresh at open"))
    let regret = try #require(Regret(Setting(), metric, .bound, units, 0, 0.95))
    #expect(abs((regret.ratios[1]?.ratio ?? 0) - 0.25) < 1e-12)
    #expect(
      Regret.shortfalls.allSatisfy {
        Metrics.named($0.key) != nil && Metrics.named($0.value) != nil
      })
  }
}
