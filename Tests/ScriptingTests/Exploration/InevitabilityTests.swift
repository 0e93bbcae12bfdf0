import Device
import Simulation
import Testing

@testable import Scripting

@Suite("From when on a story goes wrong whatever happens")
struct InevitabilityTests {
  /// What comes of an app whose text this is.
  private func inevitability(
    _ text: String, _ what: DryRun.Sight.What, _ acts: [PhoneAct], jobs: Int = 2
  ) throws -> Inevitability {
    let files = ScriptTexts(["app.lua": text])
    let find = Explorer.Find(
      sight: .init(what, conditions: []), story: Story(acts), acts: acts.count, run: 1)
    return try Inevitability(of: find, DryRun(app: "app.lua", files: files), seed: 1, jobs: jobs)
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

  @Test("it is the same however many stories are played at a time, and under the same seed")
  func jobs() throws {
    let acts: [PhoneAct] = [.wait(60), .open, .wait(10), .home, .wait(60)]
    let what = finding(.taskNeverEnded, line: 3)
    let first = try inevitability(Self.leak, what, acts, jobs: 1)
    #expect(try inevitability(Self.leak, what, acts, jobs: 3) == first)
  }
}
