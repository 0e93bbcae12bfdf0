import Device
import Foundation
import Runs
import Scripting
import Simulation

/// The command `dormouse explore`, which looks for trouble: it draws what happens to an app until
/// something goes wrong, and writes the least that shows it as a test.
struct ExploreCommand {
  static let command = Command(
    name: "explore", summary: "draw what happens to an app or a scenario until it goes wrong",
    usage: "APP|TESTS|SCENARIO [options]", operands: 1...1,
    options: [
      .init(
        name: "runs", value: "N", summary: "how many runs to try (else: \(standardRuns))"),
      .init(
        name: "seconds", value: "S",
        summary: "begin no run after so many seconds (else: \(standardSeconds))"),
      .init(name: "seed", value: "N", summary: "what is drawn (else: 1)"),
      .init(name: "all", summary: "go on to the end, and show one of each kind of trouble"),
      .init(
        name: "inevitable",
        summary: "also say from when on it goes wrong whatever happens after"),
      .init(name: "jobs", value: "N", summary: "runs at the same time (else: one a core)"),
      .init(
        name: "output", short: "o", value: "TEST",
        summary: "write the tests to a file; '-' prints them, as without it for an app"),
      .init(
        name: "format", value: "FORMAT", words: ["text", "json"],
        summary: "text or json, which has the tests too (else: text)"),
      FindingOptions.failOn, FindingOptions.allow,
      .init(
        name: "info-plist", value: "FILE", summary: "take the app's modes and identifiers from it"),
      .init(
        name: "set", value: "K=V", repeats: true,
        summary: "set a parameter of the scenario; may be repeated"),
      .init(
        name: "lua-path", value: "DIR", repeats: true,
        summary: "look here too for what scripts require; may be repeated"),
      .init(
        name: "strategy", value: "STRATEGY", words: ["guided", "uniform"],
        summary: "how runs are drawn: guided by what is new, or each anew (else: guided)"),
      StallOption.option,
    ],
    notes: """
      Each run is a phone with this app on which acts are drawn: it is opened, left, swiped away, ended for
      memory, launched for its tasks, fetches and pushes, its time is over, the network goes, servers
      fail, the phone is locked or restarted, and time passes. A run that was like no other is kept, and
      half of the next are such runs with a change.
      What is found is made as small as it can be: no act can be left out. It is written as a Lua test,
      which is red until the app is fixed. The same seed and number of runs find the same. Making it
      small ends after \(shrinkSeconds) s, which is said then.
      In a file of tests, phone:explore(app) is where acts are drawn, until the test fails; what always,
      never or eventually holds is said by phone:always(function(phone) ... end) and so on.
      Of a scenario the seed, the policy and acts at moments are drawn, and what goes wrong is told with
      the 'dormouse run' that shows it; what goes wrong without any act is told first.
      'dormouse check' tries a fixed list of conditions and is quicker; this finds what comes of their order.
      """
  ) { (arguments, console) throws(CommandError) in
    try Interruption.shared.watching(lastWords: "explore: interrupted in the middle of a run") {
      () throws(CommandError) in
      try ExploreCommand(arguments, console).run()
    }
  }

  private enum Format: String, CaseIterable {
    case text, json
  }

  private static let standardRuns = 3_000
  private static let standardSeconds = 60
  private static let mostRuns = 100_000_000

  let arguments: Arguments
  let console: Console
  let path: String
  let runs: Int
  let seconds: Int
  let strategy: Explorer.Strategy
  let jobs: Int
  let seed: UInt64
  let standard: FindingStandard
  /// Gathers what is found; nil: it is told as text.
  let report: ExploreReport?

  private init(_ arguments: Arguments, _ console: Console) throws(CommandError) {
    self.arguments = arguments
    self.console = console
    path = arguments.operands[0]
    runs = try arguments.number("runs", upTo: Self.mostRuns) ?? Self.standardRuns
    seconds =
      try arguments.number("seconds", upTo: Self.mostRuns)
      ?? Self.standardSeconds
    standard = try FindingOptions.standard(arguments)
    jobs = try arguments.jobs() ?? ProcessorCount.usable
    let name = arguments.value("strategy") ?? "guided"
    guard ["guided", "uniform"].contains(name) else {
      throw .usage(
        "--strategy: there is no such strategy (\(shown(name))); strategies are guided and uniform")
    }
    strategy = name == "uniform" ? .uniform : .guided
    seed = try arguments.seed("seed") ?? 1
    report = try arguments.format(else: Format.text) == .json ? ExploreReport() : nil
    guard let output = arguments.value("output") else { return }
    if output != "-" {
      try Self.requireOwn(output)
    } else if report != nil {
      throw .usage("--output -: --format json prints there too; it has the tests")
    }
  }

  /// The words at the head of what it writes.
  static let mark = "Found by dormouse explore in"

  /// Refuses a file that is there and was not written by this command.
  private static func requireOwn(_ output: String) throws(CommandError) {
    try OutputFile.requirePlace(output)
    guard let there = FileManager.default.contents(atPath: output), !there.isEmpty,
      !there.starts(with: "-- \(mark)".utf8)
    else { return }
    throw .data(
      "\(shown(output)): it exists already, and is no test of explore's; choose another name or "
        + "remove it")
  }

