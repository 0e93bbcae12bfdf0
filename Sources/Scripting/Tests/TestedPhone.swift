import Device
import Lua
import Simulation

/// A phone of a test: first what is installed on it, then, from the first verb on, a device that
/// runs.
final class TestedPhone {
  /// How long a phone can go on: a test that needs more is none.
  static let lifetime = TimeSpan.days(3_650)

  let number: Int
  let location: SourceLocation
  private let draft: PhoneKeys.Draft
  private unowned let host: TestHost

  private(set) var scenario: Scenario
  private var scripts: [AppScriptReference] = []
  private var running: Device?
  private let tail = TraceTail()
  /// Why processes ended and what was logged, by app and in order.
  private(set) var exits: [[String]] = []
  private(set) var logs: [[String]] = []

  /// What is to happen in the course of time, in order of declaration.
  private var plans: [Plan] = []
  /// A plan has got its moment, or what is waited for has come.
  private var isRoused = false
  private var awaited: AwaitedEvent?
  /// What is awaited has come.
  private var hasCome = false
  private var isPassing = false
  /// When a task of BGTaskScheduler was last launched, by app and identifier; looked up only.
  private var launches: [AppID: [String: Instant]] = [:]
  /// When a record of a kind was last written; looked up only.
  private(set) var lastSeen: [TraceKind: Instant] = [:]

  /// Something that a test wants to be done at a moment.
  struct Plan {
    enum Act {
      case call(LuaReference)
      case server(String, ServerCondition)
    }
    /// Nil: `event` must come first.
    var due: Instant?
    var event: AwaitedEvent?
    var delay = TimeSpan.zero
    let act: Act
  }

  init(_ draft: PhoneKeys.Draft, number: Int, at location: SourceLocation, of host: TestHost) {
    self.draft = draft
    self.number = number
    self.location = location
    self.host = host
    scenario = Scenario(
      duration: TestedPhone.lifetime, startsAt: draft.startsAt, seed: host.seed,
      device: draft.device)
  }

  // MARK: Before it runs

  var isRunning: Bool { running != nil }
  var platform: Platform { draft.device.platform }

  func install(_ app: AppConfiguration, _ script: AppScriptReference) -> Int {
    scenario.apps.append(app)
    scripts.append(script)
    host.appFiles[script.displayName] = script.path
    exits.append([])
    logs.append([])
    return scenario.apps.count - 1
  }

  func add(_ server: ServerConfiguration) -> Int {
    scenario.servers.append(server)
    return scenario.servers.count - 1
  }

  /// The device, which is made when it is first needed.
  func device() throws(LuaFailure) -> Device {
    if let running { return running }
    let device: Device
    do throws(ScriptError) {
      let apps = try AppScripts(scripts, files: host.files, modules: host.modules)
      let policy = try host.policy(draft.policy, for: scenario)
      device = Device(
        scenario, policy: policy, trace: Trace(sink: tail),
        behaviors: apps.behaviorFactory(covering: host.coverage))
    } catch {
      throw LuaFailure(.runtime, error.description)
    }
    device.witness = { [unowned self] in note($0) }
    running = device
    return device
  }

  private func note(_ occurrence: Occurrence) {
    if let app = occurrence.app, let text = occurrence.text {
      switch occurrence.kind {
      case .appExit: exits[Int(app.index)].append(text)
      case .bgTaskLaunch: launches[app, default: [:]][text] = occurrence.at
      case .appLog where logs[Int(app.index)].count < TestHost.mostLines:
        logs[Int(app.index)].append(text)
      default: break
      }
    }
    lastSeen[occurrence.kind] = occurrence.at
    if let awaited, awaited.isMet(by: occurrence) {
      hasCome = true
      isRoused = true
    }
    for index in plans.indices where plans[index].due == nil {
      guard let event = plans[index].event, event.isMet(by: occurrence) else { continue }
      plans[index].due = occurrence.at + plans[index].delay
      isRoused = true
    }
  }

  // MARK: Acting

  /// Lets the test act on the device, and all that follows at this moment happen.
  func act<Result>(
    _ frame: borrowing LuaFrame, _ body: (Device) throws(LuaFailure) -> Result
  ) throws(LuaFailure) -> Result {
    let device = try device()
    try frame.charge(TestedPhone.instructionsAVerb)
    let result = try body(device)
    if !isPassing { try pass(to: device.now, frame) }
    return result
  }

