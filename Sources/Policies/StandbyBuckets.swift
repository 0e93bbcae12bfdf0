import Device
import Simulation

/// Apps may fetch the less, the longer ago they were used: Android's standby buckets.
///
/// An app is in one of five buckets by the time since its last use. In the rolling window of its
/// bucket it may run for `runTime` in all and begin so many sessions; all this is lifted on the
/// charger, but for the restricted bucket. What is allowed to run goes by bucket, then by waiting.
/// Windows, run time, sessions and thresholds are those of the Android Open Source Project's
/// JobScheduler and AppStandbyController. Assumed: a fetch is a session; an app that was never used
/// counts as used at the start. Background time is no job on Android: it is given as by
/// `first-come`.
public final class StandbyBuckets: SchedulingPolicy {
  public let name: String
  private let buckets: [StandbyBucket]
  private let runTime: TimeSpan
  private let isFreeOnCharger: Bool
  private let longestWindow: TimeSpan
  /// Fetches of each app that may still count, oldest first.
  private var runs: [AppID: [Run]] = [:]

  private struct Run {
    let began: Instant
    let ended: Instant
  }

  init(_ parameters: PolicyParameters) {
    name = "standby-buckets\(parameters)"
    buckets = StandbyBucket.all.map { bucket in
      var bucket = bucket
      bucket.window = .seconds(parameters[bucket.windowName])
      bucket.sessions = Int(parameters[bucket.sessionsName])
      if let after = bucket.afterName { bucket.after = .seconds(parameters[after]) }
      return bucket
    }
    runTime = .seconds(parameters["runTime"])
    isFreeOnCharger = parameters.isOn("freeOnCharger")
    longestWindow = buckets.map(\.window).max() ?? .zero
  }

  public func backgroundTime(_ request: BackgroundTimeRequest, device: DeviceSnapshot) -> TimeSpan {
    request.grant(from: device.pool)
  }

  public func fetches(_ candidates: [FetchCandidate], slots: Int, device: DeviceSnapshot)
    -> FetchDecision
  {
    guard slots > 0 else { return FetchDecision() }
    var places: [AppID: Int] = [:]
    var blocked: [AppID: TimeSpan] = [:]
    for candidate in candidates {
      let app = candidate.app.id
      let place = bucket(of: candidate.app, at: device.now)
      places[app] = place
      blocked[app] = quotaReturns(app, place, device)
    }
    func place(_ app: AppID) -> Int { places[app] ?? 0 }
    func terms(_ app: AppID) -> [Term] { usage(of: app, place(app), device).terms }
    var decision = FetchDecision.first(
      of: candidates.filter { blocked[$0.app.id] == nil }, slots: slots, on: device, because: "",
      order: .number("bucket"), terms: { terms($0.app.id) },
      by: { Int64(place($0.app.id) + 1) })
    decision.reasons = decision.chosen.map { (app: $0, reason: buckets[place($0)].title) }
    for app in candidates.map(\.app.id) {
      guard let wait = blocked[app] else { continue }
      decision.hold(
        app, on: device, because: buckets[place(app)].refusal, score: Double(place(app) + 1),
        terms: terms(app),
        needs: Obstacle(needs: "some of its quota back", until: device.now + wait))
      decision.askAgainAfter = min(decision.askAgainAfter ?? .max, wait)
    }
    return decision
  }

  public func observe(_ outcome: PolicyOutcome) {
    guard case .fetch(let app, let ended, _, let took) = outcome else { return }
    runs[app, default: []].append(Run(began: ended - took, ended: ended))
    runs[app]?.removeAll { $0.ended < ended - longestWindow }
  }

  /// The last bucket whose threshold has passed since the app was used.
  private func bucket(of app: AppSnapshot, at now: Instant) -> Int {
    let unused = now - (app.lastOpened ?? .start)
    return buckets.lastIndex { $0.after <= unused } ?? 0
  }

  /// Nil when the app may run now, else the time until its oldest run leaves the window.
  private func quotaReturns(_ app: AppID, _ index: Int, _ device: DeviceSnapshot) -> TimeSpan? {
    let bucket = buckets[index]
    if isFreeOnCharger, device.power.isCharging, index < buckets.count - 1 { return nil }
    let usage = usage(of: app, index, device)
    guard let oldest = usage.oldestEnd, usage.time >= runTime || usage.sessions >= bucket.sessions
    else { return nil }
    return max(.nanoseconds(1), oldest - (device.now - bucket.window))
  }

