import Device
import Simulation

/// Evens out the background seconds that apps have used, the least served first.
///
/// Max-min fairness by progressive filling (Bertsekas and Gallager, 1992, 6.5.2), online. Each app
/// is a vessel filled with the seconds it has used. A free slot goes to the emptiest. A request
/// gets its allowance, unless the pool is short: then it gets what it would if all that is
/// available were poured over everybody with a claim, up to one level (`maxMinAllocation`).
///
/// A claim is a wish for time not long ago: of an app that waits for a slot, or that had background
/// time and may ask again. The second claims what it used the last time, not what it was allowed,
/// so that modest apps do not lock up the pool by asking often.
///
/// Each start also counts as `startCharge`, or apps whose fetches take no time would stay the
/// emptiest for ever. So nobody starves: of apps that wait all the time none is ahead by more than
/// one allowance and one charge, which the others make up for in so many charges.
public final class FairShare: SchedulingPolicy {
  public let name: String
  private let startCharge: TimeSpan
  private let claimLifetime: TimeSpan
  private var startCounts: [AppID: Int] = [:]
  private var claims = Claims()
  private var lastGrant: GrantExplanation?

  public init(startCharge: TimeSpan = .seconds(1), claimLifetime: TimeSpan = .hours(1)) {
    name = "fair-share"
    self.startCharge = startCharge
    self.claimLifetime = claimLifetime
  }

  init(_ parameters: PolicyParameters) {
    name = "fair-share\(parameters)"
    startCharge = .seconds(parameters["startCharge"])
    claimLifetime = .seconds(parameters["claimLifetime"])
  }

  public func backgroundTime(_ request: BackgroundTimeRequest, device: DeviceSnapshot) -> TimeSpan {
    let filled = filled(request.app)
    claims.set(
      Claim(
        app: request.app.id, filled: filled, wanted: request.allowance,
        allowance: request.allowance, at: device.now))
    claims.dropOlder(than: device.now - claimLifetime)
    let share = claims.share(of: request.app.id, in: device.pool.available)
    let grant = min(share, request.grant(from: device.pool))
    if device.explains {
      lastGrant = GrantExplanation(
        reason: "its share, were the pool divided among all who wanted time of late",
        terms: [Term("share", share), Term("claims", Double(claims.count))]
          + terms(request.app))
    }
    claims.update(request.app.id) {
      $0.filled += grant
      $0.wanted -= grant
    }
    return grant
  }

  public func fetches(_ candidates: [FetchCandidate], slots: Int, device: DeviceSnapshot)
    -> FetchDecision
  {
    for candidate in candidates {
      claims.set(
        Claim(
          app: candidate.app.id, filled: filled(candidate.app), wanted: candidate.allowance,
          allowance: candidate.allowance, at: device.now))
    }
    claims.dropOlder(than: device.now - claimLifetime)
    let decision = FetchDecision.first(
      of: candidates, slots: slots, on: device, because: "least background time used",
      order: .span("time charged"), terms: { terms($0.app) },
      by: { filled($0.app).nanoseconds })
    for app in decision.chosen {
      startCounts[app, default: 0] += 1
      claims.update(app) {
        $0.filled += startCharge + $0.allowance
        $0.wanted = .zero
      }
    }
    return decision
  }

  public func observe(_ outcome: PolicyOutcome) {
    // The time of a fetch is told as background time too.
    guard case .backgroundTime(let app, let moment, let granted, let used, let expired) = outcome
    else { return }
    claims.update(app) {
      $0.filled += used - granted
      $0.wanted = expired || used >= granted ? $0.allowance : used
      $0.at = moment
    }
  }

  public func takeGrantExplanation() -> GrantExplanation? {
    defer { lastGrant = nil }
    return lastGrant
  }

  private func terms(_ app: AppSnapshot) -> [Term] {
    [Term("used", app.used), Term("starts", Double(startCounts[app.id] ?? 0))]
  }

  private func filled(_ app: AppSnapshot) -> TimeSpan {
    app.used + startCharge * (startCounts[app.id] ?? 0)
  }
}

extension FairShare {
  static let entry = PolicyEntry(
    name: "fair-share",
    summary: "evens out the background seconds used (max-min), the least served app first",
    explanation: """
      A free slot goes to the app that has used the least background time. A request gets its \
      allowance unless the pool is short; then it gets what it would if all that is available \
      were poured over everybody who wanted time of late, up to one level. Each start counts \
      some time beside what it takes, so that fetches which take none do not go first for ever.
      """,
    source: "max-min fairness: Bertsekas and Gallager, Data Networks, 1992, 6.5.2",
    promisesNoStarvation: true,
    parameters: [
      PolicyParameter(
        name: "startCharge", unit: "s", standard: 1, range: 0.001...3_600,
        summary: "what each start of a fetch counts beside the time it takes"),
      PolicyParameter(
        name: "claimLifetime", unit: "s", standard: 3_600, range: 0...31_536_000,
        summary: "how long after an app last wanted time some is kept for it"),
    ]
  ) { parameters, _ in FairShare(parameters) }
}
