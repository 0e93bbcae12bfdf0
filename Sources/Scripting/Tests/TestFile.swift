import Device
import Lua
import Simulation

/// A Lua file of tests, loaded for one seed; it belongs to one thread at a time.
///
/// Its tests share the file's local variables and run in the order in which they are called; each
/// has phones of its own. One that has to be ended, as one without end, takes the file's state with
/// it: the next test finds the file loaded anew.
public final class TestFile {
  /// Where a file of tests is, and under what it runs.
  public struct Request: Sendable {
    public var path: String
    public var seed: UInt64
    /// The policy of phones that name none; nil where work begins when the test says so.
    public var policy: String?
    /// Folders in which `require` looks after the file's own.
    public var luaPath: [String]
    /// Counts which lines of the apps run.
    public var coversLines = false
    /// The findings that `toHaveNoFindings` fails on.
    public var standard = FindingStandard()

    public init(path: String, seed: UInt64 = 1, policy: String? = nil, luaPath: [String] = []) {
      self.path = path
      self.seed = seed
      self.policy = policy
      self.luaPath = luaPath
    }
  }

  private let request: Request
  private let files: any ScriptFiles
  private let policies: @Sendable (String, Scenario) throws(ScriptError) -> any SchedulingPolicy
  private let source: [UInt8]
  private var host: TestHost
  private var state: LuaState
  /// Sets where the script's `math.random` goes on.
  private var reseed: LuaReference
  private let lines: LineCoverage?
  /// Paths of apps' scripts, by name, of hosts that are gone.
  private var appFiles: [String: String] = [:]
  /// The comments that tests have met before the file was loaded again.
  private var earlierAllowances = ScriptAllowances()

  /// The tests in the order in which the file declares them; never empty.
  public let tests: [TestCase]

  /// Loads the file and runs none of its tests.
  ///
  /// - Parameters:
  ///   - policies: makes the policy of a name or a `.lua` file, for one run of a scenario.
  /// - Throws: what is wrong with the file.
  public init(
    _ request: Request, files: any ScriptFiles,
    policies: @escaping @Sendable (String, Scenario) throws(ScriptError) -> any SchedulingPolicy
  ) throws(ScriptError) {
    self.request = request
    self.files = files
    self.policies = policies
    source = try TestFile.source(of: request.path, files)
    (host, state, reseed) = try TestFile.load(request, source, files, policies)
    tests = host.declared.map(\.test)
    lines = request.coversLines ? LineCoverage() : nil
    host.coverage = lines
  }

  private static func source(
    of path: String, _ files: any ScriptFiles
  ) throws(ScriptError) -> [UInt8] {
    let place = SourceLocation(file: path, line: 0)
    do throws(ScriptFileError) {
      guard let source = try files.script(at: path) else {
        throw ScriptFileError("no such file; name a file of tests, a .lua file that is there")
      }
      return source
    } catch {
      throw ScriptError(at: place, error.description)
    }
  }

  private static func load(
    _ request: Request, _ source: [UInt8], _ files: any ScriptFiles,
    _ policies: @escaping TestHost.Policies
  ) throws(ScriptError) -> (TestHost, LuaState, LuaReference) {
    let path = request.path
    let folder = ScriptPath.folder(of: path)
    let host = TestHost(
      path: path, source: source, files: files,
      modules: ModuleSearch(
        files: files, folders: [folder.isEmpty ? "." : folder] + request.luaPath),
      seed: request.seed, policy: request.policy, standard: request.standard, policies: policies)
    let kind = ScriptKind(of: source)
    do throws(LuaFailure) {
      let words = RandomStream(seed: request.seed, name: "math.random of a test").seedWords
      let state = try LuaState(
        limits: TestHost.limits, seed: LuaSeed(words.0, words.1, words.2, words.3),
        library: TestLibrary.shared.functions, host: host)
      host.state = state
      let text = try state.loadHostText(
        "local seed = math.randomseed return function(a, b) seed(a, b) end")
      let reseed = try state.call(text) { $0.reference(1) }
      let chunk = try state.load(source, name: path)
      try state.call(chunk, limit: TestHost.limits.entryInstructions)
      if !host.declared.isEmpty { return (host, state, reseed) }
    } catch {
      if kind == .test || kind == .app || error.kind == .syntax || error.breaksRun != nil {
        let failure = host.failure(of: error)
        throw ScriptError(
          at: failure?.location ?? SourceLocation(file: path, line: 0), failure?.message ?? "",
          cause: error.breaksRun)
      }
    }
    let place = SourceLocation(file: path, line: 0)
    if kind != .test, let use = kind.use(of: path) {
      throw ScriptError(at: place, "it is \(kind.phrase), no file of tests; \(use)")
    }
    throw ScriptError(
      at: place, "no test in it; write test(\"what is so\", function(t) ... end)")
  }

