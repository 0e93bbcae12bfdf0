import Device
import Lua
import Simulation

/// A `DrivenPhone` as a test in Lua has it: a trouble is an error of the test, planned acts are
/// functions of its state, and what the phone does is charged to the test in instructions.
final class TestedPhone {
  let number: Int
  let location: SourceLocation
  let driven: DrivenPhone
  private let policy: String?
  /// The scenario that it lives through; nil: what the test installs.
  let lived: LivedScenario?
  private unowned let host: TestHost
  /// What the scenario of a phone that ran already says of it; nil: nothing.
  private var asked: ScenarioProperties?
  /// Whether the phone goes on after the test.
  let isOfRun: Bool
  /// The functions that the test has planned, by number.
  private var actions: [LuaReference] = []
  private let properties = PhoneProperties()
  /// How many ends of each app's processes the test has looked at, by app; nil: those of an app of a
  /// scenario that it has not named. Looked up only.
  private var seenExits: [Int: Int] = [:]

  init(_ draft: PhoneKeys.Draft, number: Int, at location: SourceLocation, of host: TestHost) {
    self.number = number
    self.location = location
    self.host = host
    policy = draft.policy
    isOfRun = false
    lived = nil
    driven = DrivenPhone(
      draft.device, startsAt: draft.startsAt, seed: host.seed, spelling: .lua)
  }

  init(
    _ lived: LivedScenario, number: Int, at location: SourceLocation, of host: TestHost
  ) {
    self.number = number
    self.location = location
    self.host = host
    self.lived = lived
    isOfRun = false
    policy = lived.policy
    driven = DrivenPhone(lived.loaded)
    for script in lived.loaded.appScripts { host.appFiles[script.displayName] = script.path }
    if let properties = lived.properties {
      driven.heard = { properties.note($0) }
      // They are asked after each event.
      driven.eventsAtATime = 1
    }
  }

  /// A phone that runs already, and whose run goes on.
  init(
    driving driven: DrivenPhone, asking properties: ScenarioProperties?, number: Int,
    at location: SourceLocation, of host: TestHost
  ) {
    self.number = number
    self.location = location
    self.host = host
    self.driven = driven
    asked = properties
    isOfRun = true
    lived = nil
    policy = nil
    if properties != nil { driven.eventsAtATime = 1 }
  }

  var scenario: Scenario { driven.scenario }
  var platform: Platform { driven.platform }
  /// Virtual time that has passed.
  var age: TimeSpan { driven.age }

  func install(_ app: AppConfiguration, _ script: AppScriptReference) -> Int {
    host.appFiles[script.displayName] = script.path
    let place = Int(driven.install(app, script).index)
    minds(place)
    return place
  }

  /// The device, which is made when it is first needed.
  func device() throws(LuaFailure) -> Device {
    if let running = driven.running { return running }
    do throws(ScriptError) {
      guard let lived else {
        return try driven.start(
          try host.policy(policy, for: scenario), files: host.files, modules: host.modules,
          covering: host.coverage, &host.allowances)
      }
      let device = try driven.start(
        try host.policy(of: lived), files: host.files,
        modules: ModuleSearch(files: host.files, folders: lived.loaded.luaPath),
        covering: host.coverage, &host.allowances)
      lived.properties?.begin(device)
      return device
    } catch {
      throw LuaFailure(.runtime, error.description)
    }
  }

  // MARK: Acting

  /// Lets the test act on the device, and all that follows at this moment happen.
  func act(
    _ frame: borrowing LuaFrame, _ body: (DrivenPhone) throws(PhoneTrouble) -> Void
  ) throws(LuaFailure) {
    let device = try device()
    try checkMayAct()
    try frame.charge(TestedPhone.instructionsAVerb)
    try telling { () throws(PhoneTrouble) in try body(driven) }
    if !driven.isPassing { try pass(to: device.now, frame) }
  }

  /// Puts something down that is to be done in the course of time; its number.
  func plan(_ action: LuaReference) -> Int {
    actions.append(action)
    return actions.count - 1
  }

  // MARK: Properties

  /// Adds what must hold from now on.
  func mind(
    _ kind: PropertyKind, _ property: LuaReference, of phone: LuaReference,
    at location: SourceLocation
  ) {
    properties.add(kind, property, of: phone, at: location)
    // They are asked after each event.
    driven.eventsAtATime = 1
  }

