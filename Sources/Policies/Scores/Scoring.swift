import Device
import Simulation

/// The scores of work at one moment: what is the same for all candidates of a decision is computed
/// once.
///
/// A class, since the tables of many candidates are made of it when somebody asks for them.
final class Scoring: Sendable {
  let device: DeviceSnapshot
  private let rules: ScoreRules
  /// The moment at which another launch may be; nil: now.
  private let opens: Instant?
  /// The scores by `ScoreFactor`, except the application's.
  private let scores: [Double]
  /// The sums of weights times scores, by group.
  private let sums: [Double]

  /// Creates the scores of a moment.
  ///
  /// - Parameters:
  ///   - likelihood: that the user takes up the device soon.
  init(_ rules: ScoreRules, on device: DeviceSnapshot, likelihood: Double, opens: Instant?) {
    self.device = device
    self.rules = rules
    self.opens = opens
    let scores = rules.scores(on: device, likelihood: likelihood)
    self.scores = scores
    sums = ScoreWeights.Group.allCases.map { group in
      ScoreFactor.allCases.reduce(0) { $0 + rules[group][$1] * scores[$1.rawValue] }
    }
  }

  /// Returns a candidate's standing. O(1).
  ///
  /// - Parameters:
  ///   - likelihood: that the user opens the candidate's app soon.
  func standing(
    of candidates: WorkCandidates, at position: Int, likelihood: Double
  ) -> ScoredStanding {
    let kind = candidates[position].kind
    let group = ScoreWeights.Group(kind)
    let score = score(group, likelihood: likelihood)
    let earliest = candidates[position].earliest ?? candidates[position].eligibleSince
    let window = candidates[position].latest.map { max(.seconds(1), $0 - earliest) } ?? rules.window
    let threshold = rules.threshold.value(at: device.now, since: earliest, in: window)
    var standing = ScoredStanding(
      group: group, likelihood: likelihood, score: score, threshold: threshold,
      fall: rules.threshold.fall(from: threshold, to: score, in: window))
    let lastUsed = candidates[position].app.lastUsed ?? .start
    if !candidates[position].app.backgroundRefresh {
      standing.hold = .refreshOff
    } else if device.network == .none, needsNetwork(kind, candidates[position].requirements) {
      standing.hold = .noNetwork
    } else if device.isInUse, kind == .processing {
      standing.hold = .inUse
    } else if group == .refresh, device.now - lastUsed > rules.unusedAfter {
      standing.hold = .unused
    } else if score < threshold {
      standing.hold = .below
    } else if opens != nil {
      standing.hold = .spaced
    }
    return standing
  }

  /// Returns whether work needs the network: fetches, refreshes, pushes and transfers do;
  /// processing says so.
  private func needsNetwork(_ kind: WorkKind, _ requirements: WorkRequirements) -> Bool {
    kind != .processing || requirements.contains(.network)
  }

  /// Returns the weighted mean of all terms.
  private func score(_ group: ScoreWeights.Group, likelihood: Double) -> Double {
    let weights = rules[group]
    guard weights.denominator > 0 else { return 1 }
    return ScoreTable.rounded(
      (sums[group.rawValue] + weights[.application] * likelihood) / weights.denominator)
  }

  /// Returns a candidate's score, term by term.
  func table(_ standing: ScoredStanding) -> ScoreTable {
    let weights = rules[standing.group]
    var terms: [ScoreTable.Term] = []
    terms.reserveCapacity(ScoreFactor.allCases.count)
    for factor in ScoreFactor.allCases where weights[factor] > 0 {
      let score = factor == .application ? standing.likelihood : scores[factor.rawValue]
      terms.append(
        ScoreTable.Term(
          factor.name, weight: weights[factor], weights.basis(of: factor), score: score,
          rules.basis(of: factor)))
    }
    return ScoreTable(terms: terms, threshold: standing.threshold, .assumed)
  }

  /// Returns what the candidate would have needed.
  func obstacle(_ hold: ScoredStanding.Hold, _ standing: ScoredStanding, spacing: LaunchSpacing)
    -> Obstacle
  {
    switch hold {
    case .refreshOff: Obstacle(needs: "background refresh on")
    case .noNetwork: Obstacle(needs: "a network")
    case .inUse: Obstacle(needs: "a device that is not in use")
    case .unused: Obstacle(needs: "to be used by the user again")
    case .below:
      Obstacle(
        needs: "a higher score, or a threshold fallen to it", score: standing.threshold,
        until: standing.fall.isFinite ? device.now + .seconds(standing.fall) : nil)
    case .spaced:
      Obstacle(
        needs: "a longer while after the last launch",
        until: spacing.opens(at: device.now, isInUse: device.isInUse))
    }
  }
}