  /// What an app has used of its quota in the window of its bucket.
  private struct Usage {
    let sessions: Int
    let time: TimeSpan
    let oldestEnd: Instant?

    var terms: [Term] { [Term("sessions", Double(sessions)), Term("run time", time)] }
  }

  private func usage(of app: AppID, _ index: Int, _ device: DeviceSnapshot) -> Usage {
    let opens = device.now - buckets[index].window
    let counted = (runs[app] ?? []).filter { $0.ended > opens }
    return Usage(
      sessions: counted.count,
      time: counted.reduce(.zero) { $0 + ($1.ended - max($1.began, opens)) },
      oldestEnd: counted.first?.ended)
  }
}

extension StandbyBuckets {
  static let entry = PolicyEntry(
    name: "standby-buckets",
    summary: "Android: the longer an app is unused, the longer the window of its ten minutes",
    explanation: """
      Apps are in buckets by the time since their last use: active, working set, frequent, rare, \
      restricted. Within the rolling window of its bucket an app may run for ten minutes in all, \
      in so many sessions; then it waits until old runs leave the window. On the charger this is \
      lifted, but for the restricted. Slots go by bucket, then by waiting. A fetch counts as a \
      session, and an app never used as used at the start: both are assumed.
      """,
    source: "App Standby Buckets, developer.android.com; QuotaController, AppStandbyController",
    promisesNoStarvation: false,
    parameters: StandbyBucket.all.flatMap(\.parameters) + [
      PolicyParameter(
        name: "runTime", unit: "s", standard: 600, range: 0.001...86_400,
        summary: "how long an app may run in its bucket's window",
        basis: .documented("QuotaController, DEFAULT_ALLOWED_TIME_PER_PERIOD")),
      .flag(
        "freeOnCharger", summary: "1: no limits on the charger, but for the restricted bucket",
        basis: .documented("developer.android.com, Power management restrictions")),
    ]
  ) { parameters, _ in StandbyBuckets(parameters) }
}

/// One of Android's buckets and its standard limits.
struct StandbyBucket: Sendable {
  let name: String
  /// As reasons name it.
  let title: String
  let refusal: String
  /// Time since the last use from which on an app is in it.
  var after: TimeSpan
  var window: TimeSpan
  /// How many sessions may begin in the window.
  var sessions: Int

  private init(
    _ name: String, _ title: String, after: TimeSpan, window: TimeSpan, sessions: Int
  ) {
    self.name = name
    self.title = title
    refusal = "quota spent: \(title)"
    self.after = after
    self.window = window
    self.sessions = sessions
  }

  var windowName: String { "\(name)Window" }
  var sessionsName: String { "\(name)Sessions" }
  /// Nil for the first, which begins at once.
  var afterName: String? { after == .zero ? nil : "\(name)After" }

  /// From the most to the least used.
  static let all = [
    StandbyBucket(
      "active", "active bucket", after: .zero, window: .minutes(10), sessions: 75),
    StandbyBucket(
      "workingSet", "working set", after: .hours(12), window: .hours(2), sessions: 10),
    StandbyBucket(
      "frequent", "frequent bucket", after: .hours(24), window: .hours(8), sessions: 8),
    StandbyBucket(
      "rare", "rare bucket", after: .hours(48), window: .hours(24), sessions: 3),
    StandbyBucket(
      "restricted", "restricted bucket", after: .days(8), window: .hours(24), sessions: 1),
  ]

  var parameters: [PolicyParameter] {
    var parameters = [
      PolicyParameter(
        name: windowName, unit: "s", standard: window.seconds, range: 1...31_536_000,
        summary: "\(title): the rolling window of its quota",
        basis: .documented("QuotaController, DEFAULT_WINDOW_SIZE")),
      PolicyParameter(
        name: sessionsName, unit: "", standard: Double(sessions), range: 1...1_000_000,
        summary: "\(title): how many sessions its window holds",
        basis: .documented("QuotaController, DEFAULT_MAX_SESSION_COUNT")),
    ]
    if let afterName {
      parameters.append(
        PolicyParameter(
          name: afterName, unit: "s", standard: after.seconds, range: 1...31_536_000,
          summary: "\(title): time since the last use from which on an app is in it",
          basis: .documented("AppStandbyController, elapsed time thresholds")))
    }
    return parameters
  }
}
