import Device
import Simulation
import Testing

@testable import Scripting

@Suite("A fetch's completion handler in Lua")
struct FetchCompletionTests {
  @Test(
    "anything else than the three results ends the app with the value named",
    arguments: [
      ("3", "3"), ("-1", "-1"), ("\"newData\"", "newData"), ("", "handler got"),
      ("{}", "handler got"),
      ("UIBackgroundFetchResult.newdata", "nil"),
    ])
  func wrongResult(argument: String, named: String) throws {
    var run = ScriptRun(.minutes(20))
    run.add(
      """
      local app = {}
      function app:didFinishLaunching(application)
        application:setMinimumBackgroundFetchInterval(0)
      end
      function app:performFetch(application, completionHandler)
        completionHandler(\(argument))
      end
      return app
      """, modes: .fetch)
    run.open("app", at: .seconds(1))
    run.close(at: .seconds(10))
    let outcome = try run.result()
    #expect(outcome.exits() == ["uncaughtException"])
    #expect(outcome.findings.first == "completionBadResult app.lua:6")
    #expect(outcome.messages.first?.contains(named) == true)
  }
}
