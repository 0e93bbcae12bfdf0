import Lua
import Testing

@Suite("What walks and long numbers are charged")
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

  /// A call over `n`, and its values, each of which takes ten times as long as the one before.
  static let tenfold: [(String, [String])] = [
    ("table.concat(list)", ["100", "1000", "10000", "80000"]),
    ("table.concat(list, ',', 1, n)", ["100", "1000", "10000", "80000"]),
    ("table.concat(linked)", ["100", "1000", "10000", "80000"]),
    ("for i = 1, n do tostring(i + 0.5) end", ["100", "1000", "10000"]),
    ("for i = 1, n do string.rep(i + 0.5, 1, 0.25) end", ["100", "1000", "10000"]),
    ("for i = 1, n do string.len(1e300) end", ["100", "1000", "10000"]),
    ("for i = 1, n do string.format('%.0f', 1e300) end", ["100", "1000", "10000"]),
    ("for i = 1, n do math.fmod(1e300, 3) end", ["100", "1000", "10000"]),
    ("for i = 1, n do local r = '1e300' % 3 end", ["100", "1000", "10000"]),
    ("string.rep(0.5, n)", ["10000", "100000", "1000000"]),
    ("string.format(('%.0f'):rep(n), table.unpack(huge, 1, n))", ["10", "100"]),
    ("note(table.unpack(list, 1, n))", ["100", "1000", "10000"]),
  ]

  @Test("grows as the work does", arguments: tenfold)
  func growth(call: String, values: [String]) throws {
    let charged = try values.map { value in
      let script = try Script(LuaLimits(memoryBytes: 256 << 20))
      try script.lines(
        """
        n, list, huge = \(value), {}, {}
        for i = 1, n do list[i] = i + 0.5 end
        for i = 1, 100 do huge[i] = 1e300 end
        linked = setmetatable({}, {__index = list, __len = function() return n end})
        """)
      return try charge(of: call, in: script)
    }
    let entry = 1_000  // what an entry costs at most besides
    for (index, (less, more)) in zip(charged, charged.dropFirst()).enumerated() {
      let factor = try #require(Int(values[index + 1])) / #require(Int(values[index]))
      // Blocks that are asked for meanwhile, ever twice as large, are charged by size.
      #expect(more >= (less - entry) * factor * 9 / 10, "\(charged)")
    }
    #expect(try #require(charged.last) > 2 * charged[0], "\(charged)")
  }

  /// A thousand remainders each, of dividends ever farther from the divisor.
  static let remainders = [
    "local r = n % 3.5", "local r = n % d", "math.fmod(n, 3.5)", "math.fmod(n, d)",
    "local r = s % 3.5", "local r = n % '3.5'",
  ]

  @Test("the farther a remainder, the more it is charged", arguments: remainders)
  func remainder(call: String) throws {
    let charged = try ["1e10", "1e100", "1e200", "1e308"].map { number in
      let script = try Script()
      try script.lines("n, d, s = \(number), 3.5, '\(number)'")
      return try charge(of: "for i = 1, 20000 do \(call) end", in: script)
    }
    // 128 bits an instruction: 1e100 lies 330 bits from 3.5, 1e200 662, and 1e308 1021.
    for (more, bits) in zip(charged.dropFirst(), [330, 662, 1_021]) {
      #expect(more - charged[0] >= 20_000 * (bits / 128) * 9 / 10, "\(charged)")
    }
    #expect(charged == charged.sorted())
  }

  @Test("many digits of a large number are charged by their number and its size")
  func digits() throws {
    func charged(_ format: String, _ number: String) throws -> Int {
      let script = try Script()
      try script.lines("f, n = '\(format)', \(number)")
      return try charge(of: "for i = 1, 20000 do string.format(f, n) end", in: script) / 20_000
    }
    for letter in ["e", "E", "g", "G"] {
      let usual = try charged("%.99\(letter)", "1.5")
      // 99 digits of 1,023 bits, at 4,096 an instruction.
      #expect(try charged("%.99\(letter)", "1e308") - usual == 24)
      #expect(try charged("%99.50\(letter)", "1e308") - charged("%99.50\(letter)", "1.5") == 12)
      #expect(try charged("%.99\(letter)", "1e-308") == usual)
      // As many as a number has are in what each conversion costs.
      #expect(try charged("%.17\(letter)", "1e308") == charged("%.17\(letter)", "1.5"))
      #expect(try charged("%\(letter)", "1e308") == charged("%\(letter)", "1.5"))
    }
  }

  @Test("the first thousand digits of a numeral are charged more than those behind them")
  func numerals() throws {
    func charged(_ digits: Int) throws -> Int {
      let script = try Script()
      try script.lines("s = '4.' .. ('3'):rep(\(digits - 7)) .. 'e-308'")
      return try charge(of: "for i = 1, 20000 do math.sqrt(s) end", in: script) / 20_000
    }
    let short = try charged(64)
    for (digits, instructions) in [(128, 2 + 3), (512, 8 + 12), (1_024, 16 + 25), (2_048, 32 + 25)]
    {
      #expect(try charged(digits) - short == instructions, "\(digits)")
    }
  }
}
