import Device
import Simulation

/// A policy that raffles a free slot among the waiting apps, each with as many tickets as it was
/// given.
///
/// Lottery scheduling (Waldspurger and Weihl, OSDI 1994): an app's chance is its part of the
/// tickets that take part, so shares are proportional in the mean, and the probability that an app
/// with a ticket waits falls geometrically. Several slots are several draws without replacement. A
/// fetch is no fixed quantum, so the paper's compensation tickets are left out: shares are of
/// starts, not of seconds. Background time has no queue: it is given as by `first-come`.
public final class Lottery: SchedulingPolicy {
  public let name: String
  private var random: RandomStream
  private let tickets: (AppID) -> Double

  /// Creates the policy.
  ///
  /// - Parameters:
  ///   - tickets: returns how many an app has; positive and finite.
  public init(seed: UInt64, tickets: @escaping (AppID) -> Double = { _ in 1 }) {
    name = "lottery"
    random = Lottery.stream(of: seed)
    self.tickets = tickets
  }

  init(_ parameters: PolicyParameters, seed: UInt64) {
    name = "lottery\(parameters)"
    random = Lottery.stream(of: seed)
    tickets = parameters.byApp
  }

  private static func stream(of seed: UInt64) -> RandomStream {
    RandomStream(seed: seed, name: "policy/lottery")
  }

  /// Draws the apps to start. O(n) for each slot.
  public func fetches(_ candidates: WorkCandidates, slots: Int, device: DeviceSnapshot)
    -> WorkDecision
  {
    var players = candidates.indices.map { candidates[$0].app.id }
    var weights = players.map(tickets)
    var decision = WorkDecision()
    while decision.chosen.count < slots, !players.isEmpty {
      let winner = random.index(weights: weights)
      decision.chosen.append(players[winner])
      decision.reasons.append((app: players[winner], reason: "won the draw"))
      players.remove(at: winner)
      weights.remove(at: winner)
    }
    if device.explains {
      decision.explanation = WorkExplanation(
        candidates: decision.chosen.map { explanation(of: $0) }
          + players.map { explanation(of: $0, Obstacle(needs: "to be drawn")) })
    }
    return decision
  }

  private func explanation(of app: AppID, _ obstacle: Obstacle? = nil) -> CandidateExplanation {
    CandidateExplanation(app: app, terms: [Term("tickets", tickets(app))], obstacle: obstacle)
  }
}

extension Lottery {
  static let entry = PolicyEntry(
    name: "lottery",
    summary: "raffles each free slot, every app with its tickets; time as first-come",
    explanation: """
      Each free slot is drawn among the apps that wait for it, with chances in proportion to \
      their tickets: one each unless set by the apps' names, lottery{mail=3,news=1}; one with \
      a comma or a brace in quotes, lottery{"a,b"=2}. The draws \
      are a random stream of the policy's own. Tickets share out starts, not seconds: \
      compensation tickets are left out.
      """,
    source: "Waldspurger and Weihl, Lottery Scheduling, OSDI 1994",
    promisesNoStarvation: true,
    appParameter: PolicyParameter(
      name: "APP", unit: "tickets", standard: 1, range: 0.001...1_000_000,
      summary: "how many tickets the app has")
  ) { parameters, world in Lottery(parameters, seed: world.seed) }
}
