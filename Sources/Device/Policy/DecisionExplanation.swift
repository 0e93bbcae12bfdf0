import Simulation

/// One decision with all that it rested on.
///
/// Made only for a device that is told to explain, and no part of the fingerprint.
public enum DecisionExplanation: Sendable {
  case fetches(FetchReview)
  case backgroundTime(GrantReview)

  /// The device as the policy saw it.
  public var device: DeviceSnapshot {
    switch self {
    case .fetches(let review): review.device
    case .backgroundTime(let review): review.device
    }
  }
}

/// What became of every app when slots were to be given.
public struct FetchReview: Sendable {
  public let device: DeviceSnapshot
  public let room: SlotRoom
  /// What the policy orders by; nil where it tells none.
  public let measure: Measure?
  /// Candidates in the policy's order as far as it tells one, then the others, then by `AppID` the
  /// apps that were no candidates.
  public let apps: [FetchStanding]
  /// What went wrong in the policy, which then chooses nobody.
  public let fault: String?
}

/// How one app stood when slots were to be given.
public struct FetchStanding: Sendable {
  public enum Outcome: Sendable, Equatable {
    /// It got a slot.
    case started
    /// The policy had it before it and did not choose it.
    case passedOver
    /// The policy chose it, and the device refused (U3).
    case refused
    /// It waited, but the policy was not asked: there was no slot to give.
    case noSlot
    /// It was no candidate, for these reasons.
    case notEligible([Ineligibility])
  }
  public let app: AppSnapshot
  public let outcome: Outcome
  /// The policy's own word.
  public let reason: String?
  /// Its place among the candidates that the policy considered, from 1.
  public let rank: Int?
  public let policy: CandidateExplanation?
}

/// A request for background time and its answer.
public struct GrantReview: Sendable {
  public let device: DeviceSnapshot
  public let request: BackgroundTimeRequest
  /// What the policy wanted to give.
  public let answer: TimeSpan
  /// What the device gave.
  public let granted: TimeSpan
  public let policy: GrantExplanation?
  public let fault: String?
}

/// What there is to give of fetch slots, by each of the limits (F2, F4).
public struct SlotRoom: Sendable {
  /// Slots that the policy may give.
  public let free: Int
  /// Fetches that run.
  public let running: Int
  public let startsInWindow: Int
  public let limits: DeviceConfiguration.FetchSlotLimits
  /// When the window lets another start; nil if it is not what holds fetches back.
  public let windowOpens: Instant?
  /// Fetches that the pool can pay for.
  public let payable: Int
  /// What each of them reserves.
  public let allowance: TimeSpan
}

/// How one app stands at a moment, decision or not.
public struct AppStanding: Sendable {
  public let device: DeviceSnapshot
  public let room: SlotRoom
  public let app: AppSnapshot
  /// Why it waits for no slot; empty: it does.
  public let ineligibility: [Ineligibility]
  /// The least time between its fetches; nil: never.
  public let fetchInterval: TimeSpan?
  /// Nil unless a fetch runs.
  public let fetchingSince: Instant?
  /// Until when background time is reserved for it; nil: none is.
  public let reservedUntil: Instant?
  public let openTasks: Int
}

/// Why an app is no candidate for a fetch (F1, section 6).
public enum Ineligibility: Sendable, Equatable {
  case noFetchMode
  case backgroundRefreshOff
  /// It never asked for fetches, or asked for none.
  case noInterval
  case forceQuit
  case inForeground
  case fetching(since: Instant)
  case lowPowerMode
  case batteryLow
  case intervalNotElapsed(until: Instant)

  /// As the trace names it.
  public var name: String {
    switch self {
    case .noFetchMode: "noFetchMode"
    case .backgroundRefreshOff: "backgroundRefreshOff"
    case .noInterval: "noInterval"
    case .forceQuit: "forceQuit"
    case .inForeground: "inForeground"
    case .fetching: "fetching"
    case .lowPowerMode: "lowPowerMode"
    case .batteryLow: "batteryLow"
    case .intervalNotElapsed: "intervalNotElapsed"
    }
  }
}