  private func run() throws(CommandError) {
    let source = FileManager.default.contents(atPath: path).map { Array($0) } ?? []
    let kind = ScriptKind(of: source)
    if kind == .scenario { return try exploreScenario() }
    guard !arguments.has("set") else {
      throw .usage("--set: only a scenario has parameters (\(shown(path))); leave it out")
    }
    if kind == .test { return try exploreTests(source) }
    let (dryRun, allowances) = try app()
    var search = Search(
      explorer: Explorer(dryRun, seed: seed, strategy: strategy, jobs: jobs, limits: limits))
    do throws(CommandError) {
      try go(on: &search, allowances)
    } catch {
      if let last = search.finds.last { try refuseMissingModule(last.sight.what) }
      // What was found before an interruption is still wanted.
      try tell(search, dryRun)
      throw error
    }
    let tried = search.explorer.runs
    if search.finds.isEmpty || arguments.has("all") { tellIfShort(tried, of: runs) }
    try tell(search, dryRun)
    guard !search.finds.isEmpty else { return try tellNothing(tried, risks: search.risks.count) }
    throw .expectation("explore: \(counted(search.finds.count, "kind")) of trouble")
  }

  /// Says that the time was over before the runs were made.
  func tellIfShort(_ tried: Int, of runs: Int) {
    guard tried < runs else { return }
    console.complain(
      "explore: \(seconds) s were over after \(grouped(tried)) of \(counted(runs, "run")); "
        + "--seconds gives more time")
  }

  /// - Parameters:
  ///   - risks: what was seen and does not count.
  func tellNothing(_ tried: Int, risks: Int = 0) throws(CommandError) {
    guard report == nil else { return }
    try console.output.write(
      "\(shown(path)): nothing was found in \(counted(tried, "run")); that proves nothing\n")
    try tell(risks: risks)
  }

  /// Says that something was seen that does not count, and what shows it.
  func tell(risks: Int) throws(CommandError) {
    guard risks > 0, report == nil else { return }
    try console.output.write(
      "\(counted(risks, "risk")) \(risks == 1 ? "was" : "were") seen; --fail-on risks shows "
        + "\(risks == 1 ? "it" : "them")\n")
  }

  /// Whether a sight is a risk that would count with `--fail-on risks`.
  func isRisk(_ what: DryRun.Sight.What, _ allowances: ScriptAllowances) -> Bool {
    guard case .finding(let rule, let place, _) = what else { return false }
    return rule.kind == .risk && !standard.allowed.contains(rule)
      && !isAllowed(rule, at: place, by: allowances)
  }

  /// Refuses a script that requires what is not there: that is no mistake of the app's behaviour.
  func refuseMissingModule(_ what: DryRun.Sight.What) throws(CommandError) {
    guard case .finding(.uncaughtError, let place, let message) = what,
      message.hasPrefix("module '"), message.contains("' not found: ")
    else { return }
    throw .data(
      "\(place.map { "\($0)" } ?? path): \(printable(message)); correct the name, or add --lua-path "
        + "DIR")
  }

  /// Says in which run something was found.
  func words(on find: Explorer.Find) -> String {
    "  found in run \(grouped(find.run)), of \(counted(find.acts, "act")); "
      + "\(counted(find.story.acts.count, "act")) \(find.story.acts.count == 1 ? "is" : "are") enough"
      + ExploreCommand.words(on: find.reached)
  }

  /// A search and what it has found.
  private struct Search {
    var explorer: Explorer
    var finds: [Explorer.Find] = []
    /// Each once.
    var risks: [DryRun.Sight.What] = []
  }

  /// Says what was found, and writes the tests.
  private func tell(_ search: Search, _ dryRun: DryRun) throws(CommandError) {
    guard !search.finds.isEmpty || report != nil else { return }
    if !arguments.has("info-plist"),
      let assumption = StoryTest(dryRun, script: path).assumption
    {
      let isAndroid = dryRun.platform.family == .android
      console.complain(
        "explore: assumed by the script's text: \(assumption); "
          + "\(isAndroid ? "a scenario" : "--info-plist") says what is declared")
    }
    for find in search.finds {
      let inevitability = try inevitability { (goesOn) throws(ScriptError) in
        try Inevitability(of: find, by: search.explorer, seed: seed, jobs: jobs, goesOn: goesOn)
      }
      guard let report else {
        try console.output.write(
          words(find) + "\n"
            + (inevitability.map { ExploreCommand.lines($0, on: dryRun.clock) } ?? ""))
        continue
      }
      report.add(
        ExploreReport.Find(
          what: find.sight.what, run: find.run, actsOfRun: find.acts,
          acts: find.story.acts.flatMap(\.lines).map { .string($0) }, reached: find.reached,
          test: text([find], dryRun), inevitability: inevitability))
    }
    try printReport(
      of: "app", search.explorer.runs, of: runs, isFound: !search.finds.isEmpty,
      risks: search.risks.count)
    guard !search.finds.isEmpty, report == nil || arguments.has("output") else { return }
    try write(text(search.finds, dryRun), to: arguments.value("output") ?? "-")
  }

