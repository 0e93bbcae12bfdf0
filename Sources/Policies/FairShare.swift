import Device
import Simulation

/// A policy that evens out background seconds: a short pool by max-min fairness, slots by least
/// seconds used.
///
/// Max-min fairness by progressive filling (Bertsekas and Gallager, Data Networks, 1992, 6.5.2). A
/// round is the time from one refill of the pool to the next. An app that asks for time gets what
/// it would if all that is available were poured over every app with a claim, until what each has
/// had in this round stands at one level or is all that it wants (`maxMinAllocation`); and what no
/// app is expected to use, up to its allowance.
///
/// A claim is what an app is expected to use: what it used the last time, or its allowance where
/// that is not known or was not enough; nothing once it was served in this round and had enough. So
/// what an app leaves goes to those that ask after it, and one that asks first does not take what
/// others will want. An app that is expected to have enough gets some seconds beyond (`headroom`),
/// or the handlers of B4 would be called before it is done, and its needs could not grow; it gives
/// back what it does not use, so they cost the others nothing. An app that ends when its handlers
/// are called, as it should, has not had enough either. It is given beyond its share what it gave
/// back then, or it could never use the whole share; and as much of the pool is left to the last
/// that will do so.
///
/// A grant is never taken back nor made longer. So shares are max-min, in every order, from the
/// second round on in which it is known what apps use. What is held at the same time is given only
/// once: apps are expected to ask as far apart as the last time, and as much is divided as leaves
/// each its share, with what it gives back, when it asks (`RoundAhead`). In the first round of an
/// app its allowance stands for what it wants.
///
/// A free slot goes to the app that has used least in all. Each start counts `startCharge` at
/// least, or apps whose fetches take no time would go first for ever. So no app starves: of apps
/// that wait all the time none is ahead by more than one allowance, for which the others make up in
/// time.
public final class FairShare: SchedulingPolicy {
  public let name: String
  private let startCharge: TimeSpan
  private let claimLifetime: TimeSpan
  private let lead: TimeSpan
  /// The time that starts were charged beyond the time that they took.
  private var charges = ByApp<TimeSpan>(.zero)
  private var claims = Claims()
  /// The moment of the refill that ends the round.
  private var roundEnd: Instant?

  /// Creates the policy.
  ///
  /// - Parameters:
  ///   - startCharge: what each start counts at least.
  ///   - claimLifetime: how long something is kept for an app that has wanted time.
  ///   - expirationLead: how long before the end of a grant the app's handlers are called (B4).
  public init(
    startCharge: TimeSpan = .milliseconds(100), claimLifetime: TimeSpan = .hours(1),
    expirationLead: TimeSpan = Limits().expirationLead
  ) {
    name = "fair-share"
    self.startCharge = startCharge
    self.claimLifetime = claimLifetime
    lead = expirationLead
  }

  init(_ parameters: PolicyParameters, limits: Limits) {
    name = "fair-share\(parameters)"
    startCharge = .seconds(parameters["startCharge"])
    claimLifetime = .seconds(parameters["claimLifetime"])
    lead = limits.expirationLead
  }

  /// Returns the time that an app is given beyond what it is expected to use: its handlers are
  /// called no sooner than it has used a quarter more.
  private func headroom(beyond expected: TimeSpan) -> TimeSpan {
    lead + max(.seconds(1), expected / 4)
  }

  public func backgroundTime(_ request: BackgroundTimeRequest, device: DeviceSnapshot) -> TimeSpan {
    answer(request, device: device).value.amount
  }

  public func answer(
    _ request: BackgroundTimeRequest, device: DeviceSnapshot
  ) -> PolicyAnswer<GrantDecision> {
    noteRound(device)
    claims.ask(request.app.id, for: request.allowance, at: device.now)
    let share = claims.share(
      of: request.app.id, at: device.now,
      turn: (device.pool.nextRefill ?? .start) - device.now, in: device.pool.available,
      since: device.now - claimLifetime)
    let lent = share.isEnough ? headroom(beyond: share.amount) - share.yielded : .zero
    let extra = share.yielded + max(share.spare, min(share.meanwhile, lent))
    let grant = min(share.amount + extra, request.grant(from: device.pool))
    var decision = GrantDecision(grant)
    if device.explains {
      decision.explanation = GrantExplanation(
        reason: "its share, were the pool divided among all who wanted time of late",
        terms: [
          Term("share", share.amount), Term("spare", share.spare), Term("beyond the share", extra),
          Term("claims", Double(share.claims)),
        ] + terms(request.app))
    }
    claims.update(request.app.id) { $0.hold(grant, using: share.amount, from: device.now) }
    return PolicyAnswer(decision)
  }

  public func fetches(_ candidates: WorkCandidates, slots: Int, device: DeviceSnapshot)
    -> WorkDecision
  {
    noteRound(device)
    claims.wait(candidates, at: device.now)
    let charges = charges
    let decision = WorkDecision.first(
      of: candidates, slots: slots, on: device, because: "least background time used",
      order: .span("time charged"), terms: { terms($0.app) },
      by: { (candidates[$0].app.used + charges[candidates[$0].app.id]).nanoseconds })
    for app in decision.chosen {
      claims.update(app) { $0.hold($0.allowance, using: $0.expected, from: device.now) }
    }
    return decision
  }

  public func observe(_ outcome: PolicyOutcome) {
    switch outcome {
    case .backgroundTime(let app, let now, let granted, let used, let expired):
      // The time of a fetch is reported as background time too.
      claims.update(app) {
        $0.end(used: used, of: granted, warned: expired, lead: lead, at: now)
      }
    case .work(_, let app, _, _, let took):
      if took < startCharge { charges[app] += startCharge - max(.zero, took) }
    case .opened: break
    }
  }

  private func noteRound(_ device: DeviceSnapshot) {
    guard device.pool.nextRefill != roundEnd else { return }
    roundEnd = device.pool.nextRefill
    claims.beginRound()
  }

  private func terms(_ app: AppSnapshot) -> [Term] {
    [Term("used", app.used), Term("charged beside", charges[app.id])]
  }
}

extension FairShare {
  static let entry = PolicyEntry(
    name: "fair-share",
    summary: "evens out background seconds: a short pool max-min, slots to the least served",
    explanation: """
      A request gets its allowance unless the pool is short. Then it gets what it would if all \
      that is available were poured over everybody who wanted time of late, up to one level \
      within a round, which is the time between two refills: each for what it used the last time, \
      or its allowance if that was not enough. What an app leaves goes to those that ask after it. \
      One that ends when its handlers are called is lent beyond its share what it gives back then. \
      A free slot goes to the app that has used the least background time since the start; each \
      start counts a little at least, so that fetches which take no time do not go first for ever.
      """,
    source: "max-min fairness: Bertsekas and Gallager, Data Networks, 1992, 6.5.2",
    promisesNoStarvation: true,
    parameters: [
      PolicyParameter(
        name: "startCharge", unit: "s", standard: 0.1, range: 0.001...3_600,
        summary: "what each start of a fetch counts at least"),
      PolicyParameter(
        name: "claimLifetime", unit: "s", standard: 3_600, range: 0...31_536_000,
        summary: "how long after an app last wanted time some is kept for it"),
    ]
  ) { parameters, world in FairShare(parameters, limits: world.device.limits) }
}
