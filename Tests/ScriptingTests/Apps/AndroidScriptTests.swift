import Device
import Simulation
import Testing

@testable import Scripting

@Suite("Apps for Android in scripts")
struct AndroidScriptTests {
  private func outcome(
    _ source: String, on platform: Platform = .android15, leftAt: TimeSpan? = nil
  ) throws -> ScriptRun.Outcome {
    var run = ScriptRun(app: source)
    run.scenario.device = DeviceConfiguration(platform)
    run.scenario.servers = [ServerConfiguration(host: "news.example")]
    if let leftAt { run.close(at: leftAt) }
    return try run.result()
  }

  @Test("without a policy Android's quotas alone decide")
  func policy() throws {
    func policy(_ platform: String, _ more: String = "") throws -> String {
      let files = ScriptTexts([
        "day.lua": """
        return scenario {
          duration = 60, platform = "\(platform)", apps = { app { id = "a", script = "a.lua" } },
          \(more)
        }
        """, "a.lua": "return {}",
      ])
      return try ScenarioScript.load("day.lua", files: files).policy
    }
    #expect(try policy("Android 15") == "first-come")
    #expect(try policy("iOS 18") == "ios-like")
    #expect(try policy("Android 15", "policy = 'fair-share'") == "fair-share")
  }

  @Test(
    "a name of Android's that is not modelled says what to write instead",
    arguments: [
      ("goAsync()", "goAsync is not modelled; write onReceive(action), a method of the app; a job"),
      ("WorkInfo.State.RUNNING:x()", "WorkInfo is not modelled; compare params.stopReason with"),
      (
        "PowerManager:isDeviceIdleMode()", "isDeviceIdleMode is not modelled; an app does not learn"
      ),
      (
        "WorkManager:cancelWorkById(1)", "cancelWorkById is not modelled; write WorkManager:cancelU"
      ),
    ])
  func unmodelled(code: String, advice: String) throws {
    let outcome = try outcome("return { onCreate = function() \(code) end }")
    #expect(outcome.findings == ["uncaughtError app.lua:1"])
    #expect(outcome.messages.first?.contains(advice) == true, "\(outcome.messages)")
  }

  @Test("all of Android's reasons to stop have their numbers")
  func stopReasons() throws {
    let outcome = try outcome(
      """
      return { onCreate = function()
        local of = JobParameters
        print(of.STOP_REASON_PREEMPT, of.STOP_REASON_CONSTRAINT_STORAGE_NOT_LOW,
          of.STOP_REASON_APP_STANDBY, of.STOP_REASON_USER, of.STOP_REASON_SYSTEM_PROCESSING)
      end }
      """)
    #expect(outcome.logs() == ["2\t9\t12\t13\t14"])
  }

