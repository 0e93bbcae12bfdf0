import Device
import Simulation
import Testing

@testable import Scripting

@Suite("Exploring a scenario")
struct ScenarioExplorerTests {
  /// Leaves a lock of its second time in the background held.
  private static let saver = """
    local app, times = {}, 0
    function app:didEnterBackground(application)
      times = times + 1
      local task = application:beginBackgroundTask("save " .. times, function() end)
      if times ~= 2 then application:endBackgroundTask(task) end
    end
    return app
    """

  private static func scenario(_ more: String = "", opens: String = "") -> String {
    """
    return scenario {
      duration = hours(2), startsAt = "08:00",
      apps = {
        app { id = "saver", script = "saver.lua" }, app { id = "other", script = "other.lua" },
        app { id = "third", script = "other.lua" },
      },
      user = usage.schedule { { at = "08:10", open = "saver", lasting = 60 }, \(opens) },
      \(more)
    }
    """
  }

  private func player(_ scenario: String, app: String = saver) throws -> ScenarioPlayer {
    let files = ScriptTexts(["day.lua": scenario, "saver.lua": app, "other.lua": "return {}"])
    return try ScenarioPlayer(try ScenarioScript.load("day.lua", files: files), files: files) {
      policy, _ in
      policy == "broken" ? GrantWhatIsAsked() : DrivenPhone.whatIsAsked
    }
  }

  private func explorer(
    _ scenario: String, app: String = saver, seed: UInt64 = 1, jobs: Int = 1,
    policies: [String] = [], limits: ShrinkLimits = ShrinkLimits()
  ) throws -> ScenarioExplorer {
    try ScenarioExplorer(
      try player(scenario, app: app), policies: policies, files: ScriptTexts(["saver.lua": app]),
      seed: seed, jobs: jobs, limits: limits)
  }

  private func find(
    _ scenario: String, seed: UInt64 = 1, runs: Int = 400
  ) throws -> ScenarioExplorer.Find? {
    var explorer = try explorer(scenario, seed: seed, policies: ["a", "b"])
    while explorer.runs < runs {
      if let find = try explorer.next(Self.isFault) { return find }
    }
    return nil
  }

  private static func isFault(_ sight: ScenarioSight) -> Bool {
    if case .finding(let rule, _, _) = sight.what { rule.kind == .fault } else { true }
  }

  @Test("finds what one act more brings about, with the scenario's policy and seed and few apps")
  func finds() throws {
    let find = try #require(try find(Self.scenario()))
    guard case .finding(let rule, _, _) = find.sight.what else {
      Issue.record("\(find.sight)")
      return
    }
    #expect(rule == .taskNeverEnded && find.sight.app == "saver")
    #expect(find.story.policy == nil && find.story.seed == nil && find.story.only == ["saver"])
    #expect(find.story.events.count <= 2, "\(find.story.events)")
  }

  @Test("no act of it can be left out, nor moved to a rounder time next to its own")
  func minimal() throws {
    let find = try #require(try find(Self.scenario()))
    let player = try player(Self.scenario())
    func shows(_ story: ScenarioStory) throws -> Bool {
      try player.play(story).sights.contains { $0.isSame(as: find.sight) }
    }
    #expect(try shows(find.story))
    for place in find.story.events.indices {
      #expect(try !shows(find.story.without(place..<place + 1)), "without \(place)")
    }
  }

  @Test("an app that the scenario asks about stays, though what is found does not need it")
  func asked() throws {
    let text = Self.scenario("always = function(phone) return phone:app('third').state end")
    let find = try #require(try find(text))
    guard case .finding = find.sight.what else {
      Issue.record("\(find.sight)")
      return
    }
    #expect(find.story.only == ["saver", "third"])
    #expect(try !player(text).play(find.story).sights.contains { $0.isFailure })
  }

  @Test("finds what needs several acts within seconds of one another")
  func moments() throws {
    let hasty = """
      local app, left = {}, {}
      function app:didEnterBackground(application)
        left[#left + 1] = ProcessInfo.processInfo.systemUptime
        local task = application:beginBackgroundTask("save", function() end)
        if #left > 2 and left[#left] - left[#left - 2] < 8 then return end
        application:endBackgroundTask(task)
      end
      return app
      """
    for seed in 1...5 as ClosedRange<UInt64> {
      var explorer = try explorer(Self.scenario(), app: hasty, seed: seed)
      var found: ScenarioExplorer.Find?
      while found == nil, explorer.runs < 400 { found = try explorer.next(Self.isFault) }
      let find = try #require(found, "seed \(seed)")
      // Somebody leaves it three times within eight seconds.
      #expect(find.story.events.count(where: { $0.words == "home" }) >= 2, "\(find.story)")
    }
  }

