/// Counts of an app's silent pushes, or of its messages of FCM's. Each that was sent is delivered, replaced, dropped or held.
public struct PushStatistics: Sendable, Equatable {
  public var sent = 0
  /// Handed to the app.
  public var delivered = 0
  /// A newer one came before they could be delivered.
  public var replaced = 0
  /// Lost since the user had swiped the app away, since the app may not get any, or since too many
  /// waited.
  public var dropped = 0
  /// Neither delivered nor lost yet: they wait for the policy or for the network.
  public var held = 0

  /// Whether any was sent, or one from before is left.
  public var occurred: Bool { sent > 0 || delivered > 0 || replaced > 0 || dropped > 0 || held > 0 }

  mutating func count(_ loss: PushLoss) {
    switch loss {
    case .replaced: replaced += 1
    case .neverOpened, .forceQuit, .backgroundRefreshOff, .noRemoteNotificationMode, .tooManyStored:
      dropped += 1
    }
  }
}
