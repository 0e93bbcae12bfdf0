import Lua
import Testing

@Suite("What walks are charged")
struct WalkChargeTests {
  /// Keys made of `i`.
  static let keys = [
    "string.format('%07d', i)", "string.format('%070d', i)", "i + 0.5", "-i", "{}", "i",
    "i % 2 == 0 and -i or string.format('%07d', i)",
  ]

  private func charge(of source: String, in script: Script) throws -> Int {
    script.state.collect()
    _ = script.state.takeInstructions()
    try script.lines(source)
    return script.state.takeInstructions()
  }

  /// With `t`, a table of `count` such keys.
  private func script(_ key: String, count: Int) throws -> Script {
    let script = try Script(
      LuaLimits(memoryBytes: 512 << 20, entryInstructions: 1_000_000_000))
    try script.lines("t = {} for i = 1, \(count) do t[\(key)] = i end")
    return script
  }

  static let walks = [
    "for k in pairs(t) do end", "for k in next, t do end", "for k in pairs(t) do break end",
  ]

  @Test("a walk costs twice as much for twice the keys, in each state the same", arguments: keys)
  func linear(key: String) throws {
    for walk in Self.walks {
      let charged = try [4_096, 8_192, 16_384, 32_768].map { count in
        let costs = try [0, 1].map { _ in
          let script = try script(key, count: count)
          return try [charge(of: walk, in: script), charge(of: walk, in: script)]
        }
        #expect(costs[0] == costs[1], "\(walk), \(count)")
        #expect(abs(costs[0][0] - costs[0][1]) <= 1_000 + costs[0][0] / 100, "\(walk), \(count)")
        return costs[0][0]
      }
      for (less, more) in zip(charged, charged.dropFirst()) {
        #expect(more >= less * 19 / 10 - 1_000, "\(walk): \(charged)")
        #expect(more <= less * 21 / 10 + 1_000, "\(walk): \(charged)")
      }
    }
  }

  @Test("a walk for which there is no memory ends the app with its own error", arguments: keys)
  func memory(key: String) throws {
    let limit = 12 << 20
    for walk in Self.walks where key != "i" {
      let script = try Script(LuaLimits(memoryBytes: limit, entryInstructions: 1_000_000_000))
      try script.lines("t, filler = {}, {} for i = 1, 30000 do t[\(key)] = i end")
      script.state.collect()
      while script.state.memoryBytes < limit - 300_000 {
        try script.lines("filler[#filler + 1] = ('x'):rep(65536) .. #filler")
        script.state.collect()
      }
      let failure = try script.failure("pcall(function() \(walk) end) while true do end")
      #expect(failure.kind == .memory, "\(walk)")
      #expect(failure.message.hasPrefix("memory limit exceeded (\(limit) bytes)"), "\(failure)")
    }
  }
}
