import Device
import Simulation

/// A policy by which apps may do the less in the background, the longer ago they were used:
/// Android's standby buckets.
///
/// After Android 13. An app is in one of five buckets by how long it has not been used, by two
/// clocks that must both have gone on: the time, and the time with the screen on
/// (AppStandbyController, AppIdleHistory). One that was never used is in a sixth, in which nothing
/// runs.
///
/// A fetch is a job (QuotaController): within the rolling window of its bucket an app may run ten
/// minutes of jobs, so many jobs, and so many sessions, of which those not five seconds apart are
/// one; within a minute, 20 of each; within a day, four hours. Background time is an expedited job,
/// of which a bucket has so many minutes in a day; a request gets what is left of them. All this is
/// lifted on the charger except for the restricted bucket, and the sixth. What may run goes by
/// bucket, then by waiting.
///
/// Rewards, predictions, exemptions and demotion by misbehaviour are left out. A fetch cannot be
/// cut short as a job can: it may end beyond its ten minutes, which delays the next.
public final class StandbyBuckets: SchedulingPolicy {
  public let name: String
  private let buckets: [StandbyBucket]
  /// The buckets' thresholds: how long unused, and how long with the screen on.
  private let thresholds: [(after: TimeSpan, screenOn: TimeSpan)]
  private let limits: JobLimits
  private let expeditedWindow: TimeSpan
  private let isFreeOnCharger: Bool
  private var jobs = ByApp(JobLog())
  private var expedited = ByApp(JobLog())
  /// Whether an app's time is that of an expedited job.
  private var isExpedited = ByApp(false)

  init(_ parameters: PolicyParameters) {
    name = "standby-buckets\(parameters)"
    buckets = StandbyBucket.all.map { $0.set(by: parameters) }
    thresholds = buckets.map { ($0.after, $0.screenOn) }
    limits = JobLimits(parameters)
    expeditedWindow = .seconds(parameters["expeditedWindow"])
    isFreeOnCharger = parameters.isOn("freeOnCharger")
  }

  // MARK: Background time

  public func backgroundTime(_ request: BackgroundTimeRequest, device: DeviceSnapshot) -> TimeSpan {
    answer(request, device: device).value.amount
  }

  public func answer(
    _ request: BackgroundTimeRequest, device: DeviceSnapshot
  ) -> PolicyAnswer<GrantDecision> {
    let app = request.app
    let all = request.grant(from: device.pool)
    let place = bucket(of: app, at: device.now)
    var left = TimeSpan.zero
    if let place {
      let spent = expedited[app.id].time(since: device.now - expeditedWindow)
      left = buckets[place].expedited - spent
      if isFree(place, device) { left = .max }
    }
    let grant = max(.zero, min(all, left))
    if grant > .zero { isExpedited[app.id] = true }
    var decision = GrantDecision(grant)
    if device.explains {
      decision.explanation = GrantExplanation(
        reason: place.map { "what is left of its expedited time: \(buckets[$0].title)" }
          ?? StandbyBuckets.neverUsed,
        terms: left == .max ? [] : [Term("expedited time left", max(.zero, left))])
    }
    return PolicyAnswer(decision)
  }

  // MARK: Fetches

  public func fetches(_ candidates: WorkCandidates, slots: Int, device: DeviceSnapshot)
    -> WorkDecision
  {
    guard slots > 0 else { return WorkDecision() }
    return .beside(
      { startJobs($0, slots: $1, device) }, for: candidates, slots: slots, on: device,
      isConcerned: { StandbyBuckets.isJob($0.kind) })
  }

  /// Returns whether work counts as a job; messages and user-initiated transfers do not, so no
  /// quota of a bucket holds for them.
  private static func isJob(_ kind: WorkKind) -> Bool {
    kind.fetchesContent || kind == .processing
  }

  private func startJobs(
    _ candidates: WorkCandidates, slots: Int, _ device: DeviceSnapshot
  ) -> WorkDecision {
    let now = device.now
    let places = candidates.indices.map { position in
      bucket(
        isInFront: candidates[position].app.state.isForeground,
        lastUsed: candidates[position].app.lastUsed,
        screenOnSinceUse: candidates[position].app.screenOnSinceUse, at: now)
    }
    let returns = candidates.indices.map { position in
      places[position].flatMap { place in
        isFree(place, device)
          ? nil
          : jobs[candidates[position].app.id].returns(to: buckets[place], by: limits, after: now)
      }
    }
    func terms(_ candidate: WorkCandidate) -> [Term] {
      guard let place = bucket(of: candidate.app, at: device.now) else { return [] }
      return jobs[candidate.app.id].terms(since: device.now - buckets[place].window)
    }
    var decision = WorkDecision.first(
      of: candidates, slots: slots, on: device,
      because: { position in places[position].map { buckets[$0].title } ?? "" },
      order: .number("bucket"), terms: terms,
      by: { position in
        returns[position] == nil ? places[position].map { Int64($0 + 1) } : nil
      })
    for (position, place) in places.enumerated() {
      let app = candidates[position].app.id
      guard let place else {
        decision.hold(
          app, on: device, because: StandbyBuckets.neverUsed,
          needs: Obstacle(needs: "to be opened by the user"))
        continue
      }
      guard let until = returns[position] else { continue }
      decision.hold(
        app, on: device, because: buckets[place].refusal, score: Double(place + 1),
        terms: terms(candidates[position]),
        needs: Obstacle(needs: "some of its quota back", until: until))
      let wait = until - device.now
      decision.askAgainAfter = min(decision.askAgainAfter ?? .max, wait)
    }
    return decision
  }

