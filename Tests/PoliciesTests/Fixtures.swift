import Policies
import Simulation

@testable import Device

/// An app that may fetch; times in seconds.
func candidate(
  _ index: Int, since: Int = 0, interval: Int = 900, used: Int = 0, allowance: Int = 30
) -> WorkCandidate {
  candidate(app(index, used: used), since: since, interval: interval, allowance: allowance)
}

func candidate(
  _ app: AppSnapshot, since: Int = 0, interval: Int = 900, allowance: Int = 30
) -> WorkCandidate {
  WorkCandidate(
    app: app, eligibleSince: .start + .seconds(since), minimumInterval: .seconds(interval),
    allowance: .seconds(allowance))
}

/// An app that may have work of a kind; times in seconds.
func candidate(
  _ index: Int, _ kind: WorkKind, since: Int = 0, latest: Int? = nil, interval: Int = 0,
  requirements: WorkRequirements = []
) -> WorkCandidate {
  candidate(
    app(index), kind, since: since, latest: latest, interval: interval, requirements: requirements)
}

func candidate(
  _ app: AppSnapshot, _ kind: WorkKind, since: Int = 0, latest: Int? = nil, interval: Int = 0,
  requirements: WorkRequirements = []
) -> WorkCandidate {
  WorkCandidate(
    app: app, kind: kind, eligibleSince: .start + .seconds(since),
    latest: latest.map { .start + .seconds($0) }, minimumInterval: .seconds(interval),
    allowance: .seconds(30), requirements: requirements)
}

/// Times in seconds.
func app(
  _ index: Int, state: ApplicationState = .suspended, used: Int = 0, lastOpened: Int? = nil,
  lastUsed: Int? = nil, screenOn: Int = 0, lastFetch: Int? = nil,
  isInAppSwitcher: Bool = true, backgroundRefresh: Bool = true
) -> AppSnapshot {
  AppSnapshot(
    id: AppID(index), name: "app-\(index)", state: state,
    lastOpened: lastOpened.map { .start + .seconds($0) },
    lastUsed: lastUsed.map { .start + .seconds($0) }, screenOnSinceUse: .seconds(screenOn),
    lastFetchBegan: lastFetch.map { .start + .seconds($0) }, used: .seconds(used),
    isInAppSwitcher: isInAppSwitcher, backgroundRefresh: backgroundRefresh)
}

/// A wish for background time; times in seconds.
func request(_ index: Int, allowance: Int = 30, used: Int = 0) -> BackgroundTimeRequest {
  BackgroundTimeRequest(
    app: app(index, used: used), occasion: .enteringBackground, allowance: .seconds(allowance),
    openTasks: 1)
}

/// A device with so many seconds in its pool, so many seconds after midnight of its first day, and
/// the next refill at so many hours.
func device(
  available: Int = 600, capacity: Int = 600, at seconds: Int = 0, network: NetworkKind = .wifi,
  power: PowerStatus = PowerStatus(level: 1, isCharging: false), isInUse: Bool = false,
  refill: Int? = nil
) -> DeviceSnapshot {
  DeviceSnapshot(
    now: .start + .seconds(seconds), timeOfDay: .seconds(seconds % 86_400), power: power,
    network: network,
    pool: PoolSnapshot(
      available: .seconds(available), capacity: .seconds(capacity),
      nextRefill: refill.map { .start + .hours($0) }, refill: .zero),
    freeSlots: 3, appCount: 10, isInUse: isInUse)
}

extension WorkDecision {
  /// The positions of the chosen apps in the scenario.
  var indices: [Int] { chosen.map { Int($0.index) } }

  /// The reason for an app.
  func reason(for index: Int) -> String? { reasons.first { $0.app == AppID(index) }?.reason }
}

/// A world of so many apps, named as `app` names them.
func world(apps: Int) -> PolicyWorld {
  PolicyWorld(
    Scenario(duration: .zero, apps: (0..<apps).map { AppConfiguration(name: "app-\($0)") }))
}

/// A fetch that began and took so long, in seconds.
func fetched(_ app: Int, at began: Int, took: Int = 0, _ result: WorkResult? = .newData)
  -> PolicyOutcome
{
  .work(
    .fetch, app: AppID(app), at: .start + .seconds(began + took), result: result,
    took: .seconds(took))
}

/// The user opens an app on these days, at an hour of the day or so long after, in seconds.
func opened(_ app: Int, onDays days: ClosedRange<Int>, atHour hour: Int, and seconds: Int = 1_800)
  -> [PolicyOutcome]
{
  days.map {
    .opened(app: AppID(app), at: .start + .days($0) + .hours(hour) + .seconds(seconds))
  }
}

extension SchedulingPolicy {
  /// Tells the policy of all that has happened.
  func observe(all outcomes: [PolicyOutcome]) { outcomes.forEach(observe) }
}
