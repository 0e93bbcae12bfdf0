import Device

/// A policy's entry in the catalogue.
public struct PolicyEntry: Sendable {
  /// The policy's name, as `--policy` takes it.
  public let name: String
  /// The summary for lists, one line.
  public let summary: String
  /// The rule in a few sentences: what it does, what it assumes. One paragraph.
  public let explanation: String
  /// The treatment of the kinds of work: fetches, refreshes, processing, pushes and transfers.
  public internal(set) var kinds = "all alike"
  /// The source of the rule in the literature.
  public let source: String
  /// Whether each app that stays eligible is served at last, while slots and pool recur;
  /// `PolicyConformance` holds it to that.
  public let promisesNoStarvation: Bool
  /// The parameters that can be set with `name{key=value}`.
  public internal(set) var parameters: [PolicyParameter] = []
  /// The parameter that each app has, set under the app's name: `name{mail=3}`.
  public internal(set) var appParameter: PolicyParameter?
  /// Returns what is wrong with values that are each in their range; nil: nothing.
  var check: @Sendable (PolicyParameters) -> String? = { _ in nil }
  let make: @Sendable (PolicyParameters, PolicyWorld) -> any SchedulingPolicy

  /// What is said of policies whose rule is about content.
  static let contentByTheRule =
    "fetches, refreshes and periodic jobs that need a network by the rule; other work first, in "
    + "order of waiting"

  /// Returns a new policy with its standard parameters, for one run.
  public func policy(in world: PolicyWorld = .unknown) -> any SchedulingPolicy {
    make(PolicyParameters(of: self), world)
  }

  /// Returns a new policy for one run. Throws for a parameter that it does not have, an app that
  /// the world does not have, a value out of range, or values that do not go together.
  public func policy(
    setting values: [(name: String, value: String)], in world: PolicyWorld = .unknown
  ) throws(PolicyError) -> any SchedulingPolicy {
    let parameters = try PolicyParameters(of: self, setting: values, apps: world.apps)
    if let complaint = check(parameters) { throw .unfit(complaint, policy: name) }
    return make(parameters, world)
  }
}
