import Device
import Lua

/// What a notification service extension is given.
extension LuaLibraryBuilder<AppBridge> {
  /// `contentHandler(content)`; value 1 is the notification's number.
  mutating func defineContentHandler() -> LuaBoundFunction {
    boundFunction { (frame, bridge) throws(LuaFailure) in
      try frame.charge(Cost.record)
      let number = Int32(truncatingIfNeeded: try frame.integer(1))
      guard frame.type(at: 2) == .table else {
        throw LuaFailure(
          .runtime,
          "contentHandler got \(frame.describeArgument(2)); give it the content, a table with title "
            + "and body")
      }
      let content = NotificationContent(
        title: try frame.contentText("title"), body: try frame.contentText("body"))
      bridge.app.show(NotificationID(number: number), content, at: bridge.location(frame))
      return .none
    }
  }
}

extension LuaFrame {
  /// A text of the content that is value 2; empty where it has none.
  fileprivate func contentText(_ field: String) throws(LuaFailure) -> String {
    let place = pushField(field, of: 2)
    if isNil(place) { return "" }
    guard type(at: place) == .string else {
      throw LuaFailure(
        .runtime, "contentHandler: \(field): a string expected, got \(typeName(place))")
    }
    return try shortString(place)
  }
}

extension LuaValue {
  /// Makes the `UNNotificationRequest` of a notification.
  init(request id: NotificationID, _ content: NotificationContent, _ userInfo: [PushField]) {
    let carried = LuaValue.table([
      LuaEntry(key: .text("title"), value: .text(content.title)),
      LuaEntry(key: .text("body"), value: .text(content.body)),
      LuaEntry(key: .text("userInfo"), value: LuaValue(fields: userInfo)),
    ])
    self = .table([
      LuaEntry(key: .text("identifier"), value: .text("\(id.number)")),
      LuaEntry(key: .text("content"), value: carried),
    ])
  }
}
