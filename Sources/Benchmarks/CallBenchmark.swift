import Lua

private final class Caller {}

/// Measures calls of a Swift function from a Lua loop.
func measureCalls() {
  let calls = 20_000_000
  let library = LuaLibrary<Caller> { library in
    library.function("call") { (frame, _) throws(LuaFailure) in
      frame.result(try frame.integer(1))
    }
  }
  let each = best(of: 5) { run(calls, library) } / Double(calls) * 1e9
  report(
    "a bridged Swift function called from a Lua loop", "\(decimals(each, 1)) ns", goal: "<= 30 ns",
    isReached: each <= 30)
}

private func run(_ calls: Int, _ library: LuaLibrary<Caller>) -> Double {
  do {
    let state = try LuaState(seed: LuaSeed(1, 2, 3, 4), library: library, host: Caller())
    let chunk = try state.load(
      "local call = call; for i = 1, ... do call(i) end", name: "benchmark.lua")
    return try seconds { () throws(LuaFailure) in try state.call(chunk) { $0.push(calls) } }
  } catch {
    fatalError("benchmark: \(error)")
  }
}
