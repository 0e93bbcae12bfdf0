import Device
import Lua
import Simulation

/// `UIDevice` and `ProcessInfo`.
extension LuaLibraryBuilder<AppBridge> {
  mutating func defineDevice() {
    let device = objectClass("UIDevice")
    object("UIDevice.current", device)
    property("isMultitaskingSupported", of: device) { (frame, bridge) in
      frame.result(bridge.app.isMultitaskingSupported)
    }
    property("batteryLevel", of: device) { (frame, bridge) in
      frame.result(bridge.monitorsBattery ? bridge.app.power.level : -1)
    }
    property("batteryState", of: device) { (frame, bridge) in
      let power = bridge.app.power
      guard bridge.monitorsBattery else { return frame.result("unknown") }
      return frame.result(
        !power.isCharging ? "unplugged" : power.level < 1 ? "charging" : "full")
    }
    property("isBatteryMonitoringEnabled", of: device) { (frame, bridge) in
      frame.result(bridge.monitorsBattery)
    }
    setter("isBatteryMonitoringEnabled", of: device) { (frame, bridge) throws(LuaFailure) in
      bridge.monitorsBattery = try frame.boolean(2)
      return .none
    }
    let process = objectClass("ProcessInfo")
    object("ProcessInfo.processInfo", process)
    property("isLowPowerModeEnabled", of: process) { (frame, bridge) in
      frame.result(bridge.app.power.isLowPowerMode)
    }
    method("performExpiringActivity", of: process, needs: .expiringActivities) {
      (frame, bridge) throws(LuaFailure) in
      try frame.receiver(
        process, "ProcessInfo.processInfo:performExpiringActivity(reason, block)")
      try frame.charge(Cost.task)
      let reason = try frame.shortString(2)
      guard !reason.isEmpty else {
        throw frame.argumentFailure(2, "a reason expected, got an empty text")
      }
      let block = try bridge.block(frame, 3)
      bridge.app.performExpiringActivity(reason, block: block, at: bridge.location(frame))
      if bridge.app.isDoomed { frame.state.kill("too many background tasks are open") }
      return .none
    }
    property("thermalState", of: process, needs: .thermalState) { (frame, bridge) in
      frame.result(bridge.app.thermalState.rawValue)
    }
    property("systemUptime", of: process) { (frame, bridge) in
      frame.result(bridge.app.systemUptime.seconds)
    }
  }
}
