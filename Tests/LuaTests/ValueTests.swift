import Lua
import Testing

@Suite("Values, objects, modules, patterns")
struct ValueTests {
  @Test("plain values go through the host unchanged, and others are named by their path")
  func copies() throws {
    let script = try Script()
    try script.lines(
      """
      log("%@", host.copy({1, 2.5, {a = "\\xff", [true] = false}, ["x y"] = 3}))
      note(pcall(host.copy, {a = {b = print}}))
      local t = {} t.list = {1, {t}}
      note(pcall(host.copy, t))
      """)
    #expect(
      script.notebook.lines == [
        "{1, 2.5, {a = \"\u{FFFD}\", [true] = false}, [\"x y\"] = 3}",
        "false\tvalue.a.b: a function cannot be kept",
        "false\tvalue.list[2][1]: the table holds itself",
      ])
    let deep = try script.failure(
      "local t = {} for i = 1, 300 do t = {t} end host.copy(t)")
    #expect(deep.message.contains("tables lie deeper than 100"))
    let shared = try script.failure("local t = {} for i = 1, 60 do t = {t, t} end host.copy(t)")
    #expect(shared.message.hasSuffix("value: holds over 500000 values; keep less"))
  }

  @Test("objects answer to methods and properties, and are not to be tampered with")
  func objects() throws {
    final class Clock { var seconds = 5 }
    let library = LuaLibrary<Clock> { library in
      let made = library.objectClass(
        "Clock",
        methods: [
          (
            "advance",
            { (frame, clock) throws(LuaFailure) in
              clock.seconds += try frame.integer(2)
              return .none
            }
          )
        ],
        properties: [
          ("seconds", { (frame, clock) throws(LuaFailure) in frame.result(clock.seconds) })
        ])
      library.object("Clock.shared", made, identifier: 7)
      library.function("check") { (frame, _) throws(LuaFailure) in
        frame.result(try frame.object(1, made))
      }
      library.constant("Clock.limit", .number(1.5))
    }
    let clock = Clock()
    let state = try LuaState(seed: testSeed, library: library, host: clock)
    func run(_ source: String) throws -> String {
      let function = try state.load(source, name: "o")
      return try state.call(function) { (frame) throws(LuaFailure) in frame.describe(1) }
    }
    #expect(try run("Clock.shared:advance(3) return Clock.shared.seconds") == "8")
    #expect(try run("return check(Clock.shared)") == "7")
    #expect(try run("return select(2, pcall(check, {}))").hasSuffix("(Clock expected, got table)"))
    #expect(try run("return getmetatable(Clock.shared)") == "Clock")
    #expect(try run("return Clock.limit") == "1.5")
    #expect(
      try run("return select(2, pcall(function() Clock.shared.x = 1 end))")
        == "o:1: Clock is read-only (field 'x')")
    #expect(try run("return pcall(rawset, Clock.shared, 1, 1)") == "false")
    #expect(try run("return Clock.shared.nothing") == "nil")
  }

  @Test("require finds modules through the host and runs them once")
  func modules() throws {
    let script = try Script()
    try script.lines(
      """
      note(require("answer").value, require("answer").name, require("answer") == require("answer"))
      note(select(2, require("answer")), package.loaded.answer ~= nil, require("string") == string)
      note(select(2, pcall(require, "nothing")))
      """)
    #expect(
      script.notebook.lines[0] == "42\tanswer\ttrue")
    #expect(script.notebook.lines[2] == "module 'nothing' not found:\n\tno file 'nothing.lua'")
  }

  @Test("what loads catch on the way is told by what they say, also outside protected calls")
  func failedLoads() throws {
    let script = try Script()
    try script.lines("note(load(function() error('no piece', 0) end))")
    #expect(script.notebook.lines == ["nil\tno piece"])
    let failure = try #require(
      throws: LuaFailure.self, performing: { try script.lines("require('itself')") })
    #expect(failure.kind == .stackOverflow)
    #expect(
      failure.message
        == "itself.lua:1: error loading module 'itself' from file 'itself.lua':\n\tC stack overflow"
    )
  }

  static let patterns: [(String, String)] = [
    ("('hello world'):find('o w')", "5\t7"), ("('hello'):match('(h)(.)')", "h\te"),
    ("('key = value'):match('^(%w+)%s*=%s*(%w+)$')", "key\tvalue"),
    ("('THE (quick) fox'):find('%((%a+)%)')", "5\t11\tquick"),
    ("('f(a(b)c)d'):match('%b()')", "(a(b)c)"),
    ("('hello'):gsub('l+', '<%0>')", "he<ll>o\t1"), ("('abc'):gsub('', '-')", "-a-b-c-\t4"),
    ("('THE (quick) fox'):gsub('%f[%a]%a+', string.lower)", "the (quick) fox\t3"),
    ("('x=1, y=2'):gsub('(%w+)=(%w+)', '%2=%1')", "1=x, 2=y\t2"),
    ("('a.b'):find('.', 1, true)", "2\t2"),
    ("('aXb'):match('%u()')", "3"), ("('abab'):find('(ab)%1')", "1\t4\tab"),
    ("('[]]'):find('[]]')", "2\t2"),
    ("('a-b'):gsub('[%-a]', '')", "b\t2"), ("('$name'):gsub('%$(%w+)', {name = 'x'})", "x\t1"),
    ("('abc'):find('b', -1)", "nil"), ("('abc'):find('', 10)", "nil"),
    ("('\\0a'):find('%z')", "1\t1"),
    ("pcall(string.find, 'a', '[a')", "false\tmalformed pattern (missing ']')"),
    ("pcall(string.find, 'a', '[%')", "false\tmalformed pattern (missing ']')"),
    ("pcall(string.find, 'a', '%f[^%')", "false\tmalformed pattern (missing ']')"),
    ("('a]'):match('[%]]')", "]"),
    ("pcall(string.find, '\\0', '\\0%')", "false\tmalformed pattern (ends with '%')"),
    ("pcall(string.find, 'a', '%')", "false\tmalformed pattern (ends with '%')"),
    ("pcall(string.gsub, 'a', 'a', '%2')", "false\tinvalid capture index %2"),
    ("pcall(string.rep)", "false\tbad argument #1 to 'string.rep' (string expected, got no value)"),
  ]

  @Test("patterns mean what the manual says", arguments: patterns)
  func pattern(expression: String, result: String) throws {
    let script = try Script()
    #expect(try script.lines("note(\(expression))") == [result])
  }

  @Test("ten thousand states live at once, small and apart")
  func manyStates() throws {
    let notebook = Notebook()
    var states: [LuaState] = []
    for _ in 1...10_000 {
      states.append(try LuaState(seed: testSeed, library: library, host: notebook))
    }
    let first = try states[0].load("n = (n or 0) + 1 note(n)", name: "f")
    #expect(states[0].start(first).isFinished)
    let last = try states[9_999].load("n = (n or 0) + 1 note(n)", name: "f")
    #expect(states[9_999].start(last).isFinished)
    #expect(notebook.lines == ["1", "1"])
    #expect(states.allSatisfy { $0.memoryBytes < 64 << 10 })
  }
}
