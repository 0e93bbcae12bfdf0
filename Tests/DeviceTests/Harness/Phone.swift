import Simulation

@testable import Device

/// A device for one test: apps by name with their scripts, a user, a policy, and what happened.
///
/// The only or first app is called "a".
final class Phone {
  var scenario: Scenario
  var scripts: [String: Script] = [:]
  let policy: ClosurePolicy
  let sink = RecordSink()
  /// Set before the device is first used.
  var explaining: ((DecisionExplanation) -> Void)?
  var observer: RecordObserver?
  /// The same; nil: the services of the scenario's system.
  var services: ((Scenario) -> [Service])?
  private(set) lazy var device = makeDevice()

  init(_ apps: String..., seconds: Double = 200, modes: BackgroundModes = []) {
    let names = apps.isEmpty ? ["a"] : apps
    scenario = Scenario(
      duration: .seconds(seconds), apps: names.map { AppConfiguration(name: $0, modes: modes) })
    // Long enough that much can happen in them: the moments of many tests hang on it.
    scenario.device.limits.suspensionDelay = .seconds(5)
    scenario.device.pool.pays = .all
    policy = ClosurePolicy()
  }

  /// One app, opened at 0 and left at 10.
  static func visited(seconds: Double = 200) -> Phone {
    let phone = Phone(seconds: seconds)
    phone.opens(at: 0)
    phone.closes(at: 10)
    return phone
  }

  // MARK: Setting the scene

  func id(_ app: String) -> AppID {
    guard let index = scenario.apps.firstIndex(where: { $0.name == app }) else {
      fatalError("no app \(app)")
    }
    return AppID(index)
  }

  func on(_ callback: String, of app: String = "a", _ steps: [Step]) {
    scripts[app, default: Script()].callbacks[callback] = steps
  }

  func opens(_ app: String = "a", at seconds: Double...) {
    for moment in seconds { act(.open(id(app)), moment) }
  }

  func closes(at seconds: Double...) {
    for moment in seconds { act(.close, moment) }
  }

  func forceQuits(_ app: String = "a", at seconds: Double...) {
    for moment in seconds { act(.forceQuit(id(app)), moment) }
  }

  func locks(at seconds: Double...) {
    for moment in seconds { act(.lock, moment) }
  }

  func unlocks(at seconds: Double...) {
    for moment in seconds { act(.unlock, moment) }
  }

  /// Ends the app by an error of its own, so long after each time it becomes active.
  func crashes(_ app: String = "a", after seconds: Double) {
    let delay = Step.after(seconds, [.fail(.uncaughtException)])
    scripts[app, default: Script()].callbacks["didBecomeActive", default: []].append(delay)
  }

  private func act(_ kind: UserAction.Kind, _ seconds: Double) {
    scenario.user.append(UserAction(at: moment(seconds), kind: kind))
  }

  func network(_ kind: NetworkKind, at seconds: Double) {
    scenario.network.append(NetworkChange(at: moment(seconds), kind: kind))
  }

  func power(
    level: Double? = nil, charging: Bool? = nil, lowPower: Bool? = nil, at seconds: Double
  ) {
    scenario.power.append(
      PowerChange(at: moment(seconds), level: level, charging: charging, lowPowerMode: lowPower))
  }

  /// A server that answers after exactly this time.
  func server(
    _ host: String = "server", latency: Double = 1, fails: Double = 0,
    publishes: ServerConfiguration.Publication = .never
  ) {
    scenario.device.wifi = .init(latency: .zero, bytesPerSecond: 1e18)
    scenario.device.cellular = .init(latency: .seconds(1), bytesPerSecond: 1e18)
    scenario.servers.append(
      ServerConfiguration(
        host: host, latencyMedian: .seconds(latency), latencyP95: .seconds(latency),
        bytesPerSecond: 1e18, failureProbability: fails, publication: publishes))
  }

  // MARK: Running it

  private func makeDevice() -> Device {
    let scripts = scripts
    return Device(
      scenario, policy: policy, trace: Trace(sink: sink), observer: observer,
      explaining: explaining, services: (services ?? scenario.device.platform.services)(scenario)
    ) { app in
      let behavior = ScriptedBehavior(app, scripts[app.name] ?? Script())
      app.storage = behavior
      return behavior
    }
  }

  @discardableResult
  func run(until seconds: Double? = nil) -> RunResult {
    device.run(until: seconds.map { moment($0) })
    return device.result()
  }

  var result: RunResult { device.result() }

  /// Figures of one app.
  func figures(_ app: String = "a") -> AppStatistics { result.apps[Int(id(app).index)] }

  /// The running life of an app.
  func life(_ app: String = "a") -> ScriptedBehavior? {
    device[id(app)].behavior as? ScriptedBehavior
  }

  func state(_ app: String = "a") -> ApplicationState { device.state(of: id(app)) }

  /// Fetches that hold a slot.
  var fetchesRunning: Int { device.slots.room(in: .short).running }

  // MARK: What happened

  /// The records of these kinds of one app, each as "seconds what": "10 willResignActive".
  func timeline(_ kinds: String..., of app: String? = "a") -> [String] {
    _ = device.result()
    return sink.records.filter { kinds.contains($0.kind) && (app == nil || $0.app == app) }
      .map { "\(text($0.seconds)) \($0.summary)" }
  }

  /// Callbacks, logs, exits and findings of one app.
  func story(of app: String = "a") -> [String] {
    timeline("app.callback", "app.log", "app.exit", "finding", of: app)
  }

  func findings(_ rule: FindingRule) -> [Finding] { result.findings.filter { $0.rule == rule } }
}

func moment(_ seconds: Double) -> Instant { .start + .seconds(seconds) }
