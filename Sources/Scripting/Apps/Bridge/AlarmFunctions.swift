import Device
import Lua
import Simulation

/// `AlarmManager` for apps for Android; all times are in seconds.
extension LuaLibraryBuilder<AppBridge> {
  mutating func defineAlarms() {
    let manager = objectClass("AlarmManager")
    object("AlarmManager", manager)
    for type in AlarmType.allCases {
      property(type.name, of: manager) { (frame, _) in frame.result(type.rawValue) }
    }
    for (name, seconds) in [
      ("FIFTEEN_MINUTES", 900), ("HALF_HOUR", 1800), ("HOUR", 3600), ("HALF_DAY", 43_200),
      ("DAY", 86_400),
    ] {
      property("INTERVAL_\(name)", of: manager) { (frame, _) in frame.result(seconds) }
    }
    for (name, window, access) in [
      ("set", AlarmRequest.Window.chosen, IdleAccess.none), ("setExact", .exact, .none),
      ("setAndAllowWhileIdle", .chosen, .allowed), ("setExactAndAllowWhileIdle", .exact, .allowed),
    ] {
      alarmMethod(name, "type, at, operation", of: manager) {
        (frame, bridge) throws(LuaFailure) in
        var request = try frame.alarm(operation: 4, bridge)
        (request.window, request.access) = (window, access)
        return request
      }
    }
    alarmMethod("setWindow", "type, at, window, operation", of: manager) {
      (frame, bridge) throws(LuaFailure) in
      var request = try frame.alarm(operation: 5, bridge)
      let length = try frame.delay(4)
      bridge.review(length, .schedule, "window", frame)
      request.window = .length(.seconds(length))
      return request
    }
    for name in ["setRepeating", "setInexactRepeating"] {
      alarmMethod(name, "type, at, interval, operation", of: manager) {
        (frame, bridge) throws(LuaFailure) in
        var request = try frame.alarm(operation: 5, bridge)
        let interval = try frame.delay(4)
        bridge.review(interval, .schedule, "interval", frame)
        request.interval = .seconds(interval)
        return request
      }
    }
    alarmMethod("setAlarmClock", "at, operation", of: manager) {
      (frame, bridge) throws(LuaFailure) in
      let date = try frame.date(2)
      bridge.review(date: date, "at", frame)
      return AlarmRequest(
        try frame.shortString(3), at: bridge.instant(at: date), window: .exact, access: .alarmClock)
    }
    method("cancel", of: manager) { (frame, bridge) throws(LuaFailure) in
      try frame.receiver(manager, "AlarmManager:cancel(operation)")
      try frame.charge(Cost.record)
      bridge.app.cancelAlarm(try frame.shortString(2))
      return .none
    }
    method("canScheduleExactAlarms", of: manager) { (frame, bridge) throws(LuaFailure) in
      try frame.receiver(manager, "AlarmManager:canScheduleExactAlarms()")
      return frame.result(bridge.app.canScheduleExactAlarms)
    }
    function("SystemClock.elapsedRealtime") { (frame, bridge) in
      frame.result((bridge.app.now - .start).seconds)
    }
  }

  /// A method that sets an alarm, or raises the exception of the platform.
  private mutating func alarmMethod(
    _ name: String, _ arguments: String, of manager: LuaClass,
    _ request:
      @escaping @Sendable (borrowing LuaFrame, AppBridge) throws(LuaFailure) ->
      AlarmRequest
  ) {
    let usage = "AlarmManager:\(name)(\(arguments))"
    method(name, of: manager) { (frame, bridge) throws(LuaFailure) in
      try frame.receiver(manager, usage)
      try frame.charge(Cost.request)
      let request = try request(frame, bridge)
      if let error = bridge.app.setAlarm(request, at: bridge.location(frame)) {
        throw LuaFailure(.runtime, error.text)
      }
      return .none
    }
  }
}

/// The clock of an alarm, and whether it wakes the device.
private enum AlarmType: Int, CaseIterable {
  case rtcWakeup
  case rtc
  case elapsedWakeup
  case elapsed

  var name: String {
    switch self {
    case .rtcWakeup: "RTC_WAKEUP"
    case .rtc: "RTC"
    case .elapsedWakeup: "ELAPSED_REALTIME_WAKEUP"
    case .elapsed: "ELAPSED_REALTIME"
    }
  }

  var wakes: Bool { self == .rtcWakeup || self == .elapsedWakeup }
}

extension LuaFrame {
  /// Reads the type, the moment and the operation of an alarm.
  fileprivate func alarm(
    operation index: Int, _ bridge: AppBridge
  ) throws(LuaFailure) -> AlarmRequest {
    guard let type = AlarmType(rawValue: try integer(2)) else {
      throw argumentFailure(
        2, "AlarmManager.RTC_WAKEUP, RTC, ELAPSED_REALTIME_WAKEUP or ELAPSED_REALTIME expected")
    }
    let seconds = try date(3)
    let isElapsed = type == .elapsed || type == .elapsedWakeup
    if isElapsed {
      bridge.review(
        seconds - (bridge.app.now - .start).seconds, .schedule, "at, from now", self)
    } else {
      bridge.review(date: seconds, "at", self)
    }
    return AlarmRequest(
      try shortString(index),
      at: isElapsed ? .start + .seconds(seconds) : bridge.instant(at: seconds), wakes: type.wakes)
  }
}

extension AlarmError {
  /// What the exception says, and what to do.
  var text: String { "\(exception): \(advice)" }

  private var advice: String {
    switch self {
    case .tooMany: "500 alarms are set, and no more may be; cancel some, or set one for several"
    case .notPermitted:
      "an exact alarm needs the permission SCHEDULE_EXACT_ALARM; ask canScheduleExactAlarms(),"
        + " or use set() or setWindow()"
    case .noInterval: "the interval of a repeating alarm must be above zero"
    }
  }
}
