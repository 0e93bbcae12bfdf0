import Device

/// What the catalogue knows of one policy.
public struct PolicyEntry: Sendable {
  /// As `--policy` names it.
  public let name: String
  /// One line, for lists.
  public let summary: String
  /// Where the rule comes from.
  public let source: String
  /// Whether each app that stays eligible is served at last, while slots and pool recur;
  /// `PolicyConformance` holds it to that.
  public let promisesNoStarvation: Bool
  /// What can be set with `name{key=value}`.
  public let parameters: [PolicyParameter]
  private let make: @Sendable (PolicyParameters) -> any SchedulingPolicy

  init(
    name: String, summary: String, source: String, promisesNoStarvation: Bool,
    parameters: [PolicyParameter] = [],
    make: @escaping @Sendable (PolicyParameters) -> any SchedulingPolicy
  ) {
    self.name = name
    self.summary = summary
    self.source = source
    self.promisesNoStarvation = promisesNoStarvation
    self.parameters = parameters
    self.make = make
  }

  /// A new policy with its standard parameters, for one run.
  public func policy() -> any SchedulingPolicy {
    make(PolicyParameters(of: self))
  }

  /// A new policy for one run. Throws for a parameter that it does not have or a value out of range.
  public func policy(setting values: [(name: String, value: String)]) throws(PolicyError)
    -> any SchedulingPolicy
  {
    make(try PolicyParameters(of: self, setting: values))
  }
}
