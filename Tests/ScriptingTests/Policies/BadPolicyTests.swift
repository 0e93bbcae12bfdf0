import Device
import Simulation
import Testing

@testable import Scripting

@Suite("Policies in Lua that go wrong")
struct BadPolicyTests {
  @Test(
    "do not load, with a message for each mistake",
    arguments: [
      ("x = = 1", "dir/p.lua:1: unexpected symbol near '='"),
      ("error('no', 0)", "dir/p.lua:1: no"),
      (
        "return 5", "dir/p.lua: the script returns no policy (5); end it with return policy { ... }"
      ),
      (
        "return { fetches = print }",
        "dir/p.lua: the script returns no policy (a table); "
          + "end it with return policy { ... }"
      ),
      (
        "return scenario { duration = 5 }",
        "dir/p.lua: it is a scenario, no policy; run it with dormouse run dir/p.lua"
      ),
      (
        "local p = scenario.parameters { a = 1 }\nreturn experiment { scenario = 's.lua' }",
        "dir/p.lua: it is an experiment, no policy; run it with dormouse compare dir/p.lua"
      ),
      (
        "policy.parameters(7)",
        "dir/p.lua:1: policy.parameters: not a table (7); write policy.parameters { ... }"
      ),
      (
        "policy.parameters { a = { } }",
        "dir/p.lua:1: parameter a: missing key (\"default\"); give boolean, number or string: "
          + "its value unless set; settings are of its kind"
      ),
      ("policy(7)", "dir/p.lua:1: policy: not a table (7); write policy { ... }"),
      (
        "\nreturn policy { name = 'x' }",
        "dir/p.lua:2: policy: neither backgroundTime nor fetches; write at least one of them"
      ),
      (
        "return policy { fetches = print,\n  looksAhead = 1 }",
        "dir/p.lua:2: policy.looksAhead: not a boolean (1); give true or false"
      ),
      (
        "return policy { fetches = print,\n  asksAtOpens = 'yes' }",
        "dir/p.lua:2: policy.asksAtOpens: not a boolean (\"yes\"); give true or false"
      ),
      (
        "return policy { fetches = print,\n  asksAtOpen = true }",
        "dir/p.lua:2: policy: unknown field (\"asksAtOpen\"); did you mean \"asksAtOpens\"?"
      ),
      (
        "return policy { fetches = print,\n  lookAhead = true, mine = true }",
        "dir/p.lua:2: policy: unknown field (\"lookAhead\"); did you mean \"looksAhead\"?"
      ),
      (
        "return policy {\n  fetch = print,\n  backgroundTime = 30,\n  name = 5,\n}",
        """
        dir/p.lua:1: policy: neither backgroundTime nor fetches; write at least one of them
        dir/p.lua:2: policy: unknown function ("fetch"); did you mean "fetches"?
        dir/p.lua:3: policy.backgroundTime: not a function (30); write function(self, ...) ... end
        dir/p.lua:4: policy.name: not a string (5); write it in quotes
        """
      ),
    ])
  func loading(text: String, message: String) {
    do throws(ScriptError) {
      _ = try policy(text)
      Issue.record("it loads")
    } catch {
      #expect(error.description == message)
    }
  }

