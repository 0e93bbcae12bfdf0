import Device
import TestSizes
import Testing

@testable import Scripting

@Suite("Exploring an app")
struct ExplorerTests {
  private static let cases = BuiltInScripts().folders(in: "museum")

  private func dryRun(_ path: String) throws -> DryRun {
    try DryRun(app: path, files: BuiltInScripts())
  }

  /// The first find that is at least a risk, within some runs.
  private func find(
    _ path: String, runs: Int = 3_000, seed: UInt64 = 1
  ) throws -> Explorer.Find? {
    var explorer = Explorer(try dryRun(path), seed: seed)
    while explorer.runs < runs {
      if let find = try explorer.next({ $0.kind >= .risk }) { return find }
    }
    return nil
  }

  @Test("finds every bug of the museum from the app's file alone, in a few acts")
  func museum() throws {
    var acts: [Int] = []
    // One takes some thousand runs.
    let late = ["no-handler-on-relaunch"]
    let cases = Self.cases.filter { FullSize.isWanted || !late.contains($0) }
    for name in cases {
      let find = try find("museum/\(name)/app.lua", runs: 10_000)
      if let find { acts.append(find.story.acts.count) } else { Issue.record("\(name)") }
    }
    try #require(acts.count == cases.count)
    #expect(acts.sorted()[acts.count / 2] <= 4 && acts.max()! <= 8, "\(acts)")
  }

  @Test("finds no fault of the bugs' fixed twins")
  func twins() throws {
    for name in Self.cases {
      var explorer = Explorer(try dryRun("museum/\(name)/fixed.lua"), seed: 3)
      for _ in 0..<(FullSize.isWanted ? 200 : 30) {
        let find = try explorer.next { $0.kind == .fault }
        #expect(find == nil, "\(name): \(find?.sight.what as Any)")
      }
    }
  }

  @Test(
    "finds what comes only with a message of high priority, a memory warning or heat",
    arguments: [
      """
      local app = {}
      function app:onMessageReceived(message)
        if message.priority == "high" then error("high") end
      end
      return app
      """,
      "return { didReceiveMemoryWarning = function() error('memory') end }",
      "return { onTrimMemory = function() error('memory') end }",
      """
      local app = {}
      function app:thermalStateDidChange()
        if ProcessInfo.processInfo.thermalState == "critical" then error("hot") end
      end
      return app
      """,
    ])
  func strain(app: String) throws {
    let dryRun = try DryRun(app: "app.lua", files: ScriptTexts(["app.lua": app]))
    var explorer = Explorer(dryRun, seed: 1)
    var found: FindingRule?
    while explorer.runs < 2_000, found == nil {
      let find = try explorer.next { $0.kind == .fault }
      if case .finding(let rule, _, _) = find?.sight.what { found = rule }
    }
    #expect(found == .uncaughtError)
  }

  @Test("finds what comes only when something has happened several times")
  func severalTimes() throws {
    let files = ScriptTexts([
      "app.lua": """
      local app = { queue = DispatchQueue("store"), count = 0 }
      function app:willEnterForeground()
        self.count = self.count + 1
        if self.count == 3 then self.queue:sync(function() self.queue:sync(function() end) end) end
      end
      return app
      """
    ])
    for seed in 1...2 as ClosedRange<UInt64> {
      var explorer = Explorer(try DryRun(app: "app.lua", files: files), seed: seed)
      var found: Explorer.Find?
      while found == nil, explorer.runs < 1_500 {
        found = try explorer.next { $0.kind == .fault }
      }
      #expect(found != nil, "seed \(seed)")
    }
  }

  @Test(
    "a run is over once so much has happened that it would not end",
    arguments: [
      "Timer.scheduledTimer(0, true, function() end)",
      "local function again() DispatchQueue.main:async(again) end again()",
    ])
  func endless(work: String) throws {
    let files = ScriptTexts([
      "app.lua": "local app = {} function app:didBecomeActive() \(work) end return app"
    ])
    let player = StoryPlayer(try DryRun(app: "app.lua", files: files))
    let outcome = try player.play(Story([.open, .wait(86_400), .home]))
    #expect(outcome.played == [.open, .wait(86_400)])
    let rules = outcome.sights.compactMap { sight in
      if case .finding(let rule, _, _) = sight.what { rule } else { nil }
    }
    #expect(rules == [.wakeUpsTooOften])
  }

