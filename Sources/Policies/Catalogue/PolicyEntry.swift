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
  public let kinds: String
  /// The source of the rule in the literature.
  public let source: String
  /// Whether each app that stays eligible is served at last, while slots and pool recur;
  /// `PolicyConformance` holds it to that.
  public let promisesNoStarvation: Bool
  /// The parameters that can be set with `name{key=value}`.
  public let parameters: [PolicyParameter]
  /// The parameter that each app has, set under the app's name: `name{mail=3}`.
  public let appParameter: PolicyParameter?
  /// Returns what is wrong with values that are each in their range; nil: nothing.
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