  /// Writes a file of tests, and says how to run it; `-` prints them.
  func write(_ tests: String, to output: String) throws(CommandError) {
    if output == "-" { return try console.output.write("\n" + tests) }
    do throws(CommandError) {
      let file = try OutputFile(output)
      file.write(Array(tests.utf8))
      try file.commit()
    } catch {
      if report == nil { try console.output.write("\n" + tests) }
      throw error
    }
    guard report == nil else { return }
    let folders = arguments.all("lua-path").map { "--lua-path \(shellQuoted($0)) " }.joined()
    try console.output.write(
      "wrote \(shown(output)); run it by: dormouse test \(folders)\(shellQuoted(output))\n")
  }

  /// Returns the app's trials, and what its comments allow.
  private func app() throws(CommandError) -> (DryRun, ScriptAllowances) {
    var declared: DeclaredApp?
    if let plist = arguments.value("info-plist") { declared = try InfoPlist(plist).app }
    let request = Composition.Request(file: path, luaPath: arguments.all("lua-path"))
    let verdict = try ScriptVerdict(request, declared: declared, console)
    guard verdict.kind == "app", let app = verdict.apps.first else {
      throw .data(
        "\(shown(path)): no app (\(verdict.kind)); name the script of an app, a scenario or a file "
          + "of tests")
    }
    return (try app.dryRun(), verdict.allowances)
  }

  private func go(
    on search: inout Search, _ allowances: ScriptAllowances
  ) throws(CommandError) {
    let began = ContinuousClock.now
    while search.explorer.runs < runs, ContinuousClock.now - began < .seconds(seconds) {
      let done = search.explorer.runs
      try Interruption.shared.heed(
        "explore: interrupted after \(grouped(done)) of \(counted(runs, "run"))")
      Progress.shared.note(done: done, of: runs)
      do throws(ScriptError) {
        let known = search.finds.map(\.sight)
        var risks = search.risks
        let find = try search.explorer.next(goesOn: goesOn(since: began)) { sight in
          let counts = counts(sight, allowances)
          if !counts, isRisk(sight.what, allowances),
            !risks.contains(where: { $0.isSame(as: sight.what) })
          {
            risks.append(sight.what)
          }
          return counts && !known.contains { $0.what.isSame(as: sight.what) }
        }
        search.risks = risks
        if let find { search.finds.append(find) }
      } catch {
        throw CommandError(error)
      }
      if let last = search.finds.last { try refuseMissingModule(last.sight.what) }
      if !search.finds.isEmpty, !arguments.has("all") { return }
    }
  }

  /// Whether a further run may begin.
  func goesOn(since began: ContinuousClock.Instant) -> @Sendable () -> Bool {
    let end = began + .seconds(seconds)
    return { ContinuousClock.now < end && Interruption.shared.signal == nil }
  }

  private func counts(_ sight: DryRun.Sight, _ allowances: ScriptAllowances) -> Bool {
    switch sight.what {
    case .exit, .failure: true
    case .finding(let rule, let place, _):
      standard.counts(rule) && !isAllowed(rule, at: place, by: allowances)
    }
  }

  func isAllowed(
    _ rule: FindingRule, at place: SourceLocation?, by allowances: ScriptAllowances
  ) -> Bool {
    var allowances = allowances
    return allowances.allowance(of: rule, at: place) != nil
  }

  private func words(_ find: Explorer.Find) -> String {
    let what =
      switch find.sight.what {
      case .exit(let reason): "\(shown(path)): \(ExitReason.inWords([reason]))"
      case .failure(_, let message): printable(message)
      case .finding(let rule, let place, let message):
        "\(printable(place.map(\.description) ?? path)): \(printable(message)) (\(rule.rawValue))"
      }
    return "\(what)\n\(words(on: find))"
  }

  private func text(_ finds: [Explorer.Find], _ dryRun: DryRun) -> String {
    // A test names the app by its own folder.
    let script = arguments.value("output").map { SourcePath(besides: $0).name(of: path) } ?? path
    let test = StoryTest(dryRun, script: script)
    let head = "\(Self.mark) \(path), seed \(seed)"
    return finds.map { find in
      let (title, words) = ExploreCommand.titles(of: find.sight.what)
      return test.text(of: find, title: title, head: [head] + words)
    }.joined(separator: "\n")
  }

  /// The name of a test that shows something, and the message for its head.
  static func titles(of what: DryRun.Sight.What) -> (title: String, words: [String]) {
    switch what {
    case .exit(let reason): (ExitReason.inWords([reason]), [])
    case .failure(let place, let message):
      (message + (place.map { ", \($0)" } ?? ""), [])
    case .finding(let rule, let place, let message):
      ("\(rule.summary)\(place.map { ", \($0)" } ?? "")", [message])
    }
  }
}
