import Device
import Simulation

/// The part of a device that a policy can see: apps that want time, a pool, slots.
///
/// It is no phone to drive: it has no processes, no events and no trace. The sequences of
/// `PolicyConformance` set its state by hand, also to what a real device never comes to.
struct MiniatureDevice {
  struct App {
    enum Activity {
      case idle
      /// Holds reserved time until an instant, of which it will use some.
      /// Without a kind it holds the time for its tasks.
      case holding(TimeSpan, from: Instant, until: Instant, using: TimeSpan, WorkKind?)
    }
    let id: AppID
    /// The kinds of work that it waits for, one after the other, from the first again.
    var kinds: [WorkKind] = [.fetch]
    /// The time between two pieces of work.
    var interval: TimeSpan
    /// The share of its time that each piece of work uses, in hundredths.
    var appetite: Int
    var activity = Activity.idle
    var eligibleFrom = Instant.start
    var used = TimeSpan.zero
    var lastFetchBegan: Instant?
    var lastOpened: Instant?
    var failuresInARow = 0
    /// The number of pieces of work begun.
    var begun = 0

    /// The kind of work that it waits for next.
    var kind: WorkKind { kinds[begun % kinds.count] }
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
    var snapshot = DeviceSnapshot(
      now: now, timeOfDay: TimeSpan(nanoseconds: now.nanoseconds % day),
      power: PowerStatus(level: 0.8, isCharging: false), network: .wifi,
      pool: PoolSnapshot(
        available: available, capacity: capacity, nextRefill: now + .minutes(30),
        refill: .seconds(25)),
      freeSlots: freeSlots, appCount: apps.count)
    snapshot.coming = coming()
    return snapshot
  }

  /// Returns the next work of every app that does not wait, as the device reports it.
  private func coming() -> [ComingWork] {
    apps.filter { $0.eligibleFrom > now }
      .map {
        ComingWork(
          app: $0.id, kind: $0.kind, from: $0.eligibleFrom,
          obstacles: [
            $0.kind == .fetch
              ? .intervalNotElapsed(until: $0.eligibleFrom)
              : .earliestNotReached(until: $0.eligibleFrom)
          ])
      }
      .sorted { ($0.from, $0.app) < ($1.from, $1.app) }
  }

  func snapshot(of app: App) -> AppSnapshot {
    var snapshot = AppSnapshot(id: app.id, name: "app-\(app.id.index)")
    snapshot.lastOpened = app.lastOpened
    snapshot.lastFetchBegan = app.lastFetchBegan
    snapshot.lastFetchResult = app.lastFetchBegan == nil ? nil : .newData
    snapshot.failuresInARow = app.failuresInARow
    snapshot.usedToday = app.used
    snapshot.used = app.used
    snapshot.waitingSince = app.eligibleFrom <= now ? app.eligibleFrom : nil
    snapshot.options = [AppOption("priority", .integer(Int(app.id.index % 3)))]
    return snapshot
  }

  /// Returns the idle apps whose interval is over and that wait in a lane, the longest wait first.
  func candidates(in lane: WorkLane) -> WorkCandidates {
    let waiting = apps.filter { app in
      if case .idle = app.activity { return app.eligibleFrom <= now && app.kind.lane == lane }
      return false
    }
    .sorted { ($0.eligibleFrom, $0.id) < ($1.eligibleFrom, $1.id) }
    return WorkCandidates(
      waiting.map {
        let isTask = $0.kind == .refresh || $0.kind == .processing
        return WorkCandidate(
          app: snapshot(of: $0), kind: $0.kind, eligibleSince: $0.eligibleFrom,
          earliest: isTask ? $0.eligibleFrom : nil,
          latest: $0.kind == .refresh ? $0.eligibleFrom + .hours(24) : nil,
          minimumInterval: $0.kind == .fetch ? $0.interval : .zero, allowance: allowance,
          requirements: $0.kind == .processing ? [.idleDevice] : [])
      })
  }

  func holders() -> [BackgroundHolder] {
    apps.compactMap { app in
      guard case .holding(_, _, let deadline, _, let kind) = app.activity else { return nil }
      return BackgroundHolder(
        app: snapshot(of: app), deadline: deadline, openTasks: kind == nil ? 1 : 0,
        work: kind.map { [$0] } ?? [])
    }
  }

  /// Reserves time for an app's tasks, which will use their usual part of it.
  mutating func reserve(_ time: TimeSpan, for index: Int, _ kind: WorkKind? = nil) {
    available -= time
    let used = time / 100 * apps[index].appetite
    apps[index].activity = .holding(time, from: now, until: now + time, using: used, kind)
  }

  /// Begins the work that an app waits for.
  mutating func start(_ index: Int) {
    let kind = apps[index].kind
    reserve(allowance, for: index, kind)
    apps[index].begun += 1
    apps[index].eligibleFrom = now + apps[index].interval
    if kind.fetchesContent { apps[index].lastFetchBegan = now }
  }

  /// Ends what an app holds and gives back what is left. Returns what a policy is told of it, which
  /// is nothing when the app holds nothing.
  mutating func release(_ index: Int) -> [PolicyOutcome] {
    guard case .holding(let granted, let began, _, let using, let kind) = apps[index].activity
    else { return [] }
    let used = min(using, max(.zero, now - began))
    apps[index].activity = .idle
    apps[index].used += used
    available = min(capacity, available + granted - used)
    let app = apps[index].id
    let time = PolicyOutcome.backgroundTime(
      app: app, at: now, granted: granted, used: used, expired: used == granted)
    guard let kind else { return [time] }
    return [time, .work(kind, app: app, at: now, result: .newData, took: used)]
  }

  /// Returns the apps whose work is done by now.
  func due() -> [Int] {
    apps.indices.filter { index in
      guard case .holding(_, let began, _, let using, _) = apps[index].activity else {
        return false
      }
      return began + using <= now
    }
  }

  /// Returns how much work of a lane may start beside what runs, by slots and by what the pool can
  /// pay.
  func freeSlots(of slots: Int, in lane: WorkLane) -> Int {
    let payable = Int(available.nanoseconds / allowance.nanoseconds)
    let running = holders().count { holder in holder.work.contains { $0.lane == lane } }
    return max(0, min(slots - running, payable))
  }

  mutating func refill(_ time: TimeSpan) { available = min(capacity, available + time) }
}
