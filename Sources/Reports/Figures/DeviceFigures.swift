import Device
import Simulation

/// What reports tell of the device as a whole, in groups of one line each.
public enum DeviceFigures {
  /// What became of the pool, in background seconds (U2).
  public static let pool: [Figure<RunResult>] = [
    Figure("pool", "used", .seconds) { $0.device.pool.used.seconds },
    Figure("pool", "reserved", .seconds) { $0.device.pool.reserved.seconds },
    Figure("pool", "left", .seconds) { $0.device.pool.available.seconds },
  ]

  /// Where it came from.
  public static let poolSupply: [Figure<RunResult>] = [
    Figure("pool", "initial", .seconds) { $0.device.pool.initial.seconds },
    Figure("pool", "refilled", .seconds) { $0.device.pool.refilled.seconds },
    Figure("pool", "overflowed", .seconds) { $0.device.pool.overflowed.seconds },
  ]

  public static let slots: [Figure<RunResult>] = [
    Figure("slots", "used", .count) { Double($0.device.fetchesStarted) },
    Figure("slots", "held", .span) { $0.apps.reduce(.zero) { $0 + $1.slotTime }.seconds },
  ]

  public static let wakeUps = Figure<RunResult>("", "wake ups", .count) {
    Double($0.device.wakeUps)
  }

  /// Over the background seconds that the apps used.
  public static let fairness = Figure<RunResult>("", "jain index", .index) { $0.device.jainIndex }

  /// What the policy decided and the device did not do, and where it failed itself.
  public static let policy: [Figure<RunResult>] = [
    Figure("decisions", "refused", .count) { Double($0.device.refusedDecisions) },
    Figure("policy", "faults", .count) { Double($0.device.policyFaults) },
  ]

  public static let all = pool + poolSupply + slots + [wakeUps, fairness] + policy
}
