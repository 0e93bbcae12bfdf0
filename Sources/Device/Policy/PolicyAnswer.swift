import Simulation

/// All that a policy has to say in one call: what it decides, and what is to be told of it.
@frozen
public struct PolicyAnswer<Value> {
  /// The decision; it counts as nothing where there is a fault.
  public var value: Value
  /// What the policy has said since its last answer, for the trace: lines of text.
  public var log: [String]
  /// What went wrong; nil when all is well.
  public var fault: PolicyFault?

  @inlinable
  public init(_ value: Value, log: [String] = [], fault: PolicyFault? = nil) {
    self.value = value
    self.log = log
    self.fault = fault
  }
}

/// What went wrong inside a policy.
public struct PolicyFault: Sendable, Equatable {
  /// One line for people, with its place.
  public let message: String
  /// What of the machine is to blame, where the run cannot go on; nil: the fault is the policy's.
  public let breaksRun: RunBreakdown.Cause?

  public init(_ message: String, breaksRun: RunBreakdown.Cause? = nil) {
    self.message = message
    self.breaksRun = breaksRun
  }
}

/// A policy's answer to a request for background time.
public struct GrantDecision: Sendable {
  /// What it grants.
  public var amount: TimeSpan
  /// Why; told only where `device.explains`. Nil: the policy has no more to say than the amount.
  public var explanation: GrantExplanation?

  public init(_ amount: TimeSpan, explanation: GrantExplanation? = nil) {
    self.amount = amount
    self.explanation = explanation
  }
}