  public func observe(_ outcome: PolicyOutcome) {
    switch outcome {
    case .work(let kind, let app, let ended, _, let took):
      guard StandbyBuckets.isJob(kind) else { break }
      let longest = max(limits.longestWindow, buckets.map(\.window).max() ?? .zero)
      jobs.change(app) {
        $0.add(from: ended - took, to: ended, keeping: longest, apart: limits.sessionGap)
      }
    case .backgroundTime(let app, let ended, _, let used, _):
      // The time of a fetch is reported as background time too.
      guard isExpedited[app] else { return }
      isExpedited[app] = false
      expedited.change(app) {
        $0.add(
          from: ended - used, to: ended, keeping: expeditedWindow, apart: limits.sessionGap)
      }
    case .opened: break
    }
  }

  // MARK: Buckets

  private static let neverUsed = "never used"

  /// Returns the last bucket of which both thresholds have passed since the app was used; nil: it
  /// never was.
  private func bucket(of app: AppSnapshot, at now: Instant) -> Int? {
    bucket(
      isInFront: app.state.isForeground, lastUsed: app.lastUsed,
      screenOnSinceUse: app.screenOnSinceUse, at: now)
  }

  /// Returns the bucket of an app from the fields of its snapshot, since the whole is large.
  private func bucket(
    isInFront: Bool, lastUsed: Instant?, screenOnSinceUse: TimeSpan, at now: Instant
  ) -> Int? {
    if isInFront { return 0 }
    guard let lastUsed else { return nil }
    let unused = now - lastUsed
    return thresholds.lastIndex { $0.after <= unused && $0.screenOn <= screenOnSinceUse } ?? 0
  }

  private func isFree(_ place: Int, _ device: DeviceSnapshot) -> Bool {
    isFreeOnCharger && device.power.isCharging && place < buckets.count - 1
  }
}

extension StandbyBuckets {
  static let entry = PolicyEntry(
    name: "standby-buckets",
    summary: "Android 13: the longer an app is unused, the fewer jobs and minutes it has",
    explanation: """
      Apps are in buckets by how long they were not used, in time and in time with the screen on: \
      active, working set, frequent, rare, restricted. Within the rolling window of its bucket an \
      app may fetch for ten minutes in all, in so many sessions (fetches less than five seconds \
      apart are one); then it waits until old ones leave the window. Background time counts as \
      expedited jobs, of which a bucket has so many minutes in a day. On the charger this is \
      lifted, but for the restricted. An app that was never used may do nothing. Slots go by \
      bucket, then by waiting. That a fetch is a job and background time an expedited one is \
      assumed.
      """,
    kinds: "fetches, refreshes and processing are jobs; pushes and transfers are not and go first, "
      + "in order of waiting",
    source: "Android 13: App Standby Buckets, developer.android.com; QuotaController, "
      + "AppStandbyController and AppIdleHistory of AOSP",
    promisesNoStarvation: false,
    parameters: StandbyBucket.all.flatMap(\.parameters) + JobLimits.parameters + [
      PolicyParameter(
        name: "expeditedWindow", unit: "s", standard: 86_400, range: 1...31_536_000,
        summary: "the rolling window of expedited jobs",
        basis: .documented("QuotaController, DEFAULT_EJ_WINDOW_SIZE")),
      .flag(
        "freeOnCharger", summary: "1: no limits on the charger, but for the restricted bucket",
        basis: .documented("developer.android.com, Power management restrictions")),
    ],
    check: checkThresholds
  ) { parameters, _ in StandbyBuckets(parameters) }

  /// Returns what is wrong with thresholds that fall from one bucket to the next; nil: none does.
  @Sendable private static func checkThresholds(_ parameters: PolicyParameters) -> String? {
    parameters.firstDescent(of: StandbyBucket.all.compactMap(\.afterName))
      ?? parameters.firstDescent(of: StandbyBucket.all.compactMap(\.screenOnName))
  }
}