  @Test("methods get the app alone, threads and coroutines have Kotlin's names")
  func names() throws {
    let outcome = try outcome(
      """
      local app = {}
      function app:onCreate(...)
        Log.d("news", "created " .. select("#", ...))
        SharedPreferences:edit():putInt("count", 2):apply()
      end
      function app:onStart()
        print(SharedPreferences:getInt("count", 0), SharedPreferences:getString("name", "none"))
        Handler():postDelayed(function() print("posted") end, 2)
        thread(function() print("beside") end)
        local job = launch(function() delay(3) return "done" end)
        launch(function() print(job:join()) end)
      end
      function app:onStop() print("left") end
      return app
      """, leftAt: .seconds(20))
    #expect(
      outcome.logs() == [
        "news: created 0", "2\tnone", "beside", "posted", "done", "left",
      ])
    #expect(outcome.findings == [])
  }

  @Test("a call is executed, or enqueued, once")
  func calls() throws {
    let outcome = try outcome(
      """
      return { onStart = function()
        local client = OkHttpClient()
        client:newCall("https://news.example/a"):enqueue(function(response, error)
          print("enqueued", response.code, error)
        end)
        launch(function()
          local call = client:newCall { url = "https://news.example/b" }
          local response = call:execute()
          print("executed", response.code, response.bytes)
          print(pcall(call.execute, call))
        end)
      end }
      """)
    #expect(outcome.logs().contains("enqueued\t200\tnil"))
    #expect(outcome.logs().contains("executed\t200\t1000"))
    #expect(outcome.logs().contains { $0.contains("this call was executed already") })
  }

  @Test("a call that a callback of the main thread executes is an exception; in doWork it is none")
  func networkOnMainThread() throws {
    let call = "OkHttpClient():newCall(\"https://news.example/\"):execute()"
    for method in ["onStart", "onCreate"] {
      let outcome = try outcome("return { \(method) = function()\n\(call)\nend }")
      #expect(outcome.findings == ["uncaughtError app.lua:2"])
      #expect(outcome.messages[0].hasPrefix("NetworkOnMainThreadException: "))
    }
    let outcome = try outcome(
      """
      return { onStart = function()
        WorkManager:enqueue(OneTimeWorkRequest { worker = "w" })
        thread(function() print("beside", \(call).code) end)
        launch(function() print("launched", \(call).code) end)
      end, doWork = function()
        print("worker", \(call).code)
        return Result.success()
      end }
      """)
    #expect(Set(outcome.logs()) == ["beside\t200", "launched\t200", "worker\t200"])
    #expect(outcome.findings == [])
  }

  @Test("an error of a call is told as OkHttp's exception")
  func exceptions() throws {
    let outcome = try outcome(
      """
      return { onStart = function()
        launch(function()
          print(OkHttpClient():newCall({ url = "https://news.example/", timeout = 0.001 }):execute())
        end)
      end }
      """)
    #expect(outcome.logs() == ["nil\tSocketTimeoutException: timeout"])
  }

  @Test("an alarm without onReceive is found, and a receiver of restarts without the permission")
  func receivers() throws {
    let alarm = try outcome(
      """
      return { onStart = function()
        AlarmManager:setWindow(AlarmManager.RTC_WAKEUP, os.time() + 60, 60, "x")
      end }
      """)
    #expect(alarm.findings == ["modeWithoutMethod app.lua:2"])
    let files = ScriptTexts([
      "app.lua": """
      local app = {}
      function app:onStart() AlarmManager:set(AlarmManager.RTC, os.time() + 60, "x") end
      return app
      """
    ])
    #expect(try DryRun(app: "app.lua", files: files).sights().count == 1)
    let boot = try outcome(
      """
      local app = {}
      function app:onReceive(action)
        if action == Intent.ACTION_BOOT_COMPLETED then print("boot") end
      end
      return app
      """)
    #expect(boot.findings == ["methodWithoutMode app.lua:2"])
  }

  @Test("an app that ends has a reason of ApplicationExitInfo")
  func exits() throws {
    let outcome = try outcome("return { onStart = function() work(9) end }")
    #expect(outcome.exits() == ["watchdog"])
    #expect(outcome.records.compactMap { $0["code"] as? String } == ["REASON_ANR"])
  }

  @Test("a name of iOS's is an error that names the counterpart, and the reverse")
  func wrongNames() throws {
    let android = try outcome(
      "return { onCreate = function()\n BGTaskScheduler.shared:cancelAllTaskRequests() end }")
    #expect(android.findings == ["uncaughtError app.lua:2"])
    #expect(
      android.messages == [
        "attempt to index a nil value (global 'BGTaskScheduler'): BGTaskScheduler is iOS's; "
          + "JobScheduler does this on Android"
      ])
    let iOS = try outcome(
      "return { didBecomeActive = function()\n delay(2) end }", on: .iOS18)
    #expect(
      iOS.messages == [
        "attempt to call a nil value (global 'delay'): delay is Android's; Task.sleep does this on "
          + "iOS"
      ])
  }

  @Test("a method of iOS's is never called, which is a finding")
  func wrongMethods() throws {
    let source = """
      return {
        didFinishLaunching = function() print("no") end,
        onStart = function() print("yes") end,
        onSotp = function() end,
        onLowMemory = function() end,
        onResume = function() end,
      }
      """
    let outcome = try outcome(source)
    #expect(outcome.logs() == ["yes"])
    #expect(outcome.findings == [2, 5, 4].map { "methodMisspelt app.lua:\($0)" })
    #expect(
      outcome.messages == [
        "never called: didFinishLaunching is iOS's; onCreate does this on Android",
        "never called: onLowMemory is not modelled; onTrimMemory is called then",
        "onSotp is never called; is onStop meant?",
      ])
  }

  @Test("check knows whose app it is, and finds the other's names")
  func check() throws {
    func problems(_ text: String) -> [String] {
      AppScript(source: Array(text.utf8), displayName: "app.lua").problemsWithNames()
        .map(\.description)
    }
    #expect(
      problems(
        """
        local app = {}
        function app:onCreate() NSLog("created") Log.d("a", "b") end
        function app:onStop() UserDefaults.standard:value("a") Handler():pots(print) end
        function app:willTerminate() end
        return app
        """) == [
          "app.lua:2: NSLog is iOS's; Log.d does this on Android",
          "app.lua:3: UserDefaults is iOS's; SharedPreferences does this on Android",
          "app.lua:3: Handler has no \"pots\"; did you mean \"post\"?",
          "app.lua:4: a method that is never called (\"willTerminate\"): willTerminate is iOS's; "
            + "onDestroy does this on Android",
        ])
    #expect(
      problems("return { didBecomeActive = function() Log.d('a', 'b') end }") == [
        "app.lua:1: Log is Android's; NSLog does this on iOS"
      ])
  }

  @Test("each name that only one family has is known to the other, and so is each method")
  func counterparts() {
    func roots(_ library: AppLibrary) -> Set<String> {
      Set(library.functions.outline.globals.map { String($0.name.split(separator: ".")[0]) })
    }
    let (iOS, android) = (roots(.shared), roots(.android))
    let methods = Callback.methodNames + Callback.androidMethodNames
    #expect(
      iOS.subtracting(android).union(Callback.methodNames)
        .subtracting(Counterparts.names(of: .iOS)) == [])
    #expect(
      android.subtracting(iOS).union(Callback.androidMethodNames)
        .subtracting(Counterparts.names(of: .android)) == [])
    #expect(Set(methods).count == methods.count)
  }

  @Test("a scenario names its platform, and one that is none is an error with those there are")
  func scenario() {
    func problem(_ keys: String) -> String {
      problems(
        of: """
          return scenario { duration = 60, \(keys),
            apps = { app { id = "a", script = "app.lua" } } }
          """)
    }
    #expect(problem("platform = 'Android 15'") == "")
    #expect(
      problem("platform = 'Android 14'")
        == "s.lua:1: scenario.platform: unknown version (\"Android 14\"); versions are \"iOS 4\" to "
        + "\"iOS 18\", \"iOS 26\" to \"iOS 27\", \"Android 13\" and \"Android 15\" to \"Android 16\""
    )
    for (written, meant) in [("android 15", "Android 15"), ("iOS18", "iOS 18")] {
      #expect(
        problem("platform = '\(written)'")
          == "s.lua:1: scenario.platform: unknown version (\"\(written)\"); did you mean "
          + "\"\(meant)\"?")
    }
    #expect(
      problem("platform = 'Android 14', device = device { doze = false }").hasSuffix("16\""),
      "what is Android's is no mistake then")
    #expect(
      problem("platform = 'Android 15', device = device { os = 'iOS 18' }")
        == "s.lua:1: device.os: the scenario names its platform already; leave one of them out")
    #expect(
      problems(
        of: """
          return scenario { duration = 60, platform = "Android 16",
            apps = { app { id = "a", script = "app.lua", modes = { "fetch", "audio" } } } }
          """)
        == "s.lua:2: app \"a\".modes: \"fetch\": fetch is iOS's; JobScheduler does this on Android; "
        + "leave it out, or set the device's os\n"
        + "s.lua:2: app \"a\".modes: \"audio\": audio is iOS's; a foreground service of the type "
        + "mediaPlayback does this on Android; leave it out, or set the device's os")
  }
}
