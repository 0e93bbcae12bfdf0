import Device
import Foundation
import Simulation

/// Fetches where the gain in freshness that is to be expected is worth the energy.
///
/// What a fetch gains is the chance that the app's next open is fresh by it. For that it learns of
/// this person, while the run goes on and from the past only: which app comes next (`NextOpen`), how
/// soon one comes (`OpenGaps`), at which hours each is opened (`OpenForecast`), and how often each
/// app's content changes (`WatchedContent`). What it costs is told by the radio: little while it is
/// awake anyway, much where it would have to wake up for one fetch. Starts are scarce, too: the
/// fewer are left in their window, the more one must gain, so that some are left when the user takes
/// up the phone and the next apps can be told best. Background time is given as by `first-come`.
public final class Learned: SchedulingPolicy {
  public let name: String
  public let asksAtOpens = true
  private let leastGain: Double
  private let gainPerJoule: Double
  private let scarcity: Double
  private let soon: TimeSpan
  private let lead: TimeSpan
  private let device: DeviceConfiguration
  private var next: NextOpen
  private var gaps = OpenGaps()
  private var forecast: OpenForecast
  private var contents: [WatchedContent] = []
  /// Positions in `contents`.
  private var positions = ByApp<Int?>(nil)
  private var fetchTime = Tally()
  /// Of fetches in the window, the oldest first.
  private var starts: [Instant] = []

  init(_ parameters: PolicyParameters, world: PolicyWorld) {
    name = "learned\(parameters)"
    leastGain = parameters["leastGain"]
    gainPerJoule = parameters["gainPerJoule"]
    scarcity = parameters["scarcity"]
    soon = .seconds(parameters["soon"])
    lead = .seconds(parameters["lead"])
    device = world.device
    next = NextOpen(startsAt: world.startsAt)
    forecast = OpenForecast(
      horizon: .seconds(parameters["horizon"]), priorRate: parameters["priorRate"],
      priorDays: parameters["priorDays"], halfLife: .days(1) * parameters["halfLife"],
      startsAt: world.startsAt)
  }

  public func backgroundTime(_ request: BackgroundTimeRequest, device: DeviceSnapshot) -> TimeSpan {
    request.grant(from: device.pool)
  }

  public func fetches(_ candidates: [WorkCandidate], slots: Int, device: DeviceSnapshot)
    -> WorkDecision
  {
    .beside(
      { worthwhile($0, slots: $1, device) }, for: candidates, slots: slots, on: device,
      isConcerned: { kind, _ in kind.fetchesContent })
  }

  // MARK: Deciding

  private func worthwhile(
    _ candidates: [WorkCandidate], slots: Int, _ device: DeviceSnapshot
  ) -> WorkDecision {
    guard slots > 0 else { return WorkDecision() }
    if device.network == .none {
      return .none(
        of: candidates, on: device, because: "no network", needs: Obstacle(needs: "a network"))
    }
    let prospects = prospects(of: candidates, device)
    starts.removeAll { $0 <= device.now - self.device.fetchSlots.window }
    var decision = WorkDecision()
    if device.explains {
      decision.explanation = WorkExplanation(
        measure: Measure("gain", .number, isHighestFirst: true))
    }
    var tailLeft = device.radioTail
    var passed: [(position: Int, cost: Double)] = []
    var held: [(position: Int, needed: Double, cost: Double)] = []
    var cost = cost(on: device.network, tailLeft: tailLeft)
    var needed = max(leastGain(with: startsLeft), gainPerJoule * cost)
    for position in order(of: candidates, by: prospects) {
      let app = candidates[position].app.id
      guard prospects[position].gain >= needed else {
        held.append((position, needed, cost))
        continue
      }
      guard decision.chosen.count < slots else {
        passed.append((position, cost))
        continue
      }
      decision.choose(
        app, on: device, because: "worth its energy", score: prospects[position].gain,
        terms: terms(prospects[position], cost: cost))
      starts.append(device.now)
      tailLeft = radio(of: device.network).tailLength
      cost = self.cost(on: device.network, tailLeft: tailLeft)
      needed = max(leastGain(with: startsLeft), gainPerJoule * cost)
    }
    if device.explains {
      decision.explanation?.candidates += passed.map { position, cost in
        CandidateExplanation(
          app: candidates[position].app.id, score: prospects[position].gain,
          terms: terms(prospects[position], cost: cost))
      }
    }
    decision.reasons.reserveCapacity(decision.reasons.count + held.count)
    for (position, needed, cost) in held {
      decision.hold(
        candidates[position].app.id, on: device, because: "not worth its energy yet",
        score: prospects[position].gain, terms: terms(prospects[position], cost: cost),
        needs: Obstacle(needs: "a greater gain", score: needed))
    }
    if !held.isEmpty {
      decision.askAgainAfter = device.isInUse ? .minutes(1) : forecast.changes(after: device)
    }
    return decision
  }

