import Simulation

/// The runs that a store has, looked up many seeds at a time, since a plan asks for one seed after
/// another: to find one alone takes four times as long.
final class KnownRuns {
  /// The number of seeds that are looked up at a time.
  private static let seedsAtOnce = 512

  struct Known {
    let key: String
    let status: String
  }

  /// What is known of one policy.
  private struct Ahead {
    var setting = -1
    var warmUp = TimeSpan.zero
    /// The seeds that may be asked for; a seed that is written leaves them.
    var seeds = 0...0
    /// The first seed that was looked up.
    var first = 0
    /// The number of the first run of each seed in `runs`, and at last the number of all.
    var starts: [Int] = []
    var runs: [Known] = []

    func of(_ seed: Int) -> ArraySlice<Known> {
      let place = seed - first
      guard place + 1 < starts.count else { return [] }
      return runs[starts[place]..<starts[place + 1]]
    }
  }

  private let find: Statement
  /// By the policy's number.
  private var ahead: [Int: Ahead] = [:]

  init(_ connection: Connection) throws(SQLiteError) {
    find = try connection.prepare(
      """
      SELECT seed, key, status FROM runs
      WHERE setting = ? AND policy = ? AND warm_up_ns = ? AND seed BETWEEN ? AND ? ORDER BY seed
      """)
  }

  /// Returns the runs of one setting, policy, warm-up and seed, under whatever keys.
  func runs(
    setting: Int, policy: Int, warmUp: TimeSpan, seed: Int
  ) throws(SQLiteError) -> ArraySlice<Known> {
    if let known = ahead[policy], known.setting == setting, known.warmUp == warmUp,
      known.seeds.contains(seed)
    {
      return known.of(seed)
    }
    var new = ahead.removeValue(forKey: policy) ?? Ahead()
    new.setting = setting
    new.warmUp = warmUp
    let (last, isBeyond) = seed.addingReportingOverflow(KnownRuns.seedsAtOnce - 1)
    new.seeds = seed...(isBeyond ? Int.max : last)
    new.first = seed
    new.starts.removeAll(keepingCapacity: true)
    new.runs.removeAll(keepingCapacity: true)
    try find.run(setting, policy, warmUp.nanoseconds, seed, new.seeds.upperBound) { row in
      while new.starts.count <= row.integer(0) - seed { new.starts.append(new.runs.count) }
      new.runs.append(Known(key: row.text(1), status: row.text(2)))
    }
    new.starts.append(new.runs.count)
    ahead[policy] = new
    return new.of(seed)
  }

  /// To be called when the runs of one seed change: what is known of later ones stays.
  func forget(policy: Int, upTo seed: Int) {
    guard let known = ahead[policy], known.seeds.contains(seed) else { return }
    if seed == known.seeds.upperBound {
      ahead[policy] = nil
    } else {
      ahead[policy]?.seeds = seed + 1...known.seeds.upperBound
    }
  }

  /// To be called when runs are written.
  func forget() { if !ahead.isEmpty { ahead.removeAll(keepingCapacity: true) } }
}
