import Device
import Lua

/// `CBCentralManager`: each call of it gives the app's one manager, whose delegate is the script's.
extension LuaLibraryBuilder<AppBridge> {
  mutating func defineBluetooth() -> LuaClass {
    let central = objectClass("CBCentralManager")
    function("CBCentralManager") { (frame, _) in
      frame.push(central, identifier: 0)
      return .values(1)
    }
    method("connect", of: central) { (frame, bridge) throws(LuaFailure) in
      try frame.receiver(central, "central:connect(accessory)")
      try frame.charge(Cost.record)
      bridge.app.connect(toAccessory: try frame.shortString(2), at: bridge.location(frame))
      return .none
    }
    method("cancelPeripheralConnection", of: central) { (frame, bridge) throws(LuaFailure) in
      try frame.receiver(central, "central:cancelPeripheralConnection(accessory)")
      try frame.charge(Cost.record)
      bridge.app.disconnect(fromAccessory: try frame.shortString(2))
      return .none
    }
    return central
  }
}
