import Device
import Simulation

/// A policy that fetches for each app as often as makes the mean freshness of all apps best.
///
/// Cho and Garcia-Molina (SIGMOD 2000; TODS 28(4), 2003): under a total number of fetches, those
/// are best spread by `RefreshAllocation`, which gives less to what changes too fast to be kept
/// fresh. Change rates are estimated from how many new items an app has received: whether a fetch
/// brought any (`items=0`, `ChangeRateEstimate`) says too little of what changes much faster than
/// it is fetched. Each app then has a period, and is started when its period is over since its last
/// fetch.
///
/// An app that waits for a slot when it is due is due the sooner the next time, by what it waited
/// but no more than half a period: else all would be fetched more seldom than planned, and starts
/// be left over.
///
/// The total is what the slots' rolling window and the pool's refills allow, the latter by the mean
/// time that fetches have taken. Assumed: that an app fetches new data when the user opens it, so
/// its period begins anew. What an open spares of the app's next fetch is not lost: whole fetches
/// spared go to the app to which one is worth most at the moment. A failed fetch says nothing;
/// `explore` of all fetches is spread evenly, so that no app is forgotten. Background time is given
/// as by `first-come`.
public final class FreshnessOptimal: SchedulingPolicy {
  public let name: String
  private let objective: RefreshObjective
  private let opensRefresh: Bool
  private let countsItems: Bool
  private let explore: Double
  private let looksToLearn: Int
  private let budget: FetchBudget
  private let fetchesPerHour: Double
  private var copies: [WatchedContent] = []
  /// The apps' positions in `copies`.
  private var positions = ByApp<Int?>(nil)
  private var fetchTime = RunningMoments()
  private var plan: Plan?
  /// The period of each app if all had the same.
  private var evenPeriod = TimeSpan.zero
  /// The fetches that opens have spared and no app has had instead.
  private var spared = 0.0

  init(_ parameters: PolicyParameters, device: DeviceConfiguration) {
    name = "freshness-optimal\(parameters)"
    objective = parameters.isOn("age") ? .age : .freshness
    opensRefresh = parameters.isOn("opensRefresh")
    countsItems = parameters.isOn("items")
    explore = parameters["explore"]
    looksToLearn = Int(parameters["looksToLearn"])
    fetchesPerHour = parameters["fetchesPerHour"]
    budget = FetchBudget(device)
  }

  public func fetches(_ candidates: WorkCandidates, slots: Int, device: DeviceSnapshot)
    -> WorkDecision
  {
    .beside(
      { refreshes($0, slots: $1, device) }, for: candidates, slots: slots, on: device,
      isConcerned: { $0.fetchesContent })
  }

  private func refreshes(
    _ candidates: WorkCandidates, slots: Int, _ device: DeviceSnapshot
  ) -> WorkDecision {
    // By position: whole candidates are large.
    let places = candidates.indices.map { position in
      register(
        candidates[position].app.id, minimumInterval: candidates[position].minimumInterval,
        newItems: candidates[position].app.newItems)
    }
    if !holds(plan) { makePlan() }
    let dues = self.dues(candidates, at: places)
    var decision = WorkDecision.first(
      of: candidates, slots: slots, on: device, because: "its period is over",
      order: .moment("due"), terms: { terms($0.app.id) },
      by: { dues[$0] <= device.now ? dues[$0].nanoseconds : nil })
    var early = candidates.indices.filter { dues[$0] > device.now }
    let given = giveSpared(
      among: early.map { candidates[$0].app.id }, to: slots - decision.chosen.count, device)
    if !given.isEmpty { early.removeAll { given.contains(candidates[$0].app.id) } }
    for app in given {
      guard let position = candidates.firstIndex(where: { $0.app.id == app }) else { continue }
      decision.choose(
        app, on: device, because: "an open has spared a fetch", score: dues[position].seconds,
        terms: terms(app))
    }
    var next = Instant.distantFuture
    decision.reasons.reserveCapacity(decision.reasons.count + early.count)
    for position in early {
      let app = candidates[position].app.id
      decision.hold(
        app, on: device, because: "its period is not over", score: dues[position].seconds,
        terms: terms(app), needs: Obstacle(needs: "its period to be over", until: dues[position]))
      next = min(next, dues[position])
    }
    if spared > 0, !copies.isEmpty { next = min(next, device.now + evenPeriod / copies.count) }
    if !early.isEmpty, next < .distantFuture { decision.askAgainAfter = next - device.now }
    return decision
  }

