import Device
import Simulation

/// Makes a run of a scenario that went wrong as small as it can be while it still goes wrong in the
/// same way: the scenario's own policy and seed, the fewest acts at the roundest times, the fewest
/// apps, and where there is no act, the earliest end.
///
/// Acts and apps are left out in halves, quarters and so on, then one by one (delta debugging,
/// Zeller and Hildebrandt 2002). A run is stopped some time after it should have gone wrong, and
/// the smallest one is played to its end at last.
struct ScenarioShrinker {
  private let player: ScenarioPlayer
  private var sight: ScenarioSight
  private var best: ScenarioStory
  private let first: ScenarioStory
  /// What the scenario says and does not hold in the first story.
  private var broken: [ScenarioSight] = []
  /// Whether runs are stopped once it is known enough.
  private var isCut: Bool
  private var rest: ShrinkLimits.Rest
  private static let tries = 2_000

  /// How long a run goes on after it should have gone wrong.
  private static let patience = TimeSpan.hours(1)

  init(
    _ player: ScenarioPlayer, _ sight: ScenarioSight, in story: ScenarioStory,
    within limits: ShrinkLimits
  ) {
    rest = ShrinkLimits.Rest(limits, tries: ScenarioShrinker.tries)
    self.player = player
    self.sight = sight
    best = story
    first = story
    // What must hold of a run is known at its end.
    isCut = if case .failure = sight.what { sight.at < player.end } else { true }
  }

  /// A story with what went wrong in it, and the limit that was in the way of a smaller one.
  typealias Shrunk = (
    story: ScenarioStory, sight: ScenarioSight, reached: ShrinkLimits.Reached?
  )

  /// Returns the smallest story that was found.
  consuming func shrunk() throws(ScriptError) -> Shrunk {
    broken = try player.play(first).sights.filter(\.isFailure)
    while true {
      try shrink()
      // Something may have changed what was seen before the end.
      let outcome = try player.play(best)
      if let same = sameSight(in: outcome) { return (best, same, rest.reached) }
      guard isCut else { return (first, sight, rest.reached) }
      isCut = false
      best = first
    }
  }

  private mutating func shrink() throws(ScriptError) {
    var last: ScenarioStory
    repeat {
      last = best
      _ = try take(best.clearedPolicy)
      _ = try take(best.clearedSeed)
      try leaveOutEvents()
      try simplify()
      try round()
    } while best != last
    try leaveOutApps()
    if best.events.isEmpty { try endEarly() }
  }

  /// Returns what is looked for, as a run shows it; nil: it does not, or something else is no
  /// longer as the scenario says, as when an app is left out that its `expect` asks about.
  private func sameSight(in outcome: ScenarioOutcome) -> ScenarioSight? {
    let isBroken = outcome.sights.contains { seen in
      seen.isFailure && !broken.contains { $0.isSame(as: seen) }
    }
    return isBroken ? nil : outcome.sights.first { $0.isSame(as: sight) }
  }

  /// Takes a story for the best where it shows the same.
  private mutating func take(_ story: ScenarioStory) throws(ScriptError) -> Bool {
    guard story != best, rest.takeTry() else { return false }
    let limit = isCut ? sight.at + ScenarioShrinker.patience : nil
    let outcome: ScenarioOutcome
    // An expectation may name an app that is left out.
    do throws(ScriptError) { outcome = try player.play(story, until: limit) } catch {
      return false
    }
    guard let same = sameSight(in: outcome) else { return false }
    sight = same
    best = outcome.played
    return true
  }

  private mutating func leaveOutEvents() throws(ScriptError) {
    var size = max(1, best.events.count / 2)
    while true {
      var start = 0
      while start < best.events.count {
        let end = min(start + size, best.events.count)
        if try !take(best.without(start..<end)) { start = end }
      }
      if size == 1 { return }
      size = max(1, size / 2)
    }
  }

  private mutating func simplify() throws(ScriptError) {
    var place = 0
    while place < best.events.count {
      let event = best.events[place]
      for act in event.act.simpler where act.words(app: event.app) != nil {
        var story = best
        story.events[place].act = act
        if act.isOfPhone { story.events[place].app = "" }
        if try take(story) { break }
      }
      place += 1
    }
  }

  /// Moves each event to the roundest time at which it shows the same.
  private mutating func round() throws(ScriptError) {
    var place = 0
    while place < best.events.count {
      let second = best.events[place].second
      for time in player.rounder(than: second) {
        var story = best
        story.events[place].second = time
        guard place == 0 || story.events[place - 1].second < time,
          place + 1 >= story.events.count || time < story.events[place + 1].second
        else { continue }
        if try take(story) { break }
      }
      place += 1
    }
  }

  private mutating func leaveOutApps() throws(ScriptError) {
    let scenario = player.loaded.scenario
    let all = scenario.openable.map(\.name)
    var wanted = Set(best.events.map(\.app))
    if let app = scenario.apps.first(where: { $0.name == sight.app }) {
      // An extension goes with its app.
      wanted.insert(app.serves.map { scenario.apps[Int($0.index)].name } ?? app.name)
    }
    var rest = all.filter { !wanted.contains($0) }
    var size = rest.count
    while size > 0 {
      var start = 0
      while start < rest.count {
        let end = min(start + size, rest.count)
        let gone = rest[start..<end]
        var story = best
        story.only = (best.only.isEmpty ? all : best.only).filter { !gone.contains($0) }
        let isLess = story.only.isEmpty ? false : try take(story)
        if !isLess {
          start = end
        } else {
          rest.removeSubrange(start..<end)
        }
      }
      size /= 2
    }
  }

  private mutating func endEarly() throws(ScriptError) {
    guard isCut else { return }
    let needed = (sight.at - .start).seconds
    for unit in [60, 600, 3_600] {
      var story = best
      let seconds = ((needed / Double(unit)).rounded(.down) + 1) * Double(unit)
      guard .seconds(seconds) < player.loaded.scenario.duration else { return }
      story.end = .seconds(seconds)
      if try take(story) { return }
    }
  }
}

extension ScenarioStory {
  fileprivate var clearedPolicy: ScenarioStory {
    var story = self
    story.policy = nil
    return story
  }

  fileprivate var clearedSeed: ScenarioStory {
    var story = self
    story.seed = nil
    return story
  }
}

extension ScenarioPlayer {
  /// The end of the scenario.
  fileprivate var end: Instant { .start + loaded.scenario.duration }

  /// Times near a second, as the clock shows them, that are rounder than it: the roundest first.
  fileprivate func rounder(than second: Int) -> [Int] {
    let clock = Int(loaded.scenario.startsAt.seconds) + second
    var times: [Int] = []
    for unit in [3_600, 1_800, 600, 300, 60, 30, 10, 5] {
      if clock.isMultiple(of: unit) { break }
      let below = clock / unit * unit
      times += [below, below + unit].map { $0 - clock + second }.filter { $0 >= 0 }
    }
    return times
  }
}
