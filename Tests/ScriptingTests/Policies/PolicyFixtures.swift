import Simulation

@testable import Device
@testable import Scripting

/// The policy of a text, for the apps "a", "b" and "c".
func policy(
  _ text: String, settings: [String: String] = [:], seed: UInt64 = 1,
  with files: [String: String] = [:]
) throws(ScriptError) -> ScriptedPolicy {
  let files = ScriptTexts(["dir/p.lua": text].merging(files) { $1 })
  return try ScriptedPolicy.load(
    "dir/p.lua", settings: settings, seed: seed, apps: ["a", "b", "c"], files: files)
}

/// A moment as policies see it, all values different.
enum Moment {
  static let device = DeviceSnapshot(
    now: .start + .seconds(3_600.5), timeOfDay: .hours(13),
    power: PowerStatus(level: 0.75, isCharging: true, isLowPowerMode: true), network: .cellular,
    pool: PoolSnapshot(
      available: .seconds(20), capacity: .minutes(10), nextRefill: .start + .hours(2),
      refill: .seconds(25)), freeSlots: 2, appCount: 3, isInUse: true, weekday: 7,
    screenOn: .seconds(50), radioTail: .seconds(9), fetchCost: Power.watts(5) * .seconds(2),
    startsLeft: 4, energy: Power.watts(3) * .seconds(2),
    backgroundEnergy: Power.watts(2) * .seconds(2),
    coming: [
      ComingWork(
        app: AppID(2), kind: .refresh, from: .start + .seconds(3_700), latest: .start + .hours(30),
        obstacles: [.inForeground, .earliestNotReached(until: .start + .seconds(3_700))])
    ])

  static func app(_ index: Int) -> AppSnapshot {
    AppSnapshot(
      id: AppID(index), name: ["a", "b", "c"][index], state: .background,
      modes: [.fetch, .audio], lastOpened: .start + .seconds(10),
      lastUsed: .start + .seconds(12), screenOnSinceUse: .seconds(13),
      opensByHour: (0..<24).map { $0 * 2 },
      lastFetchBegan: .start + .seconds(20), lastFetchResult: .noData, bytes: 700, newItems: 8,
      lastFetchBytes: 70, lastFetchItems: 3, failuresInARow: 4,
      usedToday: .seconds(5), used: .seconds(6), waitingSince: .start + .seconds(7),
      isInAppSwitcher: false, backgroundRefresh: false,
      options: [
        AppOption("every", .number(1.5)), AppOption("priority", .integer(3)),
        AppOption("quiet", .boolean(true)), AppOption("rank", .text("high")),
      ])
  }

  static let candidates = WorkCandidates(
    (0..<3).map {
      WorkCandidate(
        app: app($0), kind: .refresh, eligibleSince: .start + .seconds(30),
        earliest: .start + .seconds(25), latest: .start + .hours(24), minimumInterval: .minutes(15),
        allowance: .seconds(30), requirements: [.network])
    })

  static let holders = (0..<2).map {
    BackgroundHolder(
      app: app($0), deadline: .start + .seconds(40), openTasks: $0, work: $0 == 0 ? [.fetch] : [])
  }

  static let request = BackgroundTimeRequest(
    app: app(1), occasion: .begunInBackground, allowance: .seconds(30), openTasks: 2)
}