  @Test("do not load when there is no such file")
  func noFile() {
    #expect(
      throws: ScriptError(
        at: SourceLocation(file: "q.lua", line: 0),
        "no such file; name a policy, a .lua file that is there")
    ) {
      try ScriptedPolicy.load("q.lua", seed: 1, apps: [], files: ScriptTexts([:]))
    }
  }

  @Test("do not load when their script never ends")
  func endless() {
    #expect(throws: ScriptError.self) { try policy("while true do end") }
  }

  @Test(
    "grant nothing, and say why",
    arguments: [
      (
        "os.time()",
        "p.lua:2: attempt to index a nil value (global 'os'): a policy has no clock of the machine; "
          + "device.now has seconds since the start of the run"
      ),
      ("request.app.x.y = 1", "p.lua:2: attempt to index a nil value (field 'x')"),
      ("error({})", "p.lua:2: (error object is a table value)"),
      (
        "return",
        "p.lua:1: backgroundTime: the time is no number (nil); "
          + "return seconds, 0 to request.allowance"
      ),
      (
        "return '30'",
        "p.lua:1: backgroundTime: the time is no number (\"30\"); "
          + "return seconds, 0 to request.allowance"
      ),
      (
        "return -1",
        "p.lua:1: backgroundTime: the time is out of range (-1); "
          + "return seconds, 0 to request.allowance"
      ),
      (
        "return 0/0",
        "p.lua:1: backgroundTime: the time is out of range (nan); "
          + "return seconds, 0 to request.allowance"
      ),
      (
        "return math.huge",
        "p.lua:1: backgroundTime: the time is out of range (inf); "
          + "return seconds, 0 to request.allowance"
      ),
    ])
  func backgroundTime(body: String, fault: String) throws {
    let policy = try policy(
      "return policy { backgroundTime = function(self, request, device)\n\(body)\nend }")
    let answer = policy.answer(Moment.request, device: Moment.device)
    #expect(answer.value.amount == .zero)
    #expect(answer.fault == PolicyFault(fault))
    #expect(policy.answer(.opened(app: AppID(0), at: .start)).fault == nil)
  }

  @Test(
    "start no fetch, and say why",
    arguments: [
      ("", "no list of apps (nil); return ids, { } for none"),
      ("'a'", "no list of apps (\"a\"); return ids, { } for none"),
      ("{ 1 }", "no app's id (1); return the ids, as texts"),
      ("candidates", "no app's id (a table); "),
      ("{ 'd' }", "no such app (\"d\"); apps are \"a\", \"b\", \"c\""),
      ("{ x = 'a' }", "no list of apps (it has the key \"x\"); return { id, id }"),
      ("{}, 'because'", "no table of reasons (\"because\"); return { [id] = \"reason\" }"),
      ("{}, { z9 = 'r' }", "no such app (\"z9\"); "),
      ("{}, { a = {} }", "a reason is no text (a table); return { [id] = \"reason\" }"),
      ("{}, { a = { score = 'x' } }", "a score is no number (\"x\"); return { score = 0.5 }"),
      (
        "(function() local t = {} for i = 1, 100000 do t[i] = 'a' end return t end)()",
        "a list of 100000 where there are 3 apps; name each once at most"
      ),
      ("{}, nil, 'soon'", "the time until it is asked again is no number (\"soon\"); "),
      ("{}, nil, 0", "the time until it is asked again is 0; return seconds above 0, or nil"),
      ("{}, nil, -1", "the time until it is asked again is out of range (-1); "),
    ])
  func fetches(answer: String, fault: String) throws {
    let policy = try policy(
      "return policy {\nfetches = function(self, candidates) return \(answer) end }")
    let answer = policy.answer(Moment.candidates, slots: 2, device: Moment.device)
    let decision = answer.value
    #expect(decision.chosen.isEmpty && decision.reasons.isEmpty && decision.askAgainAfter == nil)
    let said = answer.fault?.message ?? ""
    #expect(said.hasPrefix("p.lua:2: fetches: \(fault)"), "\(said)")
  }

  @Test("may name an app that is no candidate, which the device refuses")
  func notEligible() throws {
    let policy = try policy("return policy { fetches = function() return { 'c', 'c' } end }")
    let answer = policy.answer([], slots: 2, device: Moment.device)
    #expect(answer.value.chosen == [AppID(2), AppID(2)] && answer.fault == nil)
  }

  @Test(
    "are ended at the limits, and every later call is a fault",
    arguments: [
      ("while true do end", "instruction limit"),
      ("pcall(function() while true do end end)", "limit"),
      ("local s = 'x' while true do s = s .. s end", "memory limit"),
      ("local function f() return 1 + f() end f()", "stack overflow"),
    ])
  func limits(body: String, fault: String) throws {
    let policy = try policy(
      "return policy { observe = function() \(body) end, fetches = function() return {'a'} end }")
    #expect(policy.fetches([], slots: 1, device: Moment.device).chosen == [AppID(0)])
    let first = policy.answer(.opened(app: AppID(0), at: .start)).fault
    #expect(first?.message.contains(fault) == true)
    let later = policy.answer([], slots: 1, device: Moment.device)
    #expect(later.value.chosen.isEmpty)
    #expect(later.fault?.message.hasPrefix("ended by an earlier call: ") == true)
    #expect(later.fault?.message.contains(fault) == true)
  }
}