  @Test("an app that names a widget has it, and its test says so")
  func widgets() throws {
    let files = ScriptTexts([
      "app.lua": """
      local app = {}
      function app:didFinishLaunching()
        StaticConfiguration("weather", {
          getTimeline = function(_, context, completion)
            URLSession.shared:dataTask("https://weather.example/", function(data, response, error)
              if error then return end
              completion(
                Timeline { entries = { { date = os.time() } }, policy = TimelineReloadPolicy.atEnd })
            end):resume()
          end,
        })
      end
      return app
      """
    ])
    let dryRun = try DryRun(app: "app.lua", files: files)
    var explorer = Explorer(dryRun, seed: 1)
    var found: Explorer.Find?
    while found == nil, explorer.runs < 3_000 { found = try explorer.next { $0.kind == .fault } }
    let find = try #require(found)
    guard case .finding(.completionNeverCalled, _, _) = find.sight.what else {
      Issue.record("\(find.sight)")
      return
    }
    #expect(find.story.acts.contains(.reload), "\(find.story)")
    let text = StoryTest(dryRun, script: "app.lua").text(of: find, title: "t", head: [])
    #expect(text.contains("widget = \"weather\"") && text.contains("  app:grantReload()\n"))
  }

  @Test("what may take no longer is told as it was found, with the limit")
  func limits() throws {
    let limits: [(ShrinkLimits, ShrinkLimits.Reached?)] = [
      (ShrinkLimits(time: .zero), .time), (ShrinkLimits(isInterrupted: { true }), .interruption),
      (ShrinkLimits(time: .seconds(3_600)), nil),
    ]
    for (limits, reached) in limits {
      var explorer = Explorer(
        try dryRun("museum/registered-twice/app.lua"), seed: 1, limits: limits)
      let find = try #require(try explorer.next { $0.kind == .fault })
      #expect(find.reached == reached)
      #expect(find.story.acts.count == (reached == nil ? 1 : find.acts))
    }
    var rest = ShrinkLimits.Rest(ShrinkLimits(), tries: 1)
    #expect(rest.takeTry() && rest.reached == nil)
    #expect(!rest.takeTry() && rest.reached == .tries)
  }

  @Test(
    "no act of what is found can be left out, and no wait can be a shorter one",
    arguments: ["double-end", "expiry-completes-twice", "task-an-event"])
  func minimal(name: String) throws {
    let find = try #require(try find("museum/\(name)/app.lua"))
    let player = StoryPlayer(try dryRun("museum/\(name)/app.lua"))
    func shows(_ story: Story) throws -> Bool {
      try player.play(story).sights.contains { $0.what.isSame(as: find.sight.what) }
    }
    #expect(try shows(find.story))
    for place in find.story.acts.indices {
      #expect(try !shows(find.story.without(place..<place + 1)), "without \(place)")
      for act in find.story.acts[place].simpler {
        var story = find.story
        story.acts[place] = act
        #expect(try !shows(story), "\(act) for \(find.story.acts[place])")
      }
    }
  }

  @Test("finds the same under the same seed, and something under another")
  func seeds() throws {
    let path = "museum/double-end/app.lua"
    let first = try #require(try find(path, seed: 7))
    let second = try #require(try find(path, seed: 7))
    #expect(first.run == second.run && first.story == second.story && first.acts == second.acts)
    #expect(try find(path, seed: 8) != nil)
  }

  @Test("finds the same however many stories are played at the same time")
  func jobs() throws {
    let dryRun = try dryRun("museum/expiry-completes-twice/app.lua")
    func finds(jobs: Int) throws -> [String] {
      var explorer = Explorer(dryRun, seed: 5, jobs: jobs)
      var finds: [String] = []
      while explorer.runs < 200 {
        let find = try explorer.next { $0.kind >= .risk }
        if let find { finds.append("\(find.run) \(find.acts) \(find.story) \(find.sight)") }
      }
      return finds
    }
    let alone = try finds(jobs: 1)
    #expect(!alone.isEmpty)
    #expect(try finds(jobs: 4) == alone)
  }

