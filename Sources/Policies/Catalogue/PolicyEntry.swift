import Device

/// What the catalogue knows of one policy.
public struct PolicyEntry: Sendable {
  /// As `--policy` names it.
  public let name: String
  /// One line, for lists.
  public let summary: String
  /// The rule in a few sentences: what it does, what it assumes. One paragraph.
  public let explanation: String
  /// How it treats the kinds of work: fetches, refreshes, processing, pushes and transfers.
  public let kinds: String
  /// Where the rule comes from.
  public let source: String
  /// Whether each app that stays eligible is served at last, while slots and pool recur;
  /// `PolicyConformance` holds it to that.
  public let promisesNoStarvation: Bool
  /// What can be set with `name{key=value}`.
  public let parameters: [PolicyParameter]
  /// What each app has one of, set under the app's name: `name{mail=3}`.
  public let appParameter: PolicyParameter?
  /// What is wrong with values that are each in its range; nil: nothing.
  private let check: @Sendable (PolicyParameters) -> String?
  private let make: @Sendable (PolicyParameters, PolicyWorld) -> any SchedulingPolicy

  init(
    name: String, summary: String, explanation: String,
    kinds: String = "all alike", source: String,
    promisesNoStarvation: Bool, parameters: [PolicyParameter] = [],
    appParameter: PolicyParameter? = nil,
    check: @escaping @Sendable (PolicyParameters) -> String? = { _ in nil },
    make: @escaping @Sendable (PolicyParameters, PolicyWorld) -> any SchedulingPolicy
  ) {
    self.name = name
    self.summary = summary
    self.explanation = explanation
    self.kinds = kinds
    self.source = source
    self.promisesNoStarvation = promisesNoStarvation
    self.parameters = parameters
    self.appParameter = appParameter
    self.check = check
    self.make = make
  }

  /// A new policy with its standard parameters, for one run.
  public func policy(in world: PolicyWorld = .unknown) -> any SchedulingPolicy {
    make(PolicyParameters(of: self), world)
  }

  /// A new policy for one run. Throws for a parameter that it does not have, an app that the world
  /// does not have, a value out of range, or values that do not go together.
  public func policy(
    setting values: [(name: String, value: String)], in world: PolicyWorld = .unknown
  ) throws(PolicyError) -> any SchedulingPolicy {
    let parameters = try PolicyParameters(of: self, setting: values, apps: world.apps)
    if let complaint = check(parameters) { throw .unfit(complaint, policy: name) }
    return make(parameters, world)
  }
}
