import Device
import Simulation

/// From when on a story goes wrong whatever happens after.
///
/// The story is played up to a moment and goes on as it is drawn anew, many times; that moment is
/// bisected. It supposes that what has become inevitable stays so. What ends a process, and what
/// keeps it from its data, is not drawn after the moment: an app that is swiped away makes no more
/// mistakes. At the end the user leaves the app and some hours pass.
package struct Inevitability: Sendable, Equatable {
  /// A moment of the story: so much of it has happened.
  package struct Point: Sendable, Equatable {
    /// The virtual time that has passed.
    package let at: Instant
    /// How many of the stories that were drawn from here went wrong in the same way.
    package let wrong: Int
    /// The last act before it, as a test writes it; nil: nothing has happened but time.
    package let act: String?
  }

  /// The first moment from which on every story that was drawn went wrong; nil: there is none
  /// before it does so in the story itself.
  package let point: Point?
  /// The moment before; nil: there is none.
  package let before: Point?
  /// When it went wrong in the story itself.
  package let failure: Instant

  /// The stories that are drawn from each moment.
  package static let draws = 59
  /// The least share of stories that go wrong, at 95 % confidence, where all that were drawn have:
  /// the exact bound of Clopper and Pearson, 0.05 to the power of 1 in `draws`.
  package static let share = 0.95
  /// Time for what has begun to go wrong at the end of a story, in seconds.
  private static let rest = 4 * 3_600

  /// Finds it for what was found. O(log n) for n moments, each `draws` stories.
  ///
  /// - Parameters:
  ///   - jobs: the stories that are played at the same time; the outcome is the same.
  /// - Throws: why a run could not go on.
  package init(
    of find: Explorer.Find, _ dryRun: DryRun, seed: UInt64, jobs: Int
  ) throws(ScriptError) {
    let player = StoryPlayer(dryRun)
    let futures = Futures(drawing: ActDrawing(dryRun), player: player, seed: seed, jobs: jobs)
    let whole = try player.play(find.story)
    failure = whole.moment(of: find.sight.what) ?? .distantFuture
    let end = failure
    var pasts: [Story] = []
    for past in find.story.pasts(at: whole.seconds) {
      guard Instant.start + past.length <= end else { break }
      // At that very moment it may have gone wrong already.
      if Instant.start + past.length == end, try player.play(past).shows(find.sight.what) { break }
      pasts.append(past)
    }
    // From `high` on all are wrong, from `low` not.
    var low = -1
    var high = pasts.count
    var points: [Int: Point] = [:]
    while high - low > 1 {
      let middle = (low + high) / 2
      let past = pasts[middle]
      let wrong = try futures.wrong(find.sight.what, after: past)
      points[middle] = Point(
        at: .start + past.length, wrong: wrong,
        act: past.acts.last { $0.kind != .time }?.lines.joined(separator: " "))
      if wrong == Inevitability.draws { high = middle } else { low = middle }
    }
    point = points[high]
    before = points[low]
  }

  /// Stories that are drawn anew from a moment of a story.
  private struct Futures {
    let drawing: ActDrawing
    let player: StoryPlayer
    let seed: UInt64
    let jobs: Int

    /// How many of them show the same mistake.
    func wrong(_ what: DryRun.Sight.What, after past: Story) throws(ScriptError) -> Int {
      var random = RandomStream(
        seed: seed, name: "inevitable \(past.length.nanoseconds) \(past.acts.count)")
      let kinds = drawing.kinds.filter { $0 != .end && $0 != .lock }
      let stories = (0..<Inevitability.draws).map { _ in
        let length = random.integer(in: 0..<8)
        let future = drawing.story(&random, kinds: kinds, length: length)
        return Story(past.acts + future + [.home, .wait(Inevitability.rest)])
      }
      let outcomes = parallelMap(stories, jobs: jobs, stackBytes: Explorer.stackBytes) {
        [player] story in
        Result { () throws(ScriptError) in try player.play(story) }
      }
      var count = 0
      for outcome in outcomes where try outcome.get().shows(what) { count += 1 }
      return count
    }
  }
}

extension Story {
  /// How long its waits are.
  fileprivate var length: TimeSpan {
    .seconds(acts.reduce(0) { if case .wait(let seconds) = $1 { $0 + seconds } else { $0 } })
  }

  /// What has happened after each act, and at each of some seconds within the waits, in order.
  fileprivate func pasts(at seconds: [Int]) -> [Story] {
    var pasts = [Story()]
    var past: [PhoneAct] = []
    var clock = 0
    for act in acts {
      if case .wait(let length) = act {
        for second in seconds where second > clock && second < clock + length {
          pasts.append(Story(past + [.wait(second - clock)]))
        }
        clock += length
      }
      past.append(act)
      pasts.append(Story(past))
    }
    return pasts
  }
}
