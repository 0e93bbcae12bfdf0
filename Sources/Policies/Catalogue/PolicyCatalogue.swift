import Device
import Simulation

/// The catalogue of all built-in policies, by name.
///
/// A new policy is a file of its own with an `entry`, and a line here.
public enum PolicyCatalogue {
  /// The entries in the order in which lists show them.
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
    FreshnessIndex.entry,
    FarSighted.entry,
    GrantEverything.entry,
    GrantNothing.entry,
  ]

  /// Returns the entry of a name. Throws `unknownPolicy`, whose message suggests a near miss.
  public static func entry(named name: String) throws(PolicyError) -> PolicyEntry {
    guard let entry = entries.first(where: { $0.name == name }) else {
      throw .unknownPolicy(name, known: entries.map(\.name))
    }
    return entry
  }

  /// Returns a new policy, for one run in a world, from `name` or `name{key=value,key=value}`. The
  /// value is what follows the last `=`, so that an app may be called `a=b`; any name may be quoted
  /// (`SettingList`).
  public static func policy(_ text: String, in world: PolicyWorld = .unknown)
    throws(PolicyError) -> any SchedulingPolicy
  {
    guard let brace = text.firstIndex(of: "{") else {
      return try entry(named: text).policy(in: world)
    }
    guard text.last == "}" else { throw .malformed(text) }
    let policy = String(text[..<brace])
    let list = String(text[text.index(after: brace)...].dropLast())
    guard let settings = SettingList.read(list, endingNamesAt: .last) else {
      throw .malformed(text)
    }
    for (index, setting) in settings.enumerated()
    where settings[..<index].contains(where: { $0.name == setting.name }) {
      throw .setTwice(setting.name, policy: policy)
    }
    return try entry(named: policy).policy(setting: settings, in: world)
  }
}
