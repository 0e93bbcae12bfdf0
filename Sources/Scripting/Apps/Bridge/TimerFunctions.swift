import Device
import Lua
import Simulation

/// `Timer`, `DispatchQueue` and `work`: what runs later, and what takes time.
extension LuaLibraryBuilder<AppBridge> {
  mutating func defineTimer() {
    let timer = objectClass("Timer")
    function("Timer.scheduledTimer") { (frame, bridge) throws(LuaFailure) in
      try frame.charge(Cost.block)
      let interval = try frame.delay(1)
      let repeats = try frame.boolean(2)
      let id = try bridge.block(frame, 3)
      let handle = bridge.blocks.handle(slot: id.number)
      frame.push(timer, identifier: Int(handle))
      bridge.blocks[handle]?.argument = frame.reference(frame.count)
      let scheduled = bridge.app.scheduleTimer(
        every: .seconds(interval), repeats: repeats, block: id, at: bridge.location(frame))
      bridge.blocks[handle]?.role = .timer(scheduled)
      return .values(1)
    }
    method("invalidate", of: timer) { (frame, bridge) throws(LuaFailure) in
      try frame.charge(Cost.block)
      let handle = try frame.receiver(timer, "timer:invalidate()")
      if case .timer(let id) = bridge.blocks[handle]?.role { bridge.app.invalidateTimer(id) }
      return .none
    }
    property("isValid", of: timer) { (frame, bridge) throws(LuaFailure) in
      let handle = Int64(try frame.object(1, timer))
      guard case .timer(let id) = bridge.blocks[handle]?.role else { return frame.result(false) }
      return frame.result(bridge.app.isTimerValid(id))
    }
  }

  mutating func defineQueues() {
    let main = objectClass("DispatchQueue.main")
    let global = objectClass("DispatchQueue.global")
    object("DispatchQueue.main", main)
    method("async", of: main) { (frame, bridge) throws(LuaFailure) in
      try frame.receiver(main, "DispatchQueue.main:async(block)")
      try frame.charge(Cost.block)
      bridge.app.dispatchMain(try bridge.block(frame, 2))
      return .none
    }
    method("asyncAfter", of: main) { (frame, bridge) throws(LuaFailure) in
      try frame.receiver(main, "DispatchQueue.main:asyncAfter(seconds, block)")
      try frame.charge(Cost.block)
      let delay = try frame.delay(2)
      bridge.app.dispatchMain(
        try bridge.block(frame, 3), after: .seconds(delay), at: bridge.location(frame))
      return .none
    }
    function("DispatchQueue.global") { (frame, _) in
      frame.push(global, identifier: 0)
      return .values(1)
    }
    method("async", of: global) { (frame, bridge) throws(LuaFailure) in
      try frame.receiver(global, "DispatchQueue.global():async(block)")
      try frame.charge(Cost.block)
      bridge.app.dispatchGlobal(try bridge.block(frame, 2), at: bridge.location(frame))
      return .none
    }
  }

  mutating func defineWork() {
    function("work") { (frame, bridge) throws(LuaFailure) in
      try frame.charge(Cost.block)
      bridge.work += .seconds(try frame.seconds(1))
      // Where nothing can wait the time is charged when the callback returns.
      guard let fiber = frame.waitingFiber else { return .none }
      _ = bridge.begin(fiber, .cpu)
      return .await
    }
  }
}
