import Device
import Simulation

/// From when on a story goes wrong whatever happens after.
///
/// The story is played up to a moment and goes on as it is drawn anew, many times; that moment is
/// bisected. It supposes that what has become inevitable stays so. What ends a process, and what
/// keeps it from its data, is not drawn after the moment: an app that is swiped away makes no more
/// mistakes. At the end the user leaves the app and some hours pass; a scenario goes on to its end,
/// with its own user.
package struct Inevitability: Sendable, Equatable {
  /// A moment of the story: so much of it has happened.
  package struct Point: Sendable, Equatable {
    /// The virtual time that has passed.
    package let at: Instant
    /// How many of the stories that were drawn from here went wrong in the same way.
    package let wrong: Int
    /// The last act before it, as it is written; nil: nothing has happened but time.
    package let act: String?
  }

  /// The first moment from which on every story that was drawn went wrong, as far as was tried;
  /// nil: there is none before it does so in the story itself.
  package let point: Point?
  /// The last moment before, as far as was tried; nil: there is none.
  package let before: Point?
  /// When it went wrong in the story itself.
  package let failure: Instant
  /// Whether it was stopped before it was known.
  package let isCut: Bool

  /// The stories that are drawn from each moment.
  package static let draws = 59
  /// The least share of stories that go wrong, at 95 % confidence, where all that were drawn have:
  /// the exact bound of Clopper and Pearson, 0.05 to the power of 1 in `draws`.
  package static let share = 0.95
  /// Time for what has begun to go wrong at the end of a story, in seconds.
  private static let rest = 4 * 3_600

  /// A moment that may be asked about.
  struct Moment {
    let at: Instant
    let act: String?
  }

  /// Bisects moments. O(log n) for n moments, each `draws` stories.
  ///
  /// - Parameters:
  ///   - failure: when it went wrong in the story itself.
  ///   - wrong: plays stories from the moment at a position; how many went wrong, or nil where that
  ///     was stopped.
  init(
    _ moments: [Moment], failure: Instant,
    _ wrong: (Int) throws(ScriptError) -> Int?
  ) throws(ScriptError) {
    self.failure = failure
    // From `high` on all are wrong, from `low` not.
    var low = -1
    var high = moments.count
    var points: [Int: Point] = [:]
    var isCut = false
    while high - low > 1, !isCut {
      let middle = (low + high) / 2
      guard let count = try wrong(middle) else {
        isCut = true
        continue
      }
      points[middle] = Point(at: moments[middle].at, wrong: count, act: moments[middle].act)
      if count == Inevitability.draws { high = middle } else { low = middle }
    }
    point = points[high]
    before = points[low]
    self.isCut = isCut
  }

  /// Counts the stories that go wrong; nil where not all were played.
  ///
  /// - Parameters:
  ///   - jobs: the stories that are played at the same time; the outcome is the same.
  ///   - goesOn: after false no further story is begun; asked on several threads.
  static func count<Story: Sendable>(
    _ stories: [Story], jobs: Int, goesOn: @escaping @Sendable () -> Bool,
    isWrong: @escaping @Sendable (Story) throws(ScriptError) -> Bool
  ) throws(ScriptError) -> Int? {
    let outcomes = parallelMap(
      stories, jobs: jobs, stackBytes: Explorer.stackBytes, goesOn: goesOn
    ) { story in
      Result { () throws(ScriptError) in try isWrong(story) }
    }
    var count = 0
    for outcome in outcomes where try outcome.get() { count += 1 }
    return outcomes.count == stories.count ? count : nil
  }

  /// Finds it for what was found in stories of an app.
  ///
  /// - Parameters:
  ///   - jobs: the stories that are played at the same time; the outcome is the same.
  ///   - goesOn: after false no further story is begun; asked on several threads.
  /// - Throws: why a run could not go on.
  package init(
    of find: Explorer.Find, by explorer: Explorer, seed: UInt64, jobs: Int,
    goesOn: @escaping @Sendable () -> Bool = { true }
  ) throws(ScriptError) {
    let (player, drawing) = (explorer.player, explorer.drawing)
    let what = find.sight.what
    let whole = try player.play(find.story)
    let failure = whole.moment(of: what) ?? .distantFuture
    var pasts: [Story] = []
    for past in find.story.pasts(at: whole.seconds) {
      guard Instant.start + past.length <= failure else { break }
      // At that very moment it may have gone wrong already.
      if Instant.start + past.length == failure, try player.play(past).shows(what) { break }
      pasts.append(past)
    }
    let kinds = drawing.kinds.filter { $0 != .end && $0 != .lock }
    try self.init(pasts.map(\.moment), failure: failure) { (index) throws(ScriptError) in
      let past = pasts[index]
      var random = RandomStream(
        seed: seed, name: "inevitable \(past.length.nanoseconds) \(past.acts.count)")
      let futures = (0..<Inevitability.draws).map { _ in
        let length = random.integer(in: 0..<8)
        let future = drawing.story(&random, kinds: kinds, length: length)
        return Story(past.acts + future + [.home, .wait(Inevitability.rest)])
      }
      return try Inevitability.count(futures, jobs: jobs, goesOn: goesOn) {
        (story) throws(ScriptError) in try player.play(story).shows(what)
      }
    }
  }
}

extension Story {
  /// How long its waits are.
  fileprivate var length: TimeSpan {
    .seconds(acts.reduce(0) { if case .wait(let seconds) = $1 { $0 + seconds } else { $0 } })
  }

  /// Its end.
  fileprivate var moment: Inevitability.Moment {
    Inevitability.Moment(
      at: .start + length, act: acts.last { $0.kind != .time }?.lines.joined(separator: " "))
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
