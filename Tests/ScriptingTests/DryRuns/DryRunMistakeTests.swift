import Device
import Testing

@testable import Scripting

@Suite("Dry runs see mistakes, and not what only looks like them")
struct DryRunMistakeTests {
  private func sights(_ script: String) throws -> [String] {
    try DryRun(app: "app.lua", files: ScriptTexts(["app.lua": script])).sights().compactMap {
      guard case .finding(let rule, let location, _) = $0.what else { return "\($0.what)" }
      return "\(rule.rawValue) \(location?.line ?? 0)"
    }
  }

  @Test(
    "the wrong example alone shows its mistake, and the right one nothing",
    arguments: [
      FindingRule.workAfterCompletion, .jobNotWantedAgain, .periodicWorkPiledUp,
      .workAppendedToFailed, .periodRaised, .alarmNotSetAgain, .taskHeldIdle, .networkNotRequired,
      .sessionEventsCompletedEarly, .locationUnheard, .tooManyRegions, .defaultsReadLocked,
      .dataProtected,
    ])
  func examples(rule: FindingRule) throws {
    let example = Explanation(rule).example
    #expect(try sights(example.wrong).contains { $0.hasPrefix(rule.rawValue) })
    // One that is refused a task, and goes on, is another matter.
    #expect(try sights(example.right).filter { !$0.hasPrefix("refusedTaskUsed") } == [])
  }

  private func iOS(_ methods: String) throws -> [String] {
    try sights("local app = {}\n\(methods)\nreturn app")
  }

  @Test("a push that is completed does not answer for what was begun before it came")
  func begunBefore() throws {
    let seen = try iOS(
      """
      function app:didEnterBackground(application)
        URLSession.shared:dataTask("https://a.example/late", function() end):resume()
      end
      function app:didReceiveRemoteNotification(application, userInfo, completionHandler)
        completionHandler(UIBackgroundFetchResult.noData)
      end
      """)
    #expect(seen == ["workCutOff 3"])
  }

