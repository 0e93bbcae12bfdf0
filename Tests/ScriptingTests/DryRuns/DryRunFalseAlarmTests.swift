import Device
import Testing

@testable import Scripting

/// Apps that do it right, in ways in which another does it wrong.
@Suite("Dry runs of right apps that look like wrong ones")
struct DryRunFalseAlarmTests {
  private func trials(_ methods: String) throws -> [DryRun.Sight.What] {
    let script = "local app = {}\n\(methods)\nreturn app"
    return try DryRun(app: "app.lua", files: ScriptTexts(["app.lua": script])).sights().map(\.what)
  }

  private func sights(_ methods: String) throws -> [String] {
    try trials(methods).map {
      guard case .finding(let rule, let location, _) = $0 else { return "\($0)" }
      return "\(rule.rawValue) \(location?.line ?? 0)"
    }
  }

  @Test(
    "a Task that sleeps, and is cancelled as the work is done, is not cut off",
    arguments: ["watchdog:cancel() completionHandler(0)", "completionHandler(0) watchdog:cancel()"])
  func cancelled(end: String) throws {
    #expect(
      try sights(
        """
        function app:didReceiveRemoteNotification(application, userInfo, completionHandler)
          local watchdog = Task(function() Task.sleep(24) end)
          Task(function()
            URLSession.shared:data { url = "https://chat.example/new", timeout = 20 }
            \(end.replacing("0", with: "UIBackgroundFetchResult.newData"))
          end)
        end
        """) == [])
  }

  @Test("a block that guards a push, a background task or a job is none of the work")
  func guards() throws {
    #expect(
      try sights(
        """
        function app:didReceiveRemoteNotification(application, userInfo, completionHandler)
          local isDone, request
          local function finish(result)
            if not isDone then isDone = true completionHandler(result) end
          end
          DispatchQueue.main:asyncAfter(25, function()
            request:cancel()
            finish(UIBackgroundFetchResult.failed)
          end)
          request = URLSession.shared:dataTask("https://news.example/new", function(data)
            finish(data and UIBackgroundFetchResult.newData or UIBackgroundFetchResult.failed)
          end)
          request:resume()
        end
        """) == [])
    #expect(
      try sights(
        """
        function app:didEnterBackground(application)
          local id, poll
          local function finish()
            if not id then return end
            poll:cancel()
            application:endBackgroundTask(id)
            id = nil
          end
          id = application:beginBackgroundTask("messages", finish)
          if id == UIBackgroundTaskIdentifier.invalid then return end
          local function ask()
            if not id then return end
            poll = URLSession.shared:dataTask({ url = "https://chat.example/", timeout = 10 },
              function() if id then DispatchQueue.main:asyncAfter(5, ask) end end)
            poll:resume()
          end
          ask()
        end
        """) == [])
    #expect(
      try sights(
        """
        function app:onStart()
          if JobScheduler:getPendingJob(1) then return end
          JobScheduler:schedule(JobInfo { id = 1, requiredNetworkType = JobInfo.NETWORK_TYPE_ANY })
        end
        function app:onStartJob(params)
          local isDone = false
          local function finish(isWanted)
            if not isDone then isDone = true jobFinished(params, isWanted) end
          end
          self.forget = function() isDone = true end
          Handler():postDelayed(function() finish(true) end, 60)
          OkHttpClient():newCall { url = "https://a.example/", timeout = 30 }:enqueue(function(answer)
            finish(answer == nil)
          end)
          return true
        end
        function app:onStopJob() self.forget() return true end
        """) == [])
  }

  @Test("a block that is asked for as a push is completed is work that goes on")
  func goesOn() throws {
    #expect(
      try sights(
        """
        function app:didReceiveRemoteNotification(application, userInfo, completionHandler)
          DispatchQueue.main:asyncAfter(5, function() UserDefaults.standard:set("a", 1) end)
          completionHandler(UIBackgroundFetchResult.newData)
        end
        """) == ["workAfterCompletion 3"])
  }

  @Test("what goes on is told by what it was begun in, though another is done later")
  func twoAtOnce() throws {
    let seen = try trials(
      """
      function app:onStart()
        for id = 1, 2 do
          if not JobScheduler:getPendingJob(id) then JobScheduler:schedule(JobInfo { id = id }) end
        end
      end
      function app:onStartJob(params)
        if params.jobId == 2 then
          OkHttpClient():newCall("https://a.example/"):enqueue(function() end)
          return false
        end
        self.job = launch(function() delay(5) jobFinished(params, false) end)
        return true
      end
      function app:onStopJob(params) self.job:cancel() return true end
      """)
    let told = seen.compactMap { what -> String? in
      guard case .finding(.workAfterCompletion, _, let message) = what else { return nil }
      return message
    }
    #expect(
      told == [
        "a request to https://a.example/ was cut off as its process was frozen, for the app has said"
          + " that job 2 is finished"
      ])
  }

  @Test("a refresh that a push has submitted is no chain, one that is submitted on leaving is")
  func chains() throws {
    func seen(submittedBy method: String, _ rest: String = "") throws -> [String] {
      try sights(
        """
        function app:didFinishLaunching()
          BGTaskScheduler.shared:register("app.refresh", function(task)
            task.expirationHandler = function() end
            task:setTaskCompleted(true)
          end)
        end
        function app:\(method)
          local ok = BGTaskScheduler.shared:submit(
            BGAppRefreshTaskRequest { identifier = "app.refresh" })
          if not ok then NSLog("no refresh") end
          \(rest)
        end
        """)
    }
    #expect(
      try seen(
        submittedBy: "didReceiveRemoteNotification(application, userInfo, completionHandler)",
        "completionHandler(UIBackgroundFetchResult.newData)") == [])
    #expect(try seen(submittedBy: "didEnterBackground()") == ["chainEnded 9"])
  }

  @Test("what a job hands over to a worker is not lost, though that runs at once")
  func handedOver() throws {
    #expect(
      try sights(
        """
        function app:onStart()
          if JobScheduler:getPendingJob(4) then return end
          JobScheduler:schedule(JobInfo { id = 4, requiredNetworkType = JobInfo.NETWORK_TYPE_ANY })
        end
        local function send()
          return OkHttpClient():newCall { url = "https://a.example/", body = MB(20) }:execute()
        end
        function app:onStartJob(params)
          self.job = launch(function() jobFinished(params, not send()) end)
          return true
        end
        function app:onStopJob(params)
          self.job:cancel()
          WorkManager:enqueueUniqueWork("rest", ExistingWorkPolicy.KEEP,
            OneTimeWorkRequest { worker = "rest",
              constraints = { requiredNetworkType = NetworkType.CONNECTED } })
          return false
        end
        function app:doWork(params) return send() and Result.success() or Result.retry() end
        """) == [])
  }

  @Test("a job that has stored all, and is stopped in a pause, is not wanted again")
  func stored() throws {
    func seen(_ last: String) throws -> [String] {
      try sights(
        """
        function app:onStart()
          if JobScheduler:getPendingJob(2) then return end
          JobScheduler:schedule(JobInfo { id = 2 })
        end
        function app:onStartJob(params)
          self.job = launch(function()
            SharedPreferences:edit():putBoolean("sent", true):commit()
            \(last)
            jobFinished(params, false)
          end)
          return true
        end
        function app:onStopJob(params) self.job:cancel() return false end
        """)
    }
    #expect(try seen("delay(20)") == [])
    #expect(try seen("work(0.02) delay(20)") == ["jobNotWantedAgain 14"])
  }

  @Test("an app that stores something at its launch after a restart may do without an alarm")
  func alarm() throws {
    func seen(_ launch: String) throws -> [String] {
      try sights(
        """
        function app:onCreate() \(launch) end
        function app:onStart() AlarmManager:cancel("logout") end
        function app:onStop()
          AlarmManager:setWindow(AlarmManager.RTC, os.time() + hours(3), minutes(10), "logout")
        end
        function app:onReceive(operation)
          if operation == Intent.ACTION_BOOT_COMPLETED then Log.i("a", "restarted") end
        end
        """)
    }
    #expect(try seen("") == ["alarmNotSetAgain 5"])
    #expect(try seen("SharedPreferences:edit():remove(\"loggedIn\"):apply()") == [])
  }

  @Test("defaults that are read again once the phone is unlocked were not taken for missing")
  func readAgain() throws {
    func seen(_ key: String) throws -> [String] {
      try sights(
        """
        function app:didFinishLaunching() self.theme = UserDefaults.standard:value("theme") end
        function app:didBecomeActive() self.theme = UserDefaults.standard:value("\(key)") end
        """)
    }
    #expect(try seen("theme") == [])
    #expect(try seen("other") == ["defaultsReadLocked 2"])
  }

  @Test("a call is cancelled before it begins, while it is under way, and after it")
  func call() throws {
    #expect(
      try sights(
        """
        local function check(isTrue) if not isTrue then error("it is not so") end end
        function app:onStart()
          local client = OkHttpClient()
          local early = client:newCall("https://a.example/")
          early:cancel()
          local call = client:newCall("https://a.example/")
          call:enqueue(function(response, failure)
            check(response == nil and failure == "IOException: Canceled")
            call:cancel()
          end)
          launch(function()
            local response, failure = early:execute()
            check(response == nil and failure == "IOException: Canceled")
          end)
          call:cancel()
          client:newCall("https://a.example/"):cancel()
        end
        """) == [])
  }
}
