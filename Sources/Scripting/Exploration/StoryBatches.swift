import Simulation

/// Stories that are drawn some at a time, played at the same time and judged one by one in the
/// order in which they were drawn, so that the outcome is the same for any number of threads.
struct StoryBatches<Story: Sendable, Outcome: Sendable> {
  /// Stories that were played and are still to be judged, the next one last.
  private var played: [Result<Outcome, ScriptError>] = []
  private let jobs: Int
  /// The stories that were judged.
  private(set) var runs = 0

  /// How many stories are drawn before any of them is judged, at most. It is the same on each
  /// machine, so that what is found is.
  private static var most: Int { 32 }
  private static var least: Int { 4 }

  init(jobs: Int) { self.jobs = jobs }

  /// Returns what came of the next story; nil where none was begun.
  ///
  /// - Parameters:
  ///   - goesOn: after false no further story is begun; asked on several threads.
  /// - Throws: why a story could not go on.
  mutating func next(
    goesOn: @escaping @Sendable () -> Bool, draw: () -> Story,
    play: @escaping @Sendable (Story) throws(ScriptError) -> Outcome
  ) throws(ScriptError) -> Outcome? {
    if played.isEmpty {
      let count = min(max(runs, Self.least), Self.most)
      let stories = (0..<count).map { _ in draw() }
      played = parallelMap(stories, jobs: jobs, stackBytes: Explorer.stackBytes, goesOn: goesOn) {
        story in Result { () throws(ScriptError) in try play(story) }
      }.reversed()
    }
    guard let result = played.popLast() else { return nil }
    runs += 1
    return try result.get()
  }
}
