import Device
import Simulation

/// A search for trouble in a scenario: its seed, its policy, and acts at moments are drawn until a
/// run goes wrong. It searches as `Explorer` does.
package struct ScenarioExplorer {
  /// A run that went wrong.
  package struct Find: Sendable {
    package let sight: ScenarioSight
    /// The least that still shows it.
    package let story: ScenarioStory
    /// The acts of the run in which it was found.
    package let acts: Int
    /// That run, from 1; 0: the scenario as it is.
    package let run: Int
    /// Why it is perhaps not the least; nil: no act of it can be left out.
    package let reached: ShrinkLimits.Reached?
  }

  let player: ScenarioPlayer
  let drawing: ScenarioDrawing
  private let strategy: Explorer.Strategy
  private var random: RandomStream
  /// Stories that were like no other before them, with when something happened in them.
  private var kept: [(story: ScenarioStory, seconds: [String: [Int]])] = []
  private var known: Set<UInt64> = []
  private var batches: StoryBatches<ScenarioStory, ScenarioOutcome>
  /// What goes wrong in the scenario as it is.
  private let usual: [ScenarioSight]
  private let limits: ShrinkLimits
  /// The runs so far, that of the scenario as it is not counted.
  package var runs: Int { batches.runs }

  /// Runs the scenario as it is.
  ///
  /// - Parameters:
  ///   - policies: the names of the policies that may be drawn.
  ///   - jobs: the runs at the same time; the outcome is the same.
  ///   - limits: of making smaller what was found.
  /// - Throws: why the run could not go on.
  package init(
    _ player: ScenarioPlayer, policies: [String], files: any ScriptFiles, seed: UInt64,
    strategy: Explorer.Strategy = .guided, jobs: Int = 1,
    limits: ShrinkLimits = ShrinkLimits()
  ) throws(ScriptError) {
    self.limits = limits
    drawing = ScenarioDrawing(
      player.loaded, policies: policies.filter { $0 != player.loaded.policy }, files: files)
    self.strategy = strategy
    random = RandomStream(seed: seed, name: "explore a scenario")
    batches = StoryBatches(jobs: jobs)
    let outcome = try player.play(ScenarioStory(), isGuiding: true)
    usual = outcome.sights
    known = outcome.features
    kept = [(outcome.played, outcome.seconds)]
    var player = player
    player.mostEvents = 20 * outcome.events + 1_000_000
    self.player = player
  }

  /// Returns what goes wrong in the scenario as it is, and counts, each made as small as it can be.
  ///
  /// - Throws: why a run could not go on.
  package func usualFinds(
    _ counts: (ScenarioSight) -> Bool
  ) throws(ScriptError) -> [Find] {
    var finds: [Find] = []
    for sight in usual where counts(sight) && !finds.contains(where: { $0.sight.isSame(as: sight) })
    {
      let least = try shrunk(sight, ScenarioStory())
      finds.append(
        Find(sight: least.sight, story: least.story, acts: 0, run: 0, reached: least.reached))
    }
    return finds
  }

  /// Judges the next run; what went wrong in it, counts and does not in the scenario as it is,
  /// made as small as it can be, else nil.
  ///
  /// - Parameters:
  ///   - goesOn: after false no further run is begun; asked on several threads.
  ///   - counts: whether a sight is what is looked for.
  /// - Throws: why a run could not go on.
  package mutating func next(
    goesOn: @escaping @Sendable () -> Bool = { true }, _ counts: (ScenarioSight) -> Bool
  ) throws(ScriptError) -> Find? {
    let isGuiding = strategy == .guided
    var drawn = self
    let outcome = try batches.next(goesOn: goesOn) {
      drawn.draw()
    } play: { [player] (story) throws(ScriptError) in
      try player.play(story, isGuiding: isGuiding)
    }
    random = drawn.random
    guard let outcome else { return nil }
    if isGuiding, !outcome.features.isSubset(of: known) {
      known.formUnion(outcome.features)
      kept.append((outcome.played, outcome.seconds))
    }
    let sight = outcome.sights.first { sight in
      counts(sight) && !usual.contains { $0.isSame(as: sight) }
    }
    guard let sight else { return nil }
    let least = try shrunk(sight, outcome.played)
    return Find(
      sight: least.sight, story: least.story, acts: outcome.played.events.count, run: runs,
      reached: least.reached)
  }

  private func shrunk(
    _ sight: ScenarioSight, _ story: ScenarioStory
  ) throws(ScriptError) -> ScenarioShrinker.Shrunk {
    try ScenarioShrinker(player, sight, in: story, within: limits).shrunk()
  }

  private mutating func draw() -> ScenarioStory {
    guard strategy == .guided, random.bernoulli(0.5) else {
      return drawing.story(&random, kept[0].seconds)
    }
    // Of stories that were kept the last ones more often: they went furthest.
    let (story, seconds) = kept[kept.count - 1 - min(random.geometric(0.1), kept.count - 1)]
    return drawing.changed(story, &random, seconds)
  }
}
