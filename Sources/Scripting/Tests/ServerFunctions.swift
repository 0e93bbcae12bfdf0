import Device
import Lua
import Simulation

/// The members of a server: its faults, from now on or from one moment to another.
let serverMembers: TestMembers = {
  var members = TestMembers()
  members.property("host") { (frame, host) throws(LuaFailure) in
    let (phone, index) = try TestObject.place(frame, host)
    return frame.result(phone.scenario.servers[index].host)
  }
  members.method("down") { (frame, host) throws(LuaFailure) in
    try set(.down, from: 2, frame, host)
  }
  members.method("up") { (frame, host) throws(LuaFailure) in
    try set(.usual, from: 2, frame, host)
  }
  members.method("slow") { (frame, host) throws(LuaFailure) in
    try set(.slow(by: try frame.span(2, "slow")), from: 3, frame, host)
  }
  members.method("status") { (frame, host) throws(LuaFailure) in
    let code = try frame.integer(2)
    guard (100...599).contains(code) else {
      throw LuaFailure(.runtime, "status: no status (\(code)); give one from 100 to 599, as 401")
    }
    return try set(.status(code), from: 3, frame, host)
  }
  return members
}()

/// - Parameters:
///   - index: of the arguments that say from when and until when, in seconds from now.
private func set(
  _ condition: ServerCondition, from index: Int, _ frame: borrowing LuaFrame, _ host: TestHost
) throws(LuaFailure) -> LuaReturn {
  let (phone, number) = try TestObject.place(frame, host)
  let from = frame.isNil(index) ? TimeSpan.zero : try frame.span(index, "from")
  let to = frame.isNil(index + 1) ? nil : try frame.span(index + 1, "to")
  try phone.act(frame) { (driven) throws(PhoneTrouble) in
    try driven.set(condition, ofServer: number, from: from, to: to)
  }
  return .none
}