  @Test("what may take no longer is told as it was found, with the limit")
  func limits() throws {
    let limits: [(ShrinkLimits, ShrinkLimits.Reached)] = [
      (ShrinkLimits(time: .zero), .time), (ShrinkLimits(isInterrupted: { true }), .interruption),
    ]
    for (limits, reached) in limits {
      var explorer = try explorer(Self.scenario(), limits: limits)
      var found: ScenarioExplorer.Find?
      while found == nil, explorer.runs < 400 { found = try explorer.next(Self.isFault) }
      let find = try #require(found)
      #expect(find.reached == reached && find.story.events.count == find.acts)
      #expect(find.story.only.isEmpty)
    }
    #expect(try find(Self.scenario())?.reached == nil)
  }

  @Test("finds the same for a seed, however many runs are made at the same time")
  func jobs() throws {
    func finds(jobs: Int) throws -> [String] {
      var explorer = try explorer(Self.scenario(), seed: 7, jobs: jobs)
      var finds: [String] = []
      while explorer.runs < 60 {
        let find = try explorer.next(Self.isFault)
        if let find { finds.append("\(find.run) \(find.acts) \(find.story) \(find.sight)") }
      }
      return finds
    }
    let alone = try finds(jobs: 1)
    #expect(!alone.isEmpty)
    #expect(try finds(jobs: 3) == alone)
  }

  @Test("what is there without any act is told apart: without other apps, and with an early end")
  func usual() throws {
    let twice = Self.scenario(opens: #"{ at = "08:20", open = "saver", lasting = 60 },"#)
    var explorer = try explorer(twice)
    let usual = try explorer.usualFinds(Self.isFault)
    let first = try #require(usual.first)
    #expect(usual.count == 1 && first.run == 0)
    #expect(first.story.events.isEmpty && first.story.only == ["saver"])
    // It is over some time after 08:21.
    let end = try #require(first.story.end)
    #expect(end > .minutes(21) && end < .minutes(30), "\(end)")
    for _ in 0..<30 {
      let find = try explorer.next { sight in
        if case .finding(.taskNeverEnded, _, _) = sight.what { true } else { false }
      }
      #expect(find == nil, "\(find as Any)")
    }
  }

  @Test("an expectation that acts break is found, and one that names an app keeps it")
  func expectation() throws {
    let scenario = Self.scenario(
      """
      expect = function(result)
        expect(result:app("other"):figure("opens")):toBeAtMost(0)
      end,
      """)
    var explorer = try explorer(scenario)
    var found: ScenarioExplorer.Find?
    while found == nil, explorer.runs < 200 {
      found = try explorer.next { if case .failure = $0.what { true } else { false } }
    }
    let find = try #require(found)
    #expect(find.story.events.map(\.words) == ["open other"])
    #expect(find.story.only.contains("other"))
    #expect(find.sight.at == .start + .hours(2))
  }

  @Test("acts that cannot be done are no part of a story")
  func impossible() throws {
    var story = ScenarioStory()
    story.events = [
      .init(.home, of: "saver", at: 5), .init(.open, of: "nobody", at: 6),
      .init(.open, of: "saver", at: 10), .init(.fetch, of: "saver", at: 11),
    ]
    let outcome = try player(Self.scenario()).play(story)
    #expect(outcome.played.events.map(\.words) == ["open saver"])
  }

  @Test("no run is begun once the search is to stop")
  func stops() throws {
    var explorer = try explorer(Self.scenario())
    #expect(try explorer.next(goesOn: { false }, { _ in true }) == nil)
    #expect(explorer.runs == 0)
  }

  @Test("a scenario keeps the apps that are named, with their extensions, and what they do")
  func keeping() throws {
    let files = ScriptTexts([
      "day.lua": """
      return scenario {
        duration = hours(2), startsAt = "08:00",
        apps = {
          app { id = "a", script = "a.lua" },
          app { id = "b", script = "a.lua", modes = { "remote-notification" } },
          app { id = "x", script = "a.lua", serves = "b" },
        },
        pushes = { { to = "b", at = "08:30" } },
        user = usage.schedule {
          { at = "08:10", open = "a", lasting = 60 }, { at = "08:20", open = "b", lasting = 60 },
        },
      }
      """, "a.lua": "return {}",
    ])
    let loaded = try ScenarioScript.load("day.lua", files: files)
    let one = try loaded.keeping(apps: ["b"])
    #expect(one.scenario.apps.map(\.name) == ["b", "x"] && one.appScripts.count == 2)
    #expect(one.scenario.apps[1].serves == AppID(0))
    #expect(one.scenario.pushes.map(\.app) == [AppID(0)])
    #expect(
      one.scenario.user.map(\.kind).filter { $0 != .close } == [.open(AppID(0))],
      "\(one.scenario.user)")
    #expect(throws: ScriptError.self) { try loaded.keeping(apps: ["c"]) }
  }
}