  /// Positions, the greatest gain first, then who has waited longest.
  private func order(of candidates: [WorkCandidate], by prospects: [Prospect]) -> [Int] {
    prospects.indices.map { position in
      Standing(
        gain: prospects[position].gain, since: candidates[position].eligibleSince,
        app: candidates[position].app.id, position: position)
    }.sorted().map(\.position)
  }

  /// A candidate's place in the order, without the weight of its snapshot.
  private struct Standing: Comparable {
    let gain: Double
    let since: Instant
    let app: AppID
    let position: Int

    static func < (left: Standing, right: Standing) -> Bool {
      if left.gain != right.gain { return left.gain > right.gain }
      return (left.since, left.app) < (right.since, right.app)
    }
  }

  private func terms(_ prospect: Prospect, cost: Double) -> [Term] {
    [Term("probability of an open", prospect.probability()), Term("joules", cost)]
  }

  private var startsLeft: Int { max(0, device.fetchSlots.starts - starts.count) }

  /// The least that a fetch must gain when so many starts are left.
  private func leastGain(with left: Int) -> Double {
    leastGain * pow(Double(device.fetchSlots.starts) / Double(max(1, left)), scarcity)
  }

  private func radio(of network: NetworkKind) -> RadioModel {
    network == .cellular ? device.energy.cellular.radio : .wifi
  }

  /// In joules.
  private func cost(on network: NetworkKind, tailLeft: TimeSpan) -> Double {
    let time = TimeSpan.seconds(fetchTime.mean ?? 1)
    return radio(of: network).cost(ofTransferLasting: time, tailLeft: tailLeft).joules
  }

  // MARK: Expecting

  /// What is expected of a fetch now.
  private struct Prospect {
    /// Likely to be opened soon.
    let isSoon: Double
    /// Opens to be expected within the horizon.
    let opens: Double
    /// The chance that its next open is fresh by the fetch.
    let gain: Double

    /// That the app is opened soon or within the horizon.
    func probability() -> Double { 1 - (1 - isSoon) * exp(-opens) }
  }

  private func prospects(of candidates: [WorkCandidate], _ device: DeviceSnapshot) -> [Prospect] {
    let likelihood = next.mixture(at: next.moment(at: device.now))
    let anySoon = next.lastOpen.map {
      gaps.chance(within: soon, after: max(.zero, device.now - $0))
    }
    let outlook = forecast.outlook(on: device)
    let hours = forecast.horizon / .hours(1)
    return candidates.indices.map { position in
      let app = candidates[position].app.id
      let (rate, stale) = content(
        of: app, newItems: candidates[position].app.newItems, at: device.now)
      let isSoon = (anySoon ?? 0) * likelihood[app]
      let later = outlook.expectedOpens(of: app) / hours
      // The next open comes before the next news, and within the horizon.
      let freshLater =
        later > 0 ? later / (later + rate) * -expm1(-(later + rate) * hours) : 0
      let fresh = isSoon * exp(-rate * (lead / .hours(1))) + (1 - isSoon) * freshLater
      return Prospect(isSoon: isSoon, opens: later * hours, gain: stale * fresh)
    }
  }

