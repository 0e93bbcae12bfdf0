import Device
import Testing

@testable import Scripting

/// What an app has scheduled begins in its trials, whatever has scheduled it and however far ahead it
/// lies; and every method is called that the system would call.
@Suite("Work that is scheduled in dry runs")
struct DryRunSchedulingTests {
  private func rules(_ script: String) throws -> [String] {
    try DryRun(app: "app.lua", files: ScriptTexts(["app.lua": script])).sights().compactMap {
      guard case .finding(let rule, _, _) = $0.what else { return nil }
      return rule.rawValue
    }
  }

  @Test(
    "on Android: of messages, restarts, other jobs, for the charger, and a day ahead",
    arguments: [
      (
        """
        function app:onMessageReceived()
          WorkManager:enqueueUniqueWork("w", ExistingWorkPolicy.KEEP,
            OneTimeWorkRequest { worker = "w" })
        end
        function app:doWork() end
        """, "workerWithoutResult"
      ),
      (
        """
        function app:onMessageReceived()
          JobScheduler:schedule(JobInfo { id = 1, expedited = true })
        end
        function app:onStartJob() return true end
        """, "jobNeverFinished"
      ),
      (
        """
        function app:onReceive(action)
          if action == Intent.ACTION_BOOT_COMPLETED then JobScheduler:schedule(JobInfo { id = 1 }) end
        end
        function app:onStartJob() return true end
        """, "jobNeverFinished"
      ),
      (
        """
        function app:onCreate()
          if not JobScheduler:getPendingJob(1) then
            JobScheduler:schedule(JobInfo { id = 1, periodic = minutes(15) })
          end
        end
        function app:onStartJob(params)
          if params.jobId ~= 1 then return true end
          JobScheduler:schedule(JobInfo { id = 2 })
          return false
        end
        """, "jobNeverFinished"
      ),
      (
        """
        function app:onCreate()
          JobScheduler:schedule(JobInfo { id = 3, periodic = hours(1), requiresCharging = true })
        end
        function app:onStartJob() return true end
        """, "jobNeverFinished"
      ),
      (
        """
        function app:onCreate()
          WorkManager:enqueueUniqueWork("w", ExistingWorkPolicy.KEEP,
            OneTimeWorkRequest { worker = "w", initialDelay = hours(23) })
        end
        function app:doWork() end
        """, "workerWithoutResult"
      ),
      (
        """
        function app:onStart()
          AlarmManager:setWindow(AlarmManager.RTC_WAKEUP, os.time() + hours(20), 600, "x")
        end
        function app:onReceive() error("boom") end
        """, "uncaughtError"
      ),
      ("function app:onTrimMemory() error('boom') end", "uncaughtError"),
      (
        """
        function app:onReceive(action)
          if action == Intent.ACTION_BOOT_COMPLETED then startForegroundService("play") end
        end
        function app:onStartCommand()
          startForeground(ServiceInfo.FOREGROUND_SERVICE_TYPE_MEDIA_PLAYBACK)
        end
        """, "foregroundServiceNotAllowed"
      ),
    ])
  func android(methods: String, rule: String) throws {
    let seen = try rules("local app = {}\n\(methods)\nreturn app")
    #expect(seen.contains(rule), "\(seen)")
  }

  @Test(
    "on iOS: of pushes, places and tasks; warnings, heat, lost accessories and widgets come too",
    arguments: [
      (
        """
        function app:didFinishLaunching()
          BGTaskScheduler.shared:register("p", function(task)
            task.expirationHandler = function() end
          end)
        end
        function app:didReceiveRemoteNotification(application, userInfo, completionHandler)
          BGTaskScheduler.shared:submit(BGProcessingTaskRequest { identifier = "p" })
          completionHandler(UIBackgroundFetchResult.noData)
        end
        """, "taskNotCompleted"
      ),
      (
        """
        function app:didFinishLaunching()
          self.places = CLLocationManager()
          self.places:startMonitoringSignificantLocationChanges()
          BGTaskScheduler.shared:register("p", function(task)
            task.expirationHandler = function() end
          end)
        end
        function app:didUpdateLocations()
          BGTaskScheduler.shared:submit(BGProcessingTaskRequest { identifier = "p" })
        end
        """, "taskNotCompleted"
      ),
      (
        """
        function app:didFinishLaunching()
          self.session = URLSession.background("b", {
            sessionSendsLaunchEvents = true, didComplete = function() end,
            didFinishEvents = function() end, -- forgets the completion handler
          })
          BGTaskScheduler.shared:register("r", function(task)
            self.session:downloadTask("https://a.example/f"):resume()
            task:setTaskCompleted(true)
          end)
        end
        function app:didEnterBackground()
          BGTaskScheduler.shared:submit(BGAppRefreshTaskRequest { identifier = "r" })
        end
        function app:handleEventsForBackgroundURLSession(application, identifier, completionHandler)
          self.done = completionHandler
        end
        function app:didReceiveRemoteNotification(application, userInfo, completionHandler)
          completionHandler(UIBackgroundFetchResult.noData)
        end
        """, "sessionEventsNotCompleted"
      ),
      ("function app:didReceiveMemoryWarning() error('boom') end", "uncaughtError"),
      ("function app:thermalStateDidChange() error('boom') end", "uncaughtError"),
      (
        """
        function app:didFinishLaunching()
          self.central = CBCentralManager { restoreIdentifier = "c" }
          self.central:connect("belt")
        end
        function app:didDisconnectPeripheral() error("boom") end
        """, "uncaughtError"
      ),
      (
        """
        function app:didFinishLaunching()
          StaticConfiguration("w", { getTimeline = function(self, context, completion) end })
        end
        """, "completionNeverCalled"
      ),
      ("function app:didReceive(request, contentHandler) end", "contentHandlerNeverCalled"),
    ])
  func iOS(methods: String, rule: String) throws {
    let seen = try rules("local app = {}\n\(methods)\nreturn app")
    #expect(seen.contains(rule), "\(seen)")
  }
}
