import Device
import Simulation

/// A test that explores an app: `phone:explore(app)` in it plays drawn stories.
package struct ExploredTest: Sendable {
  package let test: TestCase
  /// Where it explores.
  package let place: SourceLocation
  let drawing: ActDrawing
  let player: TestStoryPlayer
  /// The clock of its phone, as seen from the moment at which it explores.
  package let clock: DayClock
  /// Why it fails though nothing happens in its exploration; nil: it does not.
  package let failure: TestFailure?

  /// Finds the tests of a file that explore.
  ///
  /// - Parameters:
  ///   - policies: makes the policy of a name or a `.lua` file, for one run of a scenario.
  /// - Throws: what is wrong with the file, or that a test fails before it explores, where none
  ///   does.
  package static func tests(
    of request: TestFile.Request, files: any ScriptFiles,
    policies: @escaping @Sendable (String, Scenario) throws(ScriptError) -> any SchedulingPolicy
  ) throws(ScriptError) -> [ExploredTest] {
    let count = try TestFile(request, files: files, policies: policies).tests.count
    var explored: [ExploredTest] = []
    var early: ScriptError?
    for index in 0..<count {
      let player = TestStoryPlayer(
        request: request, files: files, policies: policies, index: index)
      let (file, outcome, exploration) = try player.run(Story(), coversLines: false)
      guard let place = exploration.place, let drawing = exploration.drawing,
        let clock = exploration.clock
      else {
        if let failure = outcome.failures.first, early == nil {
          early = ScriptError(
            at: failure.location,
            "\"\(file.tests[index].name)\" fails before it explores: \(failure.message)")
        }
        continue
      }
      explored.append(
        ExploredTest(
          test: file.tests[index], place: place, drawing: drawing, player: player, clock: clock,
          failure: outcome.failures.first))
    }
    if explored.isEmpty, let early { throw early }
    return explored
  }

  /// The search for a story that makes it fail.
  package func explorer(
    seed: UInt64, strategy: Explorer.Strategy, jobs: Int, limits: ShrinkLimits = ShrinkLimits()
  ) -> Explorer {
    Explorer(player, drawing, seed: seed, strategy: strategy, jobs: jobs, limits: limits)
  }

  /// Returns a file's source in which the test plays a story; nil where the call does not stand
  /// alone in its line.
  package func source(_ source: String, playing story: Story) -> String? {
    var lines = source.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard lines.indices ~= place.line - 1 else { return nil }
    let line = lines[place.line - 1]
    let call = line.trimmingSuffix(while: \.isWhitespace)
    guard call.contains(":explore("), call.last == ")", call.count(of: ")") == 1 else { return nil }
    let indent = line.prefix { $0 == " " || $0 == "\t" }
    let acts = story.acts.flatMap(\.lines).map { "\(indent)  \($0)" }
    lines.replaceSubrange(
      (place.line - 1)..<place.line,
      with: [call.dropLast() + ", function(phone, app, servers)"] + acts + ["\(indent)end)"])
    return lines.joined(separator: "\n")
  }
}

extension Substring {
  fileprivate func count(of character: Character) -> Int {
    reduce(0) { $0 + ($1 == character ? 1 : 0) }
  }
}

extension String {
  fileprivate func trimmingSuffix(while predicate: (Character) -> Bool) -> Substring {
    var text = self[...]
    while let last = text.last, predicate(last) { text.removeLast() }
    return text
  }
}

/// A test whose exploration plays stories; its file is loaded anew for each.
struct TestStoryPlayer: StoryPlaying {
  let request: TestFile.Request
  let files: any ScriptFiles
  let policies: @Sendable (String, Scenario) throws(ScriptError) -> any SchedulingPolicy
  let index: Int

  func run(
    _ story: Story, coversLines: Bool
  ) throws(ScriptError) -> (TestFile, TestOutcome, TestExploration) {
    var request = request
    request.coversLines = coversLines
    let file = try TestFile(request, files: files, policies: policies)
    let (outcome, exploration) = file.run(index, playing: story)
    return (file, outcome, exploration)
  }

  func play(_ story: Story, isGuiding: Bool) throws(ScriptError) -> StoryOutcome {
    let (file, outcome, exploration) = try run(story, coversLines: isGuiding)
    let watch = exploration.watch
    var features = watch?.features ?? []
    // Scripts are sorted by path.
    for (number, script) in file.coverage.enumerated() {
      for (line, count) in script.counts where count > 0 {
        features.insert(StoryOutcome.feature(line: line, ofFile: number, count: Int(count)))
      }
    }
    return StoryOutcome(
      played: exploration.played,
      sights: outcome.failures.map {
        DryRun.Sight(.failure($0.location, message: $0.message), conditions: [])
      },
      features: features, events: watch?.events ?? 0, seconds: watch?.seconds ?? [],
      troubles: outcome.failures.map {
        (.failure($0.location, message: $0.message), exploration.end)
      })
  }
}
