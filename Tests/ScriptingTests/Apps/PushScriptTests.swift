import Device
import Simulation
import Testing

@testable import Scripting

@Suite("Silent push in Lua")
struct PushScriptTests {
  /// An app that handles one push at 100 s so, in the background since 10 s.
  private func handling(
    _ body: String, modes: BackgroundModes = .remoteNotification, userInfo: [PushField] = []
  ) throws -> ScriptRun.Outcome {
    var run = ScriptRun()
    run.add(
      """
      local app = {}
      function app:didReceiveRemoteNotification(application, userInfo, completionHandler)
        \(body)
      end
      return app
      """, modes: modes)
    run.open("app", at: .seconds(1))
    run.close(at: .seconds(10))
    run.scenario.pushes = [
      PushSource(to: AppID(0), .at(.start + .seconds(100)), userInfo: userInfo)
    ]
    return try run.result()
  }

  @Test("the method gets what the push carries, and what the system puts beside it")
  func userInfo() throws {
    let outcome = try handling(
      """
      print(userInfo.aps["content-available"], userInfo.room, userInfo.ids[2], userInfo.deep.on)
      print(application.applicationState, application.backgroundTimeRemaining)
      completionHandler(UIBackgroundFetchResult.newData)
      """,
      userInfo: [
        PushField("room", .text("work")), PushField("ids", .list([.integer(3), .number(0.5)])),
        PushField("deep", .table([PushField("on", .boolean(true))])),
      ])
    #expect(outcome.logs() == ["1\twork\t0.5\ttrue", "background\t30.0"])
    #expect(outcome.findings == [])
    #expect(outcome.exits() == [])
    #expect(outcome.run.apps[0].pushes.delivered == 1)
  }

  @Test("its completion handler takes the three results, once")
  func completion() throws {
    for result in ["newData", "noData", "failed"] {
      let outcome = try handling("completionHandler(UIBackgroundFetchResult.\(result))")
      #expect(outcome.findings == [])
    }
    let bad = try handling("completionHandler(true)")
    #expect(bad.findings == ["completionBadResult app.lua:3"])
    #expect(bad.messages.first?.hasPrefix("a push's completion handler got true") == true)
    let twice = try handling("completionHandler(0) completionHandler(0)")
    #expect(twice.findings == ["completionCalledTwice app.lua:3"])
    #expect(twice.exits() == ["uncaughtException"])
    let never = try handling("print(\"busy\")")
    #expect(never.findings == ["completionNeverCalled app.lua:2"])
    #expect(never.exits() == ["remoteNotificationTimeout"])
    let late = try handling("Task.sleep(31) completionHandler(0)")
    #expect(late.exits() == ["remoteNotificationTimeout"])
  }

  @Test("mode and method go together")
  func modeAndMethod() throws {
    let noMode = try handling("completionHandler(0)", modes: .fetch)
    #expect(noMode.run.apps[0].pushes.dropped == 1)
    var opened = ScriptRun(app: "return { didReceiveRemoteNotification = function() end }")
    #expect(try opened.result().findings == ["methodWithoutMode app.lua:1"])
    opened = ScriptRun(app: "return {}")
    opened.scenario.apps[0].modes = .remoteNotification
    let noMethod = try opened.result()
    #expect(
      noMethod.messages == [
        "the app has the mode remote-notification, but didReceiveRemoteNotification is missing"
      ])
    var started = ScriptRun()
    started.add("return {}", modes: .remoteNotification)
    started.open("app", at: .seconds(1))
    started.close(at: .seconds(10))
    started.scenario.pushes = [PushSource(to: AppID(0), .at(.start + .seconds(100)))]
    let lost = try started.result()
    #expect(lost.findings.map { $0.split(separator: " ")[0] } == ["modeWithoutMethod"])
    #expect(
      lost.exitDetails() == [
        "completion handler was never called: the app has no didReceiveRemoteNotification"
      ])
    opened = ScriptRun(app: "return {\ndidReceiveRemoteNotificatoin = function() end }")
    opened.scenario.apps[0].modes = .remoteNotification
    #expect(try opened.result().findings == ["methodMisspelt app.lua:2"])
  }
}
