import Device
import Simulation

/// A search for trouble: stories of an app, drawn one after the other until one goes wrong.
///
/// It searches as fuzzers do that are guided by coverage: a story that was like no other before it
/// is kept, and half of those that follow are kept ones with a change. Each story draws which
/// groups of acts it has at all (swarm testing, Groce et al. 2012), for what one group does can
/// hide what another would show. What it finds is the same for the same seed and number of runs.
package struct Explorer {
  /// A story that went wrong.
  package struct Find: Sendable {
    /// What went wrong.
    package let sight: DryRun.Sight
    /// The least that still shows it.
    package let story: Story
    /// The acts of the story in which it was found.
    package let acts: Int
    /// The run in which it was found, from 1.
    package let run: Int
    /// Why it is perhaps not the least; nil: no act of it can be left out.
    package var reached: ShrinkLimits.Reached?
  }

  /// How stories are drawn.
  package enum Strategy: Sendable {
    case guided
    /// Each story anew, of all groups of acts; to compare with.
    case uniform
  }

  let player: any StoryPlaying
  let drawing: ActDrawing
  private let strategy: Strategy
  private let limits: ShrinkLimits
  private var random: RandomStream
  /// Stories that were like no other before them.
  private var kept: [Story] = []
  private var known: Set<UInt64> = []
  private var batches: StoryBatches<Story, StoryOutcome>
  /// The runs so far.
  package var runs: Int { batches.runs }

  /// The stack of a thread that plays stories: calls of apps' scripts nest on it.
  static let stackBytes = 64 << 20

  /// - Parameters:
  ///   - jobs: the stories that are played at the same time; the outcome is the same.
  ///   - limits: of making smaller what was found.
  package init(
    _ dryRun: DryRun, seed: UInt64, strategy: Strategy = .guided, jobs: Int = 1,
    limits: ShrinkLimits = ShrinkLimits()
  ) {
    self.init(
      StoryPlayer(dryRun), ActDrawing(dryRun), seed: seed, strategy: strategy, jobs: jobs,
      limits: limits)
  }

  init(
    _ player: any StoryPlaying, _ drawing: ActDrawing, seed: UInt64, strategy: Strategy, jobs: Int,
    limits: ShrinkLimits
  ) {
    self.limits = limits
    self.player = player
    self.drawing = drawing
    self.strategy = strategy
    batches = StoryBatches(jobs: jobs)
    random = RandomStream(seed: seed, name: "explore")
  }

  /// Judges the next story, which is drawn and played before; what went wrong in it and counts,
  /// shrunk, else nil.
  ///
  /// - Parameters:
  ///   - goesOn: after false no further story is begun; asked on several threads.
  ///   - counts: whether a sight is what is looked for.
  /// - Throws: why a run could not go on.
  package mutating func next(
    goesOn: @escaping @Sendable () -> Bool = { true }, _ counts: (DryRun.Sight) -> Bool
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
    if strategy == .guided, !outcome.features.isSubset(of: known) {
      known.formUnion(outcome.features)
      kept.append(Story(outcome.played))
    }
    guard let sight = outcome.sights.first(where: counts) else { return nil }
    let shrinker = Shrinker(player, sight, in: Story(outcome.played), within: limits)
    let (least, told, reached) = try shrinker.shrunk()
    return Find(
      sight: told, story: least, acts: outcome.played.count, run: runs, reached: reached)
  }

  // MARK: Drawing

  private mutating func draw() -> Story {
    guard strategy == .guided else { return drawing.story(&random) }
    if kept.isEmpty || random.bernoulli(0.5) { return Story(fresh(of: swarm())) }
    // Of stories that were kept the last ones more often: they went furthest.
    let place = kept.count - 1 - min(random.geometric(0.1), kept.count - 1)
    return Story(changed(kept[place].acts))
  }

  private mutating func fresh(of kinds: [PhoneAct.Kind]) -> [PhoneAct] {
    let length = random.integer(in: 2..<16)
    return drawing.story(&random, kinds: kinds, length: length)
  }

  /// Draws groups of acts: use and time always, each other one or not.
  private mutating func swarm() -> [PhoneAct.Kind] {
    drawing.kinds.filter { $0 == .use || $0 == .time || random.bernoulli(0.5) }
  }

  /// Returns acts with one change or a few: some are left out, added or drawn anew.
  private mutating func changed(_ acts: [PhoneAct]) -> [PhoneAct] {
    var acts = acts
    for _ in 0...random.integer(in: 0..<3) {
      let place = random.integer(in: 0..<acts.count + 1)
      switch random.integer(in: 0..<4) {
      case 0 where place < acts.count: acts.remove(at: place)
      case 1 where place < acts.count: acts[place] = drawing.act(&random, drawing.kinds)
      case 2: acts += [drawing.act(&random, drawing.kinds), drawing.wait(&random)]
      default: acts.insert(drawing.act(&random, drawing.kinds), at: place)
      }
    }
    return Array(acts.prefix(60))
  }
}
