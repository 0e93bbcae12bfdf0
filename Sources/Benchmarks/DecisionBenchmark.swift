import Device
import Foundation
import Policies
import Scripting
import Simulation

/// What one call of `fetches` costs under each policy, with 10, 100 and 1,000 candidates for three
/// slots: the figures of docs/statistics.md.
func measureDecisions() {
  let sizes = [10, 100, 1_000]
  func line(_ name: String, _ texts: [String]) -> String {
    name.padding(toLength: 20, withPad: " ", startingAt: 0)
      + texts.map { String(repeating: " ", count: max(1, 10 - $0.count)) + $0 }.joined()
  }
  print(line("a decision, µs", sizes.map { "\($0)" }))
  for entry in PolicyCatalogue.entries {
    let times = sizes.map { decisionTime(of: $0) { entry.policy(in: $0) } }
    print(line(entry.name, times.map { decimals($0 * 1e6, 1) }))
  }
  for file in ["fresh-first", "budget-saver", "proportional"] {
    let path = "scripts/policies/\(file).lua"
    let times = sizes.map { size in
      decisionTime(of: size) { world in
        do {
          return try ScriptedPolicy.load(path, seed: 1, apps: world.apps, files: Disk())
        } catch {
          fatalError("benchmark: \(error)")
        }
      }
    }
    print(line("\(file).lua", times.map { decimals($0 * 1e6, 1) }))
  }
}

/// Seconds a call, the best of several tries: every app waits, was opened and has fetched now and
/// then, and who is chosen has done with its fetch before the next call, a minute later.
private func decisionTime(of count: Int, _ make: (PolicyWorld) -> any SchedulingPolicy) -> Double {
  let calls = max(20, 4_000 / count)
  var random = RandomStream(seed: 1, name: "decisions")
  let opens = (0..<10 * count).map { _ in
    UserAction(
      at: .start + .seconds(random.uniform() * 2_000_000),
      kind: .open(AppID(random.integer(in: 0..<count))))
  }.sorted { $0.at < $1.at }
  let world = PolicyWorld(
    Scenario(
      duration: .days(30),
      apps: (0..<count).map { AppConfiguration(name: "app-\($0)", modes: .fetch) }, user: opens))
  return best(of: 5) {
    let policy = make(world)
    var lastFetch = [Instant?](repeating: nil, count: count)
    var now = Instant.start + .days(7)
    return seconds {
      for _ in 0..<calls {
        now = now + .minutes(1)
        let decision = policy.fetches(
          candidates(lastFetch, at: now), slots: 3, device: snapshot(at: now, apps: count))
        for app in decision.chosen {
          lastFetch[Int(app.index)] = now
          policy.observe(.fetch(app: app, at: now, result: .newData, took: .zero))
        }
      }
    } / Double(calls)
  }
}

/// What the device itself would do for the call is part of its price.
private func candidates(_ lastFetch: [Instant?], at now: Instant) -> [FetchCandidate] {
  lastFetch.enumerated().map { index, last in
    FetchCandidate(
      app: AppSnapshot(
        id: AppID(index), name: "app-\(index)", lastOpened: .start + .hours(index % 160),
        opensByHour: (0..<24).map { ($0 + index) % 5 }, lastFetchBegan: last,
        newItems: Int((now - .start) / .hours(1 + index % 7))),
      eligibleSince: (last ?? .start) + .minutes(15), minimumInterval: .minutes(15),
      allowance: .seconds(30))
  }
}

private func snapshot(at now: Instant, apps: Int) -> DeviceSnapshot {
  DeviceSnapshot(
    now: now, timeOfDay: TimeSpan(nanoseconds: now.nanoseconds % TimeSpan.days(1).nanoseconds),
    power: PowerStatus(level: 1, isCharging: false), network: .wifi,
    pool: PoolSnapshot(
      available: .minutes(10), capacity: .minutes(10), nextRefill: nil, refill: .seconds(25)),
    freeSlots: 3, appCount: apps)
}
