import Device
import Policies
import Runs
import Scripting
import Simulation

/// Exploring scenarios: their seed, their policy and acts at moments are drawn until a run goes
/// wrong.
extension ExploreCommand {
  func exploreScenario() throws(CommandError) {
    if arguments.has("info-plist") {
      throw .usage("--info-plist: it is for an app's script alone (\(shown(path))); leave it out")
    }
    let request = try request()
    let verdict = try ScriptVerdict(request, declared: nil, console)
    guard let composition = verdict.composition else {
      throw .data("\(shown(path)): no scenario (\(verdict.kind)); name the file of one")
    }
    let search = ScenarioSearch(
      loaded: composition.loaded, request: request, allowances: verdict.allowances)
    var explorer = try attempt { () throws(ScriptError) in
      try ScenarioExplorer(
        ScenarioPlayer(search.loaded, files: DiskScripts()) {
          (policy, loaded) throws(ScriptError) in
          try Composition.policy(policy, loaded, DiskScripts())
        }, policies: PolicyCatalogue.entries.map(\.name), files: DiskScripts(), seed: seed,
        strategy: strategy, jobs: jobs, limits: limits)
    }
    var finds = try attempt { () throws(ScriptError) in
      try explorer.usualFinds { counts($0, search) }
    }
    // What is there already is told before the search, which takes its time.
    for find in finds {
      try refuseMissingModule(find.sight.what)
      try tell(find, search, explorer)
    }
    var risks: [ScenarioSight] = []
    do throws(CommandError) { try go(on: &explorer, search, &finds, &risks) } catch {
      // What was found before an interruption is still wanted.
      try conclude(finds, explorer, search, risks)
      throw error
    }
    try conclude(finds, explorer, search, risks)
    if finds.allSatisfy({ $0.run == 0 }) || arguments.has("all") {
      tellIfShort(explorer.runs, of: runs)
    }
    guard !finds.isEmpty else { return try tellNothing(explorer.runs, risks: risks.count) }
    if report == nil, finds.allSatisfy({ $0.run == 0 }) {
      try console.output.write(
        "nothing else was found in \(counted(explorer.runs, "run")); that proves nothing\n")
      try tell(risks: risks.count)
    }
    throw .expectation("explore: \(counted(finds.count, "kind")) of trouble")
  }

  /// Prints the report and writes the tests, as far as they are wanted.
  private func conclude(
    _ finds: [ScenarioExplorer.Find], _ explorer: ScenarioExplorer, _ search: ScenarioSearch,
    _ risks: [ScenarioSight]
  ) throws(CommandError) {
    try printReport(
      of: "scenario", explorer.runs, of: runs, isFound: finds.contains { $0.run > 0 },
      risks: risks.count)
    try writeTests(finds, search)
  }

  private func request() throws(CommandError) -> Composition.Request {
    let settings = try arguments.settings("set")
    return Composition.Request(
      file: path,
      settings: Dictionary(uniqueKeysWithValues: settings.map { ($0.name, $0.value) }),
      luaPath: arguments.all("lua-path"))
  }

  /// What is searched.
  private struct ScenarioSearch {
    let loaded: LoadedScenario
    let request: Composition.Request
    let allowances: ScriptAllowances
  }

  private func go(
    on explorer: inout ScenarioExplorer, _ search: ScenarioSearch,
    _ finds: inout [ScenarioExplorer.Find], _ risks: inout [ScenarioSight]
  ) throws(CommandError) {
    let began = ContinuousClock.now
    while explorer.runs < runs, ContinuousClock.now - began < .seconds(seconds) {
      try Interruption.shared.heed(
        "explore: interrupted after \(grouped(explorer.runs)) of \(counted(runs, "run"))")
      Progress.shared.note(done: explorer.runs, of: runs)
      let known = finds.map(\.sight)
      let find = try attempt { () throws(ScriptError) in
        try explorer.next(goesOn: goesOn(since: began)) { sight in
          let counts = counts(sight, search)
          if !counts, isRisk(sight.what, search.allowances),
            !risks.contains(where: { $0.isSame(as: sight) })
          {
            risks.append(sight)
          }
          return counts && !known.contains { $0.isSame(as: sight) }
        }
      }
      guard let find else { continue }
      try refuseMissingModule(find.sight.what)
      finds.append(find)
      try tell(find, search, explorer)
      if !arguments.has("all") { return }
    }
  }

  private func counts(_ sight: ScenarioSight, _ search: ScenarioSearch) -> Bool {
    guard case .finding(let rule, let place, _) = sight.what else { return true }
    // The end of an app is trouble, whatever the finding that tells why.
    return (standard.counts(rule) || sight.exit != nil && !standard.allowed.contains(rule))
      && !isAllowed(rule, at: place, by: search.allowances)
  }

  /// Writes the tests that show what was found, if they are wanted.
  private func writeTests(
    _ finds: [ScenarioExplorer.Find], _ search: ScenarioSearch
  ) throws(CommandError) {
    guard let output = arguments.value("output"), !finds.isEmpty else { return }
    let tests = finds.map { test(of: $0, search, for: output) }
    try write(tests.joined(separator: "\n"), to: output)
  }

