import Simulation

/// The numbers of Firebase Cloud Messaging, as Android 15 has them.
///
/// From Android 13 on no bucket limits how many messages of high priority an app gets; before, an app
/// of the bucket frequent got ten a day, one of rare or restricted five (developer.android.com, "Power
/// management restrictions"). What is left is that those without a notification come to count as
/// normal ones.
public struct MessagingRules: Sendable, Equatable {
  /// Messages that may wait for a device; with the next all of them are thrown away
  /// (firebase.google.com, "Non-collapsible and collapsible messages").
  public var mostStored = 100
  /// The time that `onMessageReceived` has from the receipt on (the README of Firebase's own example
  /// of messaging for Android; Android 6 had half of it).
  public var handling = TimeSpan.seconds(20)
  /// The time over which it is looked whether messages of high priority have led to notifications
  /// (firebase.google.com, "Set and manage Android message priority").
  public var judgedOver = TimeSpan.days(7)
  /// So many of them must have come before the next may count as normal. Assumed: nothing public
  /// tells.
  public var leastJudged = 10
  /// And less than this part of them has led to a notification. Assumed, too.
  public var leastShown = 0.5
  /// How long a message of high priority lets its app out of standby. Assumed: as long as it has to
  /// handle it.
  public var allowance = TimeSpan.seconds(20)

  public init() {}
}
