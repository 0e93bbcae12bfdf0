import Device

/// The port through which experiments get their devices: scenario, policy and apps put together.
///
/// It is called from several threads at once; the devices it makes must share nothing that changes.
public protocol RunFactory: Sendable {
  /// A new device for one run, not yet started. Throws when the run cannot be, which is recorded as
  /// its outcome.
  func device(for run: PlannedRun) throws(RunFailure) -> Device
}

/// Why a run could not be run.
public struct RunFailure: Error, Equatable, CustomStringConvertible {
  /// `where: what (value); what to do`.
  public let description: String
  /// What of the machine is to blame; nil: nothing, it is the experiment.
  public let cause: RunBreakdown.Cause?

  public init(_ description: String, cause: RunBreakdown.Cause? = nil) {
    self.description = description
    self.cause = cause
  }
}
