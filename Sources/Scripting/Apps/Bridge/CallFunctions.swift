import Device
import Lua

/// `PKPushRegistry` and `CXProvider`: each call of one gives the app's, whose delegate is the
/// script's.
extension LuaLibraryBuilder<AppBridge> {
  mutating func defineRegistry() -> LuaClass {
    let registry = objectClass("PKPushRegistry")
    let types = "desiredPushTypes"
    constant("PKPushType.voIP", .text("voIP"))
    function("PKPushRegistry", needs: .pushKit) { (frame, _) in
      frame.push(registry, identifier: 0)
      return .values(1)
    }
    property(types, of: registry) { (frame, bridge) in
      frame.result(LuaValue.list(bridge.app.wantsVoIPPushes ? [.text("voIP")] : []))
    }
    setter(types, of: registry) { (frame, bridge) throws(LuaFailure) in
      try frame.charge(Cost.record)
      bridge.app.wantVoIPPushes(try frame.wantsVoIPPushes(2), at: bridge.location(frame))
      return .none
    }
    return registry
  }

  mutating func defineProvider() -> LuaClass {
    let provider = objectClass("CXProvider")
    for reason in CallEndedReason.allCases {
      constant("CXCallEndedReason.\(reason.name)", .integer(reason.rawValue))
    }
    function("CXProvider", needs: .callKit) { (frame, _) in
      frame.push(provider, identifier: 0)
      return .values(1)
    }
    method("reportNewIncomingCall", of: provider) { (frame, bridge) throws(LuaFailure) in
      try frame.receiver(provider, "provider:reportNewIncomingCall(uuid, update, completion)")
      return try bridge.reportIncomingCall(frame)
    }
    method("reportCall", of: provider) { (frame, bridge) throws(LuaFailure) in
      try frame.receiver(provider, "provider:reportCall(uuid, reason)")
      try frame.charge(Cost.record)
      let uuid = try frame.shortString(2)
      guard frame.type(at: 3) == .number, let number = try? frame.integer(3),
        let reason = CallEndedReason(rawValue: number)
      else {
        throw frame.argumentFailure(
          3, "a CXCallEndedReason expected, got \(frame.describeArgument(3))")
      }
      bridge.app.reportEndOfCall(uuid, reason)
      return .none
    }
    return provider
  }
}

extension AppBridge {
  /// Reports the call of value 2; the completion, if any, hears on the main thread whether it rings.
  fileprivate func reportIncomingCall(_ frame: borrowing LuaFrame) throws(LuaFailure) -> LuaReturn {
    try frame.charge(Cost.request)
    let uuid = try frame.shortString(2)
    if !frame.isNil(3) { try frame.table(3) }
    let completion = frame.isNil(4) ? nil : try block(frame, 4)
    let error = app.reportIncomingCall(uuid)
    guard let completion else { return .none }
    if let error {
      let table = frame.pushTable(fields: 2)
      frame.push(error.rawValue)
      frame.setField("code", of: table)
      frame.push(error.localizedDescription)
      frame.setField("localizedDescription", of: table)
      blocks[slot: completion.number]?.argument = frame.reference(table)
    }
    app.dispatchMain(completion)
    return .none
  }
}

extension LuaFrame {
  /// Whether a list of push types has the one that there is.
  fileprivate func wantsVoIPPushes(_ index: Int) throws(LuaFailure) -> Bool {
    guard type(at: index) == .table else {
      throw LuaFailure(
        .runtime,
        "desiredPushTypes: a list expected, got \(describeArgument(index)); write "
          + "{ PKPushType.voIP }")
    }
    var isWanted = false
    try forEachEntry(of: index) { (_, value) throws(LuaFailure) in
      guard text(at: value) == "voIP" else {
        throw LuaFailure(
          .runtime,
          "desiredPushTypes: no such push type (\(describeArgument(value))); the only one here is "
            + "PKPushType.voIP")
      }
      isWanted = true
    }
    return isWanted
  }
}
