import Simulation

/// Silent pushes that somebody sends to one app.
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
  public var app: AppID
  public var timing: Timing
  /// What each of them carries beside the system's own.
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

/// A silent push sent to an app, counted from 1 over the app's whole run.
public struct PushID: Hashable, Sendable {
  /// Counts from 1.
  public let number: Int32
}

/// A silent push on its way.
struct Push {
  let id: PushID
  /// Position in `Scenario.pushes`; nil: a driver has sent it.
  let source: Int?
  let userInfo: [PushField]
}

/// Why a push never reaches its app.
enum PushLoss: String {
  /// A newer one came before it could be delivered.
  case replaced
  /// The user has swiped the app away (P6).
  case forceQuit
  /// Background refresh is off for the device or the app.
  case backgroundRefreshOff
  /// The app does not declare the mode remote-notification.
  case noRemoteNotificationMode
}

/// When the pushes of a source are sent, one after the other; a function of the seed alone.
struct PushTimes {
  private let timing: PushSource.Timing
  private var stream: RandomStream
  /// How many have been asked for.
  private var count = 0
  private var last = Instant.start

  /// - Parameters:
  ///   - number: which of the sources of its app it is, from 1.
  init(_ source: PushSource, number: Int, of app: String, seed: UInt64) {
    timing = source.timing
    stream = RandomStream(seed: seed, name: "push/\(app)/\(number)")
  }

  /// The next; nil when there is none.
  ///
  /// - Parameters:
  ///   - item: when a host publishes its item of a number, from 0; nil: never.
  mutating func next(item: (String, Int) -> Instant?) -> Instant? {
    defer { count += 1 }
    switch timing {
    case .at(let instant): return count == 0 ? instant : nil
    case .perHour(let rate):
      guard rate > 0 else { return nil }
      let gap = TimeSpan.seconds(stream.exponential(mean: 3_600 / rate))
      last = last + max(gap, .nanoseconds(1))
      return last
    case .follows(let host): return item(host, count)
    }
  }
}

/// How long pushes have come so close to each other that one may keep running what another began.
struct PushChain {
  private var began = Instant.start
  private var last: Instant?
  private(set) var longest = TimeSpan.zero

  /// Whether any came.
  var isEmpty: Bool { last == nil }

  /// A push comes.
  ///
  /// - Parameters:
  ///   - reach: two that are further apart do not touch.
  mutating func add(at now: Instant, reach: TimeSpan) {
    if let last, now - last <= reach {
      longest = max(longest, now - began)
    } else {
      began = now
    }
    last = now
  }
}
