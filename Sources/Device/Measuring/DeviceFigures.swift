import Simulation

/// An index of how evenly something was shared; nil where nobody got any of it.
func evenness(by index: ([Double]) -> Double, of shares: [Double]) -> Double? {
  shares.contains { $0 > 0 } ? index(shares) : nil
}

/// The figures of the device as a whole, in groups of one line each.
public enum DeviceFigures {
  /// The pool's account, in background seconds (U2).
  public static let pool: [Figure<RunResult>] = [
    Figure("pool", "used", .seconds, .lower, "reserved time that has passed (U2)") {
      $0.device.pool.used.seconds
    },
    Figure("pool", "reserved", .seconds, .neutral, "time that grants hold at the end (U2)") {
      $0.device.pool.reserved.seconds
    },
    Figure("pool", "left", .seconds, .neutral, "what the pool holds at the end (U2)") {
      $0.device.pool.available.seconds
    },
  ]

  /// Where it came from.
  public static let poolSupply: [Figure<RunResult>] = [
    Figure(
      "pool", "initial", .seconds, .neutral,
      "what it held, with what was reserved, at the start (U1)"
    ) {
      $0.device.pool.initial.seconds
    },
    Figure("pool", "refilled", .seconds, .neutral, "sum of the refills (U1)") {
      $0.device.pool.refilled.seconds
    },
    Figure(
      "pool", "overflowed", .seconds, .neutral, "refill and returns above its capacity, lost (U1)"
    ) {
      $0.device.pool.overflowed.seconds
    },
  ]

  public static let slots: [Figure<RunResult>] = [
    Figure("slots", "used", .count, .neutral, "work started: fetches and the like") {
      Double($0.device.workStarted)
    },
    Figure("slots", "held", .span, .lower, "time that work held slots, summed over it") {
      $0.apps.reduce(.zero) { $0 + $1.slotTime }.seconds
    },
  ]

  public static let wakeUps: [Figure<RunResult>] = [
    Figure(
      "", "wake ups", .count, .lower, "times an app was resumed or launched into the background"
    ) { Double($0.device.wakeUps) },
    Figure(
      "wake ups", "screen off", .count, .lower, "those of them with no app in front"
    ) { Double($0.device.screenOffWakeUps) },
    Figure(
      "", "device wake ups", .count, .lower,
      "times the device slept (no app running, none in front) and something woke it"
    ) { Double($0.device.deviceWakeUps) },
  ]

  /// How evenly background seconds and starts of work were shared, by those that asked. No value
  /// where nobody got any: to give nothing is not to share.
  public static let fairness: [Figure<RunResult>] = [
    Figure(
      "", "jain index", .index, .higher,
      "(sum x)^2 / (n sum x^2) over the pool's seconds used, x, of the apps that asked"
    ) { $0.device.jainIndex },
    Figure(
      "jain index", "work", .index, .higher,
      "the same over the work started, of any kind, for each app that ever waited for some"
    ) { evenness(by: jainIndex, of: workStarted($0)) },
    Figure(
      "max min share", "seconds", .index, .higher,
      "least / mean of the pool's seconds used, over the apps that asked"
    ) { evenness(by: maxMinShare, of: $0.apps.filter(\.asked).map { $0.paid.seconds }) },
    Figure(
      "max min share", "work", .index, .higher,
      "least / mean of the work started, over the apps that ever waited for some"
    ) { evenness(by: maxMinShare, of: workStarted($0)) },
    Figure(
      "apps", "asked", .count, .neutral,
      "apps that asked for background time, or ever waited for work of some kind"
    ) { Double($0.apps.count(where: \.asked)) },
    Figure(
      "apps", "asked for work", .count, .neutral, "apps that ever waited for work of some kind"
    ) {
      Double($0.apps.count(where: \.askedForWork))
    },
  ]

  private static func workStarted(_ run: RunResult) -> [Double] {
    run.apps.filter(\.askedForWork).map { Double($0.workStarted) }
  }

