import Reports
import Runs
import Scripting
import Workflows

/// The results of files of tests, each from its last run.
struct TestResults {
  private struct File {
    let results: TestReport.File
    let coverage: [CoveredScript]
    let allowances: ScriptAllowances
  }

  /// The files in the order in which their results came first.
  private var files: [File] = []

  /// Takes the results of a file, in place of earlier ones.
  ///
  /// - Returns: the part to be shown; nil: the file has none of the tests that a filter chooses.
  @discardableResult
  mutating func keep(_ outcome: TestRunner.FileOutcome) -> TestReport.File? {
    let file = File(
      results: TestReport.File(outcome), coverage: outcome.coverage,
      allowances: outcome.allowances)
    if let place = files.firstIndex(where: { $0.results.path == outcome.path }) {
      files[place] = file
    } else {
      files.append(file)
    }
    return file.results.isOfInterest ? file.results : nil
  }

  /// Keeps only the results of these files, in their order.
  mutating func keepOnly(_ paths: [String]) {
    files = paths.compactMap { path in files.first { $0.results.path == path } }
  }

  var isEmpty: Bool { files.isEmpty }

  /// Whether no file has a test that a filter chooses, and none has a problem.
  var isNoneChosen: Bool { !files.contains { $0.results.isOfInterest } }

  var report: TestReport { TestReport(files.map(\.results).filter(\.isOfInterest)) }

  var coverage: [CoveredScript] {
    files.reduce(into: []) { covered, file in covered.add(file.coverage) }
  }

  /// The comments of the apps' scripts that allow findings, and which of them have.
  var allowances: ScriptAllowances {
    files.reduce(into: ScriptAllowances()) { $0.formUnion($1.allowances) }
  }
}

extension TestReport.File {
  /// Whether the file has a problem or tests that the filter chooses.
  fileprivate var isOfInterest: Bool { problem != nil || !tests.isEmpty }
}

extension TestReport.File {
  init(_ outcome: TestRunner.FileOutcome) {
    switch outcome.tests {
    case .failure(let error): self.init(path: outcome.path, problem: error.description)
    case .success(let tests):
      self.init(path: outcome.path, tests: tests.compactMap(TestReport.Test.init))
    }
  }
}

extension TestReport.Test {
  /// Creates the result of a test from its outcomes by seed; nil if there is none.
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
