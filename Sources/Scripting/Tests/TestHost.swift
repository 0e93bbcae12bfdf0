import Device
import Lua
import Simulation

/// The host of a file of tests: the tests that it declares, and the phones of the one that runs.
final class TestHost {
  /// Makes the policy of a name or file, for one run of a scenario.
  typealias Policies =
    @Sendable (_ name: String, _ scenario: Scenario) throws(ScriptError) -> any SchedulingPolicy

  /// The limits of one test; each event of a phone counts as some instructions.
  static let limits = LuaLimits(
    memoryBytes: 256 << 20, entryInstructions: 100_000_000)
  /// Lines of a test's output, and of an app's log, that are kept.
  static let mostLines = 10_000
  static let mostCases = 10_000
  private static let mostPhones = 100_000

  /// A test as it was declared.
  struct Declared {
    let test: TestCase
    let body: LuaReference
  }

  let path: String
  let files: any ScriptFiles
  let modules: ModuleSearch
  let seed: UInt64
  private let policies: Policies
  /// The findings that `toHaveNoFindings` fails on.
  private let standard: FindingStandard
  /// The comments of the apps' scripts that allow findings.
  var allowances = ScriptAllowances()
  /// The policy of phones that name none; nil where work begins when the test says so.
  private let policyName: String?
  /// Set once there is one.
  weak var state: LuaState?
  let source: [UInt8]
  /// The lines of the file itself.
  private let lines: [String]

  private(set) var declared: [Declared] = []
  private var names: Set<String> = []
  private(set) var hooks: (before: [LuaReference], after: [LuaReference]) = ([], [])

  /// The test that runs; nil: the file is loaded.
  private(set) var running: TestCase?
  private(set) var output: [String] = []
  var phones: [Int: TestedPhone] = [:]
  private(set) var phoneCount = 0
  /// Virtual time of phones that are gone.
  private(set) var droppedTime = TimeSpan.zero
  private(set) var lastPhone: TestedPhone?
  var expectations = OpenExpectations()
  /// The coverage of the apps' lines; nil where it is not wanted.
  var coverage: LineCoverage?
  /// The paths of apps' scripts, by the names that they go by.
  var appFiles: [String: String] = [:]
  /// What `phone:explore` plays, and what comes of it.
  var exploration = TestExploration()
  /// The failure behind an error that is under way.
  private var raised: TestFailure?
  /// The failures that are reported already.
  private(set) var told: [TestFailure] = []

