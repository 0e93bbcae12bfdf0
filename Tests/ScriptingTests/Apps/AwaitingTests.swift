import Simulation
import Testing

@testable import Scripting

@Suite("Awaiting")
struct AwaitingTests {
  /// Runs a body in a Task that begins at the second 1 and notes `note(...)` with the time.
  private func noted(_ body: String) throws -> ScriptRun.Outcome {
    var run = ScriptRun(
      app: """
        local function note(...)
          print(string.format("%.1f", ProcessInfo.processInfo.systemUptime + 1), ...)
        end
        Task(function()
          \(body)
        end)
        return {}
        """)
    run.scenario.servers = [
      .init(host: "s.example", latencyMedian: .seconds(2), latencyP95: .seconds(2))
    ]
    return try run.result()
  }

  static let ways: [(String, [String])] = [
    ("Task.sleep(2) note('plain')", ["3.0\tplain"]),
    ("note(pcall(Task.sleep, 2))", ["3.0\ttrue"]),
    ("note(pcall(function() Task.sleep(2) error('x', 0) end))", ["3.0\tfalse\tx"]),
    (
      "note(xpcall(function() Task.sleep(1) error('x', 0) end, function(m) return m .. '!' end))",
      ["2.0\tfalse\tx!"]
    ),
    (
      """
      local step = coroutine.wrap(function(a)
        Task.sleep(a)
        local b = coroutine.yield('first')
        Task.sleep(b)
        return 'second'
      end)
      note(step(1))
      note(step(2))
      """, ["2.0\tfirst", "4.0\tsecond"]
    ),
    (
      """
      local co = coroutine.create(function() Task.sleep(1) error({ code = 7 }) end)
      local ok, problem = coroutine.resume(co)
      note(ok, problem.code, coroutine.status(co))
      """, ["2.0\tfalse\t7\tdead"]
    ),
    (
      """
      local inner = coroutine.wrap(function()
        coroutine.wrap(function() pcall(Task.sleep, 1) end)()
        Task.sleep(1)
        return 'deep'
      end)
      note(inner())
      """, ["3.0\tdeep"]
    ),
    (
      """
      local slow = setmetatable({}, {
        __index = function(_, key) Task.sleep(1) return key .. '!' end,
        __add = function(a, b) Task.sleep(1) return 'sum' end,
        __lt = function() Task.sleep(1) return true end,
        __call = function(_, x) Task.sleep(1) return x end,
        __concat = function() Task.sleep(1) return 'joined' end,
        __eq = function() Task.sleep(1) return true end,
        __len = function() Task.sleep(1) return 4 end,
        __newindex = function(t, k, v) Task.sleep(1) rawset(t, k, v) end,
        __close = function() Task.sleep(1) end,
      })
      note(slow.x, slow + 1, slow < slow, slow(5), slow .. '', #slow)
      slow.y = 3
      note(slow.y)
      do local closing <close> = slow end
      note('closed')
      """, ["7.0\tx!\tsum\ttrue\t5\tjoined\t4", "8.0\t3", "9.0\tclosed"]
    ),
    (
      """
      local function each() return function(_, i) Task.sleep(1) if i < 3 then return i + 1 end end, nil, 0 end
      for i in each() do note(i) end
      """, ["2.0\t1", "3.0\t2", "4.0\t3"]
    ),
    (
      """
      local data, response, e = URLSession.shared:data('https://s.example')
      note(data.bytes, response.statusCode, e)
      """, ["3.0\t1000\t200\tnil"]
    ),
    ("work(2) note('busy')", ["3.0\tbusy"]),
    ("local f = coroutine.wrap(function() work(1) return 1 end) note(f())", ["2.0\t1"]),
    ("note(pcall(work, 1.5))", ["2.5\ttrue"]),
    (
      """
      local order = {}
      Task(function() for i = 1, 3 do Task.sleep(1) note('a', i) end end)
      Task(function() for i = 1, 2 do Task.sleep(1.5) note('b', i) end end)
      """, ["2.0\ta\t1", "2.5\tb\t1", "3.0\ta\t2", "4.0\tb\t2", "4.0\ta\t3"]
    ),
  ]

