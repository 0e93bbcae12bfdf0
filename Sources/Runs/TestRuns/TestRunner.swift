import Device
import Foundation
import Scripting
import Simulation

/// A runner of test files, under one seed or several, on several threads.
public struct TestRunner: Sendable {
  /// The files, in the order in which they are reported.
  public var files: [String]
  /// The seeds; each test runs once under each, in order.
  public var seeds: [UInt64]
  /// A part of the names of the tests that run; nil: all do.
  public var filter: String?
  /// The policy of phones that name none; nil where work begins when the test says so.
  public var policy: String?
  /// The folders in which `require` looks after a file's own.
  public var luaPath: [String]
  /// Whether to count which lines of the apps run.
  public var coversLines = false
  /// The findings that `toHaveNoFindings` fails on.
  public var standard = FindingStandard()

  public init(
    files: [String], seeds: [UInt64] = [1], filter: String? = nil, policy: String? = nil,
    luaPath: [String] = []
  ) {
    self.files = files
    self.seeds = seeds
    self.filter = filter
    self.policy = policy
    self.luaPath = luaPath
  }

  /// The outcome of one file's tests.
  public struct FileOutcome: Sendable {
    public let path: String
    /// The outcomes of each test by seed, in the file's order, or why the file cannot be used.
    public internal(set) var tests: Result<[[TestOutcome]], ScriptError>
    /// The comments of the apps' scripts that allow findings, and which of them have.
    public var allowances = ScriptAllowances()
    /// The coverage of the apps' scripts; empty unless that was asked for.
    public var coverage: [CoveredScript] = []
    /// The states of all files that the tests have asked for, their own too, by path; nil where
    /// there was nothing.
    var sought: [String: FileStamp?] = [:]
  }

  /// A test under a test's own state: its app's Lua runs within a call of the test's, so both need
  /// room on one stack.
  private static let stackBytes = 64 << 20
  private static let patience = 0.2

  /// Runs all tests; the results do not depend on the number of threads.
  ///
  /// - Parameters:
  ///   - scripts: where files are read from.
  ///   - jobs: nil takes one thread a processor.
  ///   - keep: gets each file's outcome on the calling thread, in order, as soon as those before it
  ///     are there.
  ///   - goesOn: called several times a second; after false no further test begins.
  public func run<Failure: Error>(
    scripts: any ScriptFiles = DiskScripts(), jobs: Int? = nil,
    keep: (FileOutcome) throws(Failure) -> Void, goesOn: () -> Bool = { true }
  ) throws(Failure) {
    let inputs = InputFiles(scripts)
    let workers = WorkerPool(files.count)
    let threads = min(max(1, jobs ?? ProcessorCount.usable), files.count)
    for _ in 0..<threads {
      let thread = Thread {
        while let index = workers.next() {
          workers.deliver(
            outcome(of: files[index], inputs, goesOn: { !workers.isDismissed }), of: index)
        }
        workers.gone.signal()
      }
      thread.stackSize = TestRunner.stackBytes
      thread.start()
    }
    defer {
      workers.dismiss()
      for _ in 0..<threads { workers.gone.wait() }
    }
    var told = 0
    while told < files.count, goesOn() {
      _ = workers.done.wait(timeout: .now() + TestRunner.patience)
      while told < files.count, let outcome = workers.take(told) {
        told += 1
        try keep(outcome)
      }
    }
  }

  /// Returns the tests of a file, none of which is run.
  public func tests(
    of path: String, scripts: any ScriptFiles = DiskScripts()
  ) throws(ScriptError) -> [TestCase] { try file(path, seed: seeds.first ?? 1, scripts).tests }

  private func file(
    _ path: String, seed: UInt64, _ scripts: any ScriptFiles
  ) throws(ScriptError) -> TestFile {
    try TestFile(request(path, seed: seed), files: scripts, policies: policies(scripts))
  }

