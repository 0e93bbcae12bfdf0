import Device
import Policies
import Simulation

/// An app that may fetch; times in seconds.
func candidate(
  _ index: Int, since: Int = 0, interval: Int = 900, used: Int = 0, allowance: Int = 30
) -> FetchCandidate {
  FetchCandidate(
    app: app(index, used: used), eligibleSince: .start + .seconds(since),
    minimumInterval: .seconds(interval), allowance: .seconds(allowance))
}

func app(_ index: Int, used: Int = 0) -> AppSnapshot {
  AppSnapshot(id: AppID(index), name: "app-\(index)", used: .seconds(used))
}

/// A wish for background time; times in seconds.
func request(_ index: Int, allowance: Int = 30, used: Int = 0) -> BackgroundTimeRequest {
  BackgroundTimeRequest(
    app: app(index, used: used), occasion: .enteringBackground, allowance: .seconds(allowance),
    openTasks: 1)
}

/// A device with so many seconds in its pool.
func device(available: Int = 600, capacity: Int = 600, at seconds: Int = 0) -> DeviceSnapshot {
  DeviceSnapshot(
    now: .start + .seconds(seconds), timeOfDay: .seconds(seconds),
    power: PowerStatus(level: 1, isCharging: false), network: .wifi,
    pool: PoolSnapshot(
      available: .seconds(available), capacity: .seconds(capacity), nextRefill: nil, refill: .zero),
    freeSlots: 3, appCount: 10)
}

extension FetchDecision {
  /// The positions of the chosen apps in the scenario.
  var indices: [Int] { chosen.map { Int($0.index) } }
}

/// A world of so many apps, named as `app` names them.
func world(apps: Int) -> PolicyWorld {
  PolicyWorld(
    Scenario(duration: .zero, apps: (0..<apps).map { AppConfiguration(name: "app-\($0)") }))
}
