import Device
import Simulation

/// As much of a device as a policy can see: apps that want time, a pool, slots.
///
/// It has no processes and no events; the sequences of `PolicyConformance` move it by hand.
struct MiniatureDevice {
  struct App {
    enum Activity {
      case idle
      /// Holds reserved time until an instant, of which it will use some.
      case holding(TimeSpan, from: Instant, until: Instant, using: TimeSpan, isFetch: Bool)
    }
    let id: AppID
    /// Between two fetches.
    var interval: TimeSpan
    /// How much of its time each fetch uses, in hundredths.
    var appetite: Int
    var activity = Activity.idle
    var eligibleFrom = Instant.start
    var used = TimeSpan.zero
    var lastFetchBegan: Instant?
    var lastOpened: Instant?
    var failuresInARow = 0
  }

  var now = Instant.start
  var apps: [App]
  var available: TimeSpan
  let capacity: TimeSpan
  let allowance = TimeSpan.seconds(30)

  init(apps: [App], capacity: TimeSpan) {
    self.apps = apps
    self.capacity = capacity
    available = capacity
  }

  func snapshot(freeSlots: Int) -> DeviceSnapshot {
    let day = TimeSpan.days(1).nanoseconds
    return DeviceSnapshot(
      now: now, timeOfDay: TimeSpan(nanoseconds: now.nanoseconds % day),
      power: PowerStatus(level: 0.8, isCharging: false), network: .wifi,
      pool: PoolSnapshot(
        available: available, capacity: capacity, nextRefill: now + .minutes(30),
        refill: .seconds(25)),
      freeSlots: freeSlots, appCount: apps.count)
  }

  func snapshot(of app: App) -> AppSnapshot {
    AppSnapshot(
      id: app.id, name: "app-\(app.id.index)", lastOpened: app.lastOpened,
      lastFetchBegan: app.lastFetchBegan,
      lastFetchResult: app.lastFetchBegan == nil ? nil : .newData,
      failuresInARow: app.failuresInARow, usedToday: app.used, used: app.used,
      waitingSince: app.eligibleFrom <= now ? app.eligibleFrom : nil)
  }

  /// Idle apps whose interval is over, who has waited longest first.
  func candidates() -> [WorkCandidate] {
    apps.filter { app in
      if case .idle = app.activity { return app.eligibleFrom <= now }
      return false
    }
    .sorted { ($0.eligibleFrom, $0.id) < ($1.eligibleFrom, $1.id) }
    .map {
      WorkCandidate(
        app: snapshot(of: $0), eligibleSince: $0.eligibleFrom, minimumInterval: $0.interval,
        allowance: allowance)
    }
  }

  func holders() -> [BackgroundHolder] {
    apps.compactMap { app in
      guard case .holding(_, _, let deadline, _, let isFetch) = app.activity else { return nil }
      return BackgroundHolder(
        app: snapshot(of: app), deadline: deadline, openTasks: isFetch ? 0 : 1,
        work: isFetch ? [.fetch] : [])
    }
  }

  /// Reserves time for an app, which will use its usual part of it.
  mutating func reserve(_ time: TimeSpan, for index: Int, isFetch: Bool) {
    available -= time
    let used = time / 100 * apps[index].appetite
    apps[index].activity = .holding(
      time, from: now, until: now + time, using: used, isFetch: isFetch)
    if isFetch {
      apps[index].lastFetchBegan = now
      apps[index].eligibleFrom = now + apps[index].interval
    }
  }

  /// Ends what an app holds and gives back what is left; what a policy is told of it, which is
  /// nothing when it holds nothing.
  mutating func release(_ index: Int) -> [PolicyOutcome] {
    guard case .holding(let granted, let began, _, let using, let isFetch) = apps[index].activity
    else { return [] }
    let used = min(using, max(.zero, now - began))
    apps[index].activity = .idle
    apps[index].used += used
    available = min(capacity, available + granted - used)
    let app = apps[index].id
    let time = PolicyOutcome.backgroundTime(
      app: app, at: now, granted: granted, used: used, expired: used == granted)
    return isFetch
      ? [time, .work(.fetch, app: app, at: now, result: .newData, took: used)] : [time]
  }

  /// The apps whose work is done by now.
  func due() -> [Int] {
    apps.indices.filter { index in
      guard case .holding(_, let began, _, let using, _) = apps[index].activity else {
        return false
      }
      return began + using <= now
    }
  }

  /// How many fetches may start beside those running, by slots and by what the pool can pay.
  func freeSlots(of slots: Int) -> Int {
    let payable = Int(available.nanoseconds / allowance.nanoseconds)
    return max(0, min(slots - holders().count { !$0.work.isEmpty }, payable))
  }

  mutating func refill(_ time: TimeSpan) { available = min(capacity, available + time) }
}
