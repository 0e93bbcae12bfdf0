import Device
import Simulation

/// A policy that fetches for the apps that the user is likely to open soon, and for no others.
///
/// The prediction is from the history of opens by hour of the day (`OpenForecast`); that phones'
/// next apps can be predicted from time and habit is shown by Shin, Hong and Dey (UbiComp 2012) and
/// is what iOS and Android claim to do with learned models. What was long ago counts less and less,
/// so that habits may change. An app below `threshold` waits until its hour comes, so apps that are
/// never opened, or no more, starve, which is the purpose. All numbers are assumed. Background time
/// is given as by `first-come`.
public final class LikelyNext: SchedulingPolicy {
  public let name: String
  private var forecast: OpenForecast
  private let threshold: Double

  init(_ parameters: PolicyParameters, startsAt: TimeSpan) {
    name = "likely-next\(parameters)"
    forecast = OpenForecast(parameters, startsAt: startsAt)
    threshold = parameters["threshold"]
  }

  public func fetches(_ candidates: WorkCandidates, slots: Int, device: DeviceSnapshot)
    -> WorkDecision
  {
    .beside(
      { likely($0, slots: $1, device) }, for: candidates, slots: slots, on: device,
      isConcerned: { $0.fetchesContent })
  }

  private func likely(
    _ candidates: WorkCandidates, slots: Int, _ device: DeviceSnapshot
  ) -> WorkDecision {
    let outlook = forecast.outlook(on: device)
    let probabilities = candidates.indices.map { outlook.probability(of: candidates[$0].app.id) }
    var decision = WorkDecision.first(
      of: candidates, slots: slots, on: device, because: "likely to be opened soon",
      order: .likelyOpen
    ) { probabilities[$0] >= threshold ? SortKey.key(ofProbability: probabilities[$0]) : nil }
    var holdsBack = false
    for (position, probability) in probabilities.enumerated() where probability < threshold {
      decision.hold(
        candidates[position].app.id, on: device, because: "not likely to be opened soon",
        score: probability, needs: .likelyOpen(threshold))
      holdsBack = true
    }
    if holdsBack { decision.askAgainAfter = forecast.changes(after: device) }
    return decision
  }

  public func observe(_ outcome: PolicyOutcome) { forecast.observe(outcome) }
}

extension LikelyNext {
  static let entry = PolicyEntry(
    name: "likely-next",
    summary: "fetches for apps likely to be opened soon, by the hours at which they were before",
    explanation: """
      For each app that waits it computes the probability of an open within the horizon: opens \
      are taken as a Poisson process with a rate for each hour of the day, estimated from the \
      history of opens and smoothed over neighbouring hours, with a prior while days are few. An \
      open counts half after the half-life, so that old habits are forgotten and new ones learned. \
      Apps at or above the threshold are started, the likeliest first; the others wait until \
      their hour comes, and may wait for ever.
      """,
    kinds: PolicyEntry.contentByTheRule,
    source: "after Shin, Hong and Dey, UbiComp 2012; the estimator is our own",
    promisesNoStarvation: false,
    parameters: [
      PolicyParameter(
        name: "horizon", unit: "s", standard: 3_600, range: 60...86_400,
        summary: "how far ahead an open counts"),
      PolicyParameter(
        name: "threshold", unit: "", standard: 0.05, range: 0...1,
        summary: "the least probability at which it fetches for an app"),
      PolicyParameter(
        name: "priorRate", unit: "opens an hour", standard: 0.1, range: 0...1_000,
        summary: "opens expected of an app without history"),
      PolicyParameter(
        name: "priorDays", unit: "days", standard: 1, range: 0.001...1_000,
        summary: "how many days of history the prior is worth"),
      .halfLife("halfLife"),
    ]
  ) { parameters, world in LikelyNext(parameters, startsAt: world.startsAt) }
}