  // MARK: Running

  /// Runs a test. O(what it does).
  ///
  /// - Parameters:
  ///   - index: its position in `tests`.
  public func run(_ index: Int) -> TestOutcome {
    if state.isKilled { loadAgain() }
    let test = tests[index]
    var outcome = TestOutcome(test: test, seed: request.seed)
    guard host.declared.indices.contains(index), host.declared[index].test == test else {
      outcome.failures = [
        TestFailure(
          "the file declares other tests when it is loaded again; declare the same ones each time",
          at: test.location)
      ]
      return outcome
    }
    host.begin(test)
    let words = RandomStream(seed: request.seed, name: "test/\(test.name)").seedWords
    try? state.call(reseed) { frame in
      frame.push(Int64(bitPattern: words.0))
      frame.push(Int64(bitPattern: words.1))
    }
    let body = host.declared[index].body
    var isReady = true
    for hook in host.hooks.before where isReady {
      isReady = call(hook, "in beforeEach", &outcome)
    }
    if isReady, call(body, "", &outcome) {
      outcome.failures += host.expectations.idle
      if let failure = host.unmet() { outcome.failures.append(failure) }
    }
    for hook in host.hooks.after where !state.isKilled { _ = call(hook, "in afterEach", &outcome) }
    outcome.output = host.output
    outcome.virtualTime = host.phones.values.reduce(host.droppedTime) { $0 + $1.age }
    host.end(state)
    state.collectIfGrown()
    return outcome
  }

  /// Calls a function of the file with `t`; false if it failed.
  private func call(
    _ function: LuaReference, _ circumstance: String, _ outcome: inout TestOutcome
  ) -> Bool {
    let before = host.told.count
    do throws(LuaFailure) {
      try state.call(function, limit: TestHost.limits.entryInstructions) { frame in
        frame.push(TestLibrary.shared.test, identifier: 0)
      }
      return true
    } catch {
      var failures = Array(host.told[before...])
      if let failure = host.failure(of: error) { failures.append(failure) }
      for index in failures.indices where failures[index].circumstance.isEmpty {
        failures[index].circumstance = circumstance
      }
      outcome.failures += failures
      return false
    }
  }

  private func loadAgain() {
    guard let loaded = try? TestFile.load(request, source, files, policies) else { return }
    appFiles.merge(host.appFiles) { $1 }
    earlierAllowances.formUnion(host.allowances)
    (host, state, reseed) = loaded
    host.coverage = lines
  }

  /// The comments of the apps' scripts that allow findings, and which of them have.
  public var allowances: ScriptAllowances {
    var all = earlierAllowances
    all.formUnion(host.allowances)
    return all
  }

  /// Runs a test whose `phone:explore` plays a story; also what came of that.
  func run(_ index: Int, playing story: Story) -> (TestOutcome, TestExploration) {
    host.exploration.story = story
    let outcome = run(index)
    return (outcome, host.exploration)
  }

  // MARK: Coverage

  /// How often each line of the apps has run so far, also of what they required; lines that could
  /// have run and did not have 0. Sorted by path. Empty unless that was asked for. O(lines).
  public var coverage: [CoveredScript] {
    guard let lines else { return [] }
    let paths = appFiles.merging(host.appFiles) { $1 }
    var covered: [String: CoveredScript] = [:]
    for path in paths.values { covered[path] = script(at: path) }
    for (name, counts) in lines.files {
      // What is no app is a module, named from the folder in which `require` has found it.
      let places = paths[name].map { [$0] } ?? host.modules.places(of: name)
      guard let path = places.first(where: { covered[$0] != nil || script(at: $0) != nil }) else {
        continue
      }
      if covered[path] == nil { covered[path] = script(at: path) }
      for (line, count) in counts.enumerated() where count > 0 {
        covered[path]?.counts[line, default: 0] += count
      }
    }
    return covered.values.sorted { $0.path < $1.path }
  }

  /// A script of which no line has run; nil where there is none.
  private func script(at path: String) -> CoveredScript? {
    guard let source = try? files.script(at: path),
      let chunk = try? LuaChunk(source, name: path)
    else { return nil }
    return CoveredScript(
      path: path,
      counts: Dictionary(uniqueKeysWithValues: chunk.activeLines.map { ($0, 0) }))
  }
}
