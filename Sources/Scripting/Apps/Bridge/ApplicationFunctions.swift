import Device
import Lua
import Simulation

/// `UIApplication` and what belongs to it.
extension LuaLibraryBuilder<AppBridge> {
  mutating func defineApplication() -> LuaClass {
    let application = objectClass("UIApplication")
    object("UIApplication.shared", application)
    method("beginBackgroundTask", of: application) { (frame, bridge) throws(LuaFailure) in
      if let absence = bridge.app.absenceOfUIApplication { throw LuaFailure(.runtime, absence) }
      try frame.receiver(application, "application:beginBackgroundTask(name, handler)")
      return try bridge.beginBackgroundTask(frame)
    }
    method("endBackgroundTask", of: application) { (frame, bridge) throws(LuaFailure) in
      try frame.receiver(application, "application:endBackgroundTask(id)")
      try frame.charge(Cost.task)
      bridge.app.endBackgroundTask(try frame.integer(2), at: bridge.location(frame))
      return .none
    }
    method("setMinimumBackgroundFetchInterval", of: application, needs: .backgroundFetch) {
      (frame, bridge) throws(LuaFailure) in
      try frame.receiver(application, "application:setMinimumBackgroundFetchInterval(seconds)")
      try frame.charge(Cost.record)
      let seconds = try frame.delay(2)
      bridge.review(seconds, .schedule, "setMinimumBackgroundFetchInterval", frame)
      bridge.app.setMinimumBackgroundFetchInterval(
        seconds < .greatestFiniteMagnitude ? .seconds(seconds) : nil)
      return .none
    }
    property("backgroundTimeRemaining", of: application) { (frame, bridge) in
      frame.result(bridge.app.backgroundTimeRemaining?.seconds ?? .greatestFiniteMagnitude)
    }
    property("applicationState", of: application) { (frame, bridge) in
      frame.result(bridge.app.applicationState.rawValue)
    }
    property("isProtectedDataAvailable", of: application) { (frame, bridge) in
      frame.result(bridge.app.isProtectedDataAvailable)
    }
    property("backgroundRefreshStatus", of: application, needs: .backgroundFetch) {
      (frame, bridge) throws(LuaFailure) in
      frame.result(bridge.app.backgroundRefreshAvailable ? "available" : "denied")
    }
    defineApplicationConstants()
    return application
  }

  private mutating func defineApplicationConstants() {
    let never = Double.greatestFiniteMagnitude
    constant("DBL_MAX", .number(never))
    constant("UIApplication.backgroundFetchIntervalMinimum", .number(0))
    constant("UIApplication.backgroundFetchIntervalNever", .number(never))
    constant("UIBackgroundTaskIdentifier.invalid", .integer(0))
    for result in FetchResult.allCases {
      constant("UIBackgroundFetchResult.\(result.name)", .integer(result.rawValue))
    }
  }
}

extension AppBridge {
  fileprivate func beginBackgroundTask(
    _ frame: borrowing LuaFrame
  ) throws(LuaFailure) -> LuaReturn {
    try frame.charge(Cost.task)
    let hasName = frame.type(at: 2) != .function
    guard !hasName || frame.isNil(2) || frame.type(at: 2) == .string else {
      throw frame.argumentFailure(2, "a name expected, got \(frame.describeArgument(2))")
    }
    let name = hasName && !frame.isNil(2) ? try frame.shortString(2) : nil
    let handlerIndex = hasName ? 3 : 2
    let handler = frame.isNil(handlerIndex) ? nil : try block(frame, handlerIndex)
    let id = app.beginBackgroundTask(
      name: name, expirationHandler: handler, at: location(frame))
    if app.isDoomed { frame.state.kill("too many background tasks are open") }
    return frame.result(id)
  }
}
