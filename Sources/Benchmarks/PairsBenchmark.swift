import CFloor
import Lua

private final class Walker {}

/// Measures tables of strings and of random integers, walked with `pairs`, beside liblua's own in
/// the same process. Only the walks count, not the making of the table.
func measurePairs() {
  for (kind, filling) in [
    ("strings", "t['key' .. i] = i"), ("integers", "x = x * 75 % 65537 t[x * 8191 + i] = i"),
  ] {
    for (keys, most) in [(10, 200.0), (1_000, 210.0), (100_000, 700.0)] {
      let source = """
        local t, x = {}, 1 for i = 1, \(keys) do \(filling) end
        for i = 1, ... do for k, v in pairs(t) do end end
        """
      let walks = max(500_000 / keys, 6)
      let pairs = Pairs(9) {
        walk(source, walks) - walk(source, 0)
      } floor: {
        unsafe dm_floor_chunk(source, walks) - dm_floor_chunk(source, 0)
      }
      let each = pairs.bestOurs / Double(walks * keys) * 1e9
      report(
        "pairs over \(keys) \(kind), each", "\(decimals(each, 0)) ns",
        goal: "<= \(decimals(most, 0)) ns", isReached: each <= most)
      report("  as a multiple of liblua's, best of nine", decimals(1 / pairs.bestShare, 2))
    }
  }
}

private func walk(_ source: String, _ walks: Int) -> Double {
  do {
    let limits = LuaLimits(memoryBytes: 256 << 20, entryInstructions: .max / 8)
    let library = LuaLibrary<Walker> { _ in }
    let state = try LuaState(
      limits: limits, seed: LuaSeed(1, 2, 3, 4), library: library, host: Walker())
    let chunk = try state.load(source, name: "benchmark.lua")
    return try seconds { () throws(LuaFailure) in try state.call(chunk) { $0.push(walks) } }
  } catch {
    fatalError("benchmark: \(error)")
  }
}
