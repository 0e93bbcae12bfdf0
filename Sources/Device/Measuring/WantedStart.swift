import Simulation

/// A start that somebody would like to see in a stretch of time, such as the fetch that makes an
/// open fresh.
public struct WantedStart: Sendable, Equatable {
  /// Whose start it is: those of one app keep its interval.
  public let app: Int
  /// The first and the last moment at which it is of use.
  public let from: Instant
  public let to: Instant
}

/// The rules that bind starts (F1, F2).
public struct StartRules: Sendable, Equatable {
  /// At most so many starts in any window, which is open at its end.
  public var starts: Int
  public var window: TimeSpan
  /// The least time between two starts of one app, by app.
  public var intervals: [TimeSpan]
  /// When nothing may start, in order of time.
  public var closures: [Closure] = []

  /// The first moment not before `instant` at which something may start. O(closures).
  func open(from instant: Instant) -> Instant {
    var instant = instant
    for closure in closures where closure.from <= instant && instant < closure.to {
      instant = closure.to
    }
    return instant
  }
}

/// A time in which nothing may start, or nothing would come of it.
public struct Closure: Sendable, Equatable {
  public let from: Instant
  public let to: Instant
}

/// The most wanted starts that can be made together, between what a plan reaches and what none can
/// exceed; equal where the search was complete.
public struct StartBound: Sendable, Equatable {
  public var reached: Int
  public var bound: Int
}
