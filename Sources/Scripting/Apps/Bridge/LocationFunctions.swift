import Device
import Lua

/// `CLLocationManager`: each call of it gives the app's one manager, whose delegate is the
/// script's.
extension LuaLibraryBuilder<AppBridge> {
  mutating func defineLocation() -> LuaClass {
    let manager = objectClass("CLLocationManager")
    function("CLLocationManager") { (frame, bridge) in
      bridge.app.listenToRegions()
      frame.push(manager, identifier: 0)
      return .values(1)
    }
    method("startUpdatingLocation", of: manager) { (frame, bridge) throws(LuaFailure) in
      try frame.receiver(manager, "manager:startUpdatingLocation()")
      try frame.charge(Cost.record)
      bridge.app.updateLocation(at: bridge.location(frame))
      return .none
    }
    method("stopUpdatingLocation", of: manager) { (frame, bridge) throws(LuaFailure) in
      try frame.receiver(manager, "manager:stopUpdatingLocation()")
      try frame.charge(Cost.record)
      bridge.app.updateLocation(at: nil)
      return .none
    }
    for (name, isOn) in [
      ("startMonitoringSignificantLocationChanges", true),
      ("stopMonitoringSignificantLocationChanges", false),
    ] {
      method(name, of: manager) { (frame, bridge) throws(LuaFailure) in
        try frame.receiver(manager, "manager:startMonitoringSignificantLocationChanges()")
        try frame.charge(Cost.record)
        bridge.app.monitorSignificantChanges(isOn, at: bridge.location(frame))
        return .none
      }
    }
    let allows = "allowsBackgroundLocationUpdates"
    property(allows, of: manager, needs: .backgroundLocationUpdates) { (frame, bridge) in
      frame.result(bridge.app.allowsBackgroundLocationUpdates)
    }
    setter(allows, of: manager, needs: .backgroundLocationUpdates) {
      (frame, bridge) throws(LuaFailure) in
      guard bridge.app.allowBackgroundLocationUpdates(try frame.boolean(2)) else {
        throw LuaFailure(
          .runtime, "\(allows) needs the mode location; declare it in the app's modes")
      }
      return .none
    }
    defineRegions(manager)
    return manager
  }
}

extension LuaFrame {
  /// Pushes a list of one location, as Core Location gives it.
  func push(location: Position) {
    let list = pushTable(elements: 1)
    let place = pushTable(fields: 1)
    let coordinate = pushTable(fields: 2)
    push(location.latitude)
    setField("latitude", of: coordinate)
    push(location.longitude)
    setField("longitude", of: coordinate)
    setField("coordinate", of: place)
    setElement(1, of: list)
  }
}
