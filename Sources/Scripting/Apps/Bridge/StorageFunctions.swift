import Device
import Lua

/// `UserDefaults` and `FileLock`.
extension LuaLibraryBuilder<AppBridge> {
  mutating func defineDefaults() {
    let defaults = objectClass("UserDefaults")
    object("UserDefaults.standard", defaults)
    method("set", of: defaults) { (frame, bridge) throws(LuaFailure) in
      try frame.receiver(defaults, "UserDefaults.standard:set(key, value)")
      try frame.charge(Cost.record)
      let key = try frame.string(2)
      let value = try frame.value(3, as: key)
      if bridge.mayWriteDefaults(frame) { try bridge.defaults.set(key, to: value) }
      return .none
    }
    method("value", of: defaults) { (frame, bridge) throws(LuaFailure) in
      try frame.receiver(defaults, "UserDefaults.standard:value(key)")
      try frame.charge(Cost.record)
      let key = try frame.string(2)
      let mayRead = bridge.mayReadDefaults(frame, key)
      return frame.result(mayRead ? bridge.defaults[key] : .nil)
    }
    method("removeObject", of: defaults) { (frame, bridge) throws(LuaFailure) in
      try frame.receiver(defaults, "UserDefaults.standard:removeObject(key)")
      try frame.charge(Cost.record)
      let key = try frame.string(2)
      if bridge.mayWriteDefaults(frame) { try bridge.defaults.set(key, to: .nil) }
      return .none
    }
  }

  mutating func defineLock() -> LuaClass {
    let lock = objectClass("FileLock")
    function("FileLock.acquire") { (frame, bridge) throws(LuaFailure) in
      try frame.charge(Cost.record)
      let name = try frame.lockName(1, bridge)
      guard let held = bridge.app.acquireLock(name, at: bridge.location(frame)) else {
        frame.pushNil()
        frame.push(bridge.app.holder(ofLock: name) ?? "")
        return .values(2)
      }
      frame.push(lock, identifier: Int(bridge.locks.add(held)))
      return .values(1)
    }
    function("FileLock.wait") { (frame, bridge) throws(LuaFailure) in
      try frame.charge(Cost.record)
      let name = try frame.lockName(1, bridge)
      // The lock's number is known only once it is told who waits for it.
      let fiber = try bridge.wait(frame, for: .time, .thread)
      let id = bridge.app.awaitLock(name, fiber, at: bridge.location(frame))
      bridge.waits[slot: fiber.number]?.kind = .lock(id)
      return .await
    }
    method("release", of: lock) { (frame, bridge) throws(LuaFailure) in
      try frame.charge(Cost.record)
      let handle = try frame.receiver(lock, "lock:release()")
      if let held = bridge.locks.remove(handle) { bridge.app.releaseLock(held) }
      return .none
    }
    return lock
  }
}

extension AppBridge {
  /// Before the first unlock nothing is found there.
  func mayReadDefaults(_ frame: borrowing LuaFrame, _ key: String) -> Bool {
    guard app.isPastFirstUnlock else {
      let place = location(frame)
      // Each line is told once of a value, and told no more once the value is read again.
      guard lockedReads[key]?.contains(place) != true else { return false }
      if lockedReads.count < Limits.findingPlaces { lockedReads[key, default: []].append(place) }
      return app.mayUseDefaults(toWrite: false, at: place)
    }
    if !lockedReads.isEmpty {
      for place in lockedReads.removeValue(forKey: key) ?? [] {
        app.hasReadDefaultsAgain(insteadOfAt: place)
      }
    }
    return true
  }

  /// Before the first unlock nothing is kept there.
  func mayWriteDefaults(_ frame: borrowing LuaFrame) -> Bool {
    guard app.isPastFirstUnlock || app.mayUseDefaults(toWrite: true, at: location(frame)) else {
      return false
    }
    app.hasStored()
    return true
  }
}

extension LuaFrame {
  /// The name of another lock that the process may hold or wait for.
  fileprivate func lockName(_ index: Int, _ bridge: AppBridge) throws(LuaFailure) -> String {
    guard bridge.app.locksInUse < Limits.locks else {
      throw LuaFailure(
        .runtime,
        "FileLock: this app holds or waits for \(bridge.app.locksInUse) locks; "
          + "release some before it takes another")
    }
    return try shortString(index)
  }
}

/// The contents of `UserDefaults`, which outlive the processes of an app (P5).
final class StoredDefaults {
  /// They lie outside of Lua's memory, so they have a limit of their own.
  static let mostBytes = 4_000_000

  private var values: [String: LuaValue] = [:]
  private var bytes = 0
  /// What WorkManager keeps, in a file of its own.
  var works = WorkStore()

  subscript(key: String) -> LuaValue { values[key] ?? .nil }

  /// The extras of a job of Android's, which lie with the rest, under a name that no script is
  /// likely to use.
  subscript(extrasOf job: Int32) -> LuaValue { self[StoredDefaults.key(ofJob: job)] }

  func setExtras(of job: Int32, to value: LuaValue) throws(LuaFailure) {
    try set(StoredDefaults.key(ofJob: job), to: value, in: "JobInfo")
  }

  private static func key(ofJob job: Int32) -> String { "the extras of job \(job)" }

  /// - Parameters:
  ///   - owner: what apps of the family call what keeps it.
  func set(
    _ key: String, to value: LuaValue, in owner: String = "UserDefaults"
  ) throws(LuaFailure) {
    let before = values[key].map { key.utf8.count + $0.storedBytes } ?? 0
    let after = value == .nil ? 0 : key.utf8.count + value.storedBytes
    guard bytes - before + after <= StoredDefaults.mostBytes else {
      throw LuaFailure(
        .runtime,
        "\(owner): \(key) (\(after) bytes) goes beyond \(StoredDefaults.mostBytes) bytes "
          + "in all; keep less")
    }
    bytes += after - before
    values[key] = value == .nil ? nil : value
  }
}

extension LuaValue {
  /// About what it takes to keep.
  fileprivate var storedBytes: Int {
    switch self {
    case .nil, .boolean, .integer, .number, .function: 16
    case .string(let bytes): 16 + bytes.count
    case .table(let entries):
      entries.reduce(16) { $0 + $1.key.storedBytes + $1.value.storedBytes }
    }
  }
}