  /// Returns when each candidate's period is over; `places` are theirs in `copies`.
  private func dues(_ candidates: WorkCandidates, at places: [Int]) -> [Instant] {
    let copies = copies
    return places.indices.map { position in
      let place = places[position]
      let began = copies[place].periodBegan ?? candidates[position].app.lastFetchBegan
      return began.map { $0 + copies[place].period } ?? .start
    }
  }

  /// Returns the apps that get what opens have spared, by what a fetch is worth to them now. Each
  /// pays for the part of its next fetch that it has not waited for.
  private func giveSpared(among apps: [AppID], to slots: Int, _ device: DeviceSnapshot) -> [AppID] {
    guard spared >= 1, slots > 0 else { return [] }
    var apps = apps
    var chosen: [AppID] = []
    while spared >= 1, chosen.count < slots {
      let worths = apps.map { worth(of: $0, at: device.now) }
      guard let most = worths.max(), most > 0, let index = worths.firstIndex(of: most),
        let position = positions[apps[index]]
      else { break }
      spared -= 1 - copies[position].share(at: device.now)
      chosen.append(apps.remove(at: index))
    }
    return chosen
  }

  /// Returns what a fetch is worth now; the most that it can be where the rate is not known.
  private func worth(of app: AppID, at now: Instant) -> Double {
    guard let copy = positions[app].map({ copies[$0] }), let refreshed = copy.refreshed else {
      return 0
    }
    let age = (now - refreshed) / TimeSpan.hours(1)
    return copy.isLearned && explore < 1
      ? objective.worth(changeRate: copy.plannedRate, after: age)
      : objective.greatestWorth(after: age)
  }

  private func terms(_ app: AppID) -> [Term] {
    guard let position = positions[app] else { return [] }
    let copy = copies[position]
    return [Term("changes an hour", copy.plannedRate), Term("period", copy.period)]
  }

  public func observe(_ outcome: PolicyOutcome) {
    switch outcome {
    case .work(let kind, let app, let now, let result, let took):
      guard kind.fetchesContent else { break }
      fetchTime.add(took.seconds)
      learn(app, began: now - took, result)
    case .opened(let app, let now):
      guard opensRefresh, let position = positions[app] else { break }
      spared = min(spared + copies[position].share(at: now), Double(copies.count))
      copies[position].open(at: now)
    case .backgroundTime: break
    }
  }

  /// Takes note of a candidate and returns its place in `copies`.
  private func register(_ app: AppID, minimumInterval: TimeSpan, newItems: Int) -> Int {
    let position: Int
    if let known = positions[app] {
      position = known
      if copies[position].minimumInterval != minimumInterval {
        copies[position].minimumInterval = minimumInterval
        plan = nil
      }
    } else {
      position = copies.count
      positions[app] = position
      copies.append(
        WatchedContent(app, minimumInterval: minimumInterval, countsItems: countsItems))
      plan = nil
    }
    copies[position].receive(newItems)
    guard copies[position].looks >= looksToLearn else { return position }
    if !copies[position].isLearned {
      copies[position].isLearned = true
      plan = nil
    }
    if copies[position].isRateMoved { adjust(position) }
    return position
  }

  private func learn(_ app: AppID, began: Instant, _ result: WorkResult?) {
    guard let position = positions[app] else { return }
    let tells = result != nil && result != .failed
    copies[position].look(at: began, changed: tells ? result == .newData : nil)
  }

  // MARK: The plan

