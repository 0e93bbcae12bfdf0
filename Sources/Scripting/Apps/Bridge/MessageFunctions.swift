import Device
import Lua
import Simulation

/// What apps for Android get of FCM, and `NotificationManager`, by which they show it.
extension LuaLibraryBuilder<AppBridge> {
  mutating func defineNotifications() {
    let manager = objectClass("NotificationManager")
    object("NotificationManager", manager)
    method("notify", of: manager) { (frame, bridge) throws(LuaFailure) in
      try frame.receiver(manager, "NotificationManager:notify(id, title, text)")
      try frame.charge(Cost.request)
      let text = frame.isNil(4) ? "" : try frame.shortString(4)
      bridge.app.notify(try frame.integer(2), title: try frame.shortString(3), text: text)
      return .none
    }
  }
}

extension LuaValue {
  /// Makes a `RemoteMessage`.
  init(_ message: Message, sentAt date: Double) {
    self = .table([
      LuaEntry(key: .text("data"), value: LuaValue(fields: message.data)),
      LuaEntry(key: .text("priority"), value: .text(message.priority.rawValue)),
      LuaEntry(key: .text("originalPriority"), value: .text(message.originalPriority.rawValue)),
      LuaEntry(key: .text("sentTime"), value: .number(date)),
    ])
  }
}
