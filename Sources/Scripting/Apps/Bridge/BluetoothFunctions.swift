import Device
import Lua

/// `CBCentralManager`: each call of it gives the app's one manager, whose delegate is the script's.
extension LuaLibraryBuilder<AppBridge> {
  mutating func defineBluetooth() -> LuaClass {
    let central = objectClass("CBCentralManager")
    function("CBCentralManager") { (frame, bridge) throws(LuaFailure) in
      if let identifier = try frame.restoreIdentifier(1) {
        if let absence = bridge.app.absence(of: .bluetoothRestoration) {
          throw LuaFailure(.runtime, absence)
        }
        try frame.charge(Cost.record)
        guard bridge.app.canRestoreCentral else {
          bridge.end(
            frame, .uncaughtException,
            "CBCentralManager: a restoreIdentifier is given (\(identifier)), and the delegate has no"
              + " willRestoreState; add willRestoreState(central, state)")
          return .none
        }
        bridge.app.restoreCentral(identifier)
      }
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

extension LuaFrame {
  /// Pushes the error of a connection that was lost, which is `CBError.connectionTimeout`.
  func pushConnectionTimeout() {
    let error = pushTable(fields: 2)
    push(6)
    setField("code", of: error)
    push("The connection has timed out unexpectedly.")
    setField("localizedDescription", of: error)
  }

  /// The field of `CBCentralManager { restoreIdentifier = ... }`; nil: it is left out.
  fileprivate func restoreIdentifier(_ index: Int) throws(LuaFailure) -> String? {
    guard !isNil(index) else { return nil }
    try table(index)
    try checkFields(of: index, "CBCentralManager", ["restoreIdentifier"])
    let before = count
    defer { keep(before) }
    let place = pushField("restoreIdentifier", of: index)
    guard !isNil(place) else { return nil }
    guard type(at: place) == .string else {
      throw LuaFailure(
        .runtime,
        "CBCentralManager: restoreIdentifier: a string expected, got \(typeName(place))")
    }
    return try shortString(place)
  }
}
