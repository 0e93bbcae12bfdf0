import Device
import Simulation

/// The keys of `scenario { ... }`.
enum ScenarioKeys {
  /// A scenario as written, its parts still to be read: they depend on each other.
  struct Draft {
    var title = ""
    var duration = TimeSpan.zero
    var startsAt = TimeSpan.zero
    var seed = 1
    var platform: Platform?
    var device: PlacedValue?
    var apps: PlacedValue?
    var servers: PlacedValue?
    var user: PlacedValue?
    var pushes: PlacedValue?
    var network: PlacedValue?
    var power: PlacedValue?
    var isBatterySimulated = false
    var lowPowerAt = 0.0
    var locations: PlacedValue?
    var thermal: PlacedValue?
    var bluetooth: PlacedValue?
    var firstUnlock: PlacedValue?
    var policy = standardPolicy
    var policyPlace: Place?
    var expectation: PlacedValue?
    var always: PlacedValue?
    var never: PlacedValue?
    var eventually: PlacedValue?
  }

  static let userModels = "usage.schedule, usage.people, usage.habits or usage.trace"
  /// The unit of what must hold of the phone.
  static let properties = "function, or list of functions"
  static let standardPolicy = "ios-like"

  static let scenario = Keys<Draft>([
    .text("title", \.title, "for reports; else the file's name"),
    .seconds("duration", \.duration, .positiveTime, "virtual time that a run takes").required,
    Key(
      "startsAt", "\"HH:MM[:SS]\" or s", "time of day at the start", standard: "\"00:00\"",
      read: readStart),
    .integer("seed", \.seed, 0...Int.max, "what all that is random comes from"),
    Key(
      "platform", "string", "the version of the phone's system, as device { os = } has it",
      standard: "device's"
    ) { value, place, draft in draft.platform = DeviceKeys.platform(value, at: place) },
    .raw("device", \.device, "device { ... }", "the phone"),
    .raw("apps", \.apps, "list of app { ... }", "the apps that are installed").required,
    .raw("servers", \.servers, "list of server { ... }", standard: "{ }", "what apps talk to"),
    .raw(
      "user", \.user, userModels, standard: "nobody",
      "who opens and closes apps"),
    .raw("pushes", \.pushes, "list of entries", standard: "{ }", "pushes to apps"),
    .raw(
      "network", \.network, "list of entries, or \"person\"", standard: "Wi-Fi",
      "connections over time"),
    .raw(
      "power", \.power, "list of entries, usage.battery, or \"person\"",
      standard: "full, no charger",
      "battery and charger"),
    Key("battery", "string", "\"as set\" by power, or \"simulated\"", standard: "\"as set\"") {
      value, place, draft in
      let sources = [(name: "as set", choice: false), ("simulated", true)]
      if let source = value.choice(sources, what: "source", at: place) {
        draft.isBatterySimulated = source
      }
    },
    .number(
      "lowPowerAt", \.lowPowerAt, .fraction,
      "level at which the user turns Low Power Mode on; 0: never"),
    .raw("thermal", \.thermal, "list of entries", standard: "nominal", "how hot it is"),
    .raw("locations", \.locations, "list of entries", standard: "unknown", "where the device is"),
    .raw(
      "bluetooth", \.bluetooth, "list of entries", standard: "{ }", "what accessories send"),
    .raw(
      "firstUnlock", \.firstUnlock, "time", standard: "before the start",
      "the phone has just been restarted: nothing is launched or protected data read until then"),
    Key(
      name: "policy", unit: "string",
      meaning: "a policy's name, or its file, relative to the scenario",
      standard: { quoted($0.policy) }
    ) { value, place, draft in
      guard let policy = value.text(at: place) else { return }
      draft.policy = policy
      draft.policyPlace = place
    },
    .raw("expect", \.expectation, "function", "what must hold of a run; asked by `run`"),
    .raw(
      "always", \.always, properties, "what must hold after each event; asked by `run`"),
    .raw("never", \.never, properties, "what must hold after none"),
    .raw("eventually", \.eventually, properties, "what must hold after one of them at least"),
  ])

  @Sendable
  private static func readStart(_ value: ScriptValue, _ place: Place, _ draft: inout Draft) {
    if let time = Moments.timeOfDay(value, at: place) { draft.startsAt = time }
  }
}
