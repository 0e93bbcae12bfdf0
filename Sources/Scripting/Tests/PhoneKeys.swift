import Device
import Simulation

/// The keys of `t:device { ... }`: those of a scenario's device, and what a scenario says beside.
enum PhoneKeys {
  struct Draft {
    var device = DeviceConfiguration()
    var startsAt = TimeSpan.zero
    var policy: String?
  }

  static let own = Keys<Draft>([
    Key(
      "startsAt", "\"HH:MM[:SS]\" or s", "what its clock shows at first", standard: "\"00:00\""
    ) { value, place, draft in
      if let time = Moments.timeOfDay(value, at: place) { draft.startsAt = time }
    },
    Key(
      "policy", "string", "a policy's name, or its file, relative to the test",
      standard: "the test decides"
    ) { value, place, draft in draft.policy = value.text(at: place) },
  ])

  static let phone = Keys<Draft>(
    DeviceKeys.device.list.map { key in
      Key(
        name: key.name, unit: key.unit, meaning: key.meaning, isRequired: key.isRequired,
        standard: { key.standard($0.device) },
        read: { value, place, draft in key.read(value, place, &draft.device) })
    } + own.list)
}
