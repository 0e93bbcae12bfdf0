import Device
import Lua

/// Names that scripts find on every device, and that raise an error on a version of the system
/// which does not have what they stand for: "BGTaskScheduler came with iOS 13; this device is iOS
/// 7".
extension LuaLibraryBuilder<AppBridge> {
  mutating func function(
    _ name: String, needs feature: Feature, _ body: @escaping LuaFunction<AppBridge>
  ) {
    function(name, guarded(body, by: feature))
  }

  mutating func method(
    _ name: String, of objectClass: LuaClass, needs feature: Feature,
    _ body: @escaping LuaFunction<AppBridge>
  ) {
    method(name, of: objectClass, guarded(body, by: feature))
  }

  mutating func property(
    _ name: String, of objectClass: LuaClass, needs feature: Feature,
    _ body: @escaping LuaFunction<AppBridge>
  ) {
    property(name, of: objectClass, guarded(body, by: feature))
  }

  mutating func setter(
    _ name: String, of objectClass: LuaClass, needs feature: Feature,
    _ body: @escaping LuaFunction<AppBridge>
  ) {
    setter(name, of: objectClass, guarded(body, by: feature))
  }

  private func guarded(
    _ body: @escaping LuaFunction<AppBridge>, by feature: Feature
  ) -> LuaFunction<AppBridge> {
    { (frame, bridge) throws(LuaFailure) in
      if let absence = bridge.app.absence(of: feature) { throw LuaFailure(.runtime, absence) }
      return try body(frame, bridge)
    }
  }
}
