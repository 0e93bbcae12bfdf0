import Device
import Simulation

extension Inevitability {
  /// Finds it for what was found in a scenario: up to a moment the acts are those that were found,
  /// after it others are drawn, and the scenario goes on to its end. O(log n) for n seconds at which
  /// something happened, each `draws` runs.
  ///
  /// - Parameters:
  ///   - jobs: the runs that are made at the same time; the outcome is the same.
  ///   - goesOn: after false no further run is begun; asked on several threads.
  /// - Throws: why a run could not go on.
  package init(
    of find: ScenarioExplorer.Find, by explorer: ScenarioExplorer, seed: UInt64, jobs: Int,
    goesOn: @escaping @Sendable () -> Bool = { true }
  ) throws(ScriptError) {
    let (player, drawing) = (explorer.player, explorer.drawing)
    var whole = find.story
    whole.end = nil
    let outcome = try player.play(whole)
    let same = outcome.sights.first { $0.isSame(as: find.sight) }
    let failure = same?.at ?? find.sight.at
    let acts = whole.events
    let seconds = Set([0] + acts.map(\.second) + outcome.seconds.values.joined()).sorted()
    var pasts: [ScenarioStory] = []
    var moments: [Moment] = []
    for second in seconds {
      let at = Instant.start + .seconds(second)
      guard at <= failure else { break }
      var past = whole
      past.events = acts.filter { $0.second <= second }
      // At that very moment it may have gone wrong already.
      if at == failure,
        try player.play(past, until: at).sights.contains(where: { $0.isSame(as: find.sight) })
      {
        break
      }
      pasts.append(past)
      moments.append(Moment(at: at, act: past.events.last?.words))
    }
    try self.init(moments, failure: failure) { (index) throws(ScriptError) in
      let second = seconds[index]
      var random = RandomStream(seed: seed, name: "inevitable in a scenario \(second)")
      let futures = (0..<Inevitability.draws).map { _ in
        var story = pasts[index]
        story.events += drawing.future(&random, after: second, of: story.only)
        return story
      }
      return try Inevitability.count(futures, jobs: jobs, goesOn: goesOn) {
        (story) throws(ScriptError) in
        try player.play(story).sights.contains { $0.isSame(as: find.sight) }
      }
    }
  }
}
