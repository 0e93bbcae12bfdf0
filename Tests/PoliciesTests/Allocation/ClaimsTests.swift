import Device
import Simulation
import Testing

@testable import Policies

@Suite("Claims to background time")
struct ClaimsTests {
  @Test(
    "however apps ask, wait, end and stay away, shares are those of a plain list of claims",
    arguments: UInt64(1)...6)
  func plain(seed: UInt64) {
    var random = RandomStream(seed: seed, name: "claims")
    var claims = Claims()
    var plain = PlainClaims()
    var now = Instant.start
    let apps = (0..<25).map { AppID($0 * 3) }
    for _ in 0..<1_500 {
      now = now + .milliseconds(random.integer(in: 0..<20_000))
      let app = apps[random.integer(in: 0..<apps.count)]
      switch random.integer(in: 0..<6) {
      case 0:
        let waiting = apps.filter { _ in random.integer(in: 0..<3) == 0 }.map {
          candidate(Int($0.index), allowance: 30)
        }
        claims.wait(WorkCandidates(waiting), at: now)
        for candidate in waiting { plain.wait(candidate.app.id, for: .seconds(30), at: now) }
      case 1, 2:
        let allowance = TimeSpan.seconds(random.integer(in: 1..<60))
        claims.ask(app, for: allowance, at: now)
        plain.ask(app, for: allowance, at: now)
        let available = TimeSpan.seconds(random.integer(in: 0..<400))
        let turn = TimeSpan.seconds(random.integer(in: 0..<3_600))
        let since = now - .seconds(random.integer(in: 0..<400))
        let share = claims.share(of: app, at: now, turn: turn, in: available, since: since)
        #expect(
          share == plain.share(of: app, at: now, turn: turn, in: available, since: since))
        let grant = share.amount + share.yielded
        claims.update(app) { $0.hold(grant, using: share.amount, from: now) }
        plain.update(app) { $0.hold(grant, using: share.amount, from: now) }
      case 3, 4:
        let granted = TimeSpan.seconds(random.integer(in: 0..<60))
        let used = granted * random.uniform()
        let warned = random.bernoulli(0.3)
        func end(_ claim: inout Claim) {
          claim.end(used: used, of: granted, warned: warned, lead: .seconds(5), at: now)
        }
        claims.update(app, end)
        plain.update(app, end)
      default:
        claims.beginRound()
        plain.beginRound()
      }
    }
  }
}

/// Claims by app, gone through in order of `AppID`.
private struct PlainClaims {
  var claims: [AppID: Claim] = [:]

  mutating func ask(_ app: AppID, for allowance: TimeSpan, at now: Instant) {
    claims[app, default: Claim(app: app, kind: .time, allowance: allowance, at: now)]
      .ask(for: allowance, at: now)
  }

  mutating func wait(_ app: AppID, for allowance: TimeSpan, at now: Instant) {
    claims[app, default: Claim(app: app, kind: .fetch, allowance: allowance, at: now)]
      .wait(for: allowance, at: now)
  }

  mutating func update(_ app: AppID, _ change: (inout Claim) -> Void) {
    guard var claim = claims[app] else { return }
    change(&claim)
    claims[app] = claim
  }

  mutating func beginRound() {
    for app in claims.keys { claims[app]?.beginRound() }
  }

  mutating func share(
    of app: AppID, at now: Instant, turn: TimeSpan, in available: TimeSpan, since moment: Instant
  ) -> Claims.Share {
    guard let asking = claims[app] else { return Claims.Share() }
    claims[app]?.turn = turn
    let others = claims.values.filter { $0.app != app }.sorted { $0.app < $1.app }
    let wanting = others.filter { $0.at >= moment && $0.wanted > .zero }
    var ahead = RoundAhead(
      available: available,
      turns: [RoundAhead.Turn(position: 0, after: .zero, yielded: asking.yielded)],
      returns: others.compactMap { $0.giveBack(at: now) })
    for (index, claim) in wanting.enumerated() {
      if claim.kind == .time, !claim.isServed, let before = claim.turn {
        ahead.turns.append(
          RoundAhead.Turn(
            position: index + 1, after: (asking.turn ?? turn) - before, yielded: claim.yielded))
      } else {
        ahead.others.append(index + 1)
      }
    }
    ahead.placeLate(overlapping: asking.latest)
    let reserve = wanting.filter { !$0.isServed }.map(\.yielded).max() ?? .zero
    let demands = [asking.expected] + wanting.map(\.wanted)
    let (division, room) = ahead.divide(
      upTo: max(.zero, available - reserve), among: demands,
      holding: [asking.filled] + wanting.map(\.filled))
    return Claims.Share(
      amount: division[0], spare: room.spare, meanwhile: room.meanwhile, yielded: asking.yielded,
      isEnough: division[0] >= demands[0], claims: demands.count { $0 > .zero })
  }
}
