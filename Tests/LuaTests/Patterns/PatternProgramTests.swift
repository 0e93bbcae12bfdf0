import Testing

@Suite("Programs of patterns come and go while matching goes on")
struct PatternProgramTests {
  /// More patterns than a process keeps programs for, of growing need of choices.
  private static let crowd = """
    function crowd()
      for i = 1, 300 do
        local word = ("%dx%d"):format(i, i * 7919)
        assert(("-" .. word .. "-"):match("%-(" .. word .. ")%-") == word)
        assert((("ab"):rep(i)):find("^" .. ("a?b-"):rep(i % 40 + 1)) == 1)
      end
    end

    """

  static let walks: [(String, [String])] = [
    (
      """
      local seen = {}
      for word, digits in ("a1 b22 c333"):gmatch("(%a)(%d+)") do
        crowd()
        seen[#seen + 1] = word .. "=" .. digits
      end
      note(table.concat(seen, " "))
      """, ["a=1 b=22 c=333"]
    ),
    (
      """
      note((("k=v, x=y, z"):gsub("(%w+)=(%w+)", function(key, value) crowd() return value .. key end)))
      """, ["vk, yx, z"]
    ),
    (
      """
      local names = setmetatable({}, { __index = function(_, name) crowd() return name:upper() end })
      note((("$one and $two"):gsub("%$(%w+)", names)))
      """, ["ONE and TWO"]
    ),
    (
      """
      local outer = {}
      for a in ("x y"):gmatch("%a") do
        for b in ("1 2"):gmatch("%d") do
          crowd()
          outer[#outer + 1] = a .. b
        end
      end
      note(table.concat(outer, " "))
      """, ["x1 x2 y1 y2"]
    ),
  ]

  @Test("a walk goes on where its program has made room for others", arguments: walks)
  func walk(source: String, lines: [String]) throws {
    #expect(try Script().lines(Self.crowd + source) == lines)
  }

  /// A program of over four thousand bytes is forgotten when the host is back.
  @Test("a walk with a long pattern goes on in a later entry, when its program has been forgotten")
  func later() throws {
    let script = try Script()
    try script.lines(
      """
      local long = ("[a-c]"):rep(400)
      walk = (("a"):rep(400) .. " " .. ("b"):rep(400) .. " " .. ("c"):rep(400)):gmatch(long)
      note(walk():sub(1, 3))
      """)
    for _ in 0..<2 {
      try script.lines("note(walk():sub(1, 3)) note(('y'):rep(300):find(('[x-z]'):rep(300)))")
    }
    #expect(script.notebook.lines == ["aaa", "bbb", "1\t300", "ccc", "1\t300"])
    #expect(try script.lines("note((walk()))").last == "nil")
  }

  /// The stack of choices goes with a long program, and is as high as the next one needs.
  @Test("after a long pattern was forgotten, one that needs more choices has them")
  func choices() throws {
    let script = try Script()
    for count in [10, 700, 20, 900, 5] {
      try script.lines(
        """
        local text = ("ab"):rep(\(count))
        note(#text:match(("a*b?"):rep(\(count))), #text:match(("[ab]-"):rep(\(count)) .. "$"))
        """)
    }
    #expect(
      script.notebook.lines == [10, 700, 20, 900, 5].map { "\(2 * $0)\t\(2 * $0)" })
  }
}
