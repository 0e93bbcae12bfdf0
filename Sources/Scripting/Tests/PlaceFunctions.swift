import Device
import Lua
import Simulation

/// The verbs of a phone that say where it is and what is around it.
extension TestMembers {
  mutating func defineSurroundings() {
    method("moveTo") { (frame, host) throws(LuaFailure) in
      let phone = try TestObject.phone(frame, host)
      let reading = try TableReading("moveTo", 2, frame, host)
      let place = MoveKeys.read(reading.table, at: reading.place)
      try reading.throwIfAny(host)
      guard let place else { return .none }
      try phone.act(frame) { (driven) throws(PhoneTrouble) in try driven.move(to: place) }
      return .none
    }
    method("sendValue") { (frame, host) throws(LuaFailure) in
      let accessory = try frame.string(2)
      try TestObject.phone(frame, host).act(frame) { (driven) throws(PhoneTrouble) in
        try driven.sendValue(of: accessory)
      }
      return .none
    }
    for (name, isAway) in [("connect", false), ("disconnect", true)] {
      method(name) { (frame, host) throws(LuaFailure) in
        let accessory = try frame.string(2)
        try TestObject.phone(frame, host).act(frame) { (driven) throws(PhoneTrouble) in
          try driven.move(accessory: accessory, isAway: isAway)
        }
        return .none
      }
    }
    method("thermalState") { (frame, host) throws(LuaFailure) in
      let phone = try TestObject.phone(frame, host)
      let name = try frame.string(2)
      guard let state = ThermalState(rawValue: name) else {
        throw LuaFailure(
          .runtime,
          "thermalState: no such state (\(quoted(name))); "
            + advice(for: name, among: ThermalState.allCases.map(\.rawValue), what: "state"))
      }
      try phone.act(frame) { $0.device.change(thermalState: state) }
      return .none
    }
    method("memoryWarning") { (frame, host) throws(LuaFailure) in
      try TestObject.phone(frame, host).act(frame) { $0.device.warnOfMemory() }
      return .none
    }
  }
}

/// The keys of `phone:moveTo { ... }`: a place, or so many metres from here.
enum MoveKeys {
  struct Draft {
    var latitude: Double?
    var longitude: Double?
    var north: Double?
    var east: Double?
  }

  static let move = Keys<Draft>([
    key("latitude", \.latitude, "degrees", .from(-90, to: 90), "north is positive"),
    key("longitude", \.longitude, "degrees", .from(-180, to: 180), "east is positive"),
    key("north", \.north, "m", .from(-1e7, to: 1e7), "from where it is"),
    key("east", \.east, "m", .from(-1e7, to: 1e7), "from where it is"),
  ])

  private static func key(
    _ name: String, _ path: WritableKeyPath<Draft, Double?> & Sendable, _ unit: String,
    _ bounds: Bounds, _ meaning: String
  ) -> Key<Draft> {
    Key(name, unit, meaning) { value, place, draft in
      draft[keyPath: path] = value.number(unit, bounds, at: place)
    }
  }

  static func read(_ table: ScriptTable, at place: Place) -> PhoneMove? {
    var draft = Draft()
    move.read(table, at: place, into: &draft)
    let isFar = draft.latitude != nil || draft.longitude != nil
    let isNear = draft.north != nil || draft.east != nil
    if let latitude = draft.latitude, let longitude = draft.longitude, !isNear {
      return .place(Position(latitude: latitude, longitude: longitude))
    }
    if isNear, !isFar { return .metres(north: draft.north ?? 0, east: draft.east ?? 0) }
    place.report("no place; give latitude and longitude, or north and east in metres from here")
    return nil
  }
}
