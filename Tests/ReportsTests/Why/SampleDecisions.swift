import Simulation

@testable import Device
@testable import Reports

/// Decisions on a phone with three apps, made by hand.
enum SampleDecisions {
  static let names = ["mail", "news", "chat"]

  /// The phone's clock shows 08:00 at the start of the run.
  static func device(at seconds: Double, pool: Double = 100, charging: Bool = false)
    -> DeviceSnapshot
  {
    let now = Instant.start + .seconds(seconds)
    return DeviceSnapshot(
      now: now, timeOfDay: TimeSpan.hours(8) + .seconds(seconds),
      power: PowerStatus(level: 0.5, isCharging: charging, isLowPowerMode: charging),
      network: .cellular,
      pool: PoolSnapshot(
        available: .seconds(pool), capacity: .seconds(600), nextRefill: .start + .hours(1),
        refill: .seconds(25)),
      freeSlots: 1, appCount: 3)
  }

  static func room(
    free: Int = 1, running: Int = 0, starts: Int = 1, windowOpens: Instant? = nil, payable: Int = 3
  ) -> SlotRoom {
    var limits = DeviceConfiguration.SlotLimits()
    limits.concurrent = 1
    limits.starts = 4
    return SlotRoom(
      lane: .short, free: free, running: running, startsInWindow: starts, limits: limits,
      windowOpens: windowOpens, payable: payable, allowance: .seconds(30))
  }

  static func app(
    _ index: Int, waitingSince: Double? = nil, opened: Double? = nil, fetched: Double? = nil,
    result: WorkResult? = nil, state: ApplicationState = .suspended
  ) -> AppSnapshot {
    AppSnapshot(
      id: AppID(index), name: names[index], state: state,
      lastOpened: opened.map { .start + .seconds($0) },
      lastFetchBegan: fetched.map { .start + .seconds($0) }, lastFetchResult: result,
      usedToday: .seconds(1.5), used: .seconds(12),
      waitingSince: waitingSince.map { .start + .seconds($0) })
  }

  static func standing(
    _ app: AppSnapshot, _ outcome: CandidateStanding.Outcome, for kind: WorkKind = .fetch,
    rank: Int? = nil,
    score: Double? = nil,
    reason: String? = nil, terms: [Term] = [], obstacle: Obstacle? = nil
  ) -> CandidateStanding {
    CandidateStanding(
      app: .init(app), kind: kind,
      reserves: outcome == .started ? .seconds(30) : .zero,
      outcome: outcome,
      reason: reason, rank: rank,
      policy: CandidateExplanation(
        app: app.id, score: score, terms: terms, obstacle: obstacle, isRanked: rank != nil))
  }

  /// Slots were given at a moment; by default mail was taken and news passed over.
  ///
  /// - Parameters:
  ///   - snapshot: the candidate that the report is on, as the policy saw it.
  static func fetches(
    at seconds: Double, _ apps: [CandidateStanding]? = nil, measure: Measure? = nil,
    room: SlotRoom = room(), fault: String? = nil, pool: Double = 100,
    asSeen snapshot: AppSnapshot = app(1, waitingSince: 20)
  ) -> DecisionExplanation {
    let usual = [
      standing(app(0, waitingSince: 10), .started, rank: 1),
      standing(app(1, waitingSince: 20), .passedOver, rank: 2),
    ]
    let standings = apps ?? usual
    let candidates = standings.filter(\.isCandidate).map { standing in
      candidate(
        standing.app.id == snapshot.id ? snapshot : app(Int(standing.app.id.index)), standing.kind)
    }
    return .fetches(
      WorkReview(
        device: device(at: seconds, pool: pool), room: room, measure: measure,
        candidates: WorkCandidates(candidates), apps: standings, fault: fault))
  }

  private static func candidate(_ app: AppSnapshot, _ kind: WorkKind) -> WorkCandidate {
    WorkCandidate(
      app: app, kind: kind, eligibleSince: app.waitingSince ?? .start,
      minimumInterval: .minutes(15),
      allowance: .seconds(30))
  }

  static func grant(
    at seconds: Double, answer: Double, granted: Double, pool: Double = 100,
    policy: GrantExplanation? = nil, fault: String? = nil
  ) -> DecisionExplanation {
    .backgroundTime(
      GrantReview(
        device: device(at: seconds, pool: pool),
        request: BackgroundTimeRequest(
          app: app(1), occasion: .enteringBackground, allowance: .seconds(30), openTasks: 1),
        answer: .seconds(answer), granted: .seconds(granted), policy: policy, fault: fault))
  }

  static func standing(
    of app: AppSnapshot, at seconds: Double, _ ineligibility: [Ineligibility] = [],
    interval: TimeSpan? = .minutes(15), fetchingSince: Double? = nil, reservedUntil: Double? = nil
  ) -> AppStanding {
    AppStanding(
      device: device(at: seconds), app: app,
      work: [
        WorkStanding(
          kind: .fetch, room: room(), ineligibility: ineligibility,
          wish: WorkWish(minimumInterval: interval ?? .max),
          runsSince: fetchingSince.map { .start + .seconds($0) })
      ],
      reservedUntil: reservedUntil.map { .start + .seconds($0) }, openTasks: 0)
  }

  /// The report on news at a moment, of all these decisions.
  static func report(
    at seconds: Double, lasting length: Double = 1, _ decisions: [DecisionExplanation],
    standing: AppStanding? = nil
  ) -> WhyReport {
    let moment = Instant.start + .seconds(seconds)
    var history = DecisionHistory(of: AppID(1), around: moment...moment + .seconds(length))
    for decision in decisions { history.add(decision) }
    return WhyReport(
      policy: "first-come", seed: 7, history: history,
      standing: standing ?? self.standing(of: app(1, waitingSince: 20), at: seconds))
  }
}