  /// How often an app's content changes in an hour, and how likely it has since it was new.
  private func content(of app: AppID, newItems: Int, at now: Instant) -> (Double, Double) {
    let position = meet(app)
    contents[position].receive(newItems)
    guard let refreshed = contents[position].refreshed else { return (Self.unknownRate, 1) }
    let rate = contents[position].looks > 0 ? contents[position].rate : Self.unknownRate
    return (rate, -expm1(-rate * (max(.zero, now - refreshed) / .hours(1))))
  }

  /// Changes an hour of content that was never looked at twice.
  private static let unknownRate = 1.0

  private func meet(_ app: AppID) -> Int {
    if let position = positions[app] { return position }
    positions[app] = contents.count
    contents.append(WatchedContent(app, minimumInterval: .zero, countsItems: true))
    return contents.count - 1
  }

  // MARK: Learning

  public func observe(_ outcome: PolicyOutcome) {
    forecast.observe(outcome)
    switch outcome {
    case .work(let kind, let app, let now, let result, let took):
      guard kind.fetchesContent, let result else { break }
      fetchTime.add(took.seconds)
      guard result != .failed else { break }
      contents[meet(app)].look(at: now - took, changed: result == .newData)
    case .opened(let app, let now):
      if let last = next.lastOpen { gaps.add(max(.zero, now - last)) }
      next.add(app, at: now)
      contents[meet(app)].open(at: now)
    case .backgroundTime: break
    }
  }
}

extension Learned {
  static let entry = PolicyEntry(
    name: "learned",
    summary: "fetches where what it expects to win in freshness is worth the energy",
    explanation: """
      It learns of this person from the past only: which app comes next, by a mixture of use, hour of \
      the day, recency and what followed the last app, weighted by what each explained; how soon an \
      open comes; at which hours each app is opened; and how often its content changes. A fetch gains \
      the chance that the next open is fresh by it. It starts when that is worth the joules, few while \
      the radio is awake and many where it must wake up, and the more starts of the window are used, \
      the more it must gain. It is asked, too, when the user opens an app, for then the next can be \
      told best.
      """,
    kinds: "fetches and refreshes by the rule; other work first, in order of waiting",
    source: "our own; predictors as LSApp's, freshness as Cho and Garcia-Molina's",
    promisesNoStarvation: false,
    parameters: [
      PolicyParameter(
        name: "leastGain", unit: "", standard: 0.015, range: 0...1,
        summary: "the least gain of a fetch while all starts of the window are left"),
      PolicyParameter(
        name: "scarcity", unit: "", standard: 1, range: 0...10,
        summary: "power of all starts over those left by which the least gain rises"),
      PolicyParameter(
        name: "gainPerJoule", unit: "1/J", standard: 0.02, range: 0...1_000,
        summary: "the least gain for each joule"),
      PolicyParameter(
        name: "soon", unit: "s", standard: 300, range: 1...86_400,
        summary: "how soon the next app is opened that the last one tells of"),
      PolicyParameter(
        name: "lead", unit: "s", standard: 20, range: 0...86_400,
        summary: "how long before that a fetch is taken to be"),
      PolicyParameter(
        name: "horizon", unit: "s", standard: 3_600, range: 60...86_400,
        summary: "how far ahead an open counts that the hours tell of"),
      PolicyParameter(
        name: "priorRate", unit: "opens an hour", standard: 0.02, range: 0...1_000,
        summary: "what is expected of an app without history"),
      PolicyParameter(
        name: "priorDays", unit: "days", standard: 1, range: 0.001...1_000,
        summary: "how many days of history the prior is worth"),
      .halfLife("halfLife"),
    ]
  ) { parameters, world in Learned(parameters, world: world) }
}
