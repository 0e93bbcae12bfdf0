import Device
import Simulation

/// A policy that knows when the user will open what, and fetches just before.
///
/// For each app that waits, it looks up the next open and starts the fetch as late as it can be
/// done by then: the later, the fewer items are missed. It knows the future of the user, the
/// network and the charger, so it goes before an outage or a time without discretionary work
/// (section 6) instead of into it; it does not know when the servers publish. Fetches that would
/// overlap beyond the slots go earlier, and apps that are not opened again get nothing. Slots and
/// pool bind it as they do any policy; of the pool it keeps one fetch's allowance back from
/// background time while opens are to come. No device can do this. It is no bound either: it looks
/// no further than each app's next open, and where starts are short it may spend them on apps that
/// have nothing new. The bound is a metric of each run, `fresh at open bound`.
public final class FarSighted: SchedulingPolicy {
  public let name: String
  private let opens: ComingOpens
  private let closures: [Closure]
  private let concurrent: Int
  private let fetchAllowance: TimeSpan
  private let lastOpen: Instant
  private let margin: TimeSpan
  private let firstLead: TimeSpan
  /// The longest time that each app's fetches have taken.
  private var longest = ByApp<TimeSpan?>(nil)

  /// A time in which no fetch could bring anything.
  private struct Closure {
    let from: Instant
    var to: Instant
  }

  init(_ parameters: PolicyParameters, world: PolicyWorld) {
    name = "far-sighted\(parameters)"
    margin = .seconds(parameters["margin"])
    firstLead = .seconds(parameters["firstLead"])
    concurrent = world.device.slots(of: world.device.contentLane).concurrent
    fetchAllowance = world.device.limits.fetch
    opens = ComingOpens(of: world)
    lastOpen = opens.last ?? .start
    closures = FarSighted.closures(of: world)
  }

  public func backgroundTime(_ request: BackgroundTimeRequest, device: DeviceSnapshot) -> TimeSpan {
    answer(request, device: device).value.amount
  }

  public func answer(
    _ request: BackgroundTimeRequest, device: DeviceSnapshot
  ) -> PolicyAnswer<GrantDecision> {
    let reserve = device.now < lastOpen ? fetchAllowance : .zero
    let grant = max(.zero, min(request.allowance, device.pool.available - reserve))
    guard device.explains else { return PolicyAnswer(GrantDecision(grant)) }
    let keptBack = request.grant(from: device.pool) - grant
    return PolicyAnswer(
      GrantDecision(
        grant,
        explanation: GrantExplanation(
          reason: "what the pool has, but for one fetch while opens are to come",
          terms: keptBack > .zero ? [Term("kept back", keptBack)] : [])))
  }

  public func fetches(_ candidates: WorkCandidates, slots: Int, device: DeviceSnapshot)
    -> WorkDecision
  {
    .beside(
      { planned($0, slots: $1, device) }, for: candidates, slots: slots, on: device,
      isConcerned: { $0.fetchesContent })
  }

  private func planned(
    _ candidates: WorkCandidates, slots: Int, _ device: DeviceSnapshot
  ) -> WorkDecision {
    if device.network == .none {
      return .none(
        of: candidates, on: device, because: "no network", needs: Obstacle(needs: "a network"))
    }
    let plans = plan(candidates, device)
    var decision = WorkDecision()
    decision.reasons.reserveCapacity(plans.count)
    var next = Instant.distantFuture
    for plan in plans {
      if plan.start > device.now {
        decision.reasons.append((app: plan.app, reason: "its next open is later"))
        next = min(next, plan.start)
      } else if decision.chosen.count < slots {
        decision.chosen.append(plan.app)
        decision.reasons.append((app: plan.app, reason: "will be opened next"))
      }
    }
    if next < .distantFuture { decision.askAgainAfter = next - device.now }
    if device.explains { decision.explanation = explanation(plans, candidates, at: device.now) }
    return decision
  }

  /// Explains the plans: those that can start now by their next open, then those whose time comes,
  /// then the others.
  private func explanation(_ plans: [Plan], _ candidates: WorkCandidates, at now: Instant)
    -> WorkExplanation
  {
    func explained(_ plan: Plan, _ obstacle: Obstacle?) -> CandidateExplanation {
      CandidateExplanation(
        app: plan.app, score: plan.open.seconds, terms: [Term("latest start", plan.start)],
        obstacle: obstacle)
    }
    let planned = plans.map(\.app)
    let never = Obstacle(needs: "to be opened again by the user, which it is not")
    return WorkExplanation(
      measure: Measure("next open", .moment),
      candidates: plans.filter { $0.start <= now }.map { explained($0, nil) }
        + plans.filter { $0.start > now }.map {
          explained($0, Obstacle(needs: "its latest start to have come", until: $0.start))
        }
        + candidates.map(\.app.id).filter { !planned.contains($0) }.map {
          CandidateExplanation(app: $0, obstacle: never)
        })
  }

