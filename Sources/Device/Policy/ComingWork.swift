import Simulation

/// Work that an app has asked for and cannot have yet: who will be a candidate, and when.
public struct ComingWork: Sendable, Equatable {
  public let app: AppID
  public let kind: WorkKind
  /// Not before this, as far as time decides; the moment of asking where it waits for other things.
  public let from: Instant
  /// After this it is late; nil: it never is.
  public let latest: Instant?
  /// The conditions that keep it back now. One that is not over by `from` keeps it back for longer.
  public let obstacles: [Ineligibility]

  public init(
    app: AppID, kind: WorkKind, from: Instant, latest: Instant? = nil,
    obstacles: [Ineligibility] = []
  ) {
    self.app = app
    self.kind = kind
    self.from = from
    self.latest = latest
    self.obstacles = obstacles
  }
}
