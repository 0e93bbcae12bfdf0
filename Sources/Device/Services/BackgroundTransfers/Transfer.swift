import Simulation

/// The direction in which most bytes of a transfer go.
public enum TransferDirection: String, Sendable {
  case download
  case upload
}

/// How the system is to treat a session's transfers.
public struct TransferSettings: Sendable, Equatable {
  /// They wait for Wi-Fi, and for the charger or a good battery.
  public var isDiscretionary = false
  /// The app is resumed or launched when they are done.
  public var sendsLaunchEvents = true
  /// A transfer fails that is not done so long after it was begun; nil: the device's default.
  public var timeout: TimeSpan?

  public init(
    isDiscretionary: Bool = false, sendsLaunchEvents: Bool = true, timeout: TimeSpan? = nil
  ) {
    self.isDiscretionary = isDiscretionary
    self.sendsLaunchEvents = sendsLaunchEvents
    self.timeout = timeout
  }
}

/// A transfer as its app asks for it.
public struct TransferRequest: Sendable {
  public var direction: TransferDirection
  public var request: URLRequest
  /// The app's own description, kept for it over process lives.
  public var description: String?
  /// The name of the file that an upload sends; its bytes are the request's body.
  public var file: String?

  public init(
    _ direction: TransferDirection, _ request: URLRequest, description: String? = nil,
    file: String? = nil
  ) {
    self.direction = direction
    self.request = request
    self.description = description
    self.file = file
  }
}

/// A transfer as its app sees it.
public struct TransferReport: Sendable {
  public let id: TransferID
  public let session: TransferSessionID
  public let url: String
  public let description: String?
  /// The answer; nil while the transfer is under way.
  public var answer: URLAnswer?
}

/// The conditions that decide whether transfers move.
struct TransferConditions {
  let now: Instant
  let network: NetworkKind
  let power: PowerStatus
  /// Off the charger, discretionary transfers want so much charge.
  let goodBattery: Double

  /// Returns what keeps a transfer from moving; nil: nothing.
  ///
  /// - Parameters:
  ///   - notBefore: nil: at once.
  func obstacle(isDiscretionary: Bool, notBefore: Instant?) -> TransferObstacle? {
    if let notBefore, notBefore > now { return .delayed(until: notBefore) }
    if network == .none { return .network }
    guard isDiscretionary else { return nil }
    if network != .wifi { return .wifi }
    if power.isLowPowerMode { return .lowPowerMode }
    return power.isCharging || power.level >= goodBattery ? nil : .power
  }
}

/// How far a transfer has come.
///
/// Pure: it knows bytes, but no network and no device.
struct TransferProgress {
  /// The bytes to be moved in all.
  let load: Load
  /// The bytes that had moved when it last began to move, or stood still.
  private(set) var moved = Load()
  /// The number of moved bytes that `look` has reported.
  private var told = 0.0

  init(_ load: Load) {
    self.load = load
  }

  var left: Load { load - moved }

  /// Bytes moved since the last look. To look changes nothing of how it moves on.
  ///
  /// - Parameters:
  ///   - moving: what has moved since it last began to.
  mutating func look(moving: Double = 0) -> Double {
    let moved = moved.bytes + moving
    defer { told = moved }
    return moved - told
  }

  /// It stands still after having moved so much, and goes on later where it was.
  mutating func stop(after more: Load) {
    moved = Load(sent: moved.sent + more.sent, received: moved.received + more.received)
  }

  /// It has arrived: all has moved.
  mutating func arrive() { moved = load }
}

/// A transfer from the moment it was begun until its app has taken the result.
struct Transfer {
  let id: TransferID
  let session: TransferSessionID
  let direction: TransferDirection
  let request: URLRequest
  /// Position in the scenario's servers; nil for a host without one.
  let server: Int?
  let isDiscretionary: Bool
  let begun: Instant
  var description: String?
  /// The moment before which it may not move; nil: it may at once.
  var notBefore: Instant?
  /// The obstacle that it waits for; nil while it moves, and once it is done.
  var obstacle: TransferObstacle?
  /// How it moves; nil: it does not.
  var flow: FlowID?
  /// The exchange with the server; nil until it first moves.
  var exchange: Servers.Exchange?
  var progress = TransferProgress(Load())
  /// Items on the server when it answered.
  var published = 0
  /// The event at which it may begin to move.
  var next = EventToken.none
  /// The event at which it fails for having taken too long.
  var expiry = EventToken.none
  /// The answer; nil while it is under way.
  var answer: URLAnswer?
  /// Its app was not yet resumed or launched for it.
  var isNews = true
  /// Its result is in the main thread's queue.
  var isHanded = false

  /// The network that it moves over; nil: it does not.
  var network: NetworkKind? { flow?.network }

  var report: TransferReport {
    TransferReport(
      id: id, session: session, url: request.url, description: description, answer: answer)
  }
}
