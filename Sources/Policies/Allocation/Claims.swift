import Device
import Simulation

/// An app's claim on background time: what it has had, and what it is expected to want.
struct Claim {
  enum Kind {
    /// Time of the app's own, to end what it has begun.
    case time
    case fetch
  }
  let app: AppID
  /// The kind of time that the app wanted last.
  private(set) var kind: Kind
  /// Whether the app has had its turn in this round.
  private(set) var isServed = false
  /// Whether the app's grant in this round was not enough.
  private(set) var ranOut = false
  /// Whether the app has a claim at all.
  fileprivate private(set) var exists = true
  /// The moment at which the app last wanted something.
  private(set) var at: Instant
  /// The most that the app may be given at once.
  private(set) var allowance: TimeSpan
  /// The time that the app was given and that is not accounted for yet.
  private(set) var held = TimeSpan.zero
  /// The time that the app has used in this round, without what it holds.
  private(set) var used = TimeSpan.zero
  /// The moment at which the app's grant is expected to be over; `leaves` is what it gives back
  /// then.
  private var due = Instant.start
  private var leaves = TimeSpan.zero
  /// The time before the end of a round at which the app last asked for time of its own.
  var turn: TimeSpan?
  /// The time that the app used when it last had time of its own; nil: not known, or not enough.
  private var usualTime: TimeSpan?
  private var usualFetch: TimeSpan?
  /// The time that the app gave back when it last ended because its handlers were called; zero: it
  /// never did.
  private(set) var yielded = TimeSpan.zero
  /// The last time that the app did not have enough.
  private var stop: Stop?

  private struct Stop {
    let granted: TimeSpan
    let used: TimeSpan
  }

  /// The difference below which two lengths of time count as equal.
  private static let slack = TimeSpan.milliseconds(100)

  init(app: AppID, kind: Kind, allowance: TimeSpan, at: Instant) {
    self.app = app
    self.kind = kind
    self.allowance = allowance
    self.at = at
  }

  fileprivate static let none: Claim = {
    var claim = Claim(app: AppID(0), kind: .fetch, allowance: .zero, at: .start)
    claim.exists = false
    return claim
  }()

  /// Notes that the app asks for time of its own.
  mutating func ask(for allowance: TimeSpan, at now: Instant) {
    at = now
    kind = .time
    self.allowance = allowance
  }

  /// Notes that the app waits for a slot.
  @inline(__always)
  mutating func wait(for allowance: TimeSpan, at now: Instant) {
    at = now
    // An app that holds time of its own meanwhile has that accounted for first.
    if kind == .time && held > .zero { return }
    held = .zero
    isServed = false
    kind = .fetch
    self.allowance = allowance
  }

  /// The time that the app has had in this round.
  var filled: TimeSpan { used + held }

  /// The time that the app is likely to use when it is served: a little more than the last time,
  /// because an end at the very instant of the deadline is too late; its whole allowance where that
  /// is not known.
  var expected: TimeSpan {
    let usual = kind == .time ? usualTime : usualFetch
    return min(allowance, usual.map { $0 + Claim.slack } ?? allowance)
  }

  /// The time that the app used when it last had time; its allowance where it never had any.
  var latest: TimeSpan {
    let usual = kind == .time ? usualTime : usualFetch
    return min(allowance, usual ?? stop?.used ?? allowance)
  }

  /// The time that is kept for the app while others ask.
  var wanted: TimeSpan {
    if held > .zero { return .zero }
    if isServed { return ranOut ? allowance : .zero }
    return expected
  }

  /// Notes that the app was given time, of which it is expected to use so much.
  mutating func hold(_ granted: TimeSpan, using share: TimeSpan, from now: Instant) {
    held += granted
    leaves = max(.zero, granted - share)
    due = now + share
  }

  /// Returns what the app is expected to give back, and how long from now; nil: nothing.
  func giveBack(at now: Instant) -> RoundAhead.Return? {
    guard held > .zero, leaves > .zero, due >= now else { return nil }
    return RoundAhead.Return(after: due - now, amount: leaves)
  }

  /// Accounts for time that the app held and that is over.
  ///
  /// - Parameters:
  ///   - warned: its handlers were called.
  ///   - lead: how long before the end they are called.
  mutating func end(
    used: TimeSpan, of granted: TimeSpan, warned: Bool, lead: TimeSpan, at now: Instant
  ) {
    let atOnce = warned && used <= granted - lead + Claim.slack
    ranOut = used >= granted || warned && !wasDone(using: used, of: granted, atOnce: atOnce)
    held = .zero
    self.used += used
    at = now
    isServed = true
    switch kind {
    case .time: usualTime = ranOut ? nil : used
    case .fetch: usualFetch = ranOut ? nil : used
    }
    if ranOut {
      stop = Stop(granted: granted, used: used)
      yielded = min(lead, max(.zero, granted - used))
    } else if let stop, used <= stop.used + Claim.slack {
      // So the app was done then too, and did not react to its handlers.
      self.stop = nil
      yielded = .zero
    }
  }

