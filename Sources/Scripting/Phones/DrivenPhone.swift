import Device
import Lua
import Simulation

/// A phone that tests drive: what is installed on it, then, from `start` on, a device that runs.
///
/// It adds to the driver of `Device` all that tests in Lua and in Swift have in common: the scripts
/// of its apps, acts that are planned for later moments, the exits and the log of each app, and
/// what is in the way of a verb as a `PhoneTrouble`. It knows neither the language of a test nor
/// its way to fail: these are added by `TestedPhone` and by `Phone` of DormouseTesting. It belongs
/// to one thread at a time.
package final class DrivenPhone {
  /// How long a phone can go on: a test that needs more is none.
  package static let lifetime = TimeSpan.days(3_650)
  /// Lines of an app's log that are kept.
  package static let mostLines = 10_000

  /// How messages write calls.
  package let spelling: CallSpelling
  package private(set) var scenario: Scenario
  private var scripts: [AppScriptReference] = []
  private var appNames: Set<String> = []
  private var hosts: Set<String> = []
  /// The servers that apps follow; nil until they are asked for among the present servers.
  private var followed: FollowedServers?
  /// The device; nil until `start`.
  package private(set) var running: Device?
  /// The last records but the policy's decisions, twice as many as are kept at most.
  private var tail: [RecordEntry] = []
  private static let keptRecords = 64

  /// Why the processes of each app ended, and what it has logged, in order; by app.
  package private(set) var exits: [[ExitReason]] = []
  package private(set) var logs: [[String]] = []
  /// What the user has read of each app's alerts, "title: body", in order; by app.
  package private(set) var notifications: [[String]] = []
  /// When a task of BGTaskScheduler was last launched, by app and identifier; looked up only.
  private var launches: [AppID: [String: Instant]] = [:]
  /// When a record of a kind was last written; looked up only.
  package private(set) var lastSeen: [TraceKind: Instant] = [:]

  /// Gets each record, if there is one.
  var heard: ((RecordEntry) -> Void)?

  /// The plans for later moments.
  var plans = PhonePlans()
  var passage: Passage?
  /// The most events that happen in one step.
  var eventsAtATime = 1_000

  package init(
    _ device: DeviceConfiguration, startsAt: TimeSpan, seed: UInt64, spelling: CallSpelling
  ) {
    self.spelling = spelling
    scenario = Scenario(
      duration: DrivenPhone.lifetime, startsAt: startsAt, seed: seed, device: device)
  }

  /// Drives the phone of a scenario, which goes on up to the scenario's end.
  package init(_ loaded: LoadedScenario) {
    spelling = .lua
    scenario = loaded.scenario
    scripts = loaded.appScripts
    appNames = Set(scenario.apps.map(\.name))
    hosts = Set(scenario.servers.map(\.host))
    exits = scenario.apps.map { _ in [] }
    logs = scenario.apps.map { _ in [] }
    notifications = scenario.apps.map { _ in [] }
  }

  /// Drives a device that runs already; what happened before is not known, nor what scripts log.
  init(driving device: Device) {
    spelling = .words
    scenario = device.scenario
    running = device
    exits = scenario.apps.map { _ in [] }
  }

  /// Drives the device of its scenario, which runs already.
  func drive(_ device: Device) { running = device }

  // MARK: Before it runs

  package var platform: Platform { scenario.device.platform }

  /// Throws once the device runs: what is installed must be there before anything happens.
  package func checkIsNew(_ verb: String, _ things: String) throws(PhoneTrouble) {
    guard running != nil else { return }
    throw PhoneTrouble(
      "\(verb): the phone is in use already; give it its \(things) before its first verb")
  }

  package func install(_ app: AppConfiguration, _ script: AppScriptReference) -> AppID {
    scenario.apps.append(app)
    appNames.insert(app.name)
    scripts.append(script)
    exits.append([])
    logs.append([])
    notifications.append([])
    return AppID(scenario.apps.count - 1)
  }

  /// Returns what is wrong with installing an app of a script; empty where nothing is.
  ///
  /// - Parameters:
  ///   - isThere: whether the file is.
  package func obstacles(to app: String, _ script: String, isThere: Bool) -> [String] {
    var obstacles: [String] = []
    if !isThere {
      obstacles.append(
        "no such file (\(quoted(script))); name a .lua file, relative to the test")
    }
    if appNames.contains(app) {
      obstacles.append("an app of this id is there already (\(quoted(app))); give another id")
    }
    return obstacles
  }

  /// Returns what an app declares that the phone's version has no service for: key and message.
  package func absences(of app: AppConfiguration) -> [(key: String, message: String)] {
    AppKeys.absences(
      app.modes, app.permittedIdentifiers, app.widget, serves: app.serves != nil, on: platform)
  }

  /// The hosts of the servers that an app is there to show, where it does not say so itself: those
  /// that its options name, else those that its script names.
  package func serversNamed(
    by options: LuaValue, script path: String, _ files: any ScriptFiles
  ) -> [String] {
    var servers = followed ?? FollowedServers(among: scenario.servers.map(\.host))
    defer { followed = servers }
    return servers.named(by: options, script: path, files: files)
  }

  /// Adds a server; its position.
  package func add(_ server: ServerConfiguration) throws(PhoneTrouble) -> Int {
    guard hosts.insert(server.host).inserted else {
      throw PhoneTrouble(
        "server: one of this host is there already (\(quoted(server.host))); give another host")
    }
    scenario.servers.append(server)
    followed = nil
    return scenario.servers.count - 1
  }

  /// Makes the device; nothing has happened on it yet.
  ///
  /// - Parameters:
  ///   - allowances: gets the comments of the apps' scripts.
  package func start(
    _ policy: any SchedulingPolicy, files: any ScriptFiles, modules: ModuleSearch,
    covering lines: LineCoverage? = nil, _ allowances: inout ScriptAllowances
  ) throws(ScriptError) -> Device {
    let apps = try AppScripts(scripts, files: files, modules: modules)
    allowances.add(apps)
    try allowances.throwProblems()
    return start(policy, apps, covering: lines)
  }

  /// The same with scripts that are there already.
  func start(
    _ policy: any SchedulingPolicy, _ apps: AppScripts, covering lines: LineCoverage? = nil
  ) -> Device {
    let device = Device(
      scenario, policy: policy, observer: { [unowned self] in note($0) },
      behaviors: apps.behaviorFactory(covering: lines))
    running = device
    return device
  }

  /// The policy of a phone that names none.
  package static var whatIsAsked: any SchedulingPolicy { GrantWhatIsAsked() }

  // MARK: Noting

  func note(_ entry: RecordEntry) {
    heard?(entry)
    let app = entry.app.flatMap { name in scenario.apps.firstIndex { $0.name == name } }
    if let app {
      switch entry.record {
      case .exited(let reason, _, _, _): exits[app].append(reason)
      case .bgTaskLaunched(let identifier):
        launches[AppID(app), default: [:]][identifier] = entry.at
      case .notificationShown(_, let title, let body, _):
        notifications[app].append(body.isEmpty ? title : "\(title): \(body)")
      case .logged(let message) where logs[app].count < DrivenPhone.mostLines:
        logs[app].append(message)
      default: break
      }
    }
    lastSeen[entry.kind] = entry.at
    if entry.kind != .policyDecision {
      tail.append(entry)
      if tail.count == 2 * DrivenPhone.keptRecords { tail.removeFirst(DrivenPhone.keptRecords) }
    }
    let owner = app.map { AppID($0) }
    if let awaited = passage?.awaited, awaited.isMet(by: entry.record, of: owner) {
      passage?.hasCome = true
      passage?.isRoused = true
    }
    if plans.note(entry.record, of: owner, at: entry.at) { passage?.isRoused = true }
  }

  // MARK: Looking

  /// The device once it runs. Ends the program before.
  package var device: Device {
    guard let running else { fatalError("DrivenPhone: used before its start") }
    return running
  }

  package func name(of app: AppID) -> String { scenario.apps[Int(app.index)].name }

  /// The path of an app's script.
  func scriptPath(of app: AppID) -> String { scripts[Int(app.index)].path }

  /// Virtual time that has passed.
  package var age: TimeSpan { running.map { $0.now - .start } ?? .zero }

  /// The last records, without the policy's decisions.
  ///
  /// - Parameters:
  ///   - count: at most 64.
  package func lastRecords(_ count: Int) -> [RecordEntry] { tail.suffix(count) }

  /// Whether an app's task of BGTaskScheduler runs, or was launched at this very moment.
  func hasLaunched(_ identifier: String, of app: AppID) -> Bool {
    device.runningTasks(of: app).contains(identifier)
      || launches[app]?[identifier] == device.now
  }

  /// Returns why an app's last process has ended, to stand behind a message; empty where none has.
  func lastEnd(of app: AppID) -> String {
    exits[Int(app.index)].last.map { "; its last process was \(ExitReason.inWords([$0]))" } ?? ""
  }
}

/// Why something cannot be done with a phone: `what (value); what to do`.
package struct PhoneTrouble: Error, Equatable {
  package let message: String

  package init(_ message: String) {
    self.message = message
  }
}

/// How whoever drives a phone writes calls, for messages.
package enum CallSpelling: Sendable {
  case lua
  case swift
  /// Words on the command line.
  case words

  /// `phone:home()`.
  var home: String {
    switch self {
    case .lua: "phone:home()"
    case .swift: "phone.home()"
    case .words: "home"
    }
  }

  /// The phone without Doze: `t:device { doze = false }`.
  var noDoze: String {
    switch self {
    case .lua: "t:device { doze = false }"
    case .swift: "device.dozes = false"
    case .words: "device { doze = false }"
    }
  }

  /// The verb that lets time pass.
  var pass: String { self == .words ? "wait" : "advance" }

  /// `phone:advance(900)`.
  func advance(_ span: TimeSpan) -> String {
    let seconds = plainNumber(span.seconds)
    return switch self {
    case .lua: "phone:advance(\(seconds))"
    case .swift: "phone.advance(.seconds(\(seconds)))"
    case .words: "wait \(plainNumber(span.seconds.rounded(.up)))"
    }
  }
}
