import Simulation

/// A record of the trace, as whoever follows a run is told of it.
public struct Occurrence: Sendable, Equatable {
  public let kind: TraceKind
  /// Nil for what concerns the device as a whole.
  public let app: AppID?
  public let at: Instant
  /// Of `appLog` the message, of `appExit` the reason, of `appCallback` the callback, of
  /// `bgTaskLaunch` the identifier, of `finding` and `findingUndone` the rule; nil for all else.
  public let text: String?

  init(_ record: Record, of app: AppID?, at instant: Instant) {
    kind = record.kind
    self.app = app
    at = instant
    text =
      switch record {
      case .logged(let message): message
      case .exited(let reason, _, _): reason.rawValue
      case .callback(let callback): callback.name
      case .bgTask(.launched(let identifier)): identifier
      case .finding(let rule, _, _), .findingUndone(let rule, _, _): rule.rawValue
      default: nil
      }
  }
}
