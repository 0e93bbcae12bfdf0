import Device
import Simulation

/// The exits of one app in a run, each with what led to it, gathered by an observer of the run.
public struct ExitHistory: Sendable {
  /// An exit, with what was seen of it.
  struct Exit: Sendable {
    let at: Instant
    let reason: ExitReason
    let code: String?
    let detail: String
    let isCodeAssumed: Bool
    /// The findings that belong to it, and what the process had begun and not ended, what was
    /// called last and the state that it was in, in order.
    let findings: [RecordEntry]
    let chain: [RecordEntry]

    /// Whose exit it is: Android's reasons are names of its own. nil: it has no code.
    var family: SystemFamily? {
      code.map { $0.hasPrefix("REASON_") ? .android : .iOS }
    }
  }

  let app: String
  /// The moment asked about; nil: the first exit is wanted, whenever it is.
  let moment: ClosedRange<Instant>?
  private(set) var exits: [Exit] = []
  /// The record of the app that is nearest to the moment.
  private(set) var nearest: RecordEntry?
  /// The records of the process that are not over.
  private var standing: [RecordEntry] = []
  /// The last request of the process that was answered, or failed: its start and its end.
  private var answered: [RecordEntry] = []

  public init(of app: String, around moment: ClosedRange<Instant>? = nil) {
    self.app = app
    self.moment = moment
  }

  /// Whether the app has ended at all.
  public var isEmpty: Bool { exits.isEmpty }

  /// When the app was killed for the first time; nil: it never was.
  public var firstKill: Instant? { exits.first { !$0.reason.isOrderly }?.at }

  /// Takes the next record of a run; to be called for all of them, in order.
  public mutating func add(_ entry: RecordEntry) {
    guard entry.app == app else { return }
    switch entry.record {
    case .exited(let reason, let code, let detail, let isCodeAssumed):
      exits.append(
        Exit(
          at: entry.at, reason: reason, code: code, detail: detail,
          isCodeAssumed: isCodeAssumed ?? false, findings: findings(of: reason, at: entry.at),
          chain: chain(at: entry.at)))
      standing = []
      answered = []
    case .findingUndone(let rule, let place, let message):
      standing.removeAll { $0.record == .finding(rule, place, message) }
    case .logged, .timeDecided, .granted, .returned, .fetchEligible, .workEligible,
      .reviewExplained, .standingExplained, .grantExplained:
      return
    default: break
    }
    note(nearest: entry)
    if entry.kind == .requestFinish {
      answered = standing.filter { entry.record.ends($0.record) } + [entry]
    }
    standing.removeAll { entry.record.ends($0.record) }
    if !entry.record.isAnEnd { standing.append(entry) }
  }

  private mutating func note(nearest entry: RecordEntry) {
    guard let moment, entry.kind != .finding, entry.kind != .findingUndone else { return }
    guard entry.at > moment.upperBound, let last = nearest else {
      nearest = entry
      return
    }
    if last.at < moment.lowerBound, entry.at - moment.upperBound < moment.lowerBound - last.at {
      nearest = entry
    }
  }

  /// The findings of the moment of an exit; where it has none, the last one that stands for it.
  private func findings(of reason: ExitReason, at instant: Instant) -> [RecordEntry] {
    let found = standing.filter { $0.kind == .finding }
    let ofMoment = found.filter { $0.at == instant }
    guard ofMoment.isEmpty else { return ofMoment }
    let last = found.last { entry in
      if case .finding(let rule, _, _) = entry.record { rule == reason.cause } else { false }
    }
    return last.map { [$0] } ?? []
  }

  /// What has led to an exit at a moment: of the callbacks only the last two, and expiration handlers;
  /// and the last answer that came at that moment, or after the beginning of work that was not ended,
  /// for the end of the work was to follow from it.
  private func chain(at instant: Instant) -> [RecordEntry] {
    let callbacks = standing.filter { $0.kind == .appCallback }.suffix(2)
    let chain = standing.filter { entry in
      entry.kind == .appCallback
        ? callbacks.contains(entry) || entry.isExpirationHandler : entry.kind != .finding
    }
    let began = standing.first { $0.record.isToBeEnded }?.at ?? instant
    guard let answer = answered.last, answer.at >= began else { return chain }
    return (chain + answered).enumerated().sorted {
      ($0.element.at, $0.offset) < ($1.element.at, $1.offset)
    }.map(\.element)
  }

  /// The exit that answers the question: that of the moment, of several the first that is a fault;
  /// without a moment that of the whole run.
  var asked: Exit? {
    let among = moment.map { moment in exits.filter { moment.contains($0.at) } } ?? exits
    return among.first { !$0.reason.isOrderly } ?? among.first
  }

  /// The last exit before the moment.
  var before: Exit? { moment.flatMap { moment in exits.last { $0.at < moment.lowerBound } } }
}

extension Record {
  /// Whether it says only that something is over.
  fileprivate var isAnEnd: Bool {
    switch self {
    case .taskEnded, .fetchCompleted, .workEnded, .bgTaskCompleted, .pushCompleted,
      .requestFinished, .lockReleased, .wakeLockReleased, .serviceStopped, .audioStopped,
      .transferDelivered, .callEnded,
      .findingUndone, .exited:
      true
    default: false
    }
  }

  /// Whether it begins something that the app itself is to end.
  fileprivate var isToBeEnded: Bool {
    switch self {
    case .taskBegan(_, _, nil), .fetchStarted, .bgTaskLaunched, .pushDelivered: true
    default: false
    }
  }

  /// Whether it ends what another record has begun, or stands in its place.
  fileprivate func ends(_ begun: Record) -> Bool {
    switch (self, begun) {
    case (.taskEnded(let id), .taskBegan(let other, _, _)),
      (.taskEnded(let id), .taskExpired(let other)),
      (.pushCompleted(let id, _, _), .pushDelivered(let other)),
      (.requestFinished(let id, _, _, _, _), .requestStarted(let other, _)),
      (.transferDelivered(let id), .transferFinished(let other, _, _, _, _)),
      (.transferFinished(let id, _, _, _, _), .transferMoves(let other, _)),
      (.transferMoves(let id, _), .transferBegan(let other, _, _, _, _, _)):
      id == other
    case (.bgTaskCompleted(let name, _), .bgTaskLaunched(let other)),
      (.bgTaskCompleted(let name, _), .bgTaskExpired(let other)),
      (.bgTaskSubmitted(let name, _, _, _, _), .bgTaskSubmitted(let other, _, _, _, _)),
      (.lockReleased(let name, _), .lockAcquired(let other, _)),
      (.lockAcquired(let name, _), .lockAwaited(let other, _)),
      (.wakeLockReleased(let name, _, _), .wakeLockAcquired(let other, _)),
      (.callback(let name), .callback(let other)):
      name == other
    case (.workEnded(let kind, _, _, _), .workStarted(let other, _)): kind == other
    case (.fetchCompleted, .fetchStarted), (.fetchCompleted, .fetchTimedOut),
      (.serviceStopped, .serviceInForeground), (.serviceInForeground, .serviceStarted),
      (.audioStopped, .audioStarted), (.locationUpdated, .locationUpdated),
      (.accessoryHeard, .accessoryHeard), (.userOpened, .userOpened), (.userOpened, .userClosed):
      true
    case (.stateChanged(_, let state, _), .stateChanged(_, let last, _)):
      !(state == .suspended && last == .background)
    default: false
    }
  }
}
