import Device
import Simulation
import Testing

@testable import Scripting

@Suite("Policies in Lua")
struct ScriptedPolicyTests {
  /// The reason that a policy gives for "a" after showing what its function got.
  private static let show = """
    local function show(t)
      local parts = {}
      for k, v in pairs(t) do
        local shown = type(v) == "table" and "{" .. (#v == 24 and v[1] .. ".." .. v[24]
          or show(v)) .. "}" or tostring(v)
        parts[#parts + 1] = k .. "=" .. shown
      end
      return table.concat(parts, " ")
    end
    """
  private static let device =
    "appCount=3 backgroundEnergy=4.0 battery=0.75 charging=true energy=6.0 fetchCost=10.0 "
    + "freeSlots=2 hour=13 "
    + "inUse=true lowPowerMode=true minute=780 network=cellular now=3600.5 "
    + "pool={available=20.0 capacity=600.0 nextRefill=7200.0 refill=25.0} radioTail=9.0 "
    + "screenOn=50.0 startsLeft=4 weekday=7"

  private static func app(_ id: String, _ more: (before: [String], after: [String])) -> String {
    let fields =
      more.before + [
        "backgroundRefresh=false", "bytes=700.0", "failuresInARow=4", "id=\(id)",
        "place=\(id == "a" ? 1 : 2)",
        "inAppSwitcher=false", "lastFetch=20.0", "lastFetchBytes=70.0", "lastFetchItems=3",
        "lastOpen=10.0", "lastResult=noData", "lastUse=12.0", "modes={1=fetch 2=audio}",
        "newItems=8", "opensByHour={0..46}",
        "options={every=1.5 priority=3 quiet=true rank=high}", "screenOnSinceUse=13.0",
        "state=background", "used=6.0", "usedToday=5.0",
        "waitingSince=7.0",
      ] + more.after
    return fields.sorted().joined(separator: " ")
  }

  @Test("see candidates, slots and device, and answer with ids, reasons and a time")
  func fetches() throws {
    let policy = try policy(
      """
      \(Self.show)
      return policy {
        fetches = function(self, candidates, slots, device)
          return { "c", "a" }, { a = show(candidates[1]), b = show(device), c = slots .. #candidates },
            90.5
        end,
      }
      """)
    let answer = policy.answer(Moment.candidates, slots: 2, device: Moment.device)
    #expect(answer.fault == nil)
    let decision = answer.value
    #expect(decision.chosen == [AppID(2), AppID(0)])
    #expect(decision.askAgainAfter == .seconds(90.5))
    #expect(decision.reasons.map(\.app) == [AppID(2), AppID(0), AppID(1)])
    let more = [
      "allowance=30.0", "earliest=25.0", "eligibleSince=30.0", "kind=refresh", "latest=86400.0",
      "minimumInterval=900.0", "requirements={1=network}",
    ]
    #expect(decision.reasons[1].reason == Self.app("a", (more, [])))
    #expect(decision.reasons[2].reason == Self.device)
    #expect(decision.reasons[0].reason == "23")
  }

