import Device
import Simulation

/// The entries of `locations` and `bluetooth`: what happens to apps that run by a mode.
enum ModeKeys {
  struct LocationDraft {
    var at: PlacedValue?
    var latitude = 0.0
    var longitude = 0.0
  }

  static let location = Keys<LocationDraft>([
    .raw("at", \.at, "time", "from when on").required,
    .number(
      "latitude", \.latitude, unit: "degrees", .from(-90, to: 90), "north is positive"
    ).required,
    .number(
      "longitude", \.longitude, unit: "degrees", .from(-180, to: 180), "east is positive"
    ).required,
  ])

  struct AccessoryDraft {
    var at: PlacedValue?
    var accessory = ""
    var every: TimeSpan?
  }

  static let accessory = Keys<AccessoryDraft>([
    .text("accessory", \.accessory, "its name, as apps connect to it").required,
    .raw("at", \.at, "time", standard: "after one period", "when it sends a value"),
    Key("every", "s", "and again after each such time", standard: "once") { value, place, draft in
      draft.every = value.seconds(.period, at: place)
    },
  ])

  /// In order of time.
  static func locations(_ list: PlacedValue, _ moments: Moments) -> [LocationChange] {
    WorldKeys.entries(of: list).compactMap { table, place in
      var draft = LocationDraft()
      location.read(table, at: place, into: &draft)
      return draft.at.flatMap { moments.instant($0.value, .holdsFromStart, at: $0.place) }.map {
        LocationChange(
          at: $0, position: Position(latitude: draft.latitude, longitude: draft.longitude))
      }
    }
    .inOrder { $0.at }
  }

  /// In order of time.
  static func accessories(_ list: PlacedValue, _ moments: Moments) -> [AccessoryEvent] {
    WorldKeys.entries(of: list).compactMap { table, place in
      var draft = AccessoryDraft()
      accessory.read(table, at: place, into: &draft)
      guard draft.at != nil || draft.every != nil else {
        place.report("sends nothing (no at, no every); give one of them")
        return nil
      }
      let at = draft.at.map { moments.instant($0.value, .isWrong, at: $0.place) }
      let first = at ?? draft.every.map { .start + $0 }
      return first.map {
        AccessoryEvent(accessory: draft.accessory, at: $0, every: draft.every)
      }
    }
    .inOrder { $0.at }
  }
}