  @Test("a worker that returns with a call under way is told so, one that executes it is not")
  func worker() throws {
    func worker(_ rest: String) -> String {
      """
      function app:onStop()
        WorkManager:enqueueUniqueWork("a", ExistingWorkPolicy.KEEP, OneTimeWorkRequest {
          worker = "a", constraints = { requiredNetworkType = NetworkType.CONNECTED } })
      end
      function app:doWork(params)
        local call = OkHttpClient():newCall("https://a.example/save")
      \(rest)
      end
      """
    }
    #expect(
      try iOS(worker("  call:enqueue(function() end)\n  return Result.success()"))
        == ["workAfterCompletion 8"])
    #expect(try iOS(worker("  return call:execute() and Result.success() or Result.retry()")) == [])
  }

  @Test(
    "a job that is dropped as nobody wants it any more, or comes again all the same, is none",
    arguments: [
      // Its next period comes whatever is returned.
      ("periodic = hours(1)", "return false"),
      ("minimumLatency = 1", "JobScheduler:schedule(app.job(60)) return false"),
      ("minimumLatency = 1", "jobFinished(params, false) return false"),
      ("minimumLatency = 1", "return true"), ("prefetch = true", "return false"),
      // What is left is another job's.
      (
        "minimumLatency = 1",
        "JobScheduler:schedule(JobInfo { id = 2, minimumLatency = hours(1) }) return false"
      ),
    ])
  func jobs(times: String, stop: String) throws {
    #expect(
      try iOS(
        """
        function app.job(latency)
          return JobInfo { id = 1, minimumLatency = latency }
        end
        function app:onStart()
          if JobScheduler:getPendingJob(1) then return end
          JobScheduler:schedule(JobInfo { id = 1, \(times) })
        end
        function app:onStartJob(params)
          self.work = launch(function()
            delay(30)
            jobFinished(params, false)
          end)
          return true
        end
        function app:onStopJob(params)
          self.work:cancel()
          \(stop)
        end
        """) == [])
  }

  @Test("periodic work for each of several accounts is no pile")
  func accounts() throws {
    #expect(
      try iOS(
        """
        function app:onCreate()
          if SharedPreferences:getBoolean("begun", false) then return end
          for _, account in ipairs { "ann", "bob" } do
            WorkManager:enqueue(PeriodicWorkRequest {
              worker = "sync", repeatInterval = hours(1), inputData = { account = account } })
          end
          SharedPreferences:edit():putBoolean("begun", true):apply()
        end
        function app:doWork(params) return Result.success() end
        """) == [])
  }

  @Test("an alarm that was cancelled, or has come, is not missed after a restart")
  func alarms() throws {
    for rest in ["AlarmManager:cancel(\"a\")", ""] {
      #expect(
        try iOS(
          """
          function app:onCreate()
            if SharedPreferences:getBoolean("begun", false) then return end
            SharedPreferences:edit():putBoolean("begun", true):apply()
            AlarmManager:set(AlarmManager.RTC_WAKEUP, os.time() + 30, "a")
            \(rest)
          end
          function app:onReceive(operation) end
          """) == [])
    }
  }

  @Test("an alarm that goes by its moment's name, or that a job is to set, is not missed")
  func alarmsSetOtherwise() throws {
    let named = """
      function app.set()
        local at = os.time() + days(2)
        AlarmManager:set(AlarmManager.RTC_WAKEUP, at, "a" .. at)
      end
      """
    let later = """
      function app.set()
        JobScheduler:schedule(JobInfo { id = 1, minimumLatency = hours(1) })
      end
      """
    for (first, atBoot) in [("app.set()", named), (alarm, later)] {
      #expect(
        try iOS(
          """
          \(atBoot)
          function app:onCreate()
            if SharedPreferences:getBoolean("begun", false) then return end
            SharedPreferences:edit():putBoolean("begun", true):apply()
            \(first)
          end
          function app:onReceive(operation)
            if operation == Intent.ACTION_BOOT_COMPLETED then app.set() end
          end
          function app:onStartJob(params)
            \(alarm)
            return false
          end
          function app:onStopJob(params) return true end
          """) == [])
    }
  }

  private let alarm = "AlarmManager:set(AlarmManager.RTC_WAKEUP, os.time() + days(2), \"a\")"

  @Test(
    "a background task in which something still is to happen is not held for nothing",
    arguments: [
      "Timer.scheduledTimer(20, false, finish)", "DispatchQueue.main:asyncAfter(20, finish)",
      "URLSession.shared:dataTask(\"https://a.example/\", finish):resume()",
    ])
  func tasks(work: String) throws {
    let seen = try iOS(
      """
      function app:didEnterBackground(application)
        local task
        local function finish()
          application:endBackgroundTask(task)
          task = UIBackgroundTaskIdentifier.invalid
        end
        task = application:beginBackgroundTask("a", finish)
        if task == UIBackgroundTaskIdentifier.invalid then return end
        work(1)
        \(work)
      end
      """)
    #expect(!seen.contains { $0.hasPrefix("taskHeldIdle") }, "\(seen)")
  }

  @Test("events of a session that are completed with the last result are not completed early")
  func events() throws {
    #expect(
      try iOS(
        """
        function app:didFinishLaunching()
          self.session = URLSession.background("a", {
            didComplete = function() if self.done then self.done() self.done = nil end end,
          })
        end
        function app:handleEventsForBackgroundURLSession(application, identifier, completionHandler)
          self.done = completionHandler
        end
        function app:didEnterBackground()
          if UserDefaults.standard:value("begun") then return end
          UserDefaults.standard:set("begun", true)
          self.session:downloadTask("https://a.example/film"):resume()
        end
        """) == [])
  }

  @Test("an app that is launched for a location may ask where it is, or hear of its regions")
  func locations() throws {
    for methods in [
      """
      function app:didFinishLaunching()
        self.manager = CLLocationManager()
        self.manager.allowsBackgroundLocationUpdates = true
        self.manager:startMonitoringSignificantLocationChanges()
      end
      """,
      """
      function app:didFinishLaunching()
        self.manager = CLLocationManager()
        if #self.manager.monitoredRegions > 0 then return end
        self.manager:startMonitoring(CLCircularRegion {
          center = { latitude = 52.6, longitude = 13.4 }, radius = 200, identifier = "a" })
      end
      """,
      """
      function app:didFinishLaunching()
        self.manager = CLLocationManager()
        for number = 1, 25 do
          self.manager:startMonitoring(CLCircularRegion { radius = 200, identifier = "a" .. number,
            center = { latitude = 52.6 + number, longitude = 13.4 } })
        end
      end
      function app:monitoringDidFail(manager, region, failure) end
      """,
    ] {
      #expect(try iOS(methods) == [])
    }
  }

  @Test("a wait on the main thread is told with what it is likely to wait for")
  func waits() throws {
    let seen = try DryRun(
      app: "app.lua",
      files: ScriptTexts([
        "app.lua": """
        local app = {}
        function app:didFinishLaunching()
          local answered = DispatchSemaphore(0)
          URLSession.shared:dataTask("https://a.example/flags", function()
            answered:signal()
          end):resume()
          answered:wait()
        end
        return app
        """
      ])
    ).sights()
    let messages = seen.map { sight in
      guard case .finding(.callbackTooLong, _, let message) = sight.what else { return "" }
      return message
    }
    #expect(
      messages == [
        "didFinishLaunching did not return within 20 s: it waits, and a request to"
          + " https://a.example/flags, begun at app.lua:4, is under way"
      ])
  }

  @Test("a widget that waits for a server is a risk, and told once")
  func widget() throws {
    #expect(
      try iOS(
        """
        function app:didFinishLaunching() StaticConfiguration("score", self) end
        function app:getTimeline(context, completion)
          URLSession.shared:dataTask("https://score.example/", function()
            completion(Timeline { entries = { { date = os.time() } },
              policy = TimelineReloadPolicy.after(os.time() + 60) })
          end):resume()
        end
        """) == ["completionWaitsForServer 3"])
  }

  @Test("a message that takes too long is one mistake, with all that it still does")
  func message() throws {
    #expect(
      try iOS(
        """
        function app:onMessageReceived(message)
          for page = 1, 12 do
            if not OkHttpClient():newCall("https://a.example/" .. page):execute() then return end
            work(2.5)
          end
        end
        """) == ["messageTookTooLong 2"])
  }
}