  init(
    path: String, source: [UInt8], files: any ScriptFiles, modules: ModuleSearch, seed: UInt64,
    policy: String?, standard: FindingStandard = FindingStandard(), policies: @escaping Policies
  ) {
    self.standard = standard
    self.path = path
    self.files = files
    self.modules = modules
    self.seed = seed
    policyName = policy
    self.policies = policies
    self.source = source
    lines = source.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  // MARK: Declaring

  func declare(_ frame: borrowing LuaFrame) throws(LuaFailure) {
    guard running == nil else {
      throw LuaFailure(.runtime, "test: called within a test; declare it beside the others")
    }
    let name = try frame.string(1)
    guard frame.type(at: 2) == .function else {
      throw LuaFailure(
        .runtime, "test: no function (\(frame.shown(2))); write test(\"name\", function(t) ... end)"
      )
    }
    guard !name.isEmpty, names.insert(name).inserted else {
      throw LuaFailure(
        .runtime,
        "test: \(name.isEmpty ? "no name" : "there is a test of this name already") "
          + "(\(quoted(name))); give it a name of its own")
    }
    declared.append(
      Declared(test: TestCase(name: name, location: here(frame)), body: frame.reference(2)))
  }

  func declareHook(
    _ frame: borrowing LuaFrame, _ name: String, isBefore: Bool
  ) throws(LuaFailure) {
    guard running == nil, frame.type(at: 1) == .function else {
      throw LuaFailure(
        .runtime,
        "\(name): \(running == nil ? "no function (\(frame.shown(1)))" : "called within a test"); "
          + "write \(name)(function(t) ... end) beside the tests")
    }
    if isBefore {
      hooks.before.append(frame.reference(1))
    } else {
      hooks.after.append(frame.reference(1))
    }
  }

  // MARK: Running

  func begin(_ test: TestCase) {
    running = test
    output = []
    told = []
    droppedTime = .zero
    exploration.begin()
  }

  /// Lets go of what the test has made; its phones are distinct from all later ones.
  func end(_ state: LuaState) {
    expectations.removeAll(state)
    for phone in phones.values { noteAllowed(on: phone) }
    phones = [:]
    lastPhone = nil
    raised = nil
    running = nil
  }

  /// Calls a function of the test from within one of its calls.
  func call(_ function: LuaReference) throws(LuaFailure) {
    guard let state else { fatalError("TestHost: called without a state") }
    do throws(LuaFailure) { try state.call(function) } catch {
      // It is reported at its own line, not at that of the verb that let time pass.
      guard !error.isFatal, let failure = failure(of: error) else { throw error }
      raised = failure
      throw LuaFailure(.runtime, failure.message)
    }
  }

  /// Asks a function of the test about a phone: whether what it returns is neither nil nor false;
  /// nil where it returns nothing.
  func ask(_ function: LuaReference, of phone: LuaReference) throws(LuaFailure) -> Bool? {
    guard let state else { fatalError("TestHost: asked without a state") }
    do throws(LuaFailure) {
      return try state.call(
        function, arguments: { $0.push(phone) },
        results: { $0.count > 0 ? $0.truth(1) : nil })
    } catch {
      guard !error.isFatal, let failure = failure(of: error) else { throw error }
      raised = failure
      throw LuaFailure(.runtime, failure.message)
    }
  }

  /// Why a property of the phones that were made after the first so many has never held, or which of
  /// their apps was killed without the test looking; nil: neither.
  func unmet(after count: Int = 0) -> TestFailure? {
    guard phoneCount > count else { return nil }
    for number in (count + 1)...phoneCount {
      guard let phone = phones[number], var failure = phone.unmet else { continue }
      phone.describe(&failure)
      quote(&failure)
      return failure
    }
    return nil
  }

  func policy(
    _ name: String?, for scenario: Scenario
  ) throws(ScriptError) -> any SchedulingPolicy {
    try policy(name, otherwise: nil, for: scenario)
  }

  /// - Parameters:
  ///   - other: the policy where neither the phone nor whoever runs the tests names one.
  func policy(
    _ name: String?, otherwise other: String?, for scenario: Scenario
  ) throws(ScriptError) -> any SchedulingPolicy {
    if let name {
      return try policies(name.hasSuffix(".lua") ? resolved(name) : name, scenario)
    }
    guard let named = policyName ?? other else { return DrivenPhone.whatIsAsked }
    return try policies(named, scenario)
  }

  /// A file that the test names.
  func resolved(_ file: String) -> String {
    ScriptPath.resolve(file, in: ScriptPath.folder(of: path))
  }

  func say(_ line: String) {
    if output.count < TestHost.mostLines { output.append(line) }
  }

  func addPhone(_ draft: PhoneKeys.Draft, at location: SourceLocation) throws(LuaFailure) -> Int {
    try addPhone { TestedPhone(draft, number: $0, at: location, of: self) }
  }

  func addPhone(_ lived: LivedScenario, at location: SourceLocation) throws(LuaFailure) -> Int {
    try addPhone { TestedPhone(lived, number: $0, at: location, of: self) }
  }

  func addPhone(_ make: (Int) -> TestedPhone) throws(LuaFailure) -> Int {
    guard running != nil else {
      throw LuaFailure(.runtime, "device: no test runs; make phones within a test")
    }
    guard phones.count < TestHost.mostPhones else {
      throw LuaFailure(
        .runtime, "device: too many phones in one test (\(phones.count)); make fewer")
    }
    phoneCount += 1
    let phone = make(phoneCount)
    phones[phoneCount] = phone
    lastPhone = phone
    return phoneCount
  }

  /// Lets go of the phones that were made after the first so many.
  func dropPhones(after count: Int) {
    guard phoneCount > count else { return }
    for number in (count + 1)...phoneCount {
      guard let phone = phones.removeValue(forKey: number) else { continue }
      droppedTime += phone.age
      noteAllowed(on: phone)
    }
    if let lastPhone, lastPhone.number > count { self.lastPhone = nil }
  }

  func noteUse(of phone: TestedPhone) { lastPhone = phone }

  /// Notes which comments allow something, whether or not the test has asked for findings.
  private func noteAllowed(on phone: TestedPhone) {
    for finding in phone.driven.running?.findings ?? [] {
      _ = allowances.allowance(of: finding.rule, at: finding.location)
    }
  }

  // MARK: Failing

  func here(_ frame: borrowing LuaFrame) -> SourceLocation {
    guard let place = frame.sourceLocation() else { return SourceLocation(file: path, line: 0) }
    return SourceLocation(file: place.file, line: place.line)
  }

  /// Returns an error that ends the test, unless the test catches it, and is reported as a failure.
  func failing(_ failure: TestFailure, on phone: TestedPhone? = nil) -> LuaFailure {
    var failure = failure
    (phone ?? lastPhone)?.describe(&failure)
    raised = failure
    return LuaFailure(.runtime, failure.message)
  }

  /// Returns the failure behind an error that has come out of the test; nil if it was reported
  /// already.
  func failure(of error: LuaFailure) -> TestFailure? {
    defer { raised = nil }
    if error.message.hasSuffix(TestHost.stop) { return nil }
    var failure: TestFailure
    if let raised, error.message.hasSuffix(raised.message) {
      failure = raised
    } else {
      failure = TestFailure(
        TestHost.message(of: error),
        at: error.file.map { SourceLocation(file: $0, line: error.line ?? 0) })
      lastPhone?.describe(&failure)
    }
    quote(&failure)
    return failure
  }

  /// Adds the source of a failure's line.
  private func quote(_ failure: inout TestFailure) {
    guard let location = failure.location, location.file == path,
      lines.indices ~= location.line - 1
    else { return }
    failure.statement = trimmed(lines[location.line - 1])
  }

  private static func message(of error: LuaFailure) -> String {
    switch error.kind {
    case .instructions:
      "the test goes on for too long (over \(grouped(limits.entryInstructions)) instructions, "
        + "\(TestedPhone.instructionsAVerb) for each verb and "
        + "\(TestedPhone.instructionsAnEvent) for each event of its phones); look for a loop "
        + "without end"
    case .memory:
      "the test takes too much memory (over \(limits.memoryBytes >> 20) MB); keep less"
    default: UnmodelledName.advised(withoutPlace(error), in: .test)
    }
  }

  /// The message of the error that ends a test whose failures are reported already.
  private static let stop = "some cases of the test have failed"

  /// Tells of failures at once; the error ends the test.
  func tell(_ failures: [TestFailure]) -> LuaFailure {
    told += failures
    return LuaFailure(.runtime, TestHost.stop)
  }
}

extension TestHost: ExpectingHost {
  var obstacleToExpecting: String? {
    running == nil ? "expect: no test runs; expect within a test" : nil
  }

