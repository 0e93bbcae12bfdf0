import Simulation

/// A mistake of an app, with the line it was made at.
public struct Finding: Sendable, Equatable {
  public let rule: FindingRule
  public let app: AppID
  public let location: SourceLocation?
  /// The message of the first time that was not taken back.
  public internal(set) var message: String
  public internal(set) var firstAt: Instant
  /// How often it happened at this line of this app.
  public internal(set) var count: Int
}
