import Simulation

/// Pushes that somebody sends to one app.
public struct PushSource: Sendable {
  /// When they are sent.
  public enum Timing: Sendable, Equatable {
    /// Once.
    case at(Instant)
    /// A Poisson process.
    case perHour(Double)
    /// One for each item that the server of a host publishes.
    case follows(host: String)
  }
  /// The kind of the pushes.
  public enum Kind: Sendable, Equatable {
    /// With `content-available`.
    case silent
    /// A push by PushKit, for a call that the user handles so.
    case voip(CallHandling)
    /// For the user, by way of the app's notification service extension, if it has one.
    case alert(NotificationContent)

    var handling: CallHandling {
      if case .voip(let handling) = self { handling } else { CallHandling() }
    }

    /// The first part of the names of their random streams.
    var streamName: String {
      switch self {
      case .silent: "push"
      case .voip: "voip"
      case .alert: "alert"
      }
    }
  }
  public var app: AppID
  public var kind = Kind.silent
  /// Of what a device of Android's gets.
  public var priority = MessagePriority.normal
  public var timing: Timing
  /// The fields that each of them carries beside the system's own.
  public var userInfo: [PushField]
  /// The line of the scenario, for findings about whoever sends them.
  public var location: SourceLocation?

  public init(
    to app: AppID, _ timing: Timing, userInfo: [PushField] = [], location: SourceLocation? = nil
  ) {
    self.app = app
    self.timing = timing
    self.userInfo = userInfo
    self.location = location
  }
}

/// A named value of what a push carries.
public struct PushField: Sendable, Equatable {
  public var name: String
  public var value: PushValue

  public init(_ name: String, _ value: PushValue) {
    self.name = name
    self.value = value
  }
}

/// A value of what a push carries: what JSON has, but for null.
public indirect enum PushValue: Sendable, Equatable {
  case boolean(Bool)
  case integer(Int)
  case number(Double)
  case text(String)
  case list([PushValue])
  case table([PushField])
}

/// The user's part in a call, counted from the moment at which it is reported.
public struct CallHandling: Sendable, Equatable {
  /// The time until the user answers; nil: nobody does.
  public var answeredAfter: TimeSpan?
  /// When the user hangs up, or declines what was not answered; nil: never.
  public var endedAfter: TimeSpan?

  public init(answeredAfter: TimeSpan? = nil, endedAfter: TimeSpan? = nil) {
    self.answeredAfter = answeredAfter
    self.endedAfter = endedAfter
  }
}

/// What a notification says.
public struct NotificationContent: Sendable, Equatable {
  public var title: String
  public var body: String

  public init(title: String = "", body: String = "") {
    self.title = title
    self.body = body
  }
}
