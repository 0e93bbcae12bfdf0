import Device
import Simulation

/// What one app has had of background time, and what it is expected to want.
struct Claim {
  enum Kind {
    /// Time of its own, to end what it has begun.
    case time
    case fetch
  }
  let app: AppID
  /// What it wanted last.
  var kind: Kind
  /// The most that it may be given at once.
  var allowance: TimeSpan
  /// When it last wanted something.
  var at: Instant
  /// Used in this round, without what it holds.
  var used = TimeSpan.zero
  /// Given to it and not yet accounted for.
  var held = TimeSpan.zero
  /// It has had its turn in this round.
  var isServed = false
  /// What it was given in this round was not enough.
  var ranOut = false
  /// What it used when it last had time; nil: not known, or that was not enough.
  private var usualTime: TimeSpan?
  private var usualFetch: TimeSpan?
  /// What it gave back when it last ended because its handlers were called; zero: it never did.
  private(set) var yielded = TimeSpan.zero
  /// The last time that it had not enough.
  private var stop: Stop?

  private struct Stop {
    let granted: TimeSpan
    let used: TimeSpan
  }

  /// What makes no difference.
  private static let slack = TimeSpan.milliseconds(100)

  init(app: AppID, kind: Kind, allowance: TimeSpan, at: Instant) {
    self.app = app
    self.kind = kind
    self.allowance = allowance
    self.at = at
  }

  /// What it has had in this round.
  var filled: TimeSpan { used + held }

  /// What it is likely to use when it is served: a little more than the last time, because who ends
  /// at the very instant of its deadline is too late; all that it may, where that is not known.
  var expected: TimeSpan {
    let usual = kind == .time ? usualTime : usualFetch
    return min(allowance, usual.map { $0 + Claim.slack } ?? allowance)
  }

  /// What is kept for it while others ask.
  var wanted: TimeSpan {
    if held > .zero { return .zero }
    if isServed { return ranOut ? allowance : .zero }
    return expected
  }

  /// What it held is over.
  ///
  /// - Parameters:
  ///   - warned: its handlers were called.
  ///   - lead: how long before the end they are called.
  mutating func end(
    used: TimeSpan, of granted: TimeSpan, warned: Bool, lead: TimeSpan, at now: Instant
  ) {
    ranOut = used >= granted || warned && !wasDone(using: used, of: granted)
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
      // So it was done then too, and did not heed its handlers.
      self.stop = nil
      yielded = .zero
    }
  }

  /// Whether one that ended after its handlers were called would not have wanted more: it had as much
  /// as it used to be content with, or was given more than the last time and hardly used more.
  private func wasDone(using used: TimeSpan, of granted: TimeSpan) -> Bool {
    if let usual = kind == .time ? usualTime : usualFetch { return used >= usual - Claim.slack }
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
  /// In order of `AppID`.
  private var claims: [Claim] = []

  /// Changes an app's claim, which is made first if there is none. O(log n) for an app that has one,
  /// else O(n).
  mutating func change(
    _ app: AppID, or new: @autoclosure () -> Claim, _ change: (inout Claim) -> Void
  ) {
    let position = position(of: app)
    if position == claims.count || claims[position].app != app {
      claims.insert(new(), at: position)
    }
    change(&claims[position])
  }

  /// Changes an app's claim if it has one. O(log n).
  mutating func update(_ app: AppID, _ change: (inout Claim) -> Void) {
    let position = position(of: app)
    guard position < claims.count, claims[position].app == app else { return }
    change(&claims[position])
  }

  /// O(n).
  mutating func beginRound() {
    for position in claims.indices { claims[position].beginRound() }
  }

  /// What an app gets when the available time is divided fairly among all who have wanted some since
  /// a moment, so that what each has had in this round is as even as its wish allows. O(n).
  ///
  /// Who ends when its handlers are called needs a grant longer than its share, and gives the rest
  /// back. As long as others are still to come, that is lent from what is kept for them; for the last
  /// of them it is left over here.
  func share(of app: AppID, in available: TimeSpan, since moment: Instant) -> Share {
    let asking = position(of: app)
    guard asking < claims.count, claims[asking].app == app else { return Share() }
    var reserve = TimeSpan.zero
    let demands = claims.enumerated().map { position, claim in
      if position == asking { return claim.expected }
      guard claim.at >= moment else { return .zero }
      if !claim.isServed, claim.wanted > .zero { reserve = max(reserve, claim.yielded) }
      return claim.wanted
    }
    let shared = max(.zero, available - reserve)
    let division = maxMinAllocation(
      capacity: shared, demands: demands, held: claims.map(\.filled))
    return Share(
      amount: division[asking], spare: shared - division.reduce(.zero, +),
      yielded: claims[asking].yielded, isEnough: division[asking] >= demands[asking],
      claims: demands.count { $0 > .zero })
  }

  /// What a fair division gives to one app.
  struct Share {
    var amount = TimeSpan.zero
    /// What nobody is expected to use.
    var spare = TimeSpan.zero
    /// What the app is expected to give back when its handlers are called.
    var yielded = TimeSpan.zero
    /// Whether it is all that the app is expected to use.
    var isEnough = false
    /// Among how many it was divided.
    var claims = 0
  }

  /// Where the app's claim is or would be.
  private func position(of app: AppID) -> Int {
    var low = 0
    var high = claims.count
    while low < high {
      let middle = (low + high) / 2
      if claims[middle].app < app { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
