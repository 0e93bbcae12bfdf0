import Device
import Simulation
import Testing

@testable import Scripting

@Suite("Calls in Lua")
struct CallScriptTests {
  /// Opened at 1, left at 10, called at 100 with two fields.
  private func called(
    _ source: String, modes: BackgroundModes = .voip, on platform: Platform = .newest
  ) throws -> ScriptRun.Outcome {
    var run = ScriptRun()
    run.scenario.device = DeviceConfiguration(platform)
    run.add("local provider, registry = CXProvider(), PKPushRegistry()\n" + source, modes: modes)
    run.open("app", at: .seconds(1))
    run.close(at: .seconds(10))
    var push = PushSource(
      to: AppID(0), .at(.start + .seconds(100)),
      userInfo: [PushField("uuid", .text("7")), PushField("from", .text("Ann"))])
    push.kind = .voip(CallHandling(answeredAfter: .seconds(3), endedAfter: .seconds(90)))
    run.scenario.pushes = [push]
    return try run.result()
  }

  private static let launch = """
    local app = {}
    function app:didFinishLaunching(application, options)
      print(options.reason, #registry.desiredPushTypes)
      registry.desiredPushTypes = { PKPushType.voIP }
      print(registry.desiredPushTypes[1])
    end

    """

  @Test("a call comes, rings, is answered and ended, and the app runs meanwhile")
  func call() throws {
    let outcome = try called(
      Self.launch + """
        function app:didReceiveIncomingPush(from, payload, completionHandler)
          print(from == registry, payload.type, payload.dictionaryPayload.from)
          provider:reportNewIncomingCall(payload.dictionaryPayload.uuid, { hasVideo = true },
            function(error) print("error", error) completionHandler() end)
          completionHandler()
        end
        function app:performAnswerCall(from, uuid) print("answer", from == provider, uuid) end
        function app:performEndCall(from, uuid) print("end", uuid) end
        return app
        """)
    #expect(
      outcome.timedLogs() == [
        "1 user\t0", "1 voIP", "100 true\tvoIP\tAnn", "100 error\tnil", "103 answer\ttrue\t7",
        "190 end\t7",
      ])
    #expect(outcome.findings == [])
    #expect(outcome.exits() == [])
  }

  @Test("a call that waits for an answer before it is reported ends the app, with its code")
  func awaits() throws {
    let outcome = try called(
      Self.launch + """
        function app:didReceiveIncomingPush(from, payload)
          Task.sleep(0.1)
          provider:reportNewIncomingCall("7")
        end
        return app
        """)
    #expect(outcome.exits() == ["incomingCallNotReported"])
    #expect(outcome.records.compactMap { $0["code"] as? String } == ["0xbaadca11"])
    #expect(outcome.findings == ["incomingCallNotReported app.lua:8"])
    let missing = try called(Self.launch + "return app")
    #expect(missing.exits() == ["incomingCallNotReported"])
    #expect(missing.messages.first?.contains("has no didReceiveIncomingPush") == true)
  }

  @Test("a second call of one UUID, and a call without the mode, are errors that the app is told")
  func errors() throws {
    let outcome = try called(
      Self.launch + """
        function app:didReceiveIncomingPush()
          for _ = 1, 2 do
            provider:reportNewIncomingCall("7", nil, function(error)
              print(error and error.code, error and error.localizedDescription)
            end)
          end
          provider:reportCall("8", CXCallEndedReason.failed)
          provider:reportCall("7", CXCallEndedReason.remoteEnded)
        end
        return app
        """)
    #expect(
      outcome.logs().suffix(2) == ["nil\tnil", "2\tA call of this UUID is there already."])
    #expect(outcome.exits() == [])
    let without = try called(
      """
      return { didBecomeActive = function()
        registry.desiredPushTypes = { PKPushType.voIP }
        provider:reportNewIncomingCall("7", nil, function(error) print(error.code) end)
      end }
      """, modes: [])
    #expect(without.logs() == ["1"])
    #expect(without.findings == ["useWithoutMode app.lua:3"])
  }

  @Test(
    "what cannot be is an error at its line",
    arguments: [
      ("registry.desiredPushTypes = 'voIP'", "a list expected, got \"voIP\""),
      ("registry.desiredPushTypes = { 'voip' }", "no such push type (\"voip\")"),
      ("provider:reportNewIncomingCall()", "string expected, got no value"),
      ("provider:reportNewIncomingCall('7', 1)", "table expected, got number"),
      ("provider:reportNewIncomingCall('7', nil, 1)", "function expected, got number"),
      ("provider:reportCall('7', 9)", "a CXCallEndedReason expected, got 9"),
      ("provider.reportCall('7')", "provider:reportCall(uuid, reason)"),
      ("CXCallEndedReason.failed = 3", "cannot be set"),
    ])
  func bad(line: String, message: String) throws {
    let outcome = try called("return { didBecomeActive = function()\n\(line)\nend }")
    #expect(outcome.exits() == ["uncaughtException"])
    #expect(outcome.findings.first == "uncaughtError app.lua:3")
    #expect(outcome.messages.first?.contains(message) == true, "\(outcome.messages)")
  }

  @Test("PushKit came with iOS 8, CallKit with iOS 10")
  func versions() throws {
    for (platform, message) in [
      (Platform.iOS7, "PushKit came with iOS 8"), (Platform.all[5], "CallKit came with iOS 10"),
    ] {
      var run = ScriptRun(app: "PKPushRegistry() CXProvider() return {}")
      run.scenario.device = DeviceConfiguration(platform)
      #expect(try run.result().messages.first?.hasPrefix(message) == true)
    }
  }

  @Test("tests call an app, answer and hang up, and say why where that cannot be")
  func verbs() throws {
    let app =
      "local provider, registry = CXProvider(), PKPushRegistry()\n" + Self.launch + """
        function app:didReceiveIncomingPush(_, payload)
          provider:reportNewIncomingCall(payload.dictionaryPayload.uuid)
        end
        function app:performAnswerCall(_, uuid) print("answer " .. uuid) end
        function app:performEndCall(_, uuid) print("end " .. uuid) end
        return app
        """
    let failures = try TestedFile.failures(
      ofBody: """
        local phone = t:device()
        local app = phone:install("calls.lua", { modes = { "voip" } })
        app:open()
        app:forceQuit()
        app:voipPush { uuid = "7" }
        app:answerCall()
        phone:advance(60)
        expect(app.state):toEqual("background")
        app:endCall()
        phone:advance(5)
        expect(app.log):toEqual {
          "user\\t0", "voIP", "voip\\t0", "voIP", "answer 7", "end 7" }
        expect(app.state):toEqual("suspended")
        expect(app):toHaveNoFindings()
        """, apps: ["calls.lua": app])
    #expect(failures == [])
    for (verb, message) in [
      ("answerCall()", "answerCall: no call of calls rings; let it report one first"),
      ("endCall()", "endCall: calls has no call; let it report one first"),
      ("voipPush()", "voipPush: calls has not the mode voip; declare it in its modes"),
      ("voipPush { aps = 1 }", "the system's own (\"aps\")"),
    ] {
      let failures = try TestedFile.failures(
        ofBody: "local phone = t:device() local app = phone:install('calls.lua') app:\(verb)",
        apps: ["calls.lua": app])
      #expect(failures.count == 1 && failures[0].contains(message), "\(failures)")
    }
  }
}
