import Device

/// All built-in policies, by name.
///
/// A new one is its own file with an `entry`, and a line here.
public enum PolicyCatalogue {
  /// In the order in which lists show them.
  public static let entries: [PolicyEntry] = [
    FirstCome.entry,
    RoundRobin.entry,
    FairShare.entry,
    EarliestDeadline.entry,
    PriorityOrder.entry,
    Lottery.entry,
    RandomOrder.entry,
    PredictedOrder.mostUsed,
    PredictedOrder.mostRecent,
    PredictedOrder.hourOfDay,
    PredictedOrder.markov,
    LikelyNext.entry,
    Learned.entry,
    StandbyBuckets.entry,
    IOSLike.entry,
    SevenFactors.entry,
    Coalescing.entry,
    FreshnessOptimal.entry,
    FarSighted.entry,
    GrantEverything.entry,
    GrantNothing.entry,
  ]

  /// Throws `unknownPolicy`, whose message suggests a near miss.
  public static func entry(named name: String) throws(PolicyError) -> PolicyEntry {
    guard let entry = entries.first(where: { $0.name == name }) else {
      throw .unknownPolicy(name, known: entries.map(\.name))
    }
    return entry
  }

  /// A new policy, for one run in a world, from `name` or `name{key=value,key=value}`. What stands
  /// behind the last `=` is the value, so that an app may be called `a=b`.
  public static func policy(_ text: String, in world: PolicyWorld = .unknown)
    throws(PolicyError) -> any SchedulingPolicy
  {
    guard let brace = text.firstIndex(of: "{") else {
      return try entry(named: text).policy(in: world)
    }
    guard text.last == "}" else { throw .malformed(text) }
    let list = text[text.index(after: brace)...].dropLast()
    let policy = String(text[..<brace])
    var settings: [(name: String, value: String)] = []
    for part in list.split(separator: ",", omittingEmptySubsequences: !list.contains(",")) {
      guard let sign = part.lastIndex(of: "=") else { throw .malformed(text) }
      let name = trimmed(part[..<sign])
      if settings.contains(where: { $0.name == name }) { throw .setTwice(name, policy: policy) }
      settings.append((name, trimmed(part[part.index(after: sign)...])))
    }
    return try entry(named: policy).policy(setting: settings, in: world)
  }

  private static func trimmed(_ text: Substring) -> String {
    String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
