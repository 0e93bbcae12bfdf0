import Device

/// Makes a story that went wrong as small as it can be while it still goes wrong in the same way:
/// the fewest acts, the shortest and roundest times.
///
/// Acts are left out in halves, quarters and so on, then one by one (delta debugging, Zeller and
/// Hildebrandt 2002), until none can be left out; then each is replaced by a simpler one. Both
/// again as long as something changes.
struct Shrinker {
  private let player: any StoryPlaying
  private var sight: DryRun.Sight
  private var best: Story
  private var rest: ShrinkLimits.Rest
  private static let tries = 3_000

  init(
    _ player: any StoryPlaying, _ sight: DryRun.Sight, in story: Story, within limits: ShrinkLimits
  ) {
    self.player = player
    rest = ShrinkLimits.Rest(limits, tries: Shrinker.tries)
    self.sight = sight
    best = story
  }

  /// Returns the smallest story that was found, what went wrong in it, and which limit was in the
  /// way of a smaller one, if any.
  consuming func shrunk() throws(ScriptError) -> (Story, DryRun.Sight, ShrinkLimits.Reached?) {
    var last: Story
    repeat {
      last = best
      try leaveOut()
      try simplify()
      try joinWaits()
    } while best != last
    return (best, sight, rest.reached)
  }

  /// Takes a story for the best where it shows the same.
  private mutating func take(_ story: Story) throws(ScriptError) -> Bool {
    guard rest.takeTry() else { return false }
    let outcome = try player.play(story)
    guard var same = sameSight(in: outcome) else { return false }
    let played = Story(outcome.played)
    // An act that could not be done has done nothing, but properties were asked at it.
    if played != story {
      guard rest.takeTry(), let again = sameSight(in: try player.play(played)) else {
        return false
      }
      same = again
    }
    sight = same
    best = played
    return true
  }

  private func sameSight(in outcome: StoryOutcome) -> DryRun.Sight? {
    outcome.sights.first { $0.what.isSame(as: sight.what) }
  }

  private mutating func leaveOut() throws(ScriptError) {
    var size = max(1, best.acts.count / 2)
    while true {
      var start = 0
      while start < best.acts.count {
        let end = min(start + size, best.acts.count)
        if try !take(best.without(start..<end)) { start = end }
      }
      if size == 1 { return }
      size = max(1, size / 2)
    }
  }

  private mutating func simplify() throws(ScriptError) {
    var place = 0
    while place < best.acts.count {
      for act in best.acts[place].simpler {
        var story = best
        story.acts[place] = act
        if try take(story) { break }
      }
      place += 1
    }
  }

  /// Makes one of two waits that follow each other.
  private mutating func joinWaits() throws(ScriptError) {
    var place = 1
    while place < best.acts.count {
      if case .wait(let first) = best.acts[place - 1], case .wait(let second) = best.acts[place] {
        var story = best.without(place..<place + 1)
        story.acts[place - 1] = .wait(first + second)
        if try take(story) { continue }
      }
      place += 1
    }
  }
}
