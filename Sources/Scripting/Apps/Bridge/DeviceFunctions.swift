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
    property("systemUptime", of: process) { (frame, bridge) in
      frame.result(bridge.app.systemUptime.seconds)
    }
  }
}
