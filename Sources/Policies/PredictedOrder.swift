import Device
import Simulation

/// A policy that fetches for the apps that one simple predictor expects to be opened next, the
/// likeliest first.
///
/// The rules that a more elaborate policy has to beat: most used, most recent, hour of the day,
/// Markov chain (`NextOpen`). Fetches start whenever there are slots, for the few apps that the
/// predictor names, whatever they cost and whether anything is new. Background time is given as by
/// `first-come`.
public final class PredictedOrder: SchedulingPolicy {
  enum Rule {
    case mostRecent
    case predictor(NextOpen.Predictor)
  }

  public let name: String
  private let rule: Rule
  private let top: Int
  private var next: NextOpen

  init(_ name: String, by rule: Rule, _ parameters: PolicyParameters, startsAt: TimeSpan) {
    self.name = "\(name)\(parameters)"
    self.rule = rule
    top = Int(parameters["top"])
    next = NextOpen(startsAt: startsAt)
  }

  public func observe(_ outcome: PolicyOutcome) {
    guard case .opened(let app, let now) = outcome else { return }
    next.add(app, at: now)
  }

  public func fetches(_ candidates: WorkCandidates, slots: Int, device: DeviceSnapshot)
    -> WorkDecision
  {
    .beside(
      { likeliest($0, slots: $1, device) }, for: candidates, slots: slots, on: device,
      isConcerned: { $0.fetchesContent })
  }

  /// Starts the likeliest candidates. O(n + apps opened so far).
  private func likeliest(
    _ candidates: WorkCandidates, slots: Int, _ device: DeviceSnapshot
  ) -> WorkDecision {
    let prediction = prediction(at: device.now)
    let named = prediction.ofOpened.map { SortKey.key(ofProbability: $0) }.sorted()
    let limit = named.count < top ? .max : named[top - 1]
    let keys = candidates.indices.map {
      SortKey.key(ofProbability: prediction[candidates[$0].app.id])
    }
    var decision = WorkDecision.first(
      of: candidates, slots: slots, on: device, because: "among the likeliest to be opened next",
      order: .probability("likelihood"), by: { keys[$0] <= limit ? keys[$0] : nil })
    decision.reasons.reserveCapacity(candidates.count)
    for (position, key) in keys.enumerated() where key > limit {
      decision.hold(
        candidates[position].app.id, on: device, because: "others are likelier to be opened next",
        score: -Double(key) / 1e12,
        needs: .likelyOpen(-Double(limit) / 1e12))
    }
    if case .predictor(.hourOfDay) = rule, keys.contains(where: { $0 > limit }) {
      let hour = TimeSpan.hours(1)
      decision.askAgainAfter =
        hour - TimeSpan(nanoseconds: device.timeOfDay.nanoseconds % hour.nanoseconds)
    }
    return decision
  }

  private func prediction(at now: Instant) -> NextOpen.Prediction {
    switch rule {
    case .mostRecent: next.recency()
    case .predictor(let predictor): next.prediction(by: predictor, at: next.moment(at: now))
    }
  }
}

extension PredictedOrder {
  static let mostUsed = entry("most-used", by: .predictor(.mostUsed), "are used most")
  static let mostRecent = entry("most-recent", by: .mostRecent, "were used last")
  static let hourOfDay = entry(
    "hour-of-day", by: .predictor(.hourOfDay), "were opened most at this hour of the day")
  static let markov = entry(
    "markov", by: .predictor(.markov), "followed the last one most often (a Markov chain)")

  private static func entry(_ name: String, by rule: Rule, _ which: String) -> PolicyEntry {
    PolicyEntry(
      name: name, summary: "fetches for the apps that \(which)",
      explanation: """
        Of the apps that the user has opened, those few that \(which) are fetched for, in that order, \
        whenever there are slots; the others wait, for ever if that does not change. While fewer apps \
        were opened, nobody is held back. One of four simple predictors, to compare others with.
        """,
      kinds: PolicyEntry.contentByTheRule,
      source: "the predictors that Shin, Hong and Dey (UbiComp 2012) and LSApp compare",
      promisesNoStarvation: false,
      parameters: [
        PolicyParameter(
          name: "top", unit: "apps", standard: 5, range: 1...1_000, isWhole: true,
          summary: "for how many apps it fetches")
      ]
    ) { parameters, world in
      PredictedOrder(name, by: rule, parameters, startsAt: world.startsAt)
    }
  }
}
