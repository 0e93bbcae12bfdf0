import Device
import Lua
import Simulation

/// Foreground services, the types of `ServiceInfo`, and the broadcasts of `Intent`.
extension LuaLibraryBuilder<AppBridge> {
  /// - Returns: what gets what `onStartCommand` has returned.
  mutating func defineServices() -> LuaBoundFunction {
    for (name, answer) in ServiceAnswer.names { constant(name, .integer(answer.rawValue)) }
    for (_, name, type, _) in ServiceTypes.byName {
      constant("ServiceInfo.FOREGROUND_SERVICE_TYPE_\(name)", .integer(type.rawValue))
    }
    constant("Intent.ACTION_BOOT_COMPLETED", .string(Array(Broadcast.bootCompleted.rawValue.utf8)))
    function("startForegroundService") { (frame, bridge) throws(LuaFailure) in
      try frame.charge(Cost.request)
      let action = frame.isNil(1) ? "" : try frame.shortString(1)
      try bridge.raise(bridge.app.startForegroundService(action, at: bridge.location(frame)))
      return .none
    }
    function("startForeground") { (frame, bridge) throws(LuaFailure) in
      try frame.charge(Cost.request)
      let types = frame.isNil(1) ? nil : try frame.serviceTypes(1)
      try bridge.raise(bridge.app.startForeground(types, at: bridge.location(frame)))
      return .none
    }
    function("stopForeground") { (frame, bridge) throws(LuaFailure) in
      try frame.charge(Cost.record)
      bridge.app.stopForeground()
      return .none
    }
    function("stopSelf") { (frame, bridge) throws(LuaFailure) in
      try frame.charge(Cost.record)
      let start = frame.isNil(1) ? nil : try frame.integer(1)
      bridge.app.stopSelf(
        after: start.map { ServiceStartID(number: Int32(exactly: $0) ?? 0) })
      return .none
    }
    return boundFunction { (frame, bridge) throws(LuaFailure) in
      let start = ServiceStartID(number: Int32(truncatingIfNeeded: try frame.integer(1)))
      if let answer = bridge.serviceAnswer(frame) {
        bridge.app.onStartCommandReturned(start, answer)
      }
      return .none
    }
  }

  /// `PowerManager`, and the wake locks that it makes.
  mutating func defineWakeLocks() {
    let manager = objectClass("PowerManager")
    let lock = objectClass("WakeLock")
    object("PowerManager", manager)
    property("PARTIAL_WAKE_LOCK", of: manager) { (frame, _) in frame.result(1) }
    method("newWakeLock", of: manager) { (frame, bridge) throws(LuaFailure) in
      try frame.receiver(manager, "PowerManager:newWakeLock(PowerManager.PARTIAL_WAKE_LOCK, tag)")
      try frame.charge(Cost.request)
      guard try frame.integer(2) == 1 else {
        throw frame.argumentFailure(
          2, "PowerManager.PARTIAL_WAKE_LOCK expected: no other is modelled")
      }
      let tag = try frame.shortString(3)
      guard let number = bridge.app.makeWakeLock(tag, at: bridge.location(frame)) else {
        throw LuaFailure(
          .runtime, "this process has made \(Limits.locks) wake locks; make one, and keep it")
      }
      frame.push(lock, identifier: number)
      return .values(1)
    }
    method("acquire", of: lock) { (frame, bridge) throws(LuaFailure) in
      let number = Int(try frame.receiver(lock, "lock:acquire(seconds)"))
      try frame.charge(Cost.request)
      let time = frame.isNil(2) ? nil : TimeSpan.seconds(try frame.seconds(2))
      if let time { bridge.review(time.seconds, .process, "acquire", frame) }
      bridge.app.acquireWakeLock(number, for: time, at: bridge.location(frame))
      return .none
    }
    method("release", of: lock) { (frame, bridge) throws(LuaFailure) in
      let number = Int(try frame.receiver(lock, "lock:release()"))
      try frame.charge(Cost.record)
      guard bridge.app.releaseWakeLock(number) else {
        throw LuaFailure(
          .runtime,
          "RuntimeException: WakeLock under-locked: released more often than acquired; ask isHeld()"
        )
      }
      return .none
    }
    method("isHeld", of: lock) { (frame, bridge) throws(LuaFailure) in
      let number = Int(try frame.receiver(lock, "lock:isHeld()"))
      return frame.result(bridge.app.isWakeLockHeld(number))
    }
    method("setReferenceCounted", of: lock) { (frame, bridge) throws(LuaFailure) in
      let number = Int(try frame.receiver(lock, "lock:setReferenceCounted(value)"))
      bridge.app.setWakeLockCounted(try frame.boolean(2), number)
      return .none
    }
  }
}

