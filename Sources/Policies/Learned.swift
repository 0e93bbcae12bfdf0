import Device
import Foundation
import Simulation

/// A policy that fetches where the expected gain in freshness is worth the energy.
///
/// The gain of a fetch is the chance that the app's next open is fresh by it. For that the policy
/// learns of this person, while the run goes on and from the past only: which app comes next
/// (`NextOpen`), how soon one comes (`OpenGaps`), at which hours each is opened (`OpenForecast`),
/// and how often each app's content changes (`WatchedContent`). The cost depends on the radio:
/// little while it is awake anyway, much where it would have to wake up for one fetch. Starts are
/// scarce, too: the fewer are left in their window, the more one must gain, so that some are left
/// when the user takes up the phone and the next apps can be predicted best. Background time is
/// given as by `first-come`.
public final class Learned: SchedulingPolicy {
  public let name: String
  public let asksAtOpens: Bool
  private let learns: Learns
  private let leastGain: Double
  private let gainPerJoule: Double
  private let scarcity: Double
  private let soon: TimeSpan
  private let device: DeviceConfiguration
  /// Of the work that it decides on.
  private let slots: DeviceConfiguration.SlotLimits
  private var next: NextOpen
  private var gaps = OpenGaps()
  private var forecast: OpenForecast
  /// How long before an open soon a fetch is taken to be.
  private let lead: TimeSpan
  /// Looked up only.
  private var contents: [AppID: WatchedContent] = [:]
  private var fetchTime = RunningMoments()
  /// The starts of fetches in the window, the oldest first.
  private var starts: [Instant] = []

  /// The parts of the rule that can be switched off, to see what its gain comes from.
  private struct Learns {
    let gaps: Bool
    let order: Bool
    let shares: Bool
    let rates: Bool
  }

  init(_ parameters: PolicyParameters, world: PolicyWorld) {
    name = "learned\(parameters)"
    asksAtOpens = parameters.isOn("asksAtOpens")
    learns = Learns(
      gaps: parameters.isOn("gaps"), order: parameters.isOn("order"),
      shares: parameters.isOn("shares"), rates: parameters.isOn("rates"))
    leastGain = parameters["leastGain"]
    gainPerJoule = parameters["gainPerJoule"]
    scarcity = parameters["scarcity"]
    soon = .seconds(parameters["soon"])
    lead = .seconds(parameters["lead"])
    device = world.device
    slots = device.slots(of: device.contentLane)
    next = NextOpen(startsAt: world.startsAt)
    forecast = OpenForecast(parameters, startsAt: world.startsAt)
  }

  public func fetches(_ candidates: WorkCandidates, slots: Int, device: DeviceSnapshot)
    -> WorkDecision
  {
    .beside(
      { worthwhile($0, slots: $1, device) }, for: candidates, slots: slots, on: device,
      isConcerned: { $0.fetchesContent })
  }

  // MARK: Deciding

  private func worthwhile(
    _ candidates: WorkCandidates, slots: Int, _ device: DeviceSnapshot
  ) -> WorkDecision {
    guard slots > 0 else { return WorkDecision() }
    if device.network == .none {
      return .none(
        of: candidates, on: device, because: "no network", needs: Obstacle(needs: "a network"))
    }
    starts.removeAll { $0 <= device.now - self.slots.window }
    let prospects = prospects(of: candidates, device)
    var demand = demand(on: device, starting: 0)
    var decision = WorkDecision()
    if device.explains {
      decision.explanation = WorkExplanation(
        measure: Measure("gain", .number, isHighestFirst: true))
    }
    for prospect in prospects.sorted() {
      let isWorth = prospect.gain >= demand.gain
      if isWorth, decision.chosen.count < slots {
        decision.choose(
          prospect.app, on: device, because: "worth its energy", score: prospect.gain,
          terms: terms(prospect, demand))
        starts.append(device.now)
        demand = self.demand(on: device, starting: decision.chosen.count)
      } else if device.explains {
        decision.explanation?.candidates.append(
          CandidateExplanation(
            app: prospect.app, score: prospect.gain, terms: terms(prospect, demand),
            obstacle: isWorth ? nil : Obstacle(needs: "a greater gain", score: demand.gain)))
      }
    }
    // A candidate that gains enough and was not chosen lacks only a slot.
    let settled = prospects.indices.filter {
      prospects[$0].gain >= demand.gain || decision.chosen.contains(prospects[$0].app)
    }
    decision.hold(candidates, but: settled, because: "not worth its energy yet")
    if settled.count < candidates.count {
      decision.askAgainAfter = device.isInUse ? .minutes(1) : forecast.changes(after: device)
    }
    return decision
  }

