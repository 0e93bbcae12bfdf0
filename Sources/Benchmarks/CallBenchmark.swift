import CFloor
import Lua

private final class Caller {}

/// Measures Lua's calls of a Swift function, beside its calls of a C function.
func measureCalls() {
  let calls = 20_000_000
  let library = LuaLibrary<Caller> { library in
    library.function("call") { (frame, _) throws(LuaFailure) in
      frame.result(try frame.integer(1))
    }
  }
  let pairs = Pairs(5) {
    run("call", calls, library)
  } floor: {
    dm_floor_raw_call(calls)
  }
  let (raw, bridged) = (
    pairs.bestFloor / Double(calls) * 1e9, pairs.bestOurs / Double(calls) * 1e9
  )
  report("a C function called from a Lua loop", "\(decimals(raw, 1)) ns")
  report("a bridged Swift function called likewise", "\(decimals(bridged, 1)) ns")
  report("  as a multiple", decimals(bridged / raw, 2), goal: "<= 2", isReached: bridged / raw <= 2)
}

private func run(_ name: String, _ calls: Int, _ library: LuaLibrary<Caller>) -> Double {
  do {
    let state = try LuaState(seed: LuaSeed(1, 2, 3, 4), library: library, host: Caller())
    let chunk = try state.load(
      "local call = \(name); for i = 1, ... do call(i) end", name: "benchmark.lua")
    return try seconds { () throws(LuaFailure) in try state.call(chunk) { $0.push(calls) } }
  } catch {
    fatalError("benchmark: \(error)")
  }
}