  /// Why what was to hold at some time has not, or which end of an app the test has not looked at;
  /// nil: neither.
  var unmet: TestFailure? { properties.unmet ?? unseenKill }

  /// Returns an error that ends the test with a failure.
  func failing(_ failure: TestFailure) -> LuaFailure { host.failing(failure, on: self) }

  private func checkMayAct() throws(LuaFailure) {
    guard properties.isAsking else { return }
    throw LuaFailure(
      .runtime, "a property can do nothing to the phone; let it look, and act in the test")
  }

  // MARK: Ends of apps

  /// The test has to do with an app from now on.
  func minds(_ app: Int) { seenExits[app] = seenExits[app] ?? 0 }

  /// The test looks at what has become of an app, or of all.
  func noteLook(at app: Int?) {
    for index in app.map({ $0..<$0 + 1 }) ?? driven.exits.indices where seenExits[index] != nil {
      seenExits[index] = driven.exits[index].count
    }
  }

  /// The first app, by its place, that was killed for a fault of its own since the test last looked
  /// at what has become of it; nil: none was.
  private var unseenKill: TestFailure? {
    guard !isOfRun, let running = driven.running else { return nil }
    for (app, exits) in driven.exits.enumerated() {
      guard let seen = seenExits[app],
        let reason = exits.dropFirst(seen).first(where: { !$0.isOrderly })
      else { continue }
      let finding = running.findings.last { $0.app == AppID(app) && $0.rule == reason.cause }
      let place = finding?.location.map { "\($0): " } ?? ""
      let cause = finding.map { ": \(place)\($0.message)" } ?? ""
      let name = driven.name(of: AppID(app))
      return TestFailure(
        "the app \(name) was killed by \(reason.rawValue)\(cause)\n"
          + "the test has not looked at its exits since; if they are meant, expect them:"
          + " expect(app.exits):toEqual { \(exits.map { quoted($0.rawValue) }.joined(separator: ", ")) }",
        at: host.running?.location)
    }
    return nil
  }

  // MARK: Time

  /// Lets time pass up to and including a moment, or until an event has come, and charges the test
  /// for what happens.
  ///
  /// - Returns: false where an event was to come and has not.
  @discardableResult
  func pass(
    to stop: Instant, until event: AwaitedEvent? = nil, _ frame: borrowing LuaFrame
  ) throws(LuaFailure) -> Bool {
    _ = try device()
    try checkMayAct()
    try frame.charge(TestedPhone.instructionsAVerb)
    return try driven.pass(to: stop, until: event, failure: LuaFailure.init) {
      (step) throws(LuaFailure) in
      switch step {
      case .events(let count): try frame.charge(count * TestedPhone.instructionsAnEvent)
      case .own(let number): try host.call(actions[number])
      }
      if let failure = try properties.ask(host) { throw failing(failure) }
      try askScenario()
      asked?.ask(at: driven.device.now)
      return true
    }
  }

  /// The instructions that a test is charged for each event of its phone.
  static let instructionsAnEvent = 20
  static let instructionsAVerb = 200
  static let instructionsAPhone = 10_000
  /// The instructions that a test is charged for each app that it installs or server that it adds.
  static let instructionsAnInstallation = 5_000

  // MARK: Looking

  /// Adds to a failure what it shows of the phone.
  func describe(_ failure: inout TestFailure) {
    guard let running = driven.running else { return }
    failure.clock = running.clock
    failure.at = running.clock.text(running.now)
    failure.trace = driven.lastRecords(12)
    if failure.advice.isEmpty {
      failure.advice = running.findings.suffix(3).map {
        "\($0.rule.rawValue): \($0.rule.advice(on: platform.family))"
      }
    }
  }
}

extension LuaFailure {
  fileprivate init(_ trouble: PhoneTrouble) { self.init(.runtime, trouble.message) }
}

/// Makes an error of the test of what is in the way of a phone's verb.
func telling<Result>(
  _ body: () throws(PhoneTrouble) -> Result
) throws(LuaFailure) -> Result {
  do throws(PhoneTrouble) { return try body() } catch { throw LuaFailure(error) }
}
