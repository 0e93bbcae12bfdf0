import Runs
import Scripting
import Simulation

/// Exploring tests: `phone:explore(app)` in them plays drawn stories until the test fails.
extension ExploreCommand {
  /// A test that failed, and the story that shows it.
  private struct FailedTest {
    let test: ExploredTest
    let find: Explorer.Find
    let inevitability: Inevitability?

    /// What a report tells of it.
    func told(in source: String) -> ExploreReport.Find {
      ExploreReport.Find(
        what: find.sight.what, run: find.run, actsOfRun: find.acts,
        acts: find.story.acts.flatMap(\.lines).map { .string($0) }, reached: find.reached,
        test: test.source(source, playing: find.story), inevitability: inevitability)
    }
  }

  func exploreTests(_ source: [UInt8]) throws(CommandError) {
    if arguments.has("info-plist") {
      throw .usage("--info-plist: it is for an app's script alone (\(shown(path))); leave it out")
    }
    try requireSameFolder()
    var runner = TestRunner(files: [path], seeds: [seed], luaPath: arguments.all("lua-path"))
    runner.standard = standard
    let tests: [ExploredTest]
    do throws(ScriptError) { tests = try runner.exploring() } catch { throw CommandError(error) }
    guard !tests.isEmpty else {
      throw .data(
        "\(shown(path)): no test of it explores; write phone:explore(app) where acts are to be drawn"
      )
    }
    var failed: [FailedTest] = []
    var tried = 0
    let began = ContinuousClock.now
    for test in tests where failed.isEmpty || arguments.has("all") {
      if let failure = test.failure {
        throw .data(
          "\(printable(test.place.description)): \"\(printable(test.test.name))\" fails though nothing "
            + "happens (\(printable(failure.message))); fix it first, as 'dormouse test "
            + "\(shown(path))' shows it")
      }
      var explorer = test.explorer(seed: seed, strategy: strategy, jobs: jobs, limits: limits)
      do throws(CommandError) {
        if let find = try find(by: &explorer, since: began, before: tried, of: tests.count) {
          let inevitability = try inevitability { (goesOn) throws(ScriptError) in
            try Inevitability(of: find, by: explorer, seed: seed, jobs: jobs, goesOn: goesOn)
          }
          failed.append(FailedTest(test: test, find: find, inevitability: inevitability))
        }
      } catch {
        try tell(failed, source, tried + explorer.runs, of: tests.count)
        throw error
      }
      tried += explorer.runs
      if failed.last?.test.place != test.place { tellIfShort(explorer.runs, of: runs) }
    }
    try tell(failed, source, tried, of: tests.count)
    guard !failed.isEmpty else { return try tellNothing(tried) }
    throw .expectation("explore: \(counted(failed.count, "test")) can fail")
  }

  /// What is written names the apps by its own folder.
  private func requireSameFolder() throws(CommandError) {
    guard let output = arguments.value("output"), output != "-",
      ScriptPath.folder(of: output) != ScriptPath.folder(of: path)
    else { return }
    throw .usage(
      "--output: another folder than that of the tests (\(shown(output))), which name apps from "
        + "theirs; write beside \(shown(path))")
  }

  /// Searches until a test fails; nil: it has not.
  private func find(
    by explorer: inout Explorer, since began: ContinuousClock.Instant, before: Int, of tests: Int
  ) throws(CommandError) -> Explorer.Find? {
    while explorer.runs < runs, ContinuousClock.now - began < .seconds(seconds) {
      let done = before + explorer.runs
      try Interruption.shared.heed(
        "explore: interrupted after \(grouped(done)) of \(counted(runs * tests, "run"))")
      Progress.shared.note(done: done, of: runs * tests)
      do throws(ScriptError) {
        let find = try explorer.next(goesOn: goesOn(since: began)) { _ in true }
        if let find { return find }
      } catch {
        throw CommandError(error)
      }
    }
    return nil
  }

  /// Says which tests failed, and writes their file with the stories in it.
  private func tell(
    _ failed: [FailedTest], _ source: [UInt8], _ tried: Int, of tests: Int
  ) throws(CommandError) {
    if let report {
      for entry in failed { report.add(entry.told(in: String(decoding: source, as: UTF8.self))) }
      try printReport(
        of: "tests", tried, of: runs * tests, isFound: !failed.isEmpty, risks: 0)
    }
    guard !failed.isEmpty else { return }
    var text: String? = String(decoding: source, as: UTF8.self)
    // From the last line to the first, since each story moves the lines below it. Tests that explore
    // in one line, of a function that they share, can show one story only.
    var written: Set<Int> = []
    let byLine = failed.enumerated().sorted {
      ($1.element.test.place.line, $0.offset) < ($0.element.test.place.line, $1.offset)
    }
    var unwritten: [Int] = []
    for (number, entry) in byLine {
      guard written.insert(entry.test.place.line).inserted else {
        unwritten.append(number)
        continue
      }
      text = text.flatMap { entry.test.source($0, playing: entry.find.story) }
    }
    for (number, entry) in failed.enumerated() where report == nil {
      guard case .failure(let place, let message) = entry.find.sight.what else { continue }
      try console.output.write(
        "\(printable((place ?? entry.test.place).description)): \(ExploreCommand.indented(message)) "
          + "(test \"\(printable(entry.test.test.name))\")\n\(words(on: entry.find))\n")
      if text == nil || !arguments.has("output") || unwritten.contains(number) {
        try console.output.write(
          "  phone:explore at line \(entry.test.place.line) did:\n"
            + entry.find.story.acts.flatMap(\.lines).map { "    \($0)\n" }.joined())
      }
      if let found = entry.inevitability {
        try console.output.write(ExploreCommand.lines(found, on: entry.test.clock))
      }
    }
    guard let output = arguments.value("output") else { return }
    guard let text else {
      throw .data(
        "\(shown(path)): phone:explore(app) does not stand alone in its line; put it in a line of its "
          + "own for --output")
    }
    try write("-- \(Self.mark) \(printable(path)), seed \(seed)\n" + text, to: output)
  }
}
