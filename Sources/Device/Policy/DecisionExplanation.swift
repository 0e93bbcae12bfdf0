import Simulation

/// One decision with all that it rested on.
///
/// Made only for a device that explains its decisions; no part of the fingerprint.
public enum DecisionExplanation: Sendable {
  case fetches(WorkReview)
  case backgroundTime(GrantReview)

  /// The device as the policy saw it.
  public var device: DeviceSnapshot {
    switch self {
    case .fetches(let review): review.device
    case .backgroundTime(let review): review.device
    }
  }
}

/// The outcome for every app when slots were to be given.
public struct WorkReview: Sendable {
  public let device: DeviceSnapshot
  public let room: SlotRoom
  /// The measure by which the policy orders; nil where it has none.
  public let measure: Measure?
  /// The candidates as the policy saw them.
  public let candidates: WorkCandidates
  /// Candidates in the policy's order as far as it tells one, then the others, then by `AppID` the
  /// apps that were no candidates, where they are told.
  public let apps: [CandidateStanding]
  /// The fault of the policy, which then chooses nobody; nil when all is well.
  public let fault: String?
}

/// How one app stood when slots were to be given.
///
/// A class, since decisions have many and hand them about.
public final class CandidateStanding: Sendable {
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
  /// The app, as far as decisions are told of it.
  public struct App: Sendable, Equatable {
    public let id: AppID
    public let name: String
    /// Since when it has waited for a slot without a break; nil when it does not.
    public let waitingSince: Instant?

    public init(id: AppID, name: String, waitingSince: Instant? = nil) {
      self.id = id
      self.name = name
      self.waitingSince = waitingSince
    }

    public init(_ app: AppSnapshot) {
      self.init(id: app.id, name: app.name, waitingSince: app.waitingSince)
    }
  }

  public let app: App
  /// The work that it was about: for an app that was no candidate, what it was nearest to.
  public let kind: WorkKind
  /// The time that the pool is to reserve for it; zero for an app that was no candidate.
  public let reserves: TimeSpan
  public let outcome: Outcome
  /// The policy's own word.
  public let reason: String?
  /// Its place among the candidates that the policy considered, from 1.
  public let rank: Int?
  public let policy: CandidateExplanation?

  init(
    app: App, kind: WorkKind, reserves: TimeSpan = .zero, outcome: Outcome, reason: String? = nil,
    rank: Int? = nil, policy: CandidateExplanation? = nil
  ) {
    self.app = app
    self.kind = kind
    self.reserves = reserves
    self.outcome = outcome
    self.reason = reason
    self.rank = rank
    self.policy = policy
  }
}

/// A request for background time and its answer.
public struct GrantReview: Sendable {
  public let device: DeviceSnapshot
  public let request: BackgroundTimeRequest
  /// The time that the policy wanted to give.
  public let answer: TimeSpan
  /// The time that the device gave.
  public let granted: TimeSpan
  public let policy: GrantExplanation?
  public let fault: String?
}

/// The slots of a lane that can be given, by each of the limits (F2, F4).
public struct SlotRoom: Sendable {
  public let lane: WorkLane
  /// Slots that the policy may give.
  public let free: Int
  /// Work that runs.
  public let running: Int
  public let startsInWindow: Int
  public let limits: DeviceConfiguration.SlotLimits
  /// When the window lets another start; nil if it is not what holds work back.
  public let windowOpens: Instant?
  /// Work that the pool can pay for.
  public let payable: Int
  /// The time that each of them reserves; in a lane of different lengths the least.
  public let allowance: TimeSpan
}

/// How one app stands at a moment, decision or not.
public struct AppStanding: Sendable {
  public let device: DeviceSnapshot
  public let app: AppSnapshot
  /// One for each kind of work that the device has.
  public let work: [WorkStanding]
  /// Until when background time is reserved for it; nil: none is.
  public let reservedUntil: Instant?
  public let openTasks: Int
  /// What holds it back while nobody uses it; nil: its platform has no such thing, but a pool.
  public var standby: StandbyStanding?
  /// It is an extension, which runs for the notifications of its app only, and has no work.
  public var isExtension = false

  /// What it has asked for, piece by piece, where that is more than one; else empty.
  public var pieces: [PieceOfWork] {
    let pieces = work.flatMap(\.pieces)
    return pieces.count > 1 ? pieces : []
  }

  /// The work that it waits for, or that the fewest things keep it from; nil: the device has none.
  public var nearest: WorkStanding? {
    work.min { $0.ineligibility.count < $1.ineligibility.count }
  }

  /// Whether it waits for a slot.
  public var waits: Bool { work.contains { $0.ineligibility.isEmpty } }

  /// Whether work of it runs.
  public var works: Bool { work.contains { $0.runsSince != nil } }
}

/// How Android's standby stands to one app at a moment.
public struct StandbyStanding: Sendable {
  public let bucket: AppBucket
  public let idle: DeviceIdle
  /// When the idle time, or the maintenance window, ends by itself; nil: the device is awake.
  public let idleUntil: Instant?
}

/// How one app stands with one kind of work at a moment.
public struct WorkStanding: Sendable {
  public let kind: WorkKind
  /// The room in the kind's lane.
  public let room: SlotRoom
  /// Why it waits for no slot; empty: it does.
  public let ineligibility: [Ineligibility]
  public let wish: WorkWish
  /// The moment at which such work began; nil unless it runs.
  public let runsSince: Instant?
  /// What it has asked for, in the order in which it has; empty where that has no pieces, as of
  /// fetches.
  public var pieces: [PieceOfWork] = []
}

/// A job or a request of an app's, and what keeps it from running.
public struct PieceOfWork: Sendable, Equatable {
  /// As people call it: `job 7`, `the worker upload`, `the refresh "mail"`.
  public let name: String
  /// Empty: it may run, or runs.
  public let ineligibility: [Ineligibility]

  public init(_ name: String, _ ineligibility: [Ineligibility]) {
    self.name = name
    self.ineligibility = ineligibility
  }
}
