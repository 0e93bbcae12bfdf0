import Device
import Lua
import Simulation

/// The keys of `t:scenario(path, { ... })`.
enum ScenarioPhoneKeys {
  struct Draft {
    var seed: Int?
    var policy: String?
    var only: [String] = []
    var set: [String: String] = [:]
  }

  static let options = Keys<Draft>([
    Key("seed", "whole number", "another seed", standard: "the scenario's") {
      value, place, draft in draft.seed = value.integer(0...Int.max, at: place)
    },
    Key(
      "policy", "string", "another policy, or its file, relative to the test",
      standard: "the scenario's"
    ) { value, place, draft in draft.policy = value.text(at: place) },
    Key("only", "list of strings", "the apps that stay", standard: "all") {
      value, place, draft in
      draft.only = (value.list(of: "names of apps", at: place) ?? []).compactMap {
        $0.value.text(at: $0.place)
      }
    },
    Key("set", "table", "values of the scenario's parameters, by name") { value, place, draft in
      guard case .table(let table) = value else {
        return place.report("not a table (\(value.shown)); write { name = value }")
      }
      for entry in table.entries {
        guard case .string(let name) = entry.key else { continue }
        draft.set[name] =
          if case .string(let text) = entry.value { text } else { entry.value.shown }
      }
    },
  ])
}

/// The scenario that a test's phone lives through.
struct LivedScenario {
  let loaded: LoadedScenario
  /// Nil: the scenario's own.
  let policy: String?
  /// What the scenario says of its phone; nil: nothing.
  let properties: ScenarioProperties?
}

extension TestMembers {
  /// Adds `scenario(path [, options])` to `t`.
  mutating func defineScenarioPhones(_ phone: LuaClass) {
    method("scenario") { (frame, host) throws(LuaFailure) in
      let path = try frame.string(2)
      var draft = ScenarioPhoneKeys.Draft()
      if !frame.isNil(3) {
        let reading = try TableReading("scenario", 3, frame, host)
        ScenarioPhoneKeys.options.read(reading.table, at: reading.place, into: &draft)
        try reading.throwIfAny(host)
      }
      try frame.charge(TestedPhone.instructionsAPhone)
      let lived = try host.scenario(path, draft)
      try frame.charge(
        lived.loaded.scenario.apps.count * TestedPhone.instructionsAnInstallation)
      let number = try host.addPhone(lived, at: host.here(frame))
      guard let made = host.phones[number] else { return .none }
      _ = try made.device()
      frame.push(phone, identifier: TestObject.identifier(made))
      return .values(1)
    }
  }

  /// Adds the ways to what is on a phone.
  mutating func defineInstalled(_ app: LuaClass, _ server: LuaClass) {
    method("app") { (frame, host) throws(LuaFailure) in
      let phone = try TestObject.phone(frame, host)
      let name = try frame.string(2)
      let names = phone.scenario.apps.map(\.name)
      guard let index = names.firstIndex(of: name) else {
        throw LuaFailure(
          .runtime,
          "phone:app: no such app (\(quoted(name))); \(advice(for: name, among: names, what: "app"))"
        )
      }
      phone.minds(index)
      frame.push(app, identifier: TestObject.identifier(phone, index))
      return .values(1)
    }
    property("servers") { (frame, host) throws(LuaFailure) in
      let phone = try TestObject.phone(frame, host)
      let list = frame.pushTable(elements: phone.scenario.servers.count)
      for index in phone.scenario.servers.indices {
        frame.push(server, identifier: TestObject.identifier(phone, index))
        frame.setElement(index + 1, of: list)
      }
      return .values(1)
    }
    method("finish") { (frame, host) throws(LuaFailure) in
      let phone = try TestObject.phone(frame, host)
      guard !phone.isOfRun else {
        throw LuaFailure(.runtime, "finish: the run goes on by itself; leave it out")
      }
      if phone.lived != nil {
        try phone.pass(to: try phone.device().end, frame)
        try phone.act(frame) { $0.device.close() }
        try phone.judge()
      } else {
        try phone.act(frame) { $0.device.close() }
      }
      return .none
    }
  }
}

extension TestHost {
  /// Loads a scenario that a test names.
  fileprivate func scenario(
    _ path: String, _ draft: ScenarioPhoneKeys.Draft
  ) throws(LuaFailure) -> LivedScenario {
    do throws(ScriptError) {
      var loaded = try ScenarioScript.load(
        resolved(path), settings: draft.set, files: files, luaPath: modules.folders)
      if let seed = draft.seed { loaded = try loaded.drawn(from: UInt64(seed)) }
      if !draft.only.isEmpty { loaded = try loaded.keeping(apps: draft.only) }
      return LivedScenario(
        loaded: loaded, policy: draft.policy, properties: try ScenarioProperties(of: loaded))
    } catch {
      throw LuaFailure(.runtime, "scenario: \(error.description)")
    }
  }

  /// The policy of a phone that lives through a scenario.
  func policy(of lived: LivedScenario) throws(ScriptError) -> any SchedulingPolicy {
    try policy(lived.policy, otherwise: lived.loaded.policy, for: lived.loaded.scenario)
  }
}

extension TestedPhone {
  /// Asks whether the scenario allows what has happened: the failure of the first that it does not.
  func askScenario() throws(LuaFailure) {
    guard let properties = lived?.properties else { return }
    properties.ask(at: try device().now)
    if let broken = properties.failures.first { throw failing(broken.failure) }
  }

  /// Asks what is known at the end of the scenario.
  fileprivate func judge() throws(LuaFailure) {
    guard let lived else { return }
    let device = try device()
    lived.properties?.finish(at: device.now)
    if let broken = lived.properties?.failures.first { throw failing(broken.failure) }
    let failures: [TestFailure]
    do throws(ScriptError) { failures = try lived.loaded.failures(of: device.result()) } catch {
      throw LuaFailure(.runtime, error.description)
    }
    if let failure = failures.first { throw failing(failure) }
  }
}