  public func observe(_ outcome: PolicyOutcome) {
    guard case .work(let kind, let app, _, let result, let took) = outcome, kind.fetchesContent,
      result != nil
    else { return }
    longest[app] = max(longest[app] ?? .zero, took)
  }

  private struct Plan {
    let app: AppID
    let open: Instant
    let lead: TimeSpan
    /// The latest moment at which the fetch can begin.
    var start: Instant
  }

  /// Returns when to start each candidate that will be opened, the next open first. O(n log n) of
  /// the apps.
  private func plan(_ candidates: WorkCandidates, _ device: DeviceSnapshot) -> [Plan] {
    var allowances = ByApp<TimeSpan?>(nil)
    for position in candidates.indices.reversed() {
      allowances[candidates[position].app.id] = candidates[position].allowance
    }
    var plans: [Plan] = []
    plans.reserveCapacity(candidates.count)
    let coming = opens.next(after: device.now)
    for next in coming {
      guard let allowance = allowances[next.app] else { continue }
      let lead = min(longest[next.app].map { $0 + margin } ?? firstLead, allowance)
      plans.append(
        Plan(app: next.app, open: next.at, lead: lead, start: latestStart(for: next.at, lead)))
    }
    // The loop goes backwards: with so many slots, a fetch must be over when the one that takes its
    // slot begins.
    let slots = max(1, concurrent)
    for index in plans.indices.reversed() where index + slots < plans.count {
      let next = plans[index + slots].start
      plans[index].start = min(plans[index].start, next - plans[index].lead)
    }
    return plans
  }

  /// Returns the latest start: a lead before the open, and before any closure that a fetch then
  /// would fall into.
  private func latestStart(for open: Instant, _ lead: TimeSpan) -> Instant {
    var start = open - lead
    for closure in closures.reversed() where closure.from < start + lead && closure.to > start {
      start = closure.from - lead
    }
    return start
  }

  /// Returns the times without network or discretionary work, in order, none touching the next.
  private static func closures(of world: PolicyWorld) -> [Closure] {
    var changes: [(at: Instant, apply: (inout World) -> Void)] = []
    for change in world.network { changes.append((change.at, { $0.network = change.kind })) }
    for change in world.power {
      changes.append((change.at, { $0.status.apply(change) }))
    }
    // Android holds nothing back for the battery's sake but what asks for that itself.
    let isIOS = world.device.platform.family == .iOS
    var state = World(critical: isIOS ? world.device.criticalBatteryLevel : nil)
    var closures: [Closure] = []
    var closedSince: Instant?
    // The sort is stable: changes of one instant keep their order.
    let order = changes.indices.sorted { (changes[$0].at, $0) < (changes[$1].at, $1) }
    for index in order {
      changes[index].apply(&state)
      if state.isOpen, let since = closedSince {
        closures.append(Closure(from: since, to: changes[index].at))
        closedSince = nil
      } else if !state.isOpen, closedSince == nil {
        closedSince = changes[index].at
      }
    }
    if let since = closedSince { closures.append(Closure(from: since, to: .distantFuture)) }
    return closures
  }

  /// The network and the battery at one moment.
  private struct World {
    /// Nil: work does not depend on the battery.
    let critical: Double?
    var network = NetworkKind.wifi
    var status = PowerStatus(level: 1, isCharging: false)

    init(critical: Double?) { self.critical = critical }

    var isOpen: Bool {
      network != .none
        && critical.map { status.allowsDiscretionaryWork(above: $0) } ?? true
    }
  }
}

extension FarSighted {
  static let entry = PolicyEntry(
    name: "far-sighted",
    summary: "knows the user's future opens and fetches just before each",
    explanation: """
      For each app that waits it knows the next open, and starts the fetch as late as it can \
      still be done by then: earlier if slots, an outage or a time without discretionary work \
      are in the way. Apps that are not opened again get nothing. It does not know when servers \
      publish. From background time it keeps back what one fetch needs. No device can do this: \
      it shows what prediction can gain under the same slots and pool. It is not the best that can \
      be done, for it decides open by open: the metric "fresh at open bound" tells that.
      """,
    kinds: PolicyEntry.contentByTheRule,
    source: "our own; just-in-time fetching",
    promisesNoStarvation: false,
    parameters: [
      PolicyParameter(
        name: "margin", unit: "s", standard: 1, range: 0...3_600,
        summary: "beside the longest that an app's fetches took, kept before its open"),
      PolicyParameter(
        name: "firstLead", unit: "s", standard: 10, range: 0...3_600,
        summary: "kept before its open while no fetch of the app is known"),
    ]
  ) { parameters, world in FarSighted(parameters, world: world) }
}
