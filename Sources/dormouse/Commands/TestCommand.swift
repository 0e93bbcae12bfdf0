import Foundation
import Reports
import Runs
import Scripting
import Simulation
import Workflows

/// The command `dormouse test`: runs tests in Lua, and reports which have failed and why.
struct TestCommand {
  private static let mostSeeds = 1_000_000

  static let command = Command(
    name: "test", summary: "run tests of apps, driven by time", usage: "FILE|FOLDER... [options]",
    operands: 1...Int.max,
    options: [
      .init(name: "filter", value: "TEXT", summary: "only tests with this in their names"),
      .init(name: "seed", value: "N", summary: "another world of the same kind (else: 1)"),
      .init(
        name: "repeat", value: "N",
        summary: "run each test under so many seeds, to find one that passes only sometimes"),
      .init(
        name: "policy", value: "NAME|FILE",
        summary: "the policy of phones that name none (else: work begins when the test says so)"),
      FindingOptions.failOn, FindingOptions.allow, StallOption.option,
      .init(name: "jobs", value: "N", summary: "files at the same time (else: one a core)"),
      .init(
        name: "coverage", value: "FILE",
        summary: "write which lines of the apps have run, in lcov's format, and print the shares"),
      .init(name: "format", value: "FORMAT", summary: "text, tap or junit (else: text)"),
      .init(
        name: "watch",
        summary: "run them again whenever a file that they read has changed; Ctrl-C ends"),
      .init(
        name: "lua-path", value: "DIR", repeats: true,
        summary: "look here too for what scripts require; may be repeated"),
    ],
    notes: """
      Of a folder, and of the folders below it, all files run that are named test.lua, NAME-test.lua or
      NAME_test.lua. 'dormouse new test NAME' writes one to start from. The exit status is 1 if a test has
      failed, 65 if a file could not be used.
      """
  ) { (arguments, console) throws(CommandError) in
    try TestCommand(arguments, console).run()
  }

  enum Format: String, CaseIterable {
    case text, tap, junit
  }

  let console: Console
  let testRunner: TestRunner
  private let places: TestPlaces
  private let format: Format
  private let jobs: Int?
  private let coverage: String?
  private let isWatched: Bool

  init(_ arguments: Arguments, _ console: Console) throws(CommandError) {
    self.console = console
    format = try arguments.format(else: .text)
    isWatched = arguments.has("watch")
    guard !isWatched || format == .text else {
      throw .usage(
        "--watch: --format \(format.rawValue) is one document of one run; leave one of them out")
    }
    jobs = try arguments.jobs()
    let first = try arguments.seed("seed") ?? 1
    let count = UInt64(try arguments.number("repeat", upTo: TestCommand.mostSeeds) ?? 1)
    let (last, isTooFar) = first.addingReportingOverflow(count - 1)
    guard !isTooFar else {
      throw .usage(
        "--repeat: there are no seeds beyond \(UInt64.max) (\(count)); repeat less often")
    }
    let policy = arguments.value("policy")
    try InputFile.require(policy: policy)
    for folder in arguments.all("lua-path") {
      try InputFile.requireFolder(folder, for: "lua-path")
    }
    coverage = arguments.value("coverage")
    if let coverage { try OutputFile.requirePlace(coverage) }
    places = try TestPlaces(arguments.operands)
    var testRunner = TestRunner(
      files: places.files, seeds: Array(first...last), filter: arguments.value("filter"),
      policy: policy, luaPath: arguments.all("lua-path"))
    testRunner.coversLines = coverage != nil
    testRunner.standard = try FindingOptions.standard(arguments)
    self.testRunner = testRunner
  }

  // MARK: Running

  func run() throws(CommandError) {
    try Interruption.shared.watching { () throws(CommandError) in
      if isWatched {
        var watching = TestWatching(self, places)
        try watching.run()
      } else {
        try runOnce()
      }
    }
  }

  private func runOnce() throws(CommandError) {
    let began = ContinuousClock.now
    var results = TestResults()
    try run(testRunner.files) { results.keep($0) }
    if let obstacle = obstacle(in: results) { throw obstacle }
    try report(results)
    let seconds = (ContinuousClock.now - began) / .seconds(1)
    if format == .text, console.isErrorTerminal { console.remark("in \(fixed(seconds)) s\n") }
    try conclude(results)
  }

  /// Runs files of tests, and shows the results of each as soon as it is done.
  ///
  /// - Throws: that a signal came before all were done.
  func run(
    _ files: [String], keep: (TestRunner.FileOutcome) -> Void
  ) throws(CommandError) {
    let style = TextStyle(
      width: console.width, isColored: format == .text && console.isColored(console.output))
    var testRunner = testRunner
    testRunner.files = files
    var done = TestResults()
    let interruption = Interruption.shared
    try testRunner.run(
      jobs: jobs,
      keep: { (outcome) throws(CommandError) in
        keep(outcome)
        guard let file = done.keep(outcome), format == .text else { return }
        try console.output.write(TestReport.text(of: file, style))
        try console.output.flush()
      }, goesOn: { interruption.signal == nil })
    try interruption.heed("test: interrupted after \(done.report.summary)")
  }

  /// Prints the results of all files, and writes the reports that were asked for.
  func report(_ results: TestResults) throws(CommandError) {
    switch format {
    case .text: try console.output.write("\n\(results.report.summary)\n")
    case .tap: try console.output.write(results.report.tap)
    case .junit: try console.output.write(results.report.junit)
    }
    if let coverage { try write(results.coverage, to: coverage) }
    try console.output.flush()
    // Some of the tests may not meet what others do.
    if testRunner.filter == nil {
      for problem in results.allowances.unused() { console.complain(shown("\(problem)", 400)) }
    }
  }

  private func write(_ covered: [CoveredScript], to path: String) throws(CommandError) {
    let report = CoverageReport(
      covered.map { CoverageReport.File(path: $0.path, counts: $0.counts) })
    let file = try OutputFile(path)
    file.write(Array(report.lcov.utf8))
    try file.commit()
    if format == .text { try console.output.write(report.text) }
  }

  private func fixed(_ seconds: Double) -> String { plainNumber((seconds * 100).rounded() / 100) }

  /// Returns why there are no results to show; nil: there are.
  func obstacle(in results: TestResults) -> CommandError? {
    if results.isEmpty {
      return .noInput("test: no file of tests is left; name one test.lua or NAME-test.lua")
    }
    guard results.isNoneChosen else { return nil }
    return .usage(
      "--filter: no test has that in its name (\(shown(testRunner.filter ?? ""))); "
        + "leave it out to see their names")
  }

  /// Throws if tests failed. A file that cannot be used is bad data, whatever the others' results.
  private func conclude(_ results: TestResults) throws(CommandError) {
    let report = results.report
    let problems = report.files.compactMap(\.problem)
    if !problems.isEmpty {
      // Their text has said why.
      throw .data(
        format == .text
          ? "test: \(problems.count) of \(counted(report.files.count, "file")) cannot be used"
          : problems.joined(separator: "\n"))
    }
    guard report.failureCount > 0 else { return }
    let seeds = testRunner.seeds.count > 1 ? " under some seed" : ""
    throw .expectation(
      "test: \(counted(report.failureCount, "test")) of \(grouped(report.testCount)) failed\(seeds)"
    )
  }
}