  /// How fresh any policy could have been at most, knowing all that was to come.
  public static let bounds: [Figure<RunResult>] = [
    Figure(
      "fresh at open", "bound", .share, .neutral,
      "share of the opens that any policy could have made fresh at most, knowing what was to come"
    ) { share(of: $0.device.freshAtBest.bound, in: $0) },
    Figure(
      "fresh at open", "bound gap", .share, .neutral,
      "the part of the bound for which no plan was found: 0 where it is known to be exact"
    ) { share(of: $0.device.freshAtBest.bound - $0.device.freshAtBest.reached, in: $0) },
    Figure(
      "fresh at open", "regret", .share, .lower, "fresh at open bound - fresh at open"
    ) { run in
      let fresh = run.apps.reduce(0) { $0 + $1.freshOpens }
      return share(of: run.device.freshAtBest.bound - fresh, in: run)
    },
  ]

  private static func share(of opens: Int, in run: RunResult) -> Double? {
    let all = run.device.opensWithContent
    return all > 0 ? Double(opens) / Double(all) : nil
  }

  /// The policy's decisions that the device did not carry out, and its own failures.
  public static let policy: [Figure<RunResult>] = [
    Figure(
      "decisions", "made", .count, .neutral,
      "times the policy was asked for time, for fetches, or for apps to expire early"
    ) { Double($0.device.decisions) },
    Figure(
      "decisions", "refused", .count, .lower,
      "times and apps in decisions that the device did not obey (U3)"
    ) { Double($0.device.refusedDecisions) },
    Figure("policy", "faults", .count, .lower, "calls in which the policy itself failed") {
      Double($0.device.policyFaults)
    },
  ]

  /// The energy spent, by component.
  public static let energy: [Figure<RunResult>] = [
    Figure("energy", "total", .joules, .lower, "cpu + radio + base") {
      $0.device.energy.total.joules
    },
    Figure("energy", "cpu", .joules, .lower, "busy time of all threads x its power") {
      $0.device.energy.cpu.joules
    },
    Figure(
      "energy", "radio", .joules, .lower,
      "of Wi-Fi and the cellular radio, by their state machines, driven by requests"
    ) { $0.device.energy.radio.joules },
    Figure(
      "energy", "base", .joules, .lower,
      "time asleep, awake (an app runs) and with the screen on (an app in front), x their powers"
    ) { $0.device.energy.base.joules },
  ]

  /// The energy that work in granted background time took.
  public static let backgroundEnergy = Figure<RunResult>(
    "energy", "background", .joules, .lower,
    "cpu of work in granted time (fetches, tasks; on Android of jobs), and what its requests add to "
      + "that of the radio"
  ) { $0.device.energy.background.joules }

  /// What that energy takes of the battery on a day.
  public static let backgroundBattery = Figure<RunResult>(
    "background", "battery a day", .ratio, .lower,
    "energy background / the battery's capacity / days"
  ) { run in
    let days = (run.duration - run.warmUp) / .days(1)
    return days > 0 ? run.device.batteryInBackground / days : nil
  }

  public static let battery: [Figure<RunResult>] = [
    Figure("battery", "used", .ratio, .lower, "energy total / the battery's capacity") {
      $0.device.batteryUsed
    },
    Figure(
      "battery", "at end", .share, .higher,
      "the last level the scenario set, less the energy spent off the charger since / capacity"
    ) { $0.device.batteryAtEnd },
  ]

  /// Sent and received by requests that a server answered.
  public static let bytes: [Figure<RunResult>] = [
    Figure("bytes", "wifi", .bytes, .neutral, "sent and received over Wi-Fi, answered requests") {
      $0.device.wifiBytes
    },
    Figure(
      "bytes", "cellular", .bytes, .lower, "the same over the cellular network, by its start"
    ) { $0.device.cellularBytes },
  ]

  public static let all =
    pool + poolSupply + slots + wakeUps + fairness + energy + [backgroundEnergy, backgroundBattery]
    + battery + bytes + bounds + policy
}
