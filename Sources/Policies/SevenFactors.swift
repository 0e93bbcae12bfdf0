import Device
import Foundation
import Simulation

/// A policy that holds back fetches for the seven reasons that iOS names.
///
/// Apple's "Background execution demystified" (WWDC 2020, 10063) lists what decides whether an app
/// runs in the background: critically low battery, Low Power Mode, app usage, the app switcher, the
/// background refresh switch, system budgets and rate limiting. Each is a factor here and can be
/// switched off. Documented are the factors, and that critically low is about 20 %; how they work
/// inside is not, so usage is `OpenForecast`, the budget a bucket of seconds that refills evenly
/// over the day, the rate limit a shortest time between two fetches of an app, and their numbers
/// are assumed. Battery, Low Power Mode, switch and switcher are kept by the device too, whatever a
/// policy says. The factors concern discretionary work: background time is given as by
/// `first-come`.
public final class SevenFactors: SchedulingPolicy {
  public let name: String
  private let factors: Factors
  private let criticalLevel: Double
  private var forecast: OpenForecast
  private let leastUsage: Double
  private let rateInterval: TimeSpan
  private var budget: SystemBudget

  private struct Factors {
    let battery: Bool
    let lowPowerMode: Bool
    let usage: Bool
    let switcher: Bool
    let refreshSwitch: Bool
    let budget: Bool
    let rate: Bool
  }

  init(_ parameters: PolicyParameters, startsAt: TimeSpan) {
    name = "seven-factors\(parameters)"
    factors = Factors(
      battery: parameters.isOn("lowBattery"), lowPowerMode: parameters.isOn("lowPowerMode"),
      usage: parameters.isOn("appUsage"), switcher: parameters.isOn("appSwitcher"),
      refreshSwitch: parameters.isOn("refreshSwitch"), budget: parameters.isOn("systemBudget"),
      rate: parameters.isOn("rateLimit"))
    criticalLevel = parameters["criticalLevel"]
    forecast = OpenForecast(
      horizon: .seconds(parameters["usageHorizon"]), priorRate: parameters["usagePriorRate"],
      priorDays: parameters["usagePriorDays"], halfLife: .days(1) * parameters["usageHalfLife"],
      startsAt: startsAt)
    leastUsage = parameters["usageThreshold"]
    rateInterval = .seconds(parameters["rateInterval"])
    budget = SystemBudget(
      daily: .seconds(parameters["budgetDaily"]), capacity: .seconds(parameters["budgetCapacity"]))
  }

  public func fetches(_ candidates: WorkCandidates, slots: Int, device: DeviceSnapshot)
    -> WorkDecision
  {
    guard slots > 0 else { return WorkDecision() }
    if let (reason, needs) = refusal(for: device) {
      return .none(of: candidates, on: device, because: reason, needs: Obstacle(needs: needs))
    }
    if factors.budget, let wait = budget.wait(at: device.now) {
      return .none(
        of: candidates, on: device, because: "system budget spent",
        needs: Obstacle(needs: "something left in the system budget", until: device.now + wait),
        askAgainAfter: wait)
    }
    let outlook = forecast.outlook(on: device)
    /// By position; nil: it is held back.
    var likelihoods: [Double?] = []
    var heldBack: [(position: Int, hold: Hold)] = []
    var earliest: Instant?
    var isUnlikely = false
    for position in candidates.indices {
      let lastFetch = candidates[position].app.lastFetchBegan
      var hold = hold(
        backgroundRefresh: candidates[position].app.backgroundRefresh,
        isInAppSwitcher: candidates[position].app.isInAppSwitcher, lastFetch: lastFetch,
        at: device.now)
      var likelihood = 0.0
      if hold == .fetched {
        let end = intervalEnd(after: lastFetch)
        earliest = min(earliest ?? end, end)
      } else if hold == nil, factors.usage {
        likelihood = outlook.probability(of: candidates[position].app.id)
        if likelihood < leastUsage {
          hold = .unlikely
          isUnlikely = true
        }
      }
      if let hold { heldBack.append((position, hold)) }
      likelihoods.append(hold == nil ? likelihood : nil)
    }
    var decision = WorkDecision.first(
      of: candidates, slots: slots, on: device, because: "no factor against it", order: .likelyOpen
    ) { likelihoods[$0].map { SortKey.key(ofProbability: $0) } }
    decision.reasons.reserveCapacity(decision.reasons.count + heldBack.count)
    for (position, hold) in heldBack {
      let app = candidates[position].app.id
      decision.hold(
        app, on: device, because: hold.reason,
        score: factors.usage ? outlook.probability(of: app) : nil,
        needs: obstacle(hold, until: intervalEnd(after: candidates[position].app.lastFetchBegan)))
    }
    let waits = [
      earliest.map { $0 - device.now }, isUnlikely ? forecast.changes(after: device) : nil,
    ]
    decision.askAgainAfter = waits.compactMap(\.self).min()
    return decision
  }

  /// Returns when another fetch of an app may begin.
  private func intervalEnd(after lastFetch: Instant?) -> Instant {
    (lastFetch ?? .start) + rateInterval
  }

  public func observe(_ outcome: PolicyOutcome) {
    forecast.observe(outcome)
    guard case .work(_, _, let now, _, let took) = outcome else { return }
    budget.spend(took, at: now)
  }

  /// Returns what holds back every app; nil: nothing.
  private func refusal(for device: DeviceSnapshot) -> (reason: String, needs: String)? {
    let power = device.power
    if factors.battery, power.level < criticalLevel, !power.isCharging {
      return ("battery critically low", "the charger, or a battery of \(criticalLevel)")
    }
    return factors.lowPowerMode && power.isLowPowerMode
      ? ("Low Power Mode", "Low Power Mode off") : nil
  }

