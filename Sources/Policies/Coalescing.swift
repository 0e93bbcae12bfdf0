import Device
import Simulation

/// A policy that starts fetches together: in company, while the radio is awake anyway, or where it
/// is cheap.
///
/// A radio stays awake for seconds after each transfer (the tail; Balasubramanian et al., IMC 2009;
/// LTE's is 10 s, Huang et al., MobiSys 2012), so six fetches together cost one tail, spread out
/// they cost six. An app waits until another must start, until the radio is awake for another
/// reason, or until its tolerance is over, which is shorter on Wi-Fi or the charger; then all that
/// wait start. Starting all when the first tolerance ends gives the fewest wake-ups (interval point
/// cover). Without network nothing starts: it would fail. The tolerances are assumed. Background
/// time is given as by `first-come`.
public final class Coalescing: SchedulingPolicy {
  public let name: String
  private let tolerance: TimeSpan
  private let cheapTolerance: TimeSpan
  private let tail: TimeSpan
  /// The moment until which the radio is awake for a fetch that has started or just ended.
  private var awakeUntil: Instant?

  init(_ parameters: PolicyParameters) {
    name = "coalescing\(parameters)"
    tolerance = .seconds(parameters["tolerance"])
    cheapTolerance = .seconds(parameters["cheapTolerance"])
    tail = .seconds(parameters["tail"])
  }

  public func fetches(_ candidates: WorkCandidates, slots: Int, device: DeviceSnapshot)
    -> WorkDecision
  {
    guard slots > 0, !candidates.isEmpty else { return WorkDecision() }
    return .beside(
      { together($0, slots: $1, device) }, for: candidates, slots: slots, on: device,
      isConcerned: Coalescing.needsNetwork)
  }

  private static func needsNetwork(_ candidate: WorkCandidate) -> Bool {
    candidate.fetchesContent || candidate.kind == .push
      || candidate.requirements.contains(.network)
  }

  private func together(
    _ candidates: WorkCandidates, slots: Int, _ device: DeviceSnapshot
  ) -> WorkDecision {
    if device.network == .none {
      return .none(
        of: candidates, on: device, because: "no network", needs: Obstacle(needs: "a network"))
    }
    let isCheap = device.network == .wifi || device.power.isCharging
    let first = candidates.indices.reduce(Instant.distantFuture) {
      min($0, candidates[$1].eligibleSince)
    }
    let due = first + (isCheap ? cheapTolerance : tolerance)
    let occasion: String
    if device.isInUse {
      occasion = "the device is in use"
    } else if let awakeUntil, device.now < awakeUntil {
      occasion = "the radio is awake"
    } else if due <= device.now {
      occasion = isCheap ? "together, network or power is cheap" : "together, tolerance is over"
    } else {
      return .none(
        of: candidates, on: device, because: "waits for company",
        needs: Obstacle(needs: "the device in use, the radio awake, or more time", until: due),
        askAgainAfter: due - device.now)
    }
    awakeUntil = max(awakeUntil ?? .start, device.now + tail)
    return .first(
      of: candidates, slots: slots, on: device, because: occasion, order: .moment("eligible since")
    ) { candidates[$0].eligibleSince.nanoseconds }
  }

  public func observe(_ outcome: PolicyOutcome) {
    guard case .work(let kind, _, let now, _, _) = outcome, kind != .processing else { return }
    awakeUntil = max(awakeUntil ?? .start, now + tail)
  }
}

extension Coalescing {
  static let entry = PolicyEntry(
    name: "coalescing",
    summary: "starts fetches together: in the radio's tail, in company, on Wi-Fi or the charger",
    explanation: """
      An app that wants to fetch waits for an occasion: the device in use, the radio awake from \
      another fetch, or the end of the tolerance of the one that has waited longest. Then all \
      that wait start, as far as there are slots. On Wi-Fi or the charger the tolerance is the \
      shorter one, so on cellular, fetches wait for either. Without network nothing starts.
      """,
    kinds: "fetches, refreshes, pushes and what needs the network wait for company; other work "
      + "starts at once, in order of waiting",
    source: "tail energy: Balasubramanian et al., IMC 2009; Huang et al., MobiSys 2012",
    promisesNoStarvation: false,
    parameters: [
      PolicyParameter(
        name: "tolerance", unit: "s", standard: 1_800, range: 0...86_400,
        summary: "how long a fetch may wait on cellular, off the charger"),
      PolicyParameter(
        name: "cheapTolerance", unit: "s", standard: 60, range: 0...86_400,
        summary: "how long a fetch may wait on Wi-Fi or the charger"),
      PolicyParameter(
        name: "tail", unit: "s", standard: 10, range: 0...3_600,
        summary: "how long the radio is awake after a fetch",
        basis: .documented("LTE long DRX, Huang et al., MobiSys 2012")),
    ]
  ) { parameters, _ in Coalescing(parameters) }
}