  /// The quantities that all periods share.
  private struct Plan {
    let total: Double
    /// The frequency of each app if all had the same.
    let even: Double
    /// The worth of one more fetch an hour to each app.
    let worth: Double
    /// The fetches an hour that the apps have been given beyond the total since.
    var excess = 0.0
  }

  /// Returns whether the plan is still good: its rates and its total have hardly moved.
  private func holds(_ plan: Plan?) -> Bool {
    guard let plan else { return false }
    return abs(total - plan.total) + abs(plan.excess) <= 0.01 * plan.total
  }

  /// The fetches an hour to be spread, without limits.
  private var total: Double {
    fetchesPerHour > 0 ? fetchesPerHour : budget.fetchesPerHour(taking: fetchTime.mean)
  }

  /// Gives every app its period.
  private func makePlan() {
    let limits = copies.map(\.limit)
    let total = total
    let even = min(total, limits.reduce(0, +)) / Double(max(1, copies.count))
    evenPeriod = .seconds(3_600 / max(1e-9, even))
    let learned = copies.indices.filter { copies[$0].isLearned }
    for index in copies.indices {
      copies[index].plannedRate = copies[index].rate
      copies[index].frequency = min(even, limits[index])
    }
    let allocation = RefreshAllocation(
      changeRates: learned.map { copies[$0].plannedRate },
      total: even * Double(learned.count) * (1 - explore), limits: learned.map { limits[$0] },
      objective: objective)
    for (share, index) in zip(allocation.frequencies, learned) {
      copies[index].frequency = min(share + explore * even, limits[index])
    }
    plan = Plan(total: total, even: even, worth: allocation.worth)
  }

  /// Gives one app the period for its rate at which a fetch is worth to it what it is to the
  /// others.
  private func adjust(_ position: Int) {
    guard let plan else { return }
    let limit = copies[position].limit
    let share = RefreshedCopy(changeRate: copies[position].rate, limit: limit)
      .frequency(worth: plan.worth, objective)
    let frequency = min(share + explore * plan.even, limit)
    self.plan?.excess += frequency - copies[position].frequency
    copies[position].plannedRate = copies[position].rate
    copies[position].frequency = frequency
  }
}

extension FreshnessOptimal {
  static let entry = PolicyEntry(
    name: "freshness-optimal",
    summary: "fetches for each app as often as makes the mean freshness of all apps best",
    explanation: """
      It learns from the new items that apps receive how often their content changes, and spreads \
      the fetches that slots and pool allow so that the mean freshness is best: what changes too \
      fast to be kept fresh gets few or none. Each app is then started when its period is over, \
      and what an open spares of its next fetch goes to the app to which a fetch is worth most. \
      First the fetches are spread evenly until the rates are known, and a small part always is. \
      With items=0 it sees only whether a fetch brought anything, as a system that knows no more \
      than results: then what changes much faster than it is fetched is thought slower than it is.
      """,
    kinds: PolicyEntry.contentByTheRule,
    source: "Cho and Garcia-Molina, SIGMOD 2000, TODS 28(4) 2003 and TOIT 3(3) 2003",
    promisesNoStarvation: false,
    parameters: [
      .flag(
        "age", standard: false, summary: "1: make the mean age least, instead of freshness best"),
      PolicyParameter(
        name: "fetchesPerHour", unit: "1/h", standard: 0, range: 0...1_000_000,
        summary: "fetches to spread; 0: what the device's slots and pool sustain"),
      PolicyParameter(
        name: "explore", unit: "", standard: 0.01, range: 0...1,
        summary: "part of the fetches that is spread evenly, whatever the rates"),
      PolicyParameter(
        name: "looksToLearn", unit: "", standard: 8, range: 1...256, isWhole: true,
        summary: "fetches of an app before its rate is believed"),
      .flag("items", summary: "0: rates from whether fetches brought anything, not from how much"),
      .flag("opensRefresh", summary: "1: an app has new content when the user opens it"),
    ]
  ) { parameters, world in FreshnessOptimal(parameters, device: world.device) }
}