  @Test("no run is begun once the search is to stop")
  func stops() throws {
    var explorer = Explorer(try dryRun("museum/double-end/fixed.lua"), seed: 5)
    #expect(try explorer.next(goesOn: { false }, { _ in true }) == nil)
    #expect(explorer.runs == 0)
    _ = try explorer.next { _ in true }
    #expect(explorer.runs == 1)
  }

  @Test("acts that cannot be done are no part of a story")
  func impossible() throws {
    let player = StoryPlayer(try dryRun("museum/double-end/fixed.lua"))
    let outcome = try player.play(Story([.home, .expire, .open, .wait(5), .fetch, .home, .home]))
    #expect(outcome.played == [.open, .wait(5), .home])
    #expect(outcome.sights.isEmpty)
  }

  @Test("the test's text has each act, and what the app declares")
  func text() throws {
    let dryRun = try dryRun("museum/completion-never-called/app.lua")
    let story = Story([
      .open, .servers(.slow(by: .seconds(600))), .servers(.status(401)), .home, .wait(900), .fetch,
      .push([PushField("a\"b", .text("x\n"))]), .wait(61), .network(.none), .lowPowerMode(true),
      .move(2),
    ])
    let find = Explorer.Find(
      sight: .init(.exit(.backgroundFetchTimeout), conditions: []), story: story, acts: 20, run: 1)
    #expect(
      StoryTest(dryRun, script: "app.lua").text(of: find, title: "t", head: ["why"]) == #"""
        -- why

        test("t", function(t)
          local phone = t:device { os = "iOS 26", startsAt = "08:00" }
          local servers = {}
          servers[#servers + 1] = phone:server { host = "api.example", publishes = { every = minutes(10) } }
          local app = phone:install("app.lua", { id = "app", modes = { "fetch" } })
          app:open()
          for _, server in ipairs(servers) do server:slow(minutes(10)) end
          for _, server in ipairs(servers) do server:status(401) end
          app:home()
          phone:advance(minutes(15))
          app:grantFetch()
          app:push({ ["a\"b"] = "x\010" })
          phone:advance(61)
          phone:network("none")
          phone:lowPowerMode(true)
          phone:moveTo { latitude = 52.56, longitude = 13.4 }
          expect(app.exits).never:toContain("backgroundFetchTimeout")
        end)

        """#)
  }

  @Test("crossings of regions and accessories are drawn for apps that have them, with their names")
  func surroundings() throws {
    let app = """
      local manager = CLLocationManager()
      local central = CBCentralManager()
      return {
        didDisconnectPeripheral = function() central:connect("belt") end,
        didBecomeActive = function(self)
          manager:startMonitoring(CLCircularRegion {
            center = { latitude = 52, longitude = 13 }, radius = 100, identifier = "home" })
          central:connect("belt")
        end,
      }
      """
    let dryRun = try DryRun(app: "app.lua", files: ScriptTexts(["app.lua": app]))
    let drawing = ActDrawing(dryRun)
    #expect(drawing.kinds.contains(.travel) && drawing.kinds.contains(.accessories))
    let outcome = try StoryPlayer(dryRun).play(
      Story([
        .cross("", inside: true), .open, .wait(5), .cross("", inside: true), .disconnect(""),
        .connect(""), .wait(1), .sendValue(""),
      ]))
    #expect(
      outcome.played == [
        .open, .wait(5), .cross("home", inside: true), .disconnect("belt"), .connect("belt"),
        .wait(1), .sendValue("belt"),
      ], "\(outcome.played)")
    #expect(
      outcome.played.flatMap(\.lines).suffix(3) == [
        "phone:connect(\"belt\")", "phone:advance(1)", "phone:sendValue(\"belt\")",
      ])
  }
}