  /// The test that shows what was found.
  ///
  /// - Parameters:
  ///   - output: the file that it is for; nil: none, and it names the scenario as it was given.
  private func test(
    of find: ScenarioExplorer.Find, _ search: ScenarioSearch, for output: String?
  ) -> String {
    let test = ScenarioTest(
      search.loaded, path: output.map { SourcePath(besides: $0).name(of: path) } ?? path,
      settings: search.request.settings)
    let (title, words) = ExploreCommand.titles(of: find.sight.what)
    return test.text(
      of: find, title: title, head: ["\(Self.mark) \(path), seed \(seed)"] + words)
  }

  /// Says what was found, and the command that shows it.
  private func tell(
    _ find: ScenarioExplorer.Find, _ search: ScenarioSearch, _ explorer: ScenarioExplorer
  ) throws(CommandError) {
    let clock = DayClock(startsAt: search.loaded.scenario.startsAt)
    let sight = find.sight
    let inevitability = try inevitability { (goesOn) throws(ScriptError) in
      try Inevitability(of: find, by: explorer, seed: seed, jobs: jobs, goesOn: goesOn)
    }
    if let report {
      report.add(
        ExploreReport.Find(
          what: sight.what, app: sight.app.isEmpty ? nil : sight.app, exit: sight.exit,
          at: sight.at, run: find.run, actsOfRun: find.acts,
          acts: find.story.events.map { ["at": $0.second, "act": $0.words] },
          reached: find.reached,
          test: test(of: find, search, for: arguments.value("output")),
          command: command(find, search, clock), inevitability: inevitability))
      return
    }
    let what =
      switch sight.what {
      case .exit(let reason): "\(shown(path)): \(ExitReason.inWords([reason]))"
      case .failure(let place, let message):
        "\(printable((place ?? SourceLocation(file: path, line: 0)).description)): "
          + ExploreCommand.indented(message)
      case .finding(let rule, let place, let message):
        "\(place.map { "\($0)" } ?? path): \(printable(message)) (\(rule.rawValue))"
      }
    let end = sight.exit.map { " \(ExitReason.inWords([$0]))" } ?? ""
    let app = sight.app.isEmpty ? "" : ", \(printable(sight.app))\(end)"
    let count = find.story.events.count
    let circumstance =
      find.run == 0
      ? "in the scenario as it is, without any act"
      : "found in run \(grouped(find.run)), of \(counted(find.acts, "act")); "
        + (count == 0
          ? "no act is needed"
          : "\(counted(count, "act")) \(count == 1 ? "is" : "are") enough")
    try console.output.write(
      "\(what)\(app), at \(clock.text(sight.at))\n  \(circumstance)"
        + "\(ExploreCommand.words(on: find.reached))\n  \(command(find, search, clock))\n"
        + (inevitability.map { ExploreCommand.lines($0, on: clock) } ?? ""))
    try console.output.flush()
  }

  /// The command that shows what was found.
  private func command(
    _ find: ScenarioExplorer.Find, _ search: ScenarioSearch, _ clock: DayClock
  ) -> String {
    let story = find.story
    var words = ["dormouse", "run", shellQuoted(path)]
    func add(_ option: String, _ value: String) { words += ["--\(option)", shellQuoted(value)] }
    for folder in search.request.luaPath { add("lua-path", folder) }
    for (name, value) in search.request.settings.sorted(by: { $0.key < $1.key }) {
      add("set", "\(name)=\(value)")
    }
    if let policy = story.policy { add("policy", policy) }
    if let seed = story.seed { add("seed", "\(seed)") }
    for app in story.only { add("only", app) }
    if let end = story.end { add("until", ExploreCommand.written(.start + end, clock)) }
    for event in story.events {
      add("at", ExploreCommand.written(.start + .seconds(event.second), clock))
      add("then", event.words)
    }
    // With acts, both runs are shown; what the scenario says itself fails anyway.
    if story.events.isEmpty, let condition = ExploreCommand.condition(of: find.sight) {
      add("fail-on", condition.rawValue)
      for rule in arguments.all(FindingOptions.allow.name) {
        add(FindingOptions.allow.name, rule)
      }
    }
    return words.joined(separator: " ")
  }

  /// On which condition a run that shows this fails; nil: it does so by itself.
  private static func condition(of sight: ScenarioSight) -> FailureCondition? {
    switch sight.what {
    case .failure: nil
    case .exit: .exits
    case .finding(let rule, _, _):
      // An end tells more than a risk that led to it.
      rule.kind != .fault && sight.exit != nil
        ? .exits : FailureCondition(rawValue: rule.kind.plural)
    }
  }

  /// A moment as --at takes it: `13:05`, `day 2 13:05:30`.
  private static func written(_ moment: Instant, _ clock: DayClock) -> String {
    let text = clock.text(moment)
    return String(text.dropLast(text.hasSuffix(":00.000") ? 7 : text.hasSuffix(".000") ? 4 : 0))
  }
}
