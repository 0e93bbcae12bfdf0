import Simulation

/// The port through which a policy arbitrates background time and fetch slots.
///
/// A policy sees read-only snapshots and returns values; it never holds the device. Whatever it
/// returns, the device enforces budget and slots (U3): a decision that overdraws, names an app that
/// is not eligible or makes no sense is refused, counted and traced. It must be deterministic: the
/// same calls give the same answers.
///
/// The device asks by the four calls named `answer`. A policy that has no more to say than what it
/// decides writes `backgroundTime` and `fetches`, and where it likes `reclaim` and `observe`; the
/// answers are made of them. One with more to say, such as why, writes the `answer` itself.
public protocol SchedulingPolicy: AnyObject {
  /// The policy's name for `--policy` and reports.
  var name: String { get }

  /// Whether it wants to see who will be a candidate, and when (`DeviceSnapshot.coming`), which costs
  /// the time to look at all apps at each decision; as a rule it does not.
  var looksAhead: Bool { get }

  /// Whether it wants to be asked about waiting work, too, whenever the user opens an app, which may
  /// tell what is opened next; as a rule it is not, for nothing that it decides on has changed.
  var asksAtOpens: Bool { get }

  /// Background time for an app that enters the background with a task open or begins its first
  /// one there (B2): between zero and `request.allowance`, at most the pool's available time.
  func backgroundTime(_ request: BackgroundTimeRequest, device: DeviceSnapshot) -> TimeSpan

  /// Which of the eligible apps get their work now (F2): at most `slots` of them, best first.
  ///
  /// `candidates` are in order of waiting, longest first; all wait for slots of the same lane, and
  /// no app is named twice. `slots` are the free ones, no more than the pool can pay for. Named for
  /// the first kind of work that there was.
  func fetches(_ candidates: WorkCandidates, slots: Int, device: DeviceSnapshot) -> WorkDecision

  /// Asked before `backgroundTime` when the pool holds less than the request's allowance and others
  /// hold time: apps to expire early. What they leave is back in the pool when the request comes.
  func reclaim(
    _ holders: [BackgroundHolder], for request: BackgroundTimeRequest, device: DeviceSnapshot
  ) -> [AppID]

  /// Told what became of a grant or of work (F6).
  func observe(_ outcome: PolicyOutcome)

  /// `backgroundTime`, with all that the policy has to say.
  func answer(
    _ request: BackgroundTimeRequest, device: DeviceSnapshot
  ) -> PolicyAnswer<GrantDecision>

  /// `fetches`, with all that the policy has to say.
  func answer(
    _ candidates: WorkCandidates, slots: Int, device: DeviceSnapshot
  ) -> PolicyAnswer<WorkDecision>

  /// `reclaim`, with all that the policy has to say.
  func answer(
    _ holders: [BackgroundHolder], for request: BackgroundTimeRequest, device: DeviceSnapshot
  ) -> PolicyAnswer<[AppID]>

  /// `observe`, with all that the policy has to say.
  func answer(_ outcome: PolicyOutcome) -> PolicyAnswer<Void>
}

extension SchedulingPolicy {
  public var looksAhead: Bool { false }
  public var asksAtOpens: Bool { false }

  public func reclaim(
    _ holders: [BackgroundHolder], for request: BackgroundTimeRequest, device: DeviceSnapshot
  ) -> [AppID] { [] }
  public func observe(_ outcome: PolicyOutcome) {}

  public func answer(
    _ request: BackgroundTimeRequest, device: DeviceSnapshot
  ) -> PolicyAnswer<GrantDecision> {
    PolicyAnswer(GrantDecision(backgroundTime(request, device: device)))
  }

  public func answer(
    _ candidates: WorkCandidates, slots: Int, device: DeviceSnapshot
  ) -> PolicyAnswer<WorkDecision> {
    PolicyAnswer(fetches(candidates, slots: slots, device: device))
  }

  /// `fetches`, for candidates in an array. O(candidates).
  public func fetches(_ candidates: [WorkCandidate], slots: Int, device: DeviceSnapshot)
    -> WorkDecision
  {
    fetches(WorkCandidates(candidates), slots: slots, device: device)
  }

  public func answer(
    _ holders: [BackgroundHolder], for request: BackgroundTimeRequest, device: DeviceSnapshot
  ) -> PolicyAnswer<[AppID]> {
    PolicyAnswer(reclaim(holders, for: request, device: device))
  }

