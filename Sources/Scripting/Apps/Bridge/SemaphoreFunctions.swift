import Device
import Lua

/// `DispatchSemaphore`, `NSLock` and `DispatchGroup`: what blocks a thread.
extension LuaLibraryBuilder<AppBridge> {
  mutating func defineSemaphore() {
    let semaphore = objectClass("DispatchSemaphore")
    function("DispatchSemaphore") { (frame, bridge) throws(LuaFailure) in
      try frame.charge(Cost.record)
      let value = try frame.integer(1)
      guard value >= 0, value <= Int(Int32.max) else {
        throw frame.argumentFailure(
          1, "a count of 0 or more expected, got \(frame.describe(1)); on a phone it ends the app")
      }
      let number = bridge.queues.number(carrying: Int64(value))
      frame.push(semaphore, identifier: Int(number))
      return .values(1)
    }
    method("wait", of: semaphore) { (frame, bridge) throws(LuaFailure) in
      let number = try frame.receiver(semaphore, "semaphore:wait()")
      try frame.charge(Cost.block)
      let limit = try frame.limit(2)
      if bridge.take(semaphore: number) { return frame.result(true) }
      let fiber = try bridge.block(frame, for: .semaphore(number), limit: limit)
      bridge.change(semaphore: number) { $0.wait(fiber) }
      bridge.checkKept(frame)
      return .await
    }
    method("signal", of: semaphore) { (frame, bridge) throws(LuaFailure) in
      let number = try frame.receiver(semaphore, "semaphore:signal()")
      try frame.charge(Cost.block)
      let woken = bridge.change(semaphore: number) { $0.signal() }
      if let woken { bridge.wake(woken) }
      bridge.checkKept(frame)
      return .none
    }
  }

  mutating func defineThreadLock() {
    let lock = objectClass("NSLock")
    function("NSLock") { (frame, bridge) throws(LuaFailure) in
      try frame.charge(Cost.record)
      frame.push(lock, identifier: Int(bridge.queues.number()))
      return .values(1)
    }
    method("lock", of: lock) { (frame, bridge) throws(LuaFailure) in
      let number = try frame.receiver(lock, "lock:lock()")
      try frame.charge(Cost.block)
      let limit = try frame.limit(2)
      let thread = bridge.thread
      if bridge.take(lock: number, thread) { return frame.result(true) }
      let fiber = try bridge.block(frame, for: .lock(number), limit: limit)
      bridge.queues.locks[number]?.wait(fiber, on: thread)
      return .await
    }
    method("try", of: lock) { (frame, bridge) throws(LuaFailure) in
      let number = try frame.receiver(lock, "lock:try()")
      try frame.charge(Cost.block)
      return frame.result(bridge.take(lock: number, bridge.thread))
    }
    method("unlock", of: lock) { (frame, bridge) throws(LuaFailure) in
      let number = try frame.receiver(lock, "lock:unlock()")
      try frame.charge(Cost.block)
      guard let holder = bridge.queues.locks[number]?.holder, holder == bridge.thread else {
        let what =
          bridge.queues.locks[number] == nil
          ? "unlocked when not locked" : "unlocked from a thread which did not lock it"
        bridge.app.report(.lockNotHeld, "an NSLock was \(what)", at: bridge.location(frame))
        return .none
      }
      let woken = bridge.queues.locks[number]?.release()
      if bridge.queues.locks[number]?.holder == nil { bridge.queues.locks[number] = nil }
      if let woken { bridge.wake(woken) }
      return .none
    }
  }

  mutating func defineGroup(_ queue: LuaClass) -> LuaClass {
    let group = objectClass("DispatchGroup")
    function("DispatchGroup") { (frame, bridge) throws(LuaFailure) in
      try frame.charge(Cost.record)
      frame.push(group, identifier: Int(bridge.queues.number()))
      return .values(1)
    }
    method("enter", of: group) { (frame, bridge) throws(LuaFailure) in
      let number = try frame.receiver(group, "group:enter()")
      try frame.charge(Cost.block)
      bridge.queues.groups[number, default: BlockGroup()].enter()
      bridge.checkKept(frame)
      return .none
    }
    method("leave", of: group) { (frame, bridge) throws(LuaFailure) in
      let number = try frame.receiver(group, "group:leave()")
      try frame.charge(Cost.block)
      if bridge.leave(number) { return .none }
      let location = bridge.location(frame)
      let message = "unbalanced call to dispatch_group_leave(): nothing has entered the group"
      bridge.app.report(.groupUnbalanced, message, at: location)
      bridge.end(frame, .uncaughtException, message, at: location, isReported: true)
      return .none
    }
    method("wait", of: group) { (frame, bridge) throws(LuaFailure) in
      let number = try frame.receiver(group, "group:wait()")
      try frame.charge(Cost.block)
      let limit = try frame.limit(2)
      guard let count = bridge.queues.groups[number]?.count, count > 0 else {
        return frame.result(true)
      }
      let fiber = try bridge.block(frame, for: .group(number), limit: limit)
      bridge.queues.groups[number]?.wait(fiber)
      return .await
    }
    method("notify", of: group) { (frame, bridge) throws(LuaFailure) in
      let number = try frame.receiver(group, "group:notify(queue, block)")
      try frame.charge(Cost.block)
      let place = Job.Place(queue: Int64(try frame.object(2, queue)))
      let job = try bridge.add(frame, 3, to: place)
      bridge.queues.groups[number, default: BlockGroup()].notify(job)
      bridge.settle(group: number)
      return .none
    }
    return group
  }
}

extension AppBridge {
  /// Takes one of a semaphore.
  fileprivate func take(semaphore number: Int64) -> Bool {
    change(semaphore: number) { $0.take() }
  }

  fileprivate func take(lock number: Int64, _ thread: ThreadNumber) -> Bool {
    queues.locks[number, default: ThreadLock()].take(thread)
  }
}

extension LuaFrame {
  /// The longest time, in seconds, that something may be waited for; nil: without end.
  func limit(_ index: Int) throws(LuaFailure) -> Double? {
    guard !isNil(index) else { return nil }
    let limit = try delay(index)
    return limit.isFinite ? limit : nil
  }
}
