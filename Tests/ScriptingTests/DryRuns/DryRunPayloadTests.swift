import Device
import Testing

@testable import Scripting

/// Pushes, messages, calls and notifications carry what a script reads of them, however it comes to
/// it; where that cannot be seen, no failure by a missing field is told.
@Suite("What pushes carry in dry runs")
struct DryRunPayloadTests {
  private func sights(_ methods: String) throws -> [DryRun.Sight] {
    let script = "local app = {}\n\(methods)\nreturn app"
    return try DryRun(app: "app.lua", files: ScriptTexts(["app.lua": script])).sights()
  }

  private func rules(_ methods: String) throws -> [String] {
    try sights(methods).compactMap {
      guard case .finding(let rule, let place, _) = $0.what else { return nil }
      return "\(rule.rawValue) \(place?.line ?? 0)"
    }
  }

  @Test(
    "fields are there that a helper, a variable, a field or an extension reads",
    arguments: [
      """
      local function download(info, done)
        print("https://chat.example/" .. info.id)
        done(UIBackgroundFetchResult.newData)
      end
      function app:didReceiveRemoteNotification(application, userInfo, completionHandler)
        download(userInfo, completionHandler)
      end
      """,
      """
      function app:didReceiveRemoteNotification(application, userInfo, completionHandler)
        self.info = userInfo
        self:load()
        completionHandler(UIBackgroundFetchResult.newData)
      end
      function app:load() print("https://chat.example/" .. self.info["id"]) end
      """,
      """
      function app:onMessageReceived(message)
        local data = message.data
        NotificationManager:notify(1, "From " .. data.from, "text")
      end
      """,
      """
      function app:onMessageReceived(message) self:show(message) end
      function app:show(received) NotificationManager:notify(1, "From " .. received.data.from, "text") end
      """,
      """
      function app:onMessageReceived(message)
        WorkManager:enqueue(OneTimeWorkRequest { worker = "w", inputData = message.data })
      end
      function app:doWork(params)
        print("story " .. params.inputData.id)
        return Result.success()
      end
      """,
      """
      function app:didFinishLaunching()
        self.registry = PKPushRegistry()
        self.registry.desiredPushTypes = { PKPushType.voIP }
        self.provider = CXProvider()
      end
      function app:didReceiveIncomingPush(registry, payload, completionHandler)
        local call = payload.dictionaryPayload
        self.provider:reportNewIncomingCall(call.uuid, nil, function() completionHandler() end)
      end
      """,
      """
      function app:didReceive(request, contentHandler)
        request.content.body = "Story " .. request.content.userInfo.id
        contentHandler(request.content)
      end
      """,
      // What is not seen may be missing.
      """
      function app:didReceiveRemoteNotification(application, userInfo, completionHandler)
        for _, name in ipairs { "id" } do print("story " .. userInfo[name]) end
        completionHandler(UIBackgroundFetchResult.newData)
      end
      """,
      """
      function app:onMessageReceived(message)
        local parts = table.pack(message.data)
        print("story " .. parts[1].id)
      end
      """,
    ])
  func fields(methods: String) throws {
    #expect(try rules(methods) == [])
  }

  @Test("a branch behind a variable is entered, and what fails there is told")
  func branches() throws {
    let seen = try rules(
      """
      function app:onMessageReceived(message)
        local data = message.data
        if data.type == "call" then error("boom") end
      end
      """)
    #expect(seen == ["uncaughtError 4"])
    // What has nothing to do with the push is a failure as before.
    let other = try rules(
      """
      function app:didReceiveRemoteNotification(application, userInfo, completionHandler)
        missing.call()
      end
      """)
    #expect(other == ["uncaughtError 3"])
  }

  @Test("messages come with normal priority too, from which no service may be started")
  func priorities() throws {
    let methods = """
      function app:onMessageReceived(message)
        if message.data.kind == "call" %@ then startForegroundService("ring") end
      end
      function app:onStartCommand(action, startId)
        startForeground(ServiceInfo.FOREGROUND_SERVICE_TYPE_PHONE_CALL)
        launch(function() delay(30) stopSelf(startId) end)
      end
      """
    #expect(
      try rules(methods.replacing("%@", with: "")) == ["foregroundServiceNotAllowed 3"])
    #expect(
      try rules(methods.replacing("%@", with: "and message.priority == \"high\"")) == [])
  }

  @Test("a job hears that its network is lost, and that its time is over")
  func stops() throws {
    for condition in [FaultCondition.noNetwork, .noTime] {
      let seen = try sights(
        """
        function app:onStart()
          if JobScheduler:getPendingJob(7) then return end
          JobScheduler:schedule(JobInfo {
            id = 7, minimumLatency = hours(1), requiredNetworkType = JobInfo.NETWORK_TYPE_ANY })
        end
        function app:onStartJob(params)
          launch(function() delay(300) jobFinished(params, false) end)
          return true
        end
        function app:onStopJob(params)
          if params.stopReason \(condition == .noNetwork ? "==" : "~=")
            JobParameters.STOP_REASON_CONSTRAINT_CONNECTIVITY then error("stopped") end
          return true
        end
        """)
      #expect(seen.first?.conditions == [condition])
    }
  }

  @Test("Android tells of a restart when the phone is unlocked, and so does what was seen then")
  func restart() throws {
    let seen = try sights(
      """
      function app:onReceive(action)
        if action == Intent.ACTION_BOOT_COMPLETED then error("boom") end
      end
      """)
    #expect(seen.map(\.phrase) == ["when the phone is restarted"])
  }

  @Test("a lock that is held though a task was refused is told")
  func refusal() throws {
    let seen = try sights(
      """
      function app:didEnterBackground(application)
        local lock, task
        local function finish()
          lock:release()
          application:endBackgroundTask(task)
        end
        task = application:beginBackgroundTask("save", finish)
        lock = FileLock.acquire("shared.sqlite")
        DispatchQueue.main:asyncAfter(5, finish)
      end
      """)
    let told = seen.contains {
      guard case .finding(.lockHeldAtSuspension, _, _) = $0.what else { return false }
      return $0.conditions == [.noTask]
    }
    #expect(told)
  }
}