  /// Puts something down that is to be done in the course of time.
  func plan(_ plan: Plan) { plans.append(plan) }

  // MARK: Time

  /// Lets time pass up to and including a moment, or until an event has come.
  ///
  /// - Returns: false where an event was to come and has not.
  @discardableResult
  func pass(
    to stop: Instant, until event: AwaitedEvent? = nil, _ frame: borrowing LuaFrame
  ) throws(LuaFailure) -> Bool {
    let device = try device()
    try frame.charge(TestedPhone.instructionsAVerb)
    guard !isPassing else {
      throw LuaFailure(
        .runtime,
        "no time can pass in an action of after, which is called at its moment; "
          + "give it an after of its own")
    }
    guard stop < device.end else {
      throw LuaFailure(
        .runtime,
        "the phone's time is over (\(Int(TestedPhone.lifetime / .days(1))) days); "
          + "let less time pass")
    }
    isPassing = true
    awaited = event
    hasCome = false
    defer {
      isPassing = false
      awaited = nil
    }
    while !hasCome {
      isRoused = false
      guard let due = plans.compactMap(\.due).min(), due <= stop else {
        try go(device, to: stop, frame)
        if isRoused { continue }
        return event == nil
      }
      // Faults act before what the device has for their moment.
      try go(device, to: max(device.now, due - .nanoseconds(1)), frame)
      if isRoused { continue }
      if due > device.now { device.advance(to: due) }
      try perform(due, on: device)
    }
    return true
  }

  /// Lets events happen until a moment, or until something has come, and charges the test for them.
  private func go(
    _ device: Device, to stop: Instant, _ frame: borrowing LuaFrame
  ) throws(LuaFailure) {
    while true {
      var count = 0
      let isCut = device.advance(until: stop) { _ in
        count += 1
        return isRoused || count == TestedPhone.eventsAtATime
      }
      if let breakdown = device.breakdown {
        throw LuaFailure(.runtime, "the run broke down: \(breakdown)")
      }
      try frame.charge((count + 1) * TestedPhone.instructionsAnEvent)
      if isRoused || !isCut { return }
    }
  }

  private static let eventsAtATime = 1_000
  /// What a test is charged for each event of its phone.
  static let instructionsAnEvent = 20
  static let instructionsAVerb = 200
  static let instructionsAPhone = 10_000

  private func perform(_ moment: Instant, on device: Device) throws(LuaFailure) {
    while let index = plans.firstIndex(where: { $0.due.map { $0 <= moment } ?? false }) {
      switch plans.remove(at: index).act {
      case .call(let action): try host.call(action)
      case .server(let name, let condition): device.set(condition, ofServer: name)
      }
    }
  }

  // MARK: Looking

  /// What a failure tells of the phone.
  func describe(_ failure: inout TestFailure) {
    guard let running else { return }
    running.finishTrace()
    failure.clock = running.clock
    failure.at = running.clock.text(running.now)
    failure.trace = tail.last(12, but: [TraceKind.policyDecision.rawValue])
    if failure.advice.isEmpty {
      failure.advice = running.findings.suffix(3).map {
        "\($0.rule.rawValue): \($0.rule.advice)"
      }
    }
  }

  /// Whether an app's task of BGTaskScheduler runs, or was launched at this very moment.
  func hasLaunched(_ identifier: String, of app: AppID, on device: Device) -> Bool {
    device.runningTasks(of: app).contains(identifier)
      || launches[app]?[identifier] == device.now
  }

  /// Virtual time that has passed.
  var age: TimeSpan { running.map { $0.now - .start } ?? .zero }
}

/// An event that a test waits for.
struct AwaitedEvent {
  let kind: TraceKind
  /// Of a callback: which.
  let callback: String?
  /// Nil: of any app, or of none.
  let app: AppID?

  func isMet(by occurrence: Occurrence) -> Bool {
    occurrence.kind == kind && (app == nil || occurrence.app == app)
      && (callback == nil || occurrence.text == callback)
  }
}
