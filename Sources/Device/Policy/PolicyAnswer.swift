import Simulation

/// A policy's whole answer to one call: its decision, and what is to be recorded about it.
@frozen
public struct PolicyAnswer<Value> {
  /// The decision; it counts as nothing where there is a fault.
  public var value: Value
  /// The lines of text that the policy has printed since its last answer, for the trace.
  public var log: [String]
  /// The fault of the policy; nil when all is well.
  public var fault: PolicyFault?

  @inlinable
  public init(_ value: Value, log: [String] = [], fault: PolicyFault? = nil) {
    self.value = value
    self.log = log
    self.fault = fault
  }
}

/// A fault inside a policy.
public struct PolicyFault: Sendable, Equatable {
  /// One line for people, with its place.
  public let message: String
  /// The limit of the machine that ends the run; nil: the fault is the policy's.
  public let breaksRun: RunBreakdown.Cause?

  public init(_ message: String, breaksRun: RunBreakdown.Cause? = nil) {
    self.message = message
    self.breaksRun = breaksRun
  }
}

/// A policy's answer to a request for background time.
public struct GrantDecision: Sendable {
  /// The time that it grants.
  public var amount: TimeSpan
  /// Why; told only where `device.explains`. Nil: the policy has no more to say than the amount.
  public var explanation: GrantExplanation?

  public init(_ amount: TimeSpan, explanation: GrantExplanation? = nil) {
    self.amount = amount
    self.explanation = explanation
  }
}