  /// What is expected of a fetch of a candidate; in order, the greatest gain goes first, then the
  /// longest wait.
  private struct Prospect: Comparable {
    let app: AppID
    let since: Instant
    /// The chance that the app's next open is fresh by the fetch.
    let gain: Double
    /// The chance that the app is opened soon or within the horizon.
    let probability: Double

    static func < (left: Prospect, right: Prospect) -> Bool {
      if left.gain != right.gain { return left.gain > right.gain }
      return (left.since, left.app) < (right.since, right.app)
    }
  }

  /// Returns what is expected of each candidate, in their order.
  private func prospects(of candidates: WorkCandidates, _ device: DeviceSnapshot) -> [Prospect] {
    let moment = next.moment(at: device.now)
    let likelihood =
      learns.order ? next.mixture(at: moment) : next.prediction(by: .mostUsed, at: moment)
    let anySoon = learns.gaps ? chanceOfAnyOpenSoon(at: device.now) : 0
    let outlook = forecast.outlook(on: device)
    let hours = forecast.horizon / .hours(1)
    let count = Double(max(1, device.appCount))
    let evenOpens =
      learns.shares
      ? 0
      : (0..<device.appCount).reduce(0) { $0 + outlook.expectedOpens(of: AppID($1)) } / count
    return candidates.map { candidate in
      let app = candidate.app.id
      watch(app) { $0.receive(candidate.app.newItems) }
      let (rate, stale) = content(of: app, at: device.now)
      let isSoon = anySoon * (learns.shares ? likelihood[app] : 1 / count)
      let later = (learns.shares ? outlook.expectedOpens(of: app) : evenOpens) / hours
      // The chance that the next open comes before the next news, and within the horizon.
      let freshLater = later > 0 ? later / (later + rate) * -expm1(-(later + rate) * hours) : 0
      let fresh = isSoon * exp(-rate * (lead / .hours(1))) + (1 - isSoon) * freshLater
      return Prospect(
        app: app, since: candidate.eligibleSince, gain: stale * fresh,
        probability: 1 - (1 - isSoon) * exp(-(later * hours)))
    }
  }

  private func chanceOfAnyOpenSoon(at now: Instant) -> Double {
    next.lastOpen.map { gaps.chance(within: soon, after: max(.zero, now - $0)) } ?? 0
  }

  /// Returns the changes of an app's content an hour, one where it was never looked at twice, and
  /// the chance that it has changed since it was last known to be new.
  private func content(of app: AppID, at now: Instant) -> (rate: Double, stale: Double) {
    guard let content = contents[app], let refreshed = content.refreshed else { return (1, 1) }
    let rate = learns.rates && content.looks > 0 ? content.rate : 1
    return (rate, -expm1(-rate * (max(.zero, now - refreshed) / .hours(1))))
  }

  /// The gain that a fetch must have, and the joules that it costs.
  private struct Demand {
    let gain: Double
    let cost: Double
  }