  private func request(_ path: String, seed: UInt64) -> TestFile.Request {
    var request = TestFile.Request(path: path, seed: seed, policy: policy, luaPath: luaPath)
    request.coversLines = coversLines
    request.standard = standard
    return request
  }

  private func policies(
    _ scripts: any ScriptFiles
  ) -> @Sendable (String, Scenario) throws(ScriptError) -> any SchedulingPolicy {
    { [luaPath] (name, scenario) throws(ScriptError) in
      try PolicySource(for: scenario, files: scripts, luaPath: luaPath).policy(name, for: scenario)
    }
  }

  /// Returns the tests that explore, of all files, under the first seed.
  ///
  /// - Throws: what is wrong with a file.
  package func exploring(
    scripts: any ScriptFiles = DiskScripts()
  ) throws(ScriptError) -> [ExploredTest] {
    var tests: [ExploredTest] = []
    for path in files {
      tests += try ExploredTest.tests(
        of: request(path, seed: seeds.first ?? 1), files: InputFiles(scripts),
        policies: policies(InputFiles(scripts)))
    }
    return tests
  }

  private func outcome(
    of path: String, _ files: any ScriptFiles, goesOn: () -> Bool
  ) -> FileOutcome {
    let scripts = StampedScripts(files)
    var outcome = FileOutcome(path: path, tests: .success([]))
    outcome.tests = Result { () throws(ScriptError) in
      try outcomes(of: path, scripts, &outcome, goesOn: goesOn)
    }
    outcome.sought = scripts.stamps
    return outcome
  }

  private func outcomes(
    of path: String, _ scripts: any ScriptFiles, _ outcome: inout FileOutcome,
    goesOn: () -> Bool
  ) throws(ScriptError) -> [[TestOutcome]] {
    var outcomes: [[TestOutcome]] = []
    for seed in seeds {
      let file = try file(path, seed: seed, scripts)
      let chosen = file.tests.indices.filter { index in
        filter.map { file.tests[index].name.contains($0) } ?? true
      }
      if outcomes.isEmpty { outcomes = chosen.map { _ in [] } }
      for (place, index) in chosen.enumerated() where goesOn() && place < outcomes.count {
        outcomes[place].append(file.run(index))
      }
      outcome.coverage.add(file.coverage)
      outcome.allowances.formUnion(file.allowances)
    }
    return outcomes
  }

  /// The files that the threads of one runner share, and their outcomes.
  private final class WorkerPool: Sendable {
    private struct State {
      var next = 0
      var isDismissed = false
      var outcomes: [FileOutcome?]
    }

    private let state: Locked<State>
    private let count: Int
    /// A signal for each file that is done.
    let done = DispatchSemaphore(value: 0)
    /// A signal for each thread that has ended.
    let gone = DispatchSemaphore(value: 0)

    init(_ count: Int) {
      self.count = count
      state = Locked(State(outcomes: Array(repeating: nil, count: count)))
    }

    var isDismissed: Bool { state.withLock { $0.isDismissed } }

    func next() -> Int? {
      state.withLock { state in
        guard state.next < count, !state.isDismissed else { return nil }
        defer { state.next += 1 }
        return state.next
      }
    }

    func deliver(_ outcome: FileOutcome, of index: Int) {
      state.withLock { $0.outcomes[index] = outcome }
      done.signal()
    }

    func take(_ index: Int) -> FileOutcome? { state.withLock { $0.outcomes[index] } }

    func dismiss() { state.withLock { $0.isDismissed = true } }
  }
}

extension [CoveredScript] {
  /// Adds the lines that other tests have run, script by script, sorted by path.
  public mutating func add(_ others: [CoveredScript]) {
    for other in others {
      if let known = firstIndex(where: { $0.path == other.path }) {
        self[known].add(other)
      } else {
        insert(other, at: firstIndex { $0.path > other.path } ?? endIndex)
      }
    }
  }
}
