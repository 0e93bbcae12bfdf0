import Device
import Simulation
import Testing

@testable import Scripting

@Suite("From when on a story goes wrong whatever happens")
struct InevitabilityTests {
  /// What comes of an app whose text this is.
  private func inevitability(
    _ text: String, _ what: DryRun.Sight.What, _ acts: [PhoneAct], jobs: Int = 2,
    goesOn: @escaping @Sendable () -> Bool = { true }
  ) throws -> Inevitability {
    let files = ScriptTexts(["app.lua": text])
    let find = Explorer.Find(
      sight: .init(what, conditions: []), story: Story(acts), acts: acts.count, run: 1)
    return try Inevitability(
      of: find, by: Explorer(DryRun(app: "app.lua", files: files), seed: 1), seed: 1, jobs: jobs,
      goesOn: goesOn)
  }

  private func finding(_ rule: FindingRule, line: Int) -> DryRun.Sight.What {
    .finding(rule, SourceLocation(file: "app.lua", line: line), message: "")
  }

  private static let leak = """
    return { didBecomeActive = function(_, application)
      DispatchQueue.main:asyncAfter(5, function()
        application:beginBackgroundTask("leak", function() end)
      end)
    end }
    """

  @Test("a leak is inevitable from the moment on at which the task has begun")
  func leak() throws {
    let acts: [PhoneAct] = [.wait(60), .open, .wait(10), .home, .wait(60)]
    let found = try inevitability(Self.leak, finding(.taskNeverEnded, line: 3), acts)
    let point = try #require(found.point)
    #expect(point.at == .start + .seconds(65) && point.act == "app:open()")
    #expect(point.wrong == Inevitability.draws)
    // The user may leave it before, and never open it again.
    let before = try #require(found.before)
    #expect(before.at == .start + .seconds(60) && before.wrong < Inevitability.draws)
    #expect(found.failure > .start + .seconds(90))
  }

  @Test("what somebody can still prevent at the last moment is not inevitable before")
  func avoidable() throws {
    let text = """
      return {
        didBecomeActive = function(_, application)
          application:setMinimumBackgroundFetchInterval(0)
        end,
        performFetch = function(_, application, completionHandler) end,
      }
      """
    let found = try inevitability(
      text, finding(.completionNeverCalled, line: 5), [.open, .home, .wait(900), .fetch, .wait(60)])
    // Until the last moment the user may open it, and a fetch in front of the user has no limit.
    #expect(found.point == nil)
    let before = try #require(found.before)
    #expect(
      before.act == "app:grantFetch()" && before.wrong > 0 && before.wrong < Inevitability.draws)
    #expect(found.failure == .start + .seconds(930))
  }

  @Test("a search that is stopped says so, and nothing that it does not know")
  func stopped() throws {
    let acts: [PhoneAct] = [.wait(60), .open, .wait(10), .home, .wait(60)]
    let what = finding(.taskNeverEnded, line: 3)
    let nothing = try inevitability(Self.leak, what, acts, goesOn: { false })
    #expect(nothing.isCut && nothing.point == nil && nothing.before == nil)
    let whole = try inevitability(Self.leak, what, acts)
    #expect(!whole.isCut && nothing.failure == whole.failure)
    // Two moments are asked about, of which the second is not finished.
    let asked = Locked(0)
    let part = try inevitability(Self.leak, what, acts, jobs: 1) {
      asked.withLock { count in
        count += 1
        return count <= Inevitability.draws + 20
      }
    }
    #expect(part.isCut && [part.point, part.before].compactMap { $0 }.count == 1)
  }

  @Test("of a test it is told on its phone's clock, from where it explores")
  func tests() throws {
    let test = try #require(
      try ExploredTest.tests(
        of: TestFile.Request(path: "t.lua"),
        files: ScriptTexts([
          "app.lua": Self.leak,
          "t.lua": """
          test("it lives", function(t)
            local phone = t:device { startsAt = "10:00" }
            local app = phone:install("app.lua")
            phone:advance(90)
            phone:explore(app)
            expect(app.exits).never:toContain("backgroundTaskAssertionTimeout")
          end)
          """,
        ])
      ) { (_, _) throws(ScriptError) in GrantWhatIsAsked() }.first)
    #expect(test.clock.text(.start) == "10:01:30.000")
    let what = DryRun.Sight.What.failure(SourceLocation(file: "t.lua", line: 6), message: "")
    let acts: [PhoneAct] = [.open, .wait(10), .home, .wait(60)]
    let find = Explorer.Find(
      sight: .init(what, conditions: []), story: Story(acts), acts: acts.count, run: 1)
    let found = try Inevitability(
      of: find, by: test.explorer(seed: 1, strategy: .guided, jobs: 1), seed: 1, jobs: 2)
    let point = try #require(found.point)
    #expect(point.at == .start + .seconds(5) && point.act == "app:open()")
    let before = try #require(found.before)
    #expect(before.at == .start && before.wrong < Inevitability.draws)
    // The test looks at its end.
    #expect(found.failure == .start + .seconds(70))
  }

  @Test("of a scenario the acts up to a moment stay, and the scenario goes on to its end")
  func scenarios() throws {
    let files = ScriptTexts([
      "app.lua": Self.leak,
      "day.lua": """
      return scenario {
        duration = hours(2), startsAt = "08:00", apps = { app { id = "app", script = "app.lua" } },
      }
      """,
    ])
    let player = try ScenarioPlayer(try ScenarioScript.load("day.lua", files: files), files: files)
    { _, _ in DrivenPhone.whatIsAsked }
    var story = ScenarioStory()
    story.events = [
      .init(.open, of: "app", at: 600), .init(.home, of: "app", at: 1_200),
      .init(.open, of: "app", at: 3_600),
    ]
    let outcome = try player.play(story)
    let sight = try #require(outcome.sights.first)
    let explorer = try ScenarioExplorer(player, policies: [], files: files, seed: 1)
    func found(_ goesOn: @escaping @Sendable () -> Bool = { true }) throws -> Inevitability {
      try Inevitability(
        of: .init(sight: sight, story: story, acts: 3, run: 1, reached: nil), by: explorer, seed: 1,
        jobs: 2, goesOn: goesOn)
    }
    let inevitability = try found()
    #expect(inevitability.failure == sight.at)
    let point = try #require(inevitability.point)
    // The task has begun; whoever leaves the app by then has none, and may never open it again.
    #expect(point.at == .start + .seconds(605) && point.act == "open app", "\(inevitability)")
    let before = try #require(inevitability.before)
    #expect(before.at < point.at && before.wrong < Inevitability.draws)
    #expect(try found { false }.isCut)
  }

  @Test("it is the same however many stories are played at a time, and under the same seed")
  func jobs() throws {
    let acts: [PhoneAct] = [.wait(60), .open, .wait(10), .home, .wait(60)]
    let what = finding(.taskNeverEnded, line: 3)
    let first = try inevitability(Self.leak, what, acts, jobs: 1)
    #expect(try inevitability(Self.leak, what, acts, jobs: 3) == first)
  }
}
