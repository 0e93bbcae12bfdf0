import Device
import Simulation
import Users

/// Makes a scenario of the tables that a script has written, reporting all that is wrong with them.
struct ScenarioReading {
  /// The path of the scenario's file, as the user named it.
  let path: String
  /// The recordings that `usage.trace` has read, by the number of its call.
  let recordings: [Int: UsageTrace]
  /// And those that `usage.battery` has read.
  let batteries: [Int: BatteryRecording]
  let files: any ScriptFiles
  let problems: ProblemLog

  /// The outcome of reading a script; useless when problems were reported.
  struct Found {
    var scenario: Scenario
    var apps: [AppScriptReference] = []
    var user: (any UserModel)?
    var policy: String
    var policyLocation: SourceLocation?
    /// The place of the user model, for problems that show only when its actions are drawn.
    var userPlace: Place?
    var hasExpectation = false
    var hasProperties = false
    var follows = FollowedPerson()
    var remark: ScriptError.Problem?
  }

  /// - Parameters:
  ///   - value: a `scenario { ... }`.
  func read(_ value: ScriptValue) -> Found? {
    guard case .table(let table) = value else { return nil }
    var draft = ScenarioKeys.Draft()
    let place = Place("scenario", origin: table.origin, problems: problems)
    ScenarioKeys.scenario.read(table, at: place, into: &draft)
    let moments = Moments(startsAt: draft.startsAt, end: .start + draft.duration)
    var found = Found(
      scenario: Scenario(
        title: draft.title.isEmpty ? ScriptPath.stem(of: path) : draft.title,
        duration: draft.duration, startsAt: draft.startsAt, seed: UInt64(draft.seed)),
      policy: draft.policy, policyLocation: draft.policyPlace?.location)
    if let platform = draft.platform { found.scenario.device = DeviceConfiguration(platform) }
    if let device = draft.device {
      found.scenario.device = readDevice(device, found.scenario.device, platform: draft.platform)
    }
    if let servers = draft.servers { found.scenario.servers = readServers(servers, moments) }
    if let apps = draft.apps { readApps(apps, into: &found) }
    if let device = draft.device { found.remark = remark(on: found.scenario, device) }
    if let network = draft.network {
      found.follows.network = network.value == .string("person")
      if !found.follows.network {
        found.scenario.network = WorldKeys.networkChanges(network, moments)
      }
    }
    readPower(draft, moments, at: place, into: &found)
    if let thermal = draft.thermal {
      found.scenario.thermal = WorldKeys.thermalChanges(thermal, moments)
    }
    if let locations = draft.locations {
      found.scenario.locations = ModeKeys.locations(locations, moments)
    }
    if let bluetooth = draft.bluetooth {
      found.scenario.accessories = ModeKeys.accessories(bluetooth, moments)
    }
    if let unlock = draft.firstUnlock {
      found.scenario.firstUnlock = moments.instant(unlock.value, .isWrong, at: unlock.place)
      if !found.scenario.device.hasPasscode {
        unlock.place.report(
          "the phone has no passcode, so that nothing waits for it; leave it out, or passcode = false"
        )
      }
    }
    if let pushes = draft.pushes {
      found.scenario.pushes = PushKeys.sources(pushes, moments, in: found.scenario)
    }
    if let user = draft.user { readUser(user, moments, into: &found) }
    if !(found.user is UsagePeople), draft.user == nil || found.user != nil {
      for (value, isFollowed) in [
        (draft.network, found.follows.network), (draft.power, found.follows.power),
      ] where isFollowed {
        value?.place.report(
          "no person whose places it could follow (\"person\"); write user = usage.people { ... }")
      }
    }
    readPolicy(draft, into: &found)
    found.hasExpectation = draft.expectation?.isFunction ?? false
    for property in [draft.always, draft.never, draft.eventually] {
      guard let property, property.isFunctions else { continue }
      found.hasProperties = true
    }
    return found
  }

  private func readPower(
    _ draft: ScenarioKeys.Draft, _ moments: Moments, at place: Place, into found: inout Found
  ) {
    found.follows.power = draft.power?.value == .string("person")
    found.follows.lowPowerAt = draft.lowPowerAt
    let battery = draft.power.flatMap(recordedBattery)
    if let battery {
      found.scenario.power = battery.powerChanges(
        startsAt: found.scenario.startsAt, duration: found.scenario.duration)
    } else if let power = draft.power, !found.follows.power {
      found.scenario.power = WorldKeys.powerChanges(power, moments)
    }
    if draft.isBatterySimulated {
      found.scenario.battery = .simulated(lowPowerAt: draft.lowPowerAt)
      if battery != nil { found.scenario.power = found.scenario.power.withChargerAlone }
      if found.scenario.power.contains(where: { $0.at > .start && $0.level != nil }) {
        (draft.power?.place ?? place).report(
          "a level after the start beside battery = \"simulated\", which finds it by itself; "
            + "leave level out, or battery")
      }
    } else if draft.lowPowerAt > 0 {
      if battery != nil {
        found.scenario.power = found.scenario.power.withLowPowerMode(at: draft.lowPowerAt)
      } else if !found.follows.power {
        place.key("lowPowerAt").report(
          "no battery that falls to it; write battery = \"simulated\", power = usage.battery { ... } "
            + "or \"person\", or lowPowerMode = true in power")
      }
    }
  }