  @Test("see requests, holders and outcomes, and remember in self")
  func others() throws {
    let policy = try policy(
      """
      \(Self.show)
      return policy {
        log = {},
        fetches = function(self)
          return {}, { a = table.concat(self.log, "; ") }
        end,
        backgroundTime = function(self, request, device)
          self.log[#self.log + 1] = show(request) .. " " .. show(device)
          return request.allowance / 2
        end,
        reclaim = function(self, holders, device, request)
          self.log[#self.log + 1] = show(holders[1]) .. " " .. show(device) .. " for " .. request.app.id
          return { holders[2].id }
        end,
        observe = function(self, outcome) self.log[#self.log + 1] = show(outcome) end,
      }
      """)
    #expect(policy.backgroundTime(Moment.request, device: Moment.device) == .seconds(15))
    #expect(
      policy.reclaim(Moment.holders, for: Moment.request, device: Moment.device) == [AppID(1)])
    let at = Instant.start + .seconds(8)
    policy.observe(
      .backgroundTime(
        app: AppID(0), at: at, granted: .seconds(9), used: .seconds(2), expired: true))
    policy.observe(.work(.fetch, app: AppID(1), at: at, result: .failed, took: .seconds(3)))
    policy.observe(.work(.fetch, app: AppID(7), at: at, result: nil, took: .seconds(3)))
    #expect(policy.answer(.opened(app: AppID(2), at: at)).fault == nil)
    let log = policy.fetches([], slots: 1, device: Moment.device).reasons.map(\.reason).joined()
    let entries = log.split(separator: ";").map { String($0.drop { $0 == " " }) }
    #expect(
      entries == [
        "allowance=30.0 app={\(Self.app("b", ([], [])))} occasion=begunInBackground openTasks=2 "
          + Self.device,
        Self.app("a", (["deadline=40.0", "fetching=true", "openTasks=0"], [])) + " " + Self.device
          + " for b",
        "app=a at=8.0 expired=true granted=9.0 kind=backgroundTime used=2.0",
        "app=b at=8.0 kind=fetch result=failed took=3.0", "app=#7 at=8.0 kind=fetch took=3.0",
        "app=c at=8.0 kind=opened",
      ])
  }

  @Test("that look ahead see what work is to come, others do not")
  func looksAhead() throws {
    for (line, seen) in [
      (
        "looksAhead = true,",
        "1={app=c from=3700.0 kind=refresh latest=108000.0 "
          + "obstacles={1=inForeground 2=earliestNotReached}}"
      ), ("looksAhead = false,", "nil"), ("", "nil"),
    ] {
      let policy = try policy(
        """
        \(Self.show)
        return policy { \(line)
          backgroundTime = function(self, request, device)
            return 1, device.coming and show(device.coming) or "nil"
          end,
        }
        """)
      #expect(policy.looksAhead == (seen != "nil"))
      let answer = policy.answer(Moment.request, device: Moment.device)
      #expect(answer.value.explanation?.reason == seen)
    }
  }

  @Test("are asked at opens, too, if they say so")
  func asksAtOpens() throws {
    for (value, asks) in [("true", true), ("false", false), ("nil", false)] {
      let line = "asksAtOpens = \(value),"
      let policy = try policy("return policy { \(line) fetches = function() return {} end }")
      #expect(policy.asksAtOpens == asks)
    }
  }

  @Test("cannot change anything by changing what they are shown")
  func snapshots() throws {
    let policy = try policy(
      """
      return policy { fetches = function(self, candidates, slots, device)
        local reason = device.pool.available .. candidates[1].id
        device.pool.available, candidates[1].id = 0, "b"
        return { "a" }, { a = reason }
      end }
      """)
    for _ in 0..<2 {
      let decision = policy.fetches(Moment.candidates, slots: 2, device: Moment.device)
      #expect(decision.reasons.map(\.reason) == ["20.0a"])
    }
  }

  @Test("tell scores and reasons to whoever asks why, the best score first")
  func scores() throws {
    let policy = try policy(
      """
      return policy {
        backgroundTime = function() return 1, "a second will do" end,
        fetches = function()
          return { "b" }, {
            a = { score = 0.1 }, b = { score = 0.3, reason = "best" }, c = { score = 0.2 },
          }
        end,
      }
      """)
    var device = Moment.device
    #expect(policy.fetches(Moment.candidates, slots: 1, device: device).explanation == nil)
    device.explains = true
    let decision = policy.fetches(Moment.candidates, slots: 1, device: device)
    #expect(decision.reasons.map(\.reason) == ["best"])
    let told = try #require(decision.explanation)
    #expect(
      told.measure
        == Measure("score", .number, isHighestFirst: true, waitBreaksTies: false))
    #expect(told.candidates.map(\.app.index) == [1, 2, 0])
    #expect(told.candidates.map(\.score) == [0.3, 0.2, 0.1])
    #expect(told.candidates.allSatisfy { $0.obstacle == nil })
    let spare = policy.fetches(Moment.candidates, slots: 3, device: device)
    #expect(spare.explanation?.candidates.map { $0.obstacle != nil } == [false, true, true])
    let grant = policy.answer(Moment.request, device: device).value
    #expect(grant.amount == .seconds(1))
    #expect(grant.explanation?.reason == "a second will do")
  }

  @Test("print into a log that is kept within bounds")
  func log() throws {
    let policy = try policy(
      """
      print("loaded")
      return policy {
        fetches = function() print("one", 2) NSLog("%s", "three") return {} end,
        observe = function() while true do print(string.rep("x", 1000)) end end,
      }
      """)
    let first = policy.answer([], slots: 1, device: Moment.device)
    #expect(first.log == ["loaded", "one\t2", "three"])
    let second = policy.answer([], slots: 1, device: Moment.device)
    #expect(second.log == ["one\t2", "three"])
    let log = policy.answer(.opened(app: AppID(0), at: .start)).log
    #expect(log.count == 66)
    #expect(log.last == "... more than 65536 bytes in one call; the rest is left out")
  }

  @Test("are named by themselves, or by their file")
  func names() throws {
    #expect(try policy("return policy { name = 'x', fetches = print }").name == "x")
    #expect(try policy("return policy { fetches = print }").name == "p")
  }

  private static let parameters = """
    local p = policy.parameters {
      share = { default = 0.5, min = 0, max = 1 }, most = { default = 9 }, mode = { default = "x" },
    }
    return policy { name = "own", backgroundTime = function(self, request)
      return request.allowance * p.share, p.mode .. math.type(p.most) .. p.most
    end }
    """

  @Test("take parameters, which their name shows as far as they are set")
  func setting() throws {
    var device = Moment.device
    device.explains = true
    for (settings, name, grant, said) in [
      ([:], "own", 15.0, "xinteger9"),
      (["share": "0.25", "mode": "a=b"], "own{mode=a=b,share=0.25}", 7.5, "a=binteger9"),
      (["most": "2.5", "share": "1"], "own{most=2.5,share=1}", 30, "xfloat2.5"),
    ] as [([String: String], String, Double, String)] {
      let policy = try policy(Self.parameters, settings: settings)
      #expect(policy.name == name)
      let decision = policy.answer(Moment.request, device: device).value
      #expect(decision.amount == .seconds(grant))
      #expect(decision.explanation?.reason == said)
    }
  }

  @Test(
    "refuse parameters that they do not have, or cannot have",
    arguments: [
      ("share=2", "policy p.lua: share: not possible (\"2\"); give a number, 0 to 1"),
      ("shar=1", "policy p.lua: shar: no such parameter; did you mean \"share\"?"),
      ("share=1,share=1", "policy dir/p.lua: share is set twice; set it once"),
      (
        "share",
        "policy: not a policy's file (dir/p.lua{share}); write dir/p.lua{name=value,name=value}"
      ),
      ("", ""),
    ])
  func badSettings(list: String, message: String) {
    let source = PolicySource(files: ScriptTexts(["dir/p.lua": Self.parameters])) { _ in
      fatalError("no name")
    }
    do throws(ScriptError) {
      let policy = try source.policy("dir/p.lua{\(list)}", seed: 1, apps: [])
      #expect(message.isEmpty && policy.name == "own")
    } catch {
      #expect(error.description == message)
    }
  }

  @Test("answer as first-come where they have no function")
  func missing() throws {
    let one = try policy("return policy { fetches = function() return {} end }")
    #expect(one.backgroundTime(Moment.request, device: Moment.device) == .seconds(20))
    #expect(one.reclaim(Moment.holders, for: Moment.request, device: Moment.device).isEmpty)
    let other = try policy("return policy { backgroundTime = function() return 0 end }")
    let decision = other.fetches(Moment.candidates, slots: 2, device: Moment.device)
    #expect(decision.chosen == [AppID(0), AppID(1)])
  }

  @Test("give back a time they were shown to the nanosecond, however long")
  func exactness() throws {
    let policy = try policy(
      "return policy { backgroundTime = function(self, request) return request.allowance end }")
    for nanoseconds in [1, 999_999_999, 123_456_789_123_456_789, Int64.max] {
      let allowance = TimeSpan(nanoseconds: nanoseconds)
      let request = BackgroundTimeRequest(
        app: Moment.app(0), occasion: .enteringBackground, allowance: allowance, openTasks: 1)
      #expect(policy.backgroundTime(request, device: Moment.device) == allowance)
    }
  }

  @Test("draw random numbers from the scenario's seed")
  func random() throws {
    let text =
      "return policy { backgroundTime = function() return math.random() end, fetches = print }"
    func draws(_ seed: UInt64) throws -> [TimeSpan] {
      let policy = try policy(text, seed: seed)
      return (0..<3).map { _ in policy.backgroundTime(Moment.request, device: Moment.device) }
    }
    #expect(try draws(1) == draws(1))
    #expect(try draws(1) != draws(2))
  }

  @Test("find their modules beside themselves")
  func modules() throws {
    let policy = try policy(
      "return policy { backgroundTime = require 'half' }",
      with: ["dir/half.lua": "return function(self, request) return request.allowance / 2 end"])
    #expect(policy.backgroundTime(Moment.request, device: Moment.device) == .seconds(15))
  }
}
