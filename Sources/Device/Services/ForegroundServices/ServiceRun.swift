import Simulation

/// The service of an app, from its first start to its end. An app has one, as it has one process.
struct ServiceRun {
  enum Stage {
    /// It was started, and must call `startForeground`.
    case required
    /// It did not in time: the exception for that is on its way.
    case late
    case foreground
    /// The time of its type is over, and it must stop.
    case timedOut
    /// It has left the foreground, and keeps nothing running.
    case background
  }

  var stage = Stage.required
  /// Why its app might start it.
  var reason: StartReason
  /// The line of its last start.
  var location: SourceLocation
  /// It was started in front, or came to the foreground there.
  var isFromFront = false
  /// It was stopped when it should have come to the foreground.
  var isStoppedEarly = false
  var types: ServiceTypes = []
  /// When one of the type shortService has had its time.
  var shortUntil: Instant?
  /// The type whose time is over.
  var expired: ServiceTypes = []
  /// The next of its deadlines.
  var limit = EventToken.none
  /// What becomes of it when its process ends.
  var answer = ServiceAnswer.notSticky
  /// The starts that `onStartCommand` was told of, the oldest first, but those that are done.
  var given: [(number: Int32, action: String?, since: Instant)] = []

  /// Whether it begins again after the end of its process.
  var goesOn: Bool {
    guard stage == .foreground || stage == .timedOut else { return false }
    return switch answer {
    case .sticky: true
    case .notSticky: false
    // Else nothing is left for it to do.
    case .redeliver: !given.isEmpty
    }
  }

  /// Whether it keeps its process running.
  var keepsRunning: Bool { stage != .background }
}

/// Why an app may start a service that comes to the foreground, by the names in traces.
enum StartReason: String {
  /// The user has it in front.
  case inFront
  /// Its service is in the foreground already.
  case running
  /// It was in front a moment ago.
  case justLeft
  case exactAlarm
  case boot
  case message
  /// It goes on after the end of its process.
  case restarted

  init(_ exemption: Exemption.Reason) {
    switch exemption {
    case .exactAlarm: self = .exactAlarm
    case .boot: self = .boot
    case .message: self = .message
    }
  }
}