  /// Returns the recording that `power` is; nil where it is a list of entries.
  private func recordedBattery(_ power: PlacedValue) -> BatteryRecording? {
    guard case .table(let table) = power.value, table.origin?.constructor == "usage.battery" else {
      return nil
    }
    return table.origin.flatMap { batteries[$0.number] }
  }

  /// Says so where apps may be given fetches or pushes and the pool can never pay for one. That is no
  /// error: an experiment may begin there.
  private func remark(on scenario: Scenario, _ device: PlacedValue) -> ScriptError.Problem? {
    let most = scenario.device.pool.budget.largestCapacity
    let least = scenario.device.limits.fetch
    guard most < least, case .table(let table) = device.value,
      scenario.apps.contains(where: { !$0.modes.isDisjoint(with: [.fetch, .remoteNotification]) })
    else { return nil }
    let place = device.place.table(table, named: "device").named("device")
      .key("pool").key("capacity")
    return ScriptError.Problem(
      at: place.location,
      "\(place.name): too small for any fetch or push, which the pool pays \(least) for (\(most)): none "
        + "will ever start; give \(least.secondsText) or more")
  }

  /// - Parameters:
  ///   - platform: that the scenario has named; nil: the device may.
  private func readDevice(
    _ value: PlacedValue, _ standard: DeviceConfiguration, platform: Platform?
  ) -> DeviceConfiguration {
    var device = standard
    guard let table = value.value.table(of: "device", at: value.place) else { return device }
    let place = value.place.table(table, named: "device").named("device")
    if platform != nil, table["os"] != .nothing {
      place.key("os").report("the scenario names its platform already; leave one of them out")
    }
    if DeviceKeys.device.read(table, at: place, into: &device) {
      DeviceKeys.check(device, at: place)
    }
    return device
  }

  // MARK: Apps

  private func readApps(_ value: PlacedValue, into found: inout Found) {
    guard let list = value.value.list(of: "app { ... }", at: value.place) else { return }
    if list.isEmpty { value.place.report("empty (no apps); give at least one app { ... }") }
    var names = Set<String>()
    var scripts: [String: Bool] = [:]
    var servers = FollowedServers(among: found.scenario.servers.map(\.host))
    var extensions: [(draft: AppKeys.Draft, script: AppScriptReference, place: Place)] = []
    for item in list {
      guard let (app, place) = AppKeys.read(item) else { continue }
      AppKeys.check(app, on: found.scenario.device.platform, at: place)
      let reference = reference(to: app, at: place, known: &scripts)
      if app.id.isEmpty { continue }
      guard names.count + (app.count ?? 1) <= AppKeys.mostApps else {
        place.report("too many apps (over \(AppKeys.mostApps)); give a smaller count")
        return
      }
      let follows = follows(app, script: reference.path, &servers)
      var isUnique = true
      for name in app.names {
        if !names.insert(name).inserted, isUnique {
          isUnique = false
          place.key("id").named(place.name)
            .report("an app of this id is there already (\(quoted(name))); give another id")
        }
        if app.serves != nil {
          extensions.append((app, reference, place))
          break
        }
        var configuration = AppConfiguration(
          name: name, modes: app.modes, memory: app.memory,
          backgroundRefresh: app.backgroundRefresh, follows: follows,
          permittedIdentifiers: app.permittedIdentifiers,
          bundleIdentifier: app.bundleIdentifier, widget: app.widget,
          visibleOptions: app.visibleOptions,
          group: app.groupName)
        configuration.exactAlarms = app.exactAlarms
        configuration.serviceTypes = app.serviceTypes
        configuration.receivesBoot = app.receivesBoot
        configuration.locatesBehind = app.locatesBehind
        configuration.predictedBucket = app.predictedBucket
        found.scenario.apps.append(configuration)
        found.apps.append(reference)
      }
    }
    for (app, script, place) in extensions {
      add(app, script, serving: app.serves ?? "", to: &found, at: place)
    }
  }

