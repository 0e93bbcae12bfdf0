import Device
import Simulation

/// A history of the decisions about one app around one moment, gathered while a device explains
/// itself.
public struct DecisionHistory: Sendable {
  let app: AppID
  /// The moment asked about, as exactly as it was written.
  let moment: ClosedRange<Instant>
  /// The last decisions up to the moment's end, in order.
  private(set) var before: [DecisionExplanation] = []
  /// The first decisions after it, in order.
  private(set) var after: [DecisionExplanation] = []
  /// The last decision up to the moment's end that gave the app something; `nextGift` is the first
  /// after it.
  private(set) var lastGift: DecisionExplanation?
  private(set) var nextGift: DecisionExplanation?
  /// The last review in which slots were to be given; the other is the last for which the policy
  /// was asked.
  private var lastReview: DecisionExplanation?
  private var lastAsked: DecisionExplanation?

  /// The chances up to the moment's end that the app missed since it began to wait, in order.
  private(set) var missed: [MissedChance] = []

  public init(of app: AppID, around moment: ClosedRange<Instant>) {
    self.app = app
    self.moment = moment
  }

  /// Whether nothing that follows would be shown any more.
  public var isComplete: Bool { !after.isEmpty && nextGift != nil }

  /// Takes the next decision of a run; to be called for all of them, in order.
  public mutating func add(_ decision: DecisionExplanation) {
    guard concerns(decision) else { return }
    if decision.device.now <= moment.upperBound {
      before = before.suffix(2) + [decision]
      if isGift(decision) { lastGift = decision }
      if case .fetches = decision { lastReview = decision }
      if wasAsked(decision) { lastAsked = decision }
      note(chance: decision)
    } else {
      if after.isEmpty { after.append(decision) }
      if nextGift == nil, isGift(decision) { nextGift = decision }
    }
  }

  private mutating func note(chance decision: DecisionExplanation) {
    guard case .fetches(let review) = decision, let standing = review.standing(of: app) else {
      return
    }
    if let first = missed.first, first.waitingSince != standing.app.waitingSince { missed = [] }
    guard standing.outcome != .started else {
      missed = []
      return
    }
    if standing.outcome != .noSlot { missed.append(MissedChance(review, standing.app)) }
  }

  /// Returns the decision that explains the app's standing at the moment.
  ///
  /// It is the one that fell in the moment itself, of several the last for which the policy was
  /// asked; else the last, while the app still waited for a slot or still had what it was given;
  /// nil where it neither waited nor had anything.
  func decision(explaining standing: AppStanding) -> DecisionExplanation? {
    if let lastAsked, moment.contains(lastAsked.device.now) { return lastAsked }
    if let last = before.last, moment.contains(last.device.now) { return last }
    if standing.works || standing.reservedUntil != nil { return lastGift }
    return standing.waits ? lastReview : nil
  }

  /// Returns the decisions worth a look, without duplicates, in order.
  func neighbours(of decision: DecisionExplanation?) -> [DecisionExplanation] {
    var seen: [DecisionExplanation] = []
    for other in ([lastGift, lastAsked] + before + [decision] + after + [nextGift]).compactMap({
      $0
    })
    where !seen.contains(where: { isSame($0, other) }) {
      seen.append(other)
    }
    return seen.enumerated().sorted {
      ($0.element.device.now, $0.offset) < ($1.element.device.now, $1.offset)
    }.map(\.element)
  }

  func isSame(_ left: DecisionExplanation, _ right: DecisionExplanation) -> Bool {
    guard left.device.now == right.device.now else { return false }
    switch (left, right) {
    case (.fetches, .fetches), (.backgroundTime, .backgroundTime): return true
    default: return false
    }
  }

  private func concerns(_ decision: DecisionExplanation) -> Bool {
    switch decision {
    case .backgroundTime(let grant): return grant.request.app.id == app
    case .fetches(let review):
      guard let standing = review.standing(of: app) else { return false }
      if case .notEligible = standing.outcome { return false }
      return true
    }
  }

  /// Returns whether the policy was asked; it was not where there was no slot to give.
  private func wasAsked(_ decision: DecisionExplanation) -> Bool {
    guard case .fetches(let review) = decision else { return true }
    return review.standing(of: app)?.outcome != .noSlot
  }

  private func isGift(_ decision: DecisionExplanation) -> Bool {
    switch decision {
    case .backgroundTime(let grant): grant.granted > .zero
    case .fetches(let review): review.standing(of: app)?.outcome == .started
    }
  }
}

/// A chance that an app missed: a moment at which there were slots to give, and it waited and got
/// none.
struct MissedChance: Sendable {
  let at: Instant
  let waitingSince: Instant?
  /// The names of the apps that were taken before it.
  let taken: [String]
  /// Whether the policy failed, so that no app was chosen.
  let isFault: Bool

  init(_ review: WorkReview, _ app: CandidateStanding.App) {
    at = review.device.now
    waitingSince = app.waitingSince
    taken = review.apps.filter { $0.outcome == .started }.map(\.app.name)
    isFault = review.fault != nil
  }
}

extension WorkReview {
  /// Returns an app's standing; nil: it has none. O(apps).
  func standing(of app: AppID) -> CandidateStanding? { apps.first { $0.app.id == app } }
}
