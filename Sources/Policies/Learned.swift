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
  public let asksAtOpens = true
  private let leastGain: Double
  private let gainPerJoule: Double
  private let scarcity: Double
  private let soon: TimeSpan
  private let device: DeviceConfiguration
  private var next: NextOpen
  private var gaps = OpenGaps()
  private var forecast: OpenForecast
  private var gains: FetchGains
  /// The kind of moment for which `gains` have the next app.
  private var expectedAt: NextOpen.Moment?
  private var fetchTime = RunningMoments()
  /// The mean of `fetchTime`, which takes long to compute.
  private var usualTime = TimeSpan.seconds(1)
  /// The starts of fetches in the window, the oldest first.
  private var starts: [Instant] = []

  init(_ parameters: PolicyParameters, world: PolicyWorld) {
    name = "learned\(parameters)"
    leastGain = parameters["leastGain"]
    gainPerJoule = parameters["gainPerJoule"]
    scarcity = parameters["scarcity"]
    soon = .seconds(parameters["soon"])
    gains = FetchGains(lead: .seconds(parameters["lead"]))
    device = world.device
    next = NextOpen(startsAt: world.startsAt)
    forecast = OpenForecast(parameters, startsAt: world.startsAt)
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
    starts.removeAll { $0 <= device.now - self.device.fetchSlots.window }
    var demand = demand(on: device, starting: 0)
    let contenders = contenders(
      among: candidates, gaining: min(demand.gain, self.demand(on: device, starting: 1).gain),
      device)
    var decision = WorkDecision()
    if device.explains {
      decision.explanation = WorkExplanation(
        measure: Measure("gain", .number, isHighestFirst: true))
    }
    // Where no reason is asked for, only those that may be chosen are put in order.
    var order = BoundedMinHeap<Standing>(device.explains ? contenders.count : slots)
    for index in contenders.indices {
      let position = contenders[index].position
      order.offer(
        Standing(
          gain: contenders[index].prospect.gain, since: candidates[position].eligibleSince,
          app: candidates[position].app.id, index: index))
    }
    for standing in order.sorted() {
      let isWorth = standing.gain >= demand.gain
      let prospect = contenders[standing.index].prospect
      if isWorth, decision.chosen.count < slots {
        decision.choose(
          standing.app, on: device, because: "worth its energy", score: standing.gain,
          terms: terms(prospect, demand))
        starts.append(device.now)
        demand = self.demand(on: device, starting: decision.chosen.count)
      } else if device.explains {
        decision.explanation?.candidates.append(
          CandidateExplanation(
            app: standing.app, score: standing.gain, terms: terms(prospect, demand),
            obstacle: isWorth ? nil : Obstacle(needs: "a greater gain", score: demand.gain)))
      }
    }
    // A candidate that gains enough and was not chosen lacks only a slot.
    let settled = contenders.filter {
      $0.prospect.gain >= demand.gain || decision.chosen.contains(candidates[$0.position].app.id)
    }.map(\.position)
    decision.hold(candidates, but: settled, because: "not worth its energy yet")
    if settled.count < candidates.count {
      decision.askAgainAfter = device.isInUse ? .minutes(1) : forecast.changes(after: device)
    }
    return decision
  }

  /// A contender's place in the order: the greatest gain first, then the longest wait.
  private struct Standing: Comparable {
    let gain: Double
    let since: Instant
    let app: AppID
    let index: Int

    static func < (left: Standing, right: Standing) -> Bool {
      if left.gain != right.gain { return left.gain > right.gain }
      return (left.since, left.app) < (right.since, right.app)
    }
  }

  /// Returns the candidates that may gain so much, and all where the device `explains`.
  private func contenders(
    among candidates: [WorkCandidate], gaining least: Double, _ device: DeviceSnapshot
  ) -> [FetchGains.Contender] {
    let kind = next.moment(at: device.now)
    if expectedAt != kind || !gains.knowsNext {
      expectedAt = kind
      gains.expect(next.mixture(at: kind))
    }
    let moment = FetchGains.Moment(
      now: device.now,
      anySoon: next.lastOpen.map { gaps.chance(within: soon, after: max(.zero, device.now - $0)) }
        ?? 0,
      outlook: forecast.outlook(on: device), hours: forecast.horizon / .hours(1))
    return gains.contenders(
      among: candidates, gaining: device.explains ? -.infinity : least, at: moment
    ) { forecast.ceiling(on: device) }
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

  private func terms(_ prospect: FetchGains.Prospect, _ demand: Demand) -> [Term] {
    [Term("probability of an open", prospect.probability()), Term("joules", demand.cost)]
  }

  private var startsLeft: Int { max(0, device.fetchSlots.starts - starts.count) }

  /// Returns the least that a fetch must gain when so many starts are left.
  private func leastGain(with left: Int) -> Double {
    leastGain * pow(Double(device.fetchSlots.starts) / Double(max(1, left)), scarcity)
  }

  private func radio(of network: NetworkKind) -> RadioModel {
    network == .cellular ? device.energy.cellular.radio : .wifi
  }

  /// Returns the cost of a fetch in joules.
  private func cost(on network: NetworkKind, tailLeft: TimeSpan) -> Double {
    radio(of: network).cost(ofTransferLasting: usualTime, tailLeft: tailLeft).joules
  }

  // MARK: Learning

  public func observe(_ outcome: PolicyOutcome) {
    forecast.observe(outcome)
    switch outcome {
    case .work(let kind, let app, let now, let result, let took):
      guard kind.fetchesContent, let result else { break }
      fetchTime.add(took.seconds)
      usualTime = .seconds(fetchTime.mean ?? 1)
      guard result != .failed else { break }
      gains.look(app, at: now - took, changed: result == .newData)
    case .opened(let app, let now):
      gains.forgetNext()
      if let last = next.lastOpen { gaps.add(max(.zero, now - last)) }
      next.add(app, at: now)
      gains.open(app, at: now)
    case .backgroundTime: break
    }
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
    ]
  ) { parameters, world in Learned(parameters, world: world) }
}
