import Device

/// What counts as a failure among findings: how grave one has to be, and which rules are allowed.
public struct FindingStandard: Sendable, Equatable {
  public var failsOn: FindingRule.Kind
  /// Rules that are allowed everywhere.
  public var allowed: Set<FindingRule>

  public init(failsOn: FindingRule.Kind = .fault, allowed: Set<FindingRule> = []) {
    self.failsOn = failsOn
    self.allowed = allowed
  }

  public func counts(_ rule: FindingRule) -> Bool {
    rule.kind >= failsOn && !allowed.contains(rule)
  }
}
