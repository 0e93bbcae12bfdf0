import Device
import Foundation
import Simulation
import Testing

@testable import Scripting

@Suite("Scripts among each other, and over time")
struct SharedScriptTests {
  @Test("apps that share a script share nothing else")
  func apart() throws {
    var run = ScriptRun(.minutes(1))
    for name in ["one", "two"] {
      run.add(
        """
        shared = (shared or 0) + 1
        UserDefaults.standard:set("launches", (UserDefaults.standard:value("launches") or 0) + 1)
        print(shared, UserDefaults.standard:value("launches"), math.random(1000000))
        string.format = nil
        return {}
        """, name: name, modes: .resident)
    }
    let outcome = try run.result()
    let logs = ["one", "two"].map { outcome.logs(of: $0)[0].split(separator: "\t") }
    #expect(logs.allSatisfy { $0[0] == "1" && $0[1] == "1" })
    #expect(logs[0][2] != logs[1][2])
  }

  @Test("defaults outlive the process, the rest does not, and each life draws anew")
  func lives() throws {
    var run = ScriptRun(
      app: """
        local defaults = UserDefaults.standard
        local kept = defaults:value("kept") or { lives = 0 }
        kept.lives = kept.lives + 1
        defaults:set("kept", kept)
        kept.lives = 100
        alive = (alive or 0) + 1
        print(defaults:value("kept").lives, alive, math.random(1000000))
        return { didBecomeActive = function() error("crash") end }
        """)
    run.open("app", at: .seconds(10))
    let logs = try run.result().logs().map { $0.split(separator: "\t") }
    #expect(logs.map { $0[0] } == ["1", "2"])
    #expect(logs.map { $0[1] } == ["1", "1"])
    #expect(logs[0][2] != logs[1][2])
  }

  @Test("the same run gives the same trace, whatever tables are keyed by")
  func order() throws {
    func trace() throws -> (String, [String]) {
      let outcome = try ScriptRun(
        app: """
          local mixed = {}
          for _, key in ipairs({ "delta", "alpha", 3.5, true, "bravo", 12, -1 }) do
            mixed[key] = 1
          end
          for i = 1, 5 do mixed[{}] = "table " .. i mixed[function() end] = "function " .. i end
          for key, value in pairs(mixed) do print(key, value) end
          for name in pairs(_G) do print(name) end
          print({}, print, coroutine.create(print), UIApplication.shared)
          print(math.random(), os.clock(), os.time())
          return {}
          """
      ).result()
      return (outcome.run.fingerprint.description, outcome.logs())
    }
    let (first, logs) = try trace()
    let (second, again) = try trace()
    #expect(first == second)
    #expect(logs == again)
    #expect(logs.count > 40)
    #expect(!logs.contains { $0.contains("0x55") || $0.contains("0x7f") })
  }

  @Test("blocks and timers are let go of: a million of them do not add up")
  func released() throws {
    let outcome = try ScriptRun(
      app: """
        local count = 0
        local function again()
          count = count + 1
          local timer = Timer.scheduledTimer(10, true, function() end)
          timer:invalidate()
          local id = UIApplication.shared:beginBackgroundTask(function() end)
          UIApplication.shared:endBackgroundTask(id)
          if count < 20000 then DispatchQueue.main:asyncAfter(0.01, again) else print("done") end
        end
        again()
        return {}
        """
    ).result()
    #expect(outcome.logs() == ["done"])
    #expect(outcome.exits() == [])
  }

  static let libraries = [
    (
      "penlight", "/usr/share/lua/5.4", "pl/List.lua",
      """
      local List = require("pl.List")
      local tablex, pretty, stringx = require("pl.tablex"), require("pl.pretty"), require("pl.stringx")
      print(List({ 3, 1, 2 }):sort():map(function(x) return x * 2 end):concat(","))
      print(pretty.write(tablex.map(function(x) return x + 1 end, { 1, 2, a = 3 }), ""))
      print(stringx.strip("  x "), #stringx.split("a b c"))
      local class = require("pl.class")
      local Animal = class()
      function Animal:_init(name) self.name = name end
      print(Animal("cat").name)
      """, ["2,4,6", "{2,3,a=4}", "x\t3", "cat"]
    ),
    (
      "luaunit", "/usr/share/lua/5.4", "luaunit.lua",
      """
      local lu = require("luaunit")
      TestThings = {}
      function TestThings:testEqual() lu.assertEquals({ 1, 2 }, { 1, 2 }) end
      function TestThings:testWrong() lu.assertEquals(1, 2) end
      local runner = lu.LuaUnit.new()
      runner:setOutputType("tap")
      print(runner:runSuiteByInstances({ { "TestThings", TestThings } }))
      """, ["1..2", "ok     1", "not ok 2"]
    ),
    (
      "inspect", "/usr/share/lua/5.3", "inspect.lua",
      """
      local inspect = require("inspect")
      print(inspect({ 1, 2, a = { b = true } }, { newline = " ", indent = "" }))
      """, ["{ 1, 2, a = { b = true } }"]
    ),
  ]

  @Test("ordinary libraries run unchanged", arguments: libraries)
  func library(name: String, folder: String, file: String, source: String, logs: [String]) throws {
    guard FileManager.default.fileExists(atPath: "\(folder)/\(file)") else {
      print("NOT TESTED: \(name) is not installed (\(folder)/\(file)); apt install lua-\(name)")
      return
    }
    var run = ScriptRun()
    run.add("Task(function()\n\(source)\nend)\nreturn {}", memoryCapBytes: 64 << 20)
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder)
    where path.hasSuffix(".lua") {
      run.module(path, try String(contentsOfFile: "\(folder)/\(path)", encoding: .utf8))
    }
    run.open("app", at: .seconds(1))
    let outcome = try run.result()
    #expect(outcome.exitDetails() == [])
    let written = outcome.logs()
    for log in logs { #expect(written.contains { $0.hasPrefix(log) }, "\(written)") }
  }
}