  /// Returns what a fetch must gain now.
  ///
  /// - Parameters:
  ///   - count: how many fetches start before it now, so that the radio is awake.
  private func demand(on device: DeviceSnapshot, starting count: Int) -> Demand {
    let tail = count > 0 ? radio(of: device.network).tailLength : device.radioTail
    let cost = cost(on: device.network, tailLeft: tail)
    return Demand(gain: max(leastGain(with: startsLeft), gainPerJoule * cost), cost: cost)
  }

  private func terms(_ prospect: Prospect, _ demand: Demand) -> [Term] {
    [Term("probability of an open", prospect.probability), Term("joules", demand.cost)]
  }

  private var startsLeft: Int { max(0, slots.starts - starts.count) }

  /// Returns the least that a fetch must gain when so many starts are left.
  private func leastGain(with left: Int) -> Double {
    leastGain * pow(Double(slots.starts) / Double(max(1, left)), scarcity)
  }

  private func radio(of network: NetworkKind) -> RadioModel {
    device.energy.radio(of: network) ?? .wifi
  }

  /// Returns the cost of a fetch in joules.
  private func cost(on network: NetworkKind, tailLeft: TimeSpan) -> Double {
    radio(of: network).cost(
      ofTransferLasting: .seconds(fetchTime.mean ?? 1), tailLeft: tailLeft
    ).joules
  }

  // MARK: Learning

  public func observe(_ outcome: PolicyOutcome) {
    forecast.observe(outcome)
    switch outcome {
    case .work(let kind, let app, let now, let result, let took):
      guard kind.fetchesContent, let result else { break }
      fetchTime.add(took.seconds)
      guard result != .failed else { break }
      watch(app) { $0.look(at: now - took, changed: result == .newData) }
    case .opened(let app, let now):
      if let last = next.lastOpen { gaps.add(max(.zero, now - last)) }
      next.add(app, at: now)
      watch(app) { $0.open(at: now) }
    case .backgroundTime: break
    }
  }

  private func watch(_ app: AppID, _ change: (inout WatchedContent) -> Void) {
    change(
      &contents[app, default: WatchedContent(app, minimumInterval: .zero, countsItems: true)])
  }
}

extension Learned {
  static let entry = PolicyEntry(
    name: "learned",
    summary: "fetches where the expected gain in freshness is worth the energy",
    explanation: """
      It learns of this person from the past only: which app comes next, by a mixture of use, hour of \
      the day, recency and what followed the last app, weighted by what each explained; how soon an \
      open comes; at which hours each app is opened; and how often its content changes. A fetch gains \
      the chance that the next open is fresh by it. It starts when that is worth the joules, few while \
      the radio is awake and many where it must wake up, and the more starts of the window are used, \
      the more it must gain. It is asked, too, when the user opens an app, for then the next can be \
      predicted best.
      """,
    kinds: PolicyEntry.contentByTheRule,
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
        summary: "how soon an open counts that is predicted from the last app"),
      PolicyParameter(
        name: "lead", unit: "s", standard: 20, range: 0...86_400,
        summary: "how long before such an open a fetch is assumed"),
      PolicyParameter(
        name: "horizon", unit: "s", standard: 3_600, range: 60...86_400,
        summary: "how far ahead an open counts that is predicted from the hour of the day"),
      PolicyParameter(
        name: "priorRate", unit: "opens an hour", standard: 0.02, range: 0...1_000,
        summary: "opens expected of an app without history"),
      PolicyParameter(
        name: "priorDays", unit: "days", standard: 1, range: 0.001...1_000,
        summary: "how many days of history the prior is worth"),
      .halfLife("halfLife"),
      .flag("asksAtOpens", summary: "be asked when the user opens an app, too"),
      .flag("gaps", summary: "learn how soon an open follows; else only at which hours they come"),
      .flag("order", summary: "learn what follows the last app; else only how often each is used"),
      .flag("shares", summary: "learn which apps are opened; else all are taken to be alike"),
      .flag("rates", summary: "learn how often content changes; else once an hour"),
    ]
  ) { parameters, world in Learned(parameters, world: world) }
}