  /// The reason that holds back one app.
  private enum Hold {
    case refreshOff
    case swiped
    case fetched
    case unlikely

    var reason: String {
      switch self {
      case .refreshOff: "background refresh is off"
      case .swiped: "not in the app switcher"
      case .fetched: "fetched too short a while ago"
      case .unlikely: "not likely to be used soon"
      }
    }
  }

  /// Returns what holds back an app. The fields of its snapshot that count are passed alone, for
  /// the whole is large. Whether the app is likely to be used is left out, since that takes longest
  /// to compute.
  private func hold(
    backgroundRefresh: Bool, isInAppSwitcher: Bool, lastFetch: Instant?, at now: Instant
  ) -> Hold? {
    if factors.refreshSwitch, !backgroundRefresh { return .refreshOff }
    if factors.switcher, !isInAppSwitcher { return .swiped }
    if factors.rate, let last = lastFetch, now < intervalEnd(after: last) { return .fetched }
    return nil
  }

  /// Returns the obstacle of a reason.
  ///
  /// - Parameters:
  ///   - end: of the interval after its last fetch.
  private func obstacle(_ hold: Hold, until end: Instant) -> Obstacle {
    switch hold {
    case .refreshOff: Obstacle(needs: "background refresh on")
    case .swiped: Obstacle(needs: "to be in the app switcher")
    case .fetched: Obstacle(needs: "a longer time since its last fetch", until: end)
    case .unlikely: .likelyOpen(leastUsage)
    }
  }
}

/// A budget of seconds of fetching, refilled evenly over the day.
///
/// A fetch may start while anything is left and is charged when it ends, so the balance may fall
/// below zero; the next then waits until it is made up for.
private struct SystemBudget {
  private let daily: TimeSpan
  private let capacity: TimeSpan
  private var balance: TimeSpan
  private var updated = Instant.start

  init(daily: TimeSpan, capacity: TimeSpan) {
    self.daily = daily
    self.capacity = capacity
    balance = capacity
  }

  /// Returns the time until something is left; nil: something is.
  mutating func wait(at now: Instant) -> TimeSpan? {
    refill(until: now)
    guard balance <= .zero else { return nil }
    return (.nanoseconds(1) - balance) * (TimeSpan.days(1) / daily) + .milliseconds(1)
  }

  mutating func spend(_ time: TimeSpan, at now: Instant) {
    refill(until: now)
    balance -= time
  }

  private mutating func refill(until now: Instant) {
    guard now > updated else { return }
    balance = min(capacity, balance + (now - updated) * (daily / TimeSpan.days(1)))
    updated = now
  }
}

extension SevenFactors {
  private static let session = PolicyParameter.Basis.documented("WWDC 2020, session 10063")

  static let entry = PolicyEntry(
    name: "seven-factors",
    summary: "holds back fetches by the seven factors that iOS names; each can be switched off",
    explanation: """
      No fetch starts while the battery is critically low, in Low Power Mode, or when the \
      system's budget is spent; none for an app that is not in the app switcher, has background \
      refresh off, was fetched for a short while ago, or is not likely to be used soon. What is \
      left goes by that likelihood. That these factors decide is documented; how they work \
      inside is not, and their constants are assumed. Battery, Low Power Mode, switch and \
      switcher are kept by the device too, also when switched off here.
      """,
    source: "Background execution demystified, WWDC 2020, session 10063",
    promisesNoStarvation: false,
    parameters: [
      .flag("lowBattery", summary: "1: stop while the battery is critically low", basis: session),
      .flag("lowPowerMode", summary: "1: stop in Low Power Mode", basis: session),
      .flag("appUsage", summary: "1: prefer and require apps likely to be used", basis: session),
      .flag("appSwitcher", summary: "1: only apps still in the app switcher", basis: session),
      .flag("refreshSwitch", summary: "1: only apps with background refresh on", basis: session),
      .flag("systemBudget", summary: "1: stop when the day's budget is spent", basis: session),
      .flag("rateLimit", summary: "1: a shortest time between an app's fetches", basis: session),
      PolicyParameter(
        name: "criticalLevel", unit: "", standard: 0.2, range: 0...1,
        summary: "battery level below which it is critically low, off the charger",
        basis: session),
      PolicyParameter(
        name: "usageHorizon", unit: "s", standard: 7_200, range: 60...86_400,
        summary: "how far ahead likely use counts"),
      PolicyParameter(
        name: "usageThreshold", unit: "", standard: 0.05, range: 0...1,
        summary: "probability of use below which an app is held back"),
      PolicyParameter(
        name: "usagePriorRate", unit: "opens an hour", standard: 0.1, range: 0...1_000,
        summary: "opens expected of an app without history"),
      PolicyParameter(
        name: "usagePriorDays", unit: "days", standard: 1, range: 0.001...1_000,
        summary: "how many days of history that is worth"),
      .halfLife("usageHalfLife"),
      PolicyParameter(
        name: "budgetDaily", unit: "s", standard: 600, range: 1...86_400,
        summary: "seconds of fetching that the budget gains in a day"),
      PolicyParameter(
        name: "budgetCapacity", unit: "s", standard: 120, range: 1...86_400,
        summary: "the most that the budget holds, and holds at the start"),
      PolicyParameter(
        name: "rateInterval", unit: "s", standard: 1_200, range: 0...86_400,
        summary: "the shortest time between the beginnings of two fetches of an app"),
    ]
  ) { parameters, world in SevenFactors(parameters, startsAt: world.startsAt) }
}