  public func answer(_ outcome: PolicyOutcome) -> PolicyAnswer<Void> {
    PolicyAnswer(observe(outcome))
  }
}

/// A wish for background time.
public struct BackgroundTimeRequest: Sendable {
  public enum Occasion: String, Sendable {
    /// The app enters the background with a task open.
    case enteringBackground
    /// The app begins its first task while in the background.
    case begunInBackground
  }
  public let app: AppSnapshot
  public let occasion: Occasion
  /// The most that may be granted: T of B2.
  public let allowance: TimeSpan
  public let openTasks: Int

  public init(app: AppSnapshot, occasion: Occasion, allowance: TimeSpan, openTasks: Int) {
    self.app = app
    self.occasion = occasion
    self.allowance = allowance
    self.openTasks = openTasks
  }
}

/// An app that may be given work in the background now (F1).
///
/// The properties that most policies read lie together, in its own figures and at the beginning of the app's: of a
/// thousand candidates each then costs two or three lines of memory instead of six.
public struct WorkCandidate: Sendable, Equatable {
  public let kind: WorkKind
  /// Since when it has been eligible without a break, for this or for other work of the same slots.
  public let eligibleSince: Instant
  /// The earliest moment that the app has named; nil: none.
  public let earliest: Instant?
  /// After this the work is late; nil: it never is.
  public let latest: Instant?
  /// The interval that the app asked for, for a fetch, and at least the system's smallest; zero for
  /// other work.
  public let minimumInterval: TimeSpan
  /// Time that the work gets, as a rule reserved from the pool (F4).
  public let allowance: TimeSpan
  /// The conditions that the app has asked for; all are fulfilled now.
  public let requirements: WorkRequirements
  public internal(set) var app: AppSnapshot

  public init(
    app: AppSnapshot, kind: WorkKind = .fetch, eligibleSince: Instant, earliest: Instant? = nil,
    latest: Instant? = nil, minimumInterval: TimeSpan, allowance: TimeSpan,
    requirements: WorkRequirements = []
  ) {
    self.app = app
    self.kind = kind
    self.eligibleSince = eligibleSince
    self.earliest = earliest
    self.latest = latest
    self.minimumInterval = minimumInterval
    self.allowance = allowance
    self.requirements = requirements
  }
}

/// A policy's answer to `fetches`.
public struct WorkDecision: Sendable {
  /// Apps to start now, best first.
  public var chosen: [AppID]
  /// Why, for the trace: app by app, for chosen and passed-over candidates alike.
  public var reasons: [(app: AppID, reason: String)]
  /// Ask again after this time even if nothing happens; nil: only when something does.
  public var askAgainAfter: TimeSpan?
  /// Scores and what held apps back; told only where `device.explains`, since it costs time.
  public var explanation: WorkExplanation?

  public init(
    _ chosen: [AppID] = [], reasons: [(app: AppID, reason: String)] = [],
    askAgainAfter: TimeSpan? = nil
  ) {
    self.chosen = chosen
    self.reasons = reasons
    self.askAgainAfter = askAgainAfter
  }
}

/// An app that holds reserved background time.
public struct BackgroundHolder: Sendable {
  public let app: AppSnapshot
  /// When its reservation ends.
  public let deadline: Instant
  public let openTasks: Int
  /// The kinds of work that it has begun and not ended.
  public let work: [WorkKind]

  public init(app: AppSnapshot, deadline: Instant, openTasks: Int, work: [WorkKind] = []) {
    self.app = app
    self.deadline = deadline
    self.openTasks = openTasks
    self.work = work
  }
}

/// The outcome of a grant or of work.
///
/// Work is reported twice: as the background time its process used, when its reservation ends, and with
/// its result.
public enum PolicyOutcome: Sendable {
  /// Background time ended: so much was granted, so much of it used; `expired`: its expiration
  /// handlers were called.
  case backgroundTime(app: AppID, at: Instant, granted: TimeSpan, used: TimeSpan, expired: Bool)
  /// Work ended. `result` is nil when the process died or the time was over first.
  case work(WorkKind, app: AppID, at: Instant, result: WorkResult?, took: TimeSpan)
  /// The user opened an app.
  case opened(app: AppID, at: Instant)
}
