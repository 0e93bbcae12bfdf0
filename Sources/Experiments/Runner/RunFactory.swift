import Device

/// The port through which experiments get their devices: scenario, policy and apps put together.
///
/// It is called from several threads at once; the devices it makes must share nothing that changes.
public protocol RunFactory: Sendable {
  /// Returns a new device for one run, not yet started. Throws when the run cannot be made, which
  /// is recorded as its outcome.
  func device(for run: PlannedRun) throws(RunFailure) -> Device
}

/// The reason why a run could not be made.
public struct RunFailure: Error, Equatable, CustomStringConvertible {
  /// The message, as `where: what (value); what to do`.
  public let description: String
  /// The limit of the machine that is to blame; nil: the experiment is.
  public let cause: RunBreakdown.Cause?

  public init(_ description: String, cause: RunBreakdown.Cause? = nil) {
    self.description = description
    self.cause = cause
  }
}
