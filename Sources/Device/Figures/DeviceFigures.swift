/// What reports and experiments tell of the device as a whole, in groups of one line each.
public enum DeviceFigures {
  /// What became of the pool, in background seconds (U2).
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
    Figure("slots", "used", .count, .neutral, "fetches started") {
      Double($0.device.fetchesStarted)
    },
    Figure("slots", "held", .span, .lower, "time that fetches held slots, summed over fetches") {
      $0.apps.reduce(.zero) { $0 + $1.slotTime }.seconds
    },
  ]

  public static let wakeUps = Figure<RunResult>(
    "", "wake ups", .count, .lower, "times an app was resumed or launched into the background"
  ) { Double($0.device.wakeUps) }

  public static let fairness = Figure<RunResult>(
    "", "jain index", .index, .higher, "(sum x)^2 / (n sum x^2) over the background seconds x used"
  ) { $0.device.jainIndex }

  /// What the policy decided and the device did not do, and where it failed itself.
  public static let policy: [Figure<RunResult>] = [
    Figure("decisions", "refused", .count, .lower, "decisions that the device did not obey (U3)") {
      Double($0.device.refusedDecisions)
    },
    Figure("policy", "faults", .count, .lower, "calls in which the policy itself failed") {
      Double($0.device.policyFaults)
    },
  ]

  public static let all = pool + poolSupply + slots + [wakeUps, fairness] + policy
}