extension AppBridge {
  fileprivate func raise(_ error: ServiceError?) throws(LuaFailure) {
    if let error { throw LuaFailure(.runtime, error.text) }
  }

  /// What `onStartCommand` has returned, which is value 2; nothing is START_NOT_STICKY. nil: no such
  /// answer, and the app ends for it.
  fileprivate func serviceAnswer(_ frame: borrowing LuaFrame) -> ServiceAnswer? {
    if frame.isNil(2) { return .notSticky }
    if let number = try? frame.integer(2), let answer = ServiceAnswer(rawValue: number) {
      return answer
    }
    let names = ServiceAnswer.names.map(\.name).joined(separator: ", ")
    end(
      frame, .uncaughtException,
      "onStartCommand returned \(frame.describeArgument(2)); return one of \(names), or nothing",
      at: SourceLocation(file: script.displayName, line: script.line(of: "onStartCommand")))
    return nil
  }

  /// The finding about an app that does not catch an exception of Android's; nil: it is an error like
  /// any other.
  static func finding(about message: String) -> FindingRule? { findings[message] }

  private static let findings: [String: FindingRule] = {
    var findings: [String: FindingRule] = [:]
    for error in ServiceError.allCases { findings[error.text] = error.finding }
    for error in AlarmError.allCases { findings[error.text] = error.finding }
    return findings
  }()
}

extension LuaFrame {
  /// Types of services, one or several by `|`.
  fileprivate func serviceTypes(_ index: Int) throws(LuaFailure) -> ServiceTypes {
    let types = ServiceTypes(rawValue: try integer(index))
    let known = ServiceTypes.byName.reduce(into: ServiceTypes()) { $0.formUnion($1.type) }
    guard types.isSubset(of: known) else {
      throw argumentFailure(
        index, "one of ServiceInfo.FOREGROUND_SERVICE_TYPE_... expected, got \(types.rawValue)")
    }
    return types
  }
}

extension ServiceAnswer {
  /// Service's constants.
  fileprivate static let names: [(name: String, answer: ServiceAnswer)] = [
    ("START_STICKY", .sticky), ("START_NOT_STICKY", .notSticky),
    ("START_REDELIVER_INTENT", .redeliver),
  ]
}

extension ServiceError {
  /// What the exception says, and what to do.
  fileprivate var text: String { "\(exception): \(advice)" }

  private var advice: String {
    switch self {
    case .noService:
      "this app has no onStartCommand(action, startId), which a service is started by"
    case .startNotAllowed:
      "startForegroundService() not allowed from the background; start it while the app is in"
        + " front, or schedule a job"
    case .notStarted: "no service was started; call startForegroundService() before"
    case .missingType:
      "a service in the foreground must have a type; declare it (in a scenario:"
        + " foregroundServices), and give it to startForeground"
    case .undeclaredType:
      "the app does not declare this foregroundServiceType (in a scenario: foregroundServices)"
    case .notFromBoot:
      "a service of this type may not be started from BOOT_COMPLETED; schedule a job there"
    case .notInUse:
      "starting a service of this type requires that the app is in the foreground; start it while"
        + " the app is in front"
    case .timeLimit:
      "time limit already exhausted for this foreground service type; schedule a job, or wait until"
        + " the user opens the app"
    }
  }
}
