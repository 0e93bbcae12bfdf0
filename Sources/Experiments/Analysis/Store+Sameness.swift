/// Where runs do not depend on the seed: all replications of a policy under a setting are one and
/// the same run, event by event, for nothing that matters is drawn there.
public struct RepeatedRuns: Sendable {
  /// The number of runs that are done.
  public internal(set) var done = 0
  /// The number of them that are of policies and settings with several runs, all the same.
  public internal(set) var alike = 0
  /// The fingerprint that all done runs of a policy under a setting share, by the places of setting
  /// and policy.
  var fingerprints: [Int: [Int: String]] = [:]

  /// Creates none: every run may be another.
  public init() {}

  /// Returns the places of the policies whose runs are the same under all of some settings, by
  /// their places.
  func policies(under settings: [Int]) -> Set<Int> {
    guard let first = settings.first.flatMap({ fingerprints[$0] }) else { return [] }
    return Set(
      first.filter { policy, fingerprint in
        settings.allSatisfy { fingerprints[$0]?[policy] == fingerprint }
      }.keys)
  }
}

extension SectionPlan {
  /// Returns the places of the policies whose runs do not depend on the seed, by setting to tell
  /// apart. O(settings · policies).
  func repeated(_ runs: RepeatedRuns) -> [Set<Int>] {
    var points: [[Int]] = Array(repeating: [], count: settings.count)
    for (point, section) in sectionOfPoint.enumerated() { points[section].append(point) }
    return points.map(runs.policies)
  }
}

extension Store {
  /// Returns where the runs of the present plan do not depend on the seed. O(runs).
  public func repeatedRuns() throws(StoreError) -> RepeatedRuns {
    let found = try rows(
      """
      SELECT p.policy_ordinal, p.setting_ordinal, count(*), count(DISTINCT r.fingerprint),
        min(r.fingerprint)
      FROM plan_runs AS p JOIN runs AS r ON r.id = p.run
      WHERE p.status = 'done'
      GROUP BY p.setting_ordinal, p.policy_ordinal
      """
    ) { row in
      (
        policy: row.integer(0), setting: row.integer(1), runs: row.integer(2),
        different: row.integer(3), fingerprint: row.text(4)
      )
    }
    var repeated = RepeatedRuns()
    for group in found {
      repeated.done += group.runs
      guard group.different == 1 else { continue }
      repeated.fingerprints[group.setting, default: [:]][group.policy] = group.fingerprint
      if group.runs > 1 { repeated.alike += group.runs }
    }
    return repeated
  }
}
