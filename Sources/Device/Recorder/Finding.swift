import Simulation

/// A mistake of an app, with the line it was made at.
public struct Finding: Sendable, Equatable {
  public let rule: FindingRule
  public let app: AppID
  public let location: SourceLocation?
  /// Of the first time.
  public let message: String
  public let firstAt: Instant
  /// How often it happened at this line of this app.
  public internal(set) var count: Int
}