  /// Adds an extension, after all apps that a user may open.
  private func add(
    _ draft: AppKeys.Draft, _ script: AppScriptReference, serving name: String,
    to found: inout Found, at place: Place
  ) {
    if let obstacle = AppKeys.obstacle(toServing: name, among: found.scenario.apps) {
      return place.key("serves").report(obstacle)
    }
    let served = found.scenario.apps.firstIndex { $0.name == name }
    found.scenario.apps.append(
      AppConfiguration(
        name: draft.id, memory: draft.memory, bundleIdentifier: draft.bundleIdentifier,
        serves: served.map { AppID($0) }, visibleOptions: draft.visibleOptions,
        group: draft.groupName))
    found.apps.append(script)
  }

  /// The hosts that an app follows: as declared, which must be there, or as found.
  private func follows(
    _ app: AppKeys.Draft, script: String, _ servers: inout FollowedServers
  ) -> [String] {
    guard let declared = app.follows else {
      return servers.named(by: app.options, script: script, files: files)
    }
    return declared.compactMap { item in
      guard let host = item.value.text(at: item.place) else { return nil }
      if servers.contains(host) { return host }
      let advice = advice(for: host, among: servers.hosts, what: "server")
      item.place.report("no server of this host (\(quoted(host))); \(advice)")
      return nil
    }
  }

  /// The script of an app, which must be there.
  private func reference(
    to app: AppKeys.Draft, at place: Place, known: inout [String: Bool]
  ) -> AppScriptReference {
    let script = resolved(app.script)
    if !app.script.isEmpty, known[script] == nil {
      known[script] = exists(script, at: place.key("script"))
    }
    if known[script] == false, !app.script.isEmpty {
      place.key("script").report(
        "no such file (\(quoted(app.script))); name a .lua file, relative to the scenario")
    }
    return AppScriptReference(
      path: script, displayName: app.script, options: app.options,
      memoryCapBytes: app.memoryCapBytes,
      cpuNanosecondsPerTick: Int(app.instructionCost.nanoseconds))
  }

  private func exists(_ file: String, at place: Place) -> Bool? {
    do {
      return try files.contents(of: file) != nil
    } catch {
      place.report(error.description)
      return nil
    }
  }

  private func resolved(_ file: String) -> String {
    ScriptPath.resolve(file, in: ScriptPath.folder(of: path))
  }

  // MARK: Servers, user, policy

  private func readServers(_ value: PlacedValue, _ moments: Moments) -> [ServerConfiguration] {
    var hosts = Set<String>()
    var servers: [ServerConfiguration] = []
    for item in value.value.list(of: "server { ... }", at: value.place) ?? [] {
      guard let server = ServerKeys.read(item, moments) else { continue }
      servers.append(server)
      if !server.host.isEmpty, !hosts.insert(server.host).inserted {
        ServerKeys.place(of: item).key("host").named("server \(quoted(server.host))")
          .report("a server of this host is there already; give another host")
      }
    }
    return servers
  }

  private func readUser(_ value: PlacedValue, _ moments: Moments, into found: inout Found) {
    guard case .table(let table) = value.value, let origin = table.origin,
      origin.constructor.hasPrefix("usage.")
    else {
      value.place.report(
        "no user model (\(value.value.shown)); give \(ScenarioKeys.userModels)")
      return
    }
    let place = Place(origin.constructor, origin: origin, problems: problems)
    let model = PlacedValue(value: value.value, place: place)
    let apps = KnownNames(found.scenario.openable.map(\.name))
    found.userPlace = place
    switch origin.constructor {
    case "usage.schedule":
      let before = place.problemCount
      let entries = UsageKeys.schedule(
        model, moments, apps: apps, end: .start + found.scenario.duration)
      guard place.problemCount == before else { return }
      do throws(UserModelError) {
        found.user = try UsageSchedule(entries)
      } catch {
        place.reportAsIs(error.description)
      }
    case "usage.habits": found.user = UsageKeys.habits(model, apps: apps)
    case "usage.people": found.user = PeopleKeys.model(model, apps: apps)
    default: found.user = recordings[origin.number]
    }
  }

  /// A file is named relative to the scenario; what is no file is a name for whoever makes
  /// policies.
  private func readPolicy(_ draft: ScenarioKeys.Draft, into found: inout Found) {
    if draft.policyPlace == nil, found.scenario.device.platform.family == .android {
      found.policy = ScenarioKeys.standardPolicyOfAndroid
    }
    guard draft.policy.hasSuffix(".lua"), let place = draft.policyPlace else { return }
    found.policy = resolved(draft.policy)
    if exists(found.policy, at: place) == false {
      place.report("no such file (\(quoted(draft.policy))); give a policy's name or .lua file")
    }
  }
}
