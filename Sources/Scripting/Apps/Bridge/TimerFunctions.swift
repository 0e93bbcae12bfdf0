import Device
import Lua
import Simulation

/// `Timer` and `work`: what runs later, and what takes time.
extension LuaLibraryBuilder<AppBridge> {
  mutating func defineTimer() {
    let timer = objectClass("Timer")
    function("Timer.scheduledTimer") { (frame, bridge) throws(LuaFailure) in
      try frame.charge(Cost.block)
      let interval = try frame.delay(1)
      bridge.review(interval, .process, "scheduledTimer", frame)
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

  mutating func defineWork() {
    function("work") { (frame, bridge) throws(LuaFailure) in
      try frame.charge(Cost.block)
      bridge.work += .seconds(try frame.seconds(1))
      // Where nothing can wait the time is charged when the callback returns.
      guard let fiber = frame.waitingFiber else { return .none }
      _ = bridge.begin(fiber, .cpu, .cpu)
      return .await
    }
  }
}
