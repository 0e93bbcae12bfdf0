import Device
import Foundation
import Policies
import Scripting
import Simulation

/// Measures the cost of one answer under each policy, with 10, 100 and 1,000 apps that wait for
/// three slots: which of them are to fetch, and how much background time one of them gets. The
/// figures are in docs/statistics.md.
func measureDecisions() {
  let sizes = [10, 100, 1_000]
  let scenes = sizes.map { Scene(apps: $0) }
  func line(_ name: String, _ times: [DecisionTime]) {
    row(name, (times.map(\.fetches) + times.map(\.grant)).map { decimals($0 * 1e6, 2) })
  }
  row("", ["", "fetches", "", "", "grant", ""])
  row("µs a decision", (sizes + sizes).map { "\($0)" })
  for entry in PolicyCatalogue.entries {
    line(entry.name, scenes.map { scene in scene.time { entry.policy(in: scene.world) } })
  }
  for file in ["fresh-first", "budget-saver", "proportional"] {
    let times = scenes.map { scene in
      scene.time {
        do {
          return try ScriptedPolicy.load(
            "scripts/policies/\(file).lua", seed: 1, apps: scene.world.apps, files: Disk())
        } catch {
          fatalError("benchmark: \(error)")
        }
      }
    }
    line("\(file).lua", times)
  }
}

private func row(_ name: String, _ texts: [String]) {
  print(
    name.padding(toLength: 20, withPad: " ", startingAt: 0)
      + texts.map { String(repeating: " ", count: max(1, 10 - $0.count)) + $0 }.joined())
}

/// The seconds that an answer takes.
private struct DecisionTime {
  let fetches: Double
  let grant: Double
}

/// Apps after a week of use: each was opened ten times and has fetched nine times, the last time
/// within the last two hours.
private struct Scene {
  let world: PolicyWorld
  private let opens: [UserAction]
  private let count: Int
  private static let begins = Instant.start + .days(7)

  init(apps count: Int) {
    self.count = count
    var random = RandomStream(seed: 1, name: "decisions")
    opens = (0..<10 * count).map { number in
      UserAction(
        at: .start + .seconds(random.uniform() * TimeSpan.days(7).seconds),
        kind: .open(AppID(number % count)))
    }.sorted { $0.at < $1.at }
    // As many opens are to come, so that a policy that knows them has something to plan.
    let coming = opens.map { UserAction(at: $0.at + .days(7), kind: $0.kind) }
    world = PolicyWorld(
      Scenario(
        duration: .days(30),
        apps: (0..<count).map { AppConfiguration(name: "app-\($0)", modes: .fetch) },
        user: opens + coming))
  }

  /// Returns the best of several tries. Only the policy's own work is timed, not what the device
  /// does to make its snapshots.
  func time(_ make: () -> any SchedulingPolicy) -> DecisionTime {
    let tries = (0..<5).map { _ in timeOnce(make()) }
    return DecisionTime(
      fetches: tries.map(\.fetches).min() ?? 0, grant: tries.map(\.grant).min() ?? 0)
  }

  /// Times one try. The chosen apps have ended their fetches before the next decision, a minute
  /// later.
  private func timeOnce(_ policy: any SchedulingPolicy) -> DecisionTime {
    var lastFetch = learn(policy)
    let calls = max(20, 4_000 / count)
    let clock = ContinuousClock()
    var (fetching, granting) = (Duration.zero, Duration.zero)
    var now = Scene.begins
    for call in 0..<calls {
      now = now + .minutes(1)
      let candidates = candidates(lastFetch, at: now)
      let device = snapshot(at: now)
      let request = BackgroundTimeRequest(
        app: candidates[call * 7 % count].app, occasion: .begunInBackground,
        allowance: .minutes(3), openTasks: 1)
      let before = clock.now
      let decision = policy.answer(candidates, slots: 3, device: device).value
      let between = clock.now
      let grant = policy.answer(request, device: device).value.amount
      let after = clock.now
      fetching += between - before
      granting += after - between
      // Else they would be freed as soon as the policy has seen them, and that would be timed.
      withExtendedLifetime(candidates) {}
      for app in decision.chosen {
        lastFetch[Int(app.index)] = now
        end(app, at: now + .milliseconds(10), granted: .seconds(30), policy)
        policy.observe(
          .work(
            .fetch, app: app, at: now + .milliseconds(10), result: .newData, took: .milliseconds(10)
          ))
      }
      if grant > .zero { end(request.app.id, at: now + .seconds(20), granted: grant, policy) }
    }
    return DecisionTime(
      fetches: fetching / .seconds(1) / Double(calls),
      grant: granting / .seconds(1) / Double(calls))
  }

  private func end(
    _ app: AppID, at now: Instant, granted: TimeSpan, _ policy: any SchedulingPolicy
  ) {
    policy.observe(
      .backgroundTime(
        app: app, at: now, granted: granted, used: min(granted, .seconds(2)), expired: false))
  }

  /// Shows a policy the week before, and returns when each app fetched last.
  private func learn(_ policy: any SchedulingPolicy) -> [Instant?] {
    for action in opens {
      if case .open(let app) = action.kind { policy.observe(.opened(app: app, at: action.at)) }
    }
    var lastFetch = [Instant?](repeating: nil, count: count)
    for round in 0..<9 {
      let now = Scene.begins - .hours(2) * (9 - round)
      _ = policy.fetches(candidates(lastFetch, at: now), slots: 3, device: snapshot(at: now))
      for app in 0..<count {
        let ended = now + .hours(2) * app / count
        lastFetch[app] = ended - .milliseconds(10)
        policy.observe(
          .work(.fetch, app: AppID(app), at: ended, result: .newData, took: .milliseconds(10)))
      }
    }
    // The work on the last round is not to be counted to the first decision that is timed.
    _ = policy.fetches(
      candidates(lastFetch, at: Scene.begins), slots: 3, device: snapshot(at: Scene.begins))
    return lastFetch
  }

  private func candidates(_ lastFetch: [Instant?], at now: Instant) -> [WorkCandidate] {
    lastFetch.enumerated().map { index, last in
      let used = now - .hours(index % 60)
      return WorkCandidate(
        app: AppSnapshot(
          id: AppID(index), name: "app-\(index)", lastOpened: used, lastUsed: used,
          screenOnSinceUse: .minutes(index % 60 * 3),
          opensByHour: (0..<24).map { ($0 + index) % 5 }, lastFetchBegan: last,
          newItems: Int((now - .start) / .hours(1 + index % 7)),
          used: .seconds(index * 7_919 % 1_009)),
        eligibleSince: min(now, (last ?? .start) + .minutes(15)), minimumInterval: .minutes(15),
        allowance: .seconds(30))
    }
  }

  private func snapshot(at now: Instant) -> DeviceSnapshot {
    DeviceSnapshot(
      now: now, timeOfDay: TimeSpan(nanoseconds: now.nanoseconds % TimeSpan.days(1).nanoseconds),
      power: PowerStatus(level: 1, isCharging: false), network: .wifi,
      pool: PoolSnapshot(
        available: .minutes(10), capacity: .minutes(10), nextRefill: nil, refill: .seconds(25)),
      freeSlots: 3, appCount: count)
  }
}
