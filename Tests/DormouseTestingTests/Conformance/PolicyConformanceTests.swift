import Device
import DormouseTesting
import Policies
import Runs
import Scripting
import Simulation
import TestSizes
import Testing

@Suite("conformance of policies")
struct PolicyConformanceTests {
  @Test("every policy of the catalogue conforms", arguments: PolicyCatalogue.entries.map(\.name))
  func catalogue(name: String) throws {
    let entry = try PolicyCatalogue.entry(named: name)
    let seeds: ClosedRange<UInt64> = FullSize.isWanted ? 1...8 : 1...2
    #expect(PolicyConformance.violations(of: entry, seeds: seeds).map(\.description) == [])
  }

  @Test(
    "the policies of scripts/ conform, each as it promises",
    arguments: [("gather", true)]
      + (FullSize.isWanted ? [("fresh-first", true), ("budget-saver", false)] : []))
  func scripts(name: String, promisesNoStarvation: Bool) throws {
    let root = #filePath.dropLast(
      "/Tests/DormouseTestingTests/Conformance/PolicyConformanceTests.swift".count)
    let seeds: ClosedRange<UInt64> = FullSize.isWanted ? 1...3 : 1...1
    let violations = try PolicyConformance(
      promisesNoStarvation: promisesNoStarvation, seeds: seeds,
      stepsPerSeed: FullSize.isWanted ? 100 : 50
    ).violations { () throws(ScriptError) in
      try ScriptedPolicy.load(
        "\(root)/scripts/policies/\(name).lua", seed: 1, apps: [], files: DiskScripts())
    }
    #expect(violations.map(\.description) == [])
  }

  @Test("a bad policy is caught, by the rule it breaks and by no other", arguments: Badness.all)
  func caught(badness: Badness) {
    // Which app starves depends on the seed: fewer would let some of them pass.
    let violations = PolicyConformance(promisesNoStarvation: true, seeds: 1...4)
      .violations(of: badness.make)
    #expect(violations.contains { $0.rule == badness.rule })
    let others = violations.filter { $0.rule != badness.rule && $0.rule != .starves }
    #expect(others.map(\.description) == [])
  }

  @Test("who promises nothing may starve")
  func noPromise() {
    let violations = PolicyConformance(promisesNoStarvation: false).violations {
      BadPolicy { $0.choose = { _, _, _ in WorkDecision() } }
    }
    #expect(violations.isEmpty)
  }

  @Test("a violation names seed and call, and the same seed shows it again")
  func reproducible() throws {
    let bad: () -> any SchedulingPolicy = {
      BadPolicy { $0.grant = { request, _ in request.allowance } }
    }
    let all = PolicyConformance(promisesNoStarvation: false).violations(of: bad)
    let last = try #require(all.last)
    #expect(last.sequence == .mixed)
    let again = PolicyConformance(promisesNoStarvation: false, seeds: last.seed...last.seed)
      .violations(of: bad)
    #expect(again.last == last)
    #expect(last.description.hasSuffix("(mixed, seed \(last.seed), call \(last.call))"))
  }

  @Test("what hinders a policy from being made is passed on")
  func factoryThrows() {
    #expect(throws: PolicyError.malformed("x")) {
      try PolicyConformance(promisesNoStarvation: false).violations {
        () throws(PolicyError) -> any SchedulingPolicy in throw .malformed("x")
      }
    }
  }

  @Test("the sequences reach short pools, several holders, full slots and every outcome")
  func coverage() {
    let seen = Sightings()
    let violations = PolicyConformance(promisesNoStarvation: true).violations {
      WatchingPolicy(seen)
    }
    #expect(violations.isEmpty)
    #expect(seen.shortRequests > 50)
    #expect(seen.mostHolders >= 3)
    #expect(seen.crowdedFetches > 50)
    #expect(seen.zeroSlots > 50)
    #expect(seen.fetchOutcomes > 100 && seen.timeOutcomes > 100 && seen.opens > 50)
    #expect(seen.coming > 50)
  }

  @Test("each kind of work is waited for, chosen, held and ended in the sequences")
  func kinds() {
    let seen = Sightings()
    // With seven kinds each has its turn less often.
    _ = PolicyConformance(promisesNoStarvation: false, stepsPerSeed: 450)
      .violations { WatchingPolicy(seen) }
    for kind in WorkKind.allCases {
      #expect((seen.waiting[kind] ?? 0) > 100, "\(kind)")
      #expect((seen.chosen[kind] ?? 0) > 20, "\(kind)")
      #expect((seen.holding[kind] ?? 0) > 5, "\(kind)")
      #expect((seen.ended[kind] ?? 0) > 20, "\(kind)")
    }
  }
}

/// Stands for the reader's policy in docs/swift-testing.md, which shows the test that follows.
private typealias MyPolicy = FirstCome

@Test("my policy keeps to the contract")
func conforms() {
  #expect(PolicyConformance(promisesNoStarvation: false).violations { MyPolicy() } == [])
}

/// What a policy was asked while it was tried.
private final class Sightings {
  var shortRequests = 0
  var mostHolders = 0
  var crowdedFetches = 0
  var zeroSlots = 0
  var fetchOutcomes = 0
  var timeOutcomes = 0
  var opens = 0
  var coming = 0
  var waiting: [WorkKind: Int] = [:]
  var chosen: [WorkKind: Int] = [:]
  var holding: [WorkKind: Int] = [:]
  var ended: [WorkKind: Int] = [:]
}

private final class WatchingPolicy: SchedulingPolicy {
  let name = "watching"
  private let seen: Sightings
  private let inner = FirstCome()

  init(_ seen: Sightings) { self.seen = seen }

  func backgroundTime(_ request: BackgroundTimeRequest, device: DeviceSnapshot) -> TimeSpan {
    if device.pool.available < request.allowance { seen.shortRequests += 1 }
    return inner.backgroundTime(request, device: device)
  }

  func fetches(_ candidates: WorkCandidates, slots: Int, device: DeviceSnapshot)
    -> WorkDecision
  {
    if slots == 0 { seen.zeroSlots += 1 }
    if candidates.count > slots { seen.crowdedFetches += 1 }
    if !device.coming.isEmpty { seen.coming += 1 }
    for candidate in candidates { seen.waiting[candidate.kind, default: 0] += 1 }
    let decision = inner.fetches(candidates, slots: slots, device: device)
    for candidate in candidates where decision.chosen.contains(candidate.app.id) {
      seen.chosen[candidate.kind, default: 0] += 1
    }
    return decision
  }

  func reclaim(
    _ holders: [BackgroundHolder], for request: BackgroundTimeRequest, device: DeviceSnapshot
  ) -> [AppID] {
    if holders.count < 1_000 { seen.mostHolders = max(seen.mostHolders, holders.count) }
    for kind in holders.flatMap(\.work) { seen.holding[kind, default: 0] += 1 }
    // Gives time up now and then, to try that way too.
    return holders.count > 2 ? [holders[0].app.id] : []
  }

  func observe(_ outcome: PolicyOutcome) {
    switch outcome {
    case .work(let kind, _, _, _, _):
      seen.fetchOutcomes += 1
      seen.ended[kind, default: 0] += 1
    case .backgroundTime: seen.timeOutcomes += 1
    case .opened: seen.opens += 1
    }
  }
}
