import Device
import Simulation

/// A policy that starts work whose score reaches a threshold that falls as the work's window
/// passes, as the public logs of iOS's activity scheduler show it.
///
/// A score is the mean of named terms by their weights (`ScoreTable`). Weights, the scores of
/// battery and charger and the hard refusals are logged; the scores of DeviceActivity and
/// Application, the line by which the threshold falls, and which weights go with which kind of work
/// are assumed. Work that is refused does not start whatever its score: a launch too short a while
/// after another, processing while the device is in use, work without the network that it needs,
/// refreshing where that is switched off or for an app that was not used for days. Of what may
/// start the highest score goes first. Background time is given as by `first-come`.
public final class IOSLike: SchedulingPolicy {
  public let name: String
  private let rules: ScoreRules
  private var likelihood: UseLikelihood
  private var spacing: LaunchSpacing

  init(_ parameters: PolicyParameters, startsAt: TimeSpan) {
    name = "ios-like\(parameters)"
    rules = ScoreRules(parameters)
    likelihood = UseLikelihood(parameters, startsAt: startsAt)
    spacing = LaunchSpacing(parameters)
  }

  public func observe(_ outcome: PolicyOutcome) { likelihood.observe(outcome) }

  public func fetches(_ candidates: WorkCandidates, slots: Int, device: DeviceSnapshot)
    -> WorkDecision
  {
    guard slots > 0, !candidates.isEmpty else { return WorkDecision() }
    let scoring = Scoring(
      rules, on: device, likelihood: likelihood.ofDevice(on: device),
      opens: spacing.opens(at: device.now, isInUse: device.isInUse))
    let likelihoods = likelihood.ofApps(of: candidates, at: device.now)
    var standings = candidates.indices.map {
      scoring.standing(of: candidates, at: $0, likelihood: likelihoods[$0])
    }
    let chosen = choose(from: candidates, &standings)
    var decision = WorkDecision()
    if let chosen {
      spacing.note(launchAt: device.now)
      decision.chosen = [candidates[chosen].app.id]
      decision.reasons = [(candidates[chosen].app.id, "its score reaches the threshold")]
    }
    note(standings, of: candidates, on: device, in: &decision)
    if device.explains {
      decision.explanation = explanation(of: candidates, standings, scoring, device.mostExplained)
    }
    return decision
  }

  /// Chooses the candidate with the highest score; of equal ones the one that has waited longest.
  /// Each start is a launch, and there is one launch at a time.
  private func choose(
    from candidates: WorkCandidates, _ standings: inout [ScoredStanding]
  ) -> Int? {
    var best: Int?
    for position in standings.indices where standings[position].hold == nil {
      guard let rival = best else {
        best = position
        continue
      }
      let isBetter = isBefore(candidates, standings, position, rival)
      standings[isBetter ? rival : position].hold = .spaced
      if isBetter { best = position }
    }
    return best
  }

  private func isBefore(
    _ candidates: WorkCandidates, _ standings: [ScoredStanding], _ left: Int, _ right: Int
  ) -> Bool {
    let (score, other) = (standings[left].score, standings[right].score)
    if score != other { return score > other }
    return (candidates[left].eligibleSince, candidates[left].app.id)
      < (candidates[right].eligibleSince, candidates[right].app.id)
  }

  /// Notes why candidates are held back, and when it is worth asking again though nothing happens.
  private func note(
    _ standings: [ScoredStanding], of candidates: WorkCandidates, on device: DeviceSnapshot,
    in decision: inout WorkDecision
  ) {
    decision.reasons.reserveCapacity(candidates.count)
    var waits = ScoredStanding.Waits()
    for (position, standing) in standings.enumerated() {
      guard let hold = standing.hold else { continue }
      decision.reasons.append((candidates[position].app.id, hold.reason))
      waits.add(standing)
    }
    if waits.isBelow {
      // Another time of day has another likelihood, and so another score.
      let change = likelihood.changes(after: device)
      decision.askAgainAfter = min(change, .seconds(waits.fall) + .milliseconds(1))
    }
    if waits.isSpaced, let wait = spacing.askAgain(at: device.now, isInUse: device.isInUse) {
      decision.askAgainAfter = min(decision.askAgainAfter ?? .max, wait)
    }
  }

  /// - Parameters:
  ///   - most: the number of candidates after which it may end; who is chosen is the first.
  private func explanation(
    of candidates: WorkCandidates, _ standings: [ScoredStanding], _ scoring: Scoring, _ most: Int?
  ) -> WorkExplanation {
    let order = standings.indices.sorted { left, right in
      let (isHeld, other) = (standings[left].hold != nil, standings[right].hold != nil)
      return isHeld == other ? isBefore(candidates, standings, left, right) : other
    }
    let tables = { @Sendable (app: AppID) -> ScoreTable? in
      candidates.firstIndex { $0.app.id == app }.map { scoring.table(standings[$0]) }
    }
    return WorkExplanation(
      measure: Measure("score", .number, isHighestFirst: true),
      candidates: order.prefix(max(1, most ?? order.count)).map { position in
        let standing = standings[position]
        return CandidateExplanation(
          app: candidates[position].app.id, score: standing.score,
          terms: Terms(Term("threshold", standing.threshold)), tables: tables,
          obstacle: standing.hold.map {
            scoring.obstacle($0, standing, spacing: spacing)
          })
      })
  }
}

extension IOSLike {
  static let entry = PolicyEntry(
    name: "ios-like",
    summary: "scores work by weighted terms against a falling threshold, as iOS's logs show it",
    explanation: """
      A score is the mean of terms by their weights: how likely the app is opened soon \
      (Application), whether the device is or will be in use (DeviceActivity), Battery, Charger, CPU, \
      and Others, which are always 1, for a policy is told neither the heat nor the memory of the \
      device. Work starts when its score reaches a threshold that falls as its window passes, the \
      highest score first. Whatever its score, nothing is launched too short a while after another \
      launch, no processing starts while the device is in use, nothing without the network that it \
      needs or with background refresh off, and no fetch or refresh for an app unused for days. \
      Weights, the scores of battery and charger, and these refusals except the last were seen in logs, \
      and so was that the threshold falls; what is not logged is assumed.
      """,
    kinds: "by the terms of each kind: fetches and refreshes where the app is likely used soon, "
      + "pushes and transfers at once as a rule, processing with the device at rest",
    source: "public logs of iOS's activity scheduler, with weight and score of each term",
    promisesNoStarvation: false,
    parameters: ScoreWeights.Group.allCases.flatMap(\.parameters) + ScoreRules.parameters
      + LaunchSpacing.parameters + UseLikelihood.parameters,
    check: checkThreshold
  ) { parameters, world in IOSLike(parameters, startsAt: world.startsAt) }

  /// Returns what is wrong with a threshold that rises; nil: it does not.
  @Sendable private static func checkThreshold(_ parameters: PolicyParameters) -> String? {
    parameters.firstDescent(of: ["thresholdLast", "thresholdFirst"])
  }
}