  @Test("simply returns when the time has come", arguments: ways)
  func returns(body: String, logs: [String]) throws {
    let outcome = try noted(body)
    #expect(outcome.logs() == logs)
    #expect(outcome.exitDetails() == [])
  }

  static let refused: [(String, String)] = [
    (
      "table.sort({ 2, 1 }, function(a, b) Task.sleep(1) return a < b end)",
      "app.lua:5: cannot wait here: sort is at work and cannot be left; wait before or after it"
    ),
    (
      "string.gsub('a', 'a', function() Task.sleep(1) end)",
      "app.lua:5: cannot wait here: gsub is at work"
    ),
    (
      "table.sort({ 2, 1 }, function(a, b) pcall(error) assert(pcall(Task.sleep, 1)) end)",
      "cannot wait here: sort is at work"
    ),
    (
      "table.sort({ 2, 1 }, function(a, b) coroutine.wrap(function() Task.sleep(1) end)() end)",
      "cannot wait here: a function of Lua's own is at work"
    ),
    (
      "tostring(setmetatable({}, { __tostring = function() Task.sleep(1) return '' end }))",
      "app.lua:5: cannot wait here: tostring is at work"
    ),
    ("coroutine.yield()", "attempt to yield from outside a coroutine"),
  ]

  @Test("where Lua itself is in between is an error of that app", arguments: refused)
  func cannot(body: String, message: String) throws {
    let outcome = try noted("note(pcall(function() \(body) end))")
    let log = try #require(outcome.logs().first)
    #expect(log.hasPrefix("1.0\tfalse\t"))
    #expect(log.contains(message))
    #expect(outcome.exits() == [])
  }

  @Test("in the script itself is an error: nobody would see its delegate")
  func script() throws {
    let outcome = try ScriptRun(app: "local x = 1\nTask.sleep(1)\nreturn {}").result()
    #expect(outcome.exits() == ["uncaughtException"])
    #expect(outcome.findings == ["uncaughtError app.lua:2"])
    #expect(outcome.messages[0].hasPrefix("the script itself cannot wait"))
  }

  @Test("does not hold the main thread; work does")
  func mainThread() throws {
    let outcome = try ScriptRun(
      app: """
        Timer.scheduledTimer(1, true, function(timer)
          print("tick")
          if ProcessInfo.processInfo.systemUptime > 6 then timer:invalidate() end
        end)
        Task(function() Task.sleep(1.5) print("slept") work(3) print("worked") end)
        DispatchQueue.global():async(function() work(2.25) print("beside") end)
        return {}
        """
    ).result()
    #expect(
      outcome.timedLogs() == [
        "2 tick", "2.5 slept", "3.25 beside", "5.5 worked", "5.5 tick", "6 tick", "7 tick",
        "8 tick",
      ])
  }

  @Test("work in a comparator is charged when the callback returns")
  func unyieldableWork() throws {
    let outcome = try ScriptRun(
      app: """
        Task(function()
          table.sort({ 2, 1 }, function(a, b) work(1) return a < b end)
          print("sorted")
          DispatchQueue.main:async(function() print("next") end)
        end)
        return {}
        """
    ).result()
    let logs = outcome.timedLogs()
    #expect(logs.first == "1 sorted")
    #expect(logs.last?.hasSuffix(" next") == true && logs.last != "1 next")
  }

  @Test("work in the script itself keeps it loading, and its delegate is kept")
  func slowScript() throws {
    let outcome = try ScriptRun(
      app: """
        DispatchQueue.global():async(function() print("beside") return "no delegate" end)
        work(2)
        return { didFinishLaunching = function() print("launched") end }
        """
    ).result()
    #expect(outcome.timedLogs() == ["1 beside", "3 launched"])
  }
}
