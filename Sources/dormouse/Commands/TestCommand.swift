import Foundation
import Reports
import Scripting
import Simulation
import Studies

/// `dormouse test`: runs tests in Lua, and tells which have failed and why.
struct TestCommand {
  private static let mostJobs = 1_000
  private static let mostSeeds = 1_000_000

  static let command = Command(
    name: "test", summary: "run tests of apps, driven by time", usage: "FILE|FOLDER... [options]",
    operands: 1...Int.max,
    options: [
      .init(name: "filter", value: "TEXT", summary: "only tests with this in their names"),
      .init(name: "seed", value: "N", summary: "another world of the same kind (else: 1)"),
      .init(
        name: "repeat", value: "N",
        summary: "run each test under so many seeds: tells one that passes only now and then"),
      .init(
        name: "policy", value: "NAME|FILE",
        summary: "of phones that name none (else: work begins when the test says so)"),
      .init(name: "jobs", value: "N", summary: "files at the same time (else: one a core)"),
      .init(
        name: "coverage", value: "FILE",
        summary: "write which lines of the apps have run, as lcov has it, and tell the shares"),
      .init(name: "format", value: "FORMAT", summary: "text, tap or junit (else: text)"),
      .init(
        name: "lua-path", value: "DIR", repeats: true,
        summary: "look here too for what scripts require; may be repeated"),
    ],
    notes: """
      Of a folder all files run that are named test.lua, NAME-test.lua or NAME_test.lua, also in folders
      below it. 'dormouse new test NAME' writes one to start from. The exit status is 1 if a test has
      failed, 65 if a file could not be used.
      """
  ) { (arguments, console) throws(CommandError) in
    try TestCommand(arguments, console).run()
  }

  enum Format: String, CaseIterable {
    case text, tap, junit
  }

  private let console: Console
  private let format: Format
  private let rehearsal: Rehearsal
  private let jobs: Int?
  private let coverage: String?

  init(_ arguments: Arguments, _ console: Console) throws(CommandError) {
    self.console = console
    let written = arguments.value("format") ?? Format.text.rawValue
    guard let format = Format(rawValue: written) else {
      throw .usage(
        "--format: there is no such format (\(shown(written))); "
          + advice(
            for: written, among: Format.allCases.map(\.rawValue),
            otherwise: "formats are text, tap and junit"))
    }
    self.format = format
    jobs = try arguments.number("jobs", upTo: TestCommand.mostJobs)
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
    var rehearsal = Rehearsal(
      files: try TestCommand.files(arguments.operands), seeds: Array(first...last),
      filter: arguments.value("filter"), policy: policy, luaPath: arguments.all("lua-path"))
    rehearsal.coversLines = coverage != nil
    self.rehearsal = rehearsal
  }

  /// The files that are named, and those of the folders that are; each once.
  static func files(_ operands: [String]) throws(CommandError) -> [String] {
    var files: [String] = []
    for operand in operands {
      if fileKind(of: operand) == .typeDirectory {
        let found = TestFiles.find(below: operand)
        guard !found.isEmpty else {
          throw .noInput(
            "\(shown(operand)): there is no file of tests below it; name one test.lua or "
              + "NAME-test.lua, or name the file itself")
        }
        files += found
      } else {
        try InputFile.require(operand, in: [.script])
        files.append(operand)
      }
    }
    var known = Set<String>()
    return files.filter { known.insert($0).inserted }
  }

  // MARK: Running

  func run() throws(CommandError) {
    let began = ContinuousClock.now
    let style = TextStyle(
      width: console.width, isColored: format == .text && console.isColored(console.output))
    var files: [TestReport.File] = []
    var covered: [CoveredScript] = []
    var chosen = 0
    let interruption = Interruption.shared
    try interruption.watching { () throws(CommandError) in
      try rehearsal.run(jobs: jobs, prepareThread: { Faults.coverThread() }) {
        (outcome) throws(CommandError) in
        let file = TestReport.File(outcome)
        chosen += file.tests.count
        covered.add(outcome.coverage)
        // Of a filtered folder only files with such tests are of interest.
        guard file.problem != nil || !file.tests.isEmpty else { return }
        files.append(file)
        guard format == .text else { return }
        try console.output.write(TestReport.text(of: file, style))
        try console.output.flush()
      } goesOn: {
        interruption.signal == nil
      }
    }
    let report = TestReport(files)
    if let signal = interruption.signal {
      throw .interrupted(signal: signal, "test: interrupted after \(report.summary)")
    }
    if chosen == 0, !files.contains(where: { $0.problem != nil }) {
      throw .usage(
        "--filter: no test has that in its name (\(shown(rehearsal.filter ?? ""))); "
          + "leave it out to see their names")
    }
    switch format {
    case .text: try console.output.write("\n\(report.summary)\n")
    case .tap: try console.output.write(report.tap)
    case .junit: try console.output.write(report.junit)
    }
    if let coverage { try write(covered, to: coverage) }
    try console.output.flush()
    let seconds = (ContinuousClock.now - began) / .seconds(1)
    if format == .text, console.isErrorTerminal {
      console.remark("in \(fixed(seconds)) s\n")
    }
    try conclude(report)
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

  /// A file that cannot be used is bad data, whatever the others came to.
  private func conclude(_ report: TestReport) throws(CommandError) {
    let problems = report.files.compactMap(\.problem)
    if !problems.isEmpty { throw .data(problems.joined(separator: "\n")) }
    guard report.failureCount > 0 else { return }
    let seeds = rehearsal.seeds.count > 1 ? " under some seed" : ""
    throw .expectation(
      "test: \(counted(report.failureCount, "test")) of \(grouped(report.testCount)) failed\(seeds)"
    )
  }
}

extension TestReport.File {
  init(_ outcome: Rehearsal.FileOutcome) {
    switch outcome.tests {
    case .failure(let error): self.init(path: outcome.path, problem: error.description)
    case .success(let tests):
      self.init(path: outcome.path, tests: tests.compactMap(TestReport.Test.init))
    }
  }
}

extension TestReport.Test {
  /// A test's outcomes by seed; nil if there is none.
  init?(_ outcomes: [TestOutcome]) {
    guard let shown = outcomes.first(where: { !$0.hasPassed }) ?? outcomes.first else { return nil }
    self.init(
      name: shown.test.name, runs: outcomes.count,
      failedSeeds: outcomes.filter { !$0.hasPassed }.map(\.seed),
      failures: shown.failures.map { TestReport.Failure($0) }, output: shown.output)
  }
}

extension TestReport.Failure {
  init(_ failure: TestFailure) {
    self.init(
      place: failure.location.map { "\($0)" } ?? "", statement: failure.statement,
      message: failure.message, circumstance: failure.circumstance, at: failure.at,
      trace: failure.trace, clock: failure.clock, advice: failure.advice)
  }
}
