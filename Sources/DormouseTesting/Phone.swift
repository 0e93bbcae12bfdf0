import Device
import Policies
import Runs
import Scripting
import Simulation
import Testing

/// A phone of a test in Swift: apps are installed on it, then it is used, and its time passes when
/// the test says so.
///
/// Its rules are those of phones in Lua tests (`DrivenPhone`); a trouble is an issue at its line.
///
/// A verb happens at once, and so does all that follows from it at this moment: after `app.open()`
/// the app is active, unless it is busy. A verb that cannot be done (an app is left that is not in
/// front, a script has a mistake) records an issue at its own line, and the phone stands still from
/// then on: no later verb does anything, and nothing more is expected of it. So no verb throws, for
/// an error would be told at the head of the test.
///
/// Every phone is a world of its own, equal for equal arguments. It belongs to one task at a time.
public final class Phone {
  let driven: DrivenPhone
  let files: any ScriptFiles
  let folder: String
  private let policy: Policy
  /// Whether every verb so far could be done.
  private(set) var isSound = true
  var allowances = ScriptAllowances()
  /// The acts that the test has planned, by number.
  private var actions: [() -> Void] = []

  /// Makes a phone on which nothing is installed yet.
  ///
  /// - Parameters:
  ///   - os: the version of the system.
  ///   - policy: who gets background time and work when; by default tasks get the time that they
  ///     ask for, and work begins when the test says so.
  ///   - seed: latencies and failures of servers, and the apps' `math.random`, are drawn from it.
  ///   - startsAt: what its clock shows at first, since midnight.
  ///   - scripts: where the apps' Lua files lie; by default beside the test.
  ///   - configure: changes the device's parameters, as its pool of background time.
  ///   - testFile: the file of the test.
  public init(
    os: OS = .newest, policy: Policy = .whatIsAsked, seed: Int = 1, startsAt: Span = .zero,
    scripts: ScriptFolder = .besideTheTest,
    configure: (inout DeviceConfiguration) -> Void = { _ in },
    testFile: String = #filePath
  ) {
    var device = DeviceConfiguration(os)
    configure(&device)
    driven = DrivenPhone(
      device, startsAt: startsAt, seed: UInt64(bitPattern: Int64(seed)), spelling: .swift)
    files = DiskScripts()
    folder = scripts.path(besides: testFile)
    self.policy = policy
  }

  // MARK: What it has

  /// Installs an app; before the first verb.
  ///
  /// - Parameters:
  ///   - script: its Lua file, relative to the folder of scripts.
  ///   - id: its name; by default that of the file.
  ///   - modes: what it may do in the background.
  ///   - permittedIdentifiers: what it may ask BGTaskScheduler for.
  ///   - app: the app whose notification service extension it is; nil: it is an app.
  ///   - options: what its script gets as `...`.
  ///   - configure: changes what else is declared of it, as its memory.
  @discardableResult
  public func install(
    _ script: String, id: String? = nil, modes: Modes = [], permittedIdentifiers: [String] = [],
    serving app: App? = nil,
    options: KeyValuePairs<String, Value> = [:],
    configure: (inout AppConfiguration) -> Void = { _ in },
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) -> App {
    let path = ScriptPath.resolve(script, in: folder)
    var new = AppConfiguration(
      name: id ?? ScriptPath.stem(of: script), modes: modes,
      permittedIdentifiers: permittedIdentifiers, serves: app?.index)
    let options = Value.table(options.map { ($0.key, $0.value) }).asLua
    new.follows = driven.serversNamed(by: options, script: path, files)
    configure(&new)
    var obstacles = driven.absences(of: new).map { "\($0.key): \($0.message)" }
    do throws(PhoneTrouble) { try driven.checkIsNew("install", "apps") } catch {
      obstacles.append(error.message)
    }
    do throws(ScriptFileError) {
      let isThere = try files.contents(of: path) != nil
      obstacles += driven.obstacles(to: new.name, script, isThere: isThere)
    } catch {
      obstacles.append("\(script): \(error.description)")
    }
    guard isSound, obstacles.isEmpty else {
      if isSound { fail(obstacles.joined(separator: "\n"), at: sourceLocation) }
      return App(phone: self, name: new.name, index: nil)
    }
    let reference = AppScriptReference(path: path, displayName: script, options: options)
    return App(phone: self, name: new.name, index: driven.install(new, reference))
  }

  /// Adds a server that apps talk to; before the first verb, and before the apps that show what it
  /// publishes.
  ///
  /// - Parameters:
  ///   - host: its name in URLs.
  ///   - configure: changes its latency, its rate, what it publishes.
  @discardableResult
  public func server(
    _ host: String, configure: (inout ServerConfiguration) -> Void = { _ in },
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) -> Server {
    var server = ServerConfiguration(host: host)
    configure(&server)
    guard isSound else { return Server(phone: self, host: host, index: nil) }
    do throws(PhoneTrouble) {
      try driven.checkIsNew("server", "servers")
      try server.check()
      return Server(phone: self, host: host, index: try driven.add(server))
    } catch {
      fail(error.message, at: sourceLocation)
      return Server(phone: self, host: host, index: nil)
    }
  }

  // MARK: Acting

  /// Does something, and lets all that follows from it at this moment happen.
  func act(
    _ location: Testing.SourceLocation, _ body: (DrivenPhone) throws(PhoneTrouble) -> Void
  ) {
    guard isSound, begin(location) else { return }
    do throws(PhoneTrouble) {
      try body(driven)
      if !driven.isPassing { try pass(to: driven.device.now) }
    } catch {
      fail(error.message, at: location)
    }
  }

  /// Lets time pass.
  ///
  /// - Returns: false where an event was to come and has not.
  @discardableResult
  func pass(to stop: Instant, until event: AwaitedEvent? = nil) throws(PhoneTrouble) -> Bool {
    try driven.pass(to: stop, until: event, failure: \.self) { (step) throws(PhoneTrouble) in
      if case .own(let number) = step { actions[number]() }
      return isSound
    }
  }

  /// Notes an action that is to be done in the course of time, and returns its number.
  func plan(_ action: @escaping () -> Void) -> Int {
    actions.append(action)
    return actions.count - 1
  }

  /// Makes the device, with the first verb; false where that cannot be done.
  private func begin(_ location: Testing.SourceLocation) -> Bool {
    guard driven.running == nil else { return true }
    do throws(ScriptError) {
      _ = try driven.start(
        try policy.made(for: driven.scenario, files, folder), files: files,
        modules: ModuleSearch(files: files, folders: [folder]), &allowances)
      return true
    } catch {
      fail(error.description, at: location)
      return false
    }
  }

  /// Records that something could not be done; nothing more happens on this phone.
  func fail(_ message: String, at location: Testing.SourceLocation) {
    isSound = false
    Issue.record(Comment(rawValue: message + trace(until: 12)), sourceLocation: location)
  }
}

extension ServerConfiguration {
  fileprivate func check() throws(PhoneTrouble) {
    let isSound =
      !host.isEmpty && latencyMedian > .zero && latencyP95 >= latencyMedian && bytesPerSecond > 0
      && (0...1).contains(failureProbability) && answerBytes >= 0 && itemBytes >= 0
    guard isSound else {
      throw PhoneTrouble(
        "server: invalid settings (\(quoted(host))); give a host, a median above 0, a latencyP95 that "
          + "is not below it, a rate above 0, a probability from 0 to 1, and bytes of 0 or more")
    }
  }
}