  var failsOn: FindingRule.Kind { standard.failsOn }

  func isAllowed(_ finding: Finding) -> Bool {
    if standard.allowed.contains(finding.rule) { return true }
    return allowances.allowance(of: finding.rule, at: finding.location) != nil
  }

  func name(ofSubject index: Int, _ frame: borrowing LuaFrame) -> String? {
    subject(index, frame)?.name
  }

  func findings(of index: Int, _ frame: borrowing LuaFrame) throws(LuaFailure) -> [Finding]? {
    guard let (phone, app, _) = subject(index, frame) else { return nil }
    phone.noteLook(at: app.map { Int($0.index) })
    return try phone.device().findings.filter { app == nil || $0.app == app }
  }

  func failing(
    _ failure: TestFailure, about index: Int, _ frame: borrowing LuaFrame
  ) -> LuaFailure {
    failing(failure, on: subject(index, frame)?.phone)
  }

  /// The app or phone that a value is.
  private func subject(
    _ index: Int, _ frame: borrowing LuaFrame
  ) -> (phone: TestedPhone, app: AppID?, name: String)? {
    guard let identifier = frame.objectIdentifier(index) else { return nil }
    let kind = frame.typeName(index)
    guard kind == "app" || kind == "phone",
      let (phone, position) = TestObject.find(identifier, self)
    else { return nil }
    if kind == "phone" { return (phone, nil, "the phone") }
    return (phone, AppID(position), phone.scenario.apps[position].name)
  }
}