  /// Returns whether an app that ended after its handlers were called would not have wanted more:
  /// it had as much as was enough before, or was given more than the last time and hardly used
  /// more.
  ///
  /// - Parameter atOnce: it ended just when they were called, and so not by itself, if that was
  ///    later than it used to end.
  private func wasDone(using used: TimeSpan, of granted: TimeSpan, atOnce: Bool) -> Bool {
    if let usual = kind == .time ? usualTime : usualFetch {
      return used >= usual - Claim.slack && (!atOnce || used <= usual + Claim.slack / 2)
    }
    guard let stop, granted >= stop.granted + Claim.slack else { return false }
    return used - stop.used < (granted - stop.granted) / 2
  }

  mutating func beginRound() {
    used = .zero
    isServed = false
    ranOut = false
  }
}

/// The claims of all apps, at most one an app.
struct Claims {
  private var claims = ByApp(Claim.none)

  /// Notes that an app asks for time of its own. O(1).
  mutating func ask(_ app: AppID, for allowance: TimeSpan, at now: Instant) {
    claims.change(app) {
      if !$0.exists { $0 = Claim(app: app, kind: .time, allowance: allowance, at: now) }
      $0.ask(for: allowance, at: now)
    }
  }

  /// Notes all apps that wait for a slot. O(n).
  mutating func wait(_ candidates: WorkCandidates, at now: Instant) {
    for position in candidates.indices {
      let app = candidates[position].app.id
      let allowance = candidates[position].allowance
      claims.change(app) {
        if !$0.exists { $0 = Claim(app: app, kind: .fetch, allowance: allowance, at: now) }
        $0.wait(for: allowance, at: now)
      }
    }
  }

  /// Changes an app's claim if it has one. O(1).
  mutating func update(_ app: AppID, _ change: (inout Claim) -> Void) {
    claims.change(app) { if $0.exists { change(&$0) } }
  }

  /// Begins a round, in which no app has used or been served anything yet. O(n).
  mutating func beginRound() {
    claims.changeAll { $0.beginRound() }
  }

  /// Returns the share of an app that asks now, when the available time is divided fairly among all
  /// apps that have wanted some since a moment, so that what each has had in this round is as even
  /// as its wish allows. O(n) while there is enough, O(n log n) otherwise.
  ///
  /// An app that ends when its handlers are called needs a grant longer than its share, and gives
  /// the rest back. Until others ask, that is lent from what is kept for them. So the division is
  /// of the largest amount of which each is expected to have its share, and what it gives back,
  /// when it asks.
  ///
  /// - Parameter turn: how long before the end of the round it is.
  mutating func share(
    of app: AppID, at now: Instant, turn: TimeSpan, in available: TimeSpan, since moment: Instant
  ) -> Share {
    let asking = claims[app]
    guard asking.exists else { return Share() }
    claims.change(app) { $0.turn = turn }
    var reserve = TimeSpan.zero
    var demands = [asking.expected]
    var held = [asking.filled]
    var ahead = RoundAhead(
      available: available,
      turns: [RoundAhead.Turn(position: 0, after: .zero, yielded: asking.yielded)])
    for claim in claims.values where claim.exists && claim.app != app {
      if let back = claim.giveBack(at: now) { ahead.returns.append(back) }
      let wanted = claim.wanted
      guard claim.at >= moment, wanted > .zero else { continue }
      if let its = claim.turn, claim.kind == .time, !claim.isServed {
        ahead.turns.append(
          RoundAhead.Turn(
            position: demands.count, after: (asking.turn ?? turn) - its, yielded: claim.yielded))
      } else {
        ahead.others.append(demands.count)
      }
      if !claim.isServed { reserve = max(reserve, claim.yielded) }
      demands.append(wanted)
      held.append(claim.filled)
    }
    ahead.placeLate(overlapping: asking.latest)
    let (division, room) = ahead.divide(
      upTo: max(.zero, available - reserve), among: demands, holding: held)
    return Share(
      amount: division[0], spare: room.spare, meanwhile: room.meanwhile,
      yielded: asking.yielded, isEnough: division[0] >= demands[0],
      claims: demands.count { $0 > .zero })
  }

  /// One app's share of a fair division.
  struct Share: Equatable {
    var amount = TimeSpan.zero
    /// The time that no app is expected to use.
    var spare = TimeSpan.zero
    /// The time that no app is expected to ask for before this one has used its share.
    var meanwhile = TimeSpan.zero
    /// The time that the app is expected to give back when its handlers are called.
    var yielded = TimeSpan.zero
    /// Whether the share is all that the app is expected to use.
    var isEnough = false
    /// The number of apps among which the time was divided.
    var claims = 0
  }
}
