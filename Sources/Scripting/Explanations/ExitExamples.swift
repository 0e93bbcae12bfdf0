import Device

extension ExitReason {
  /// What it means, and how to write an app that ends so, and one that does not or that can bear it.
  public var explanation: Explanation {
    let (meaning, example) = explained
    return Explanation(.exit(self), meaning, example)
  }

  private var explained: Explained {
    switch self {
    case .watchdog:
      (
        """
        A callback kept the main thread beyond its limit, or could not begin for one that did. Crash \
        logs show 0x8badf00d.
        """, LimitExamples.callbackTooLong.example
      )
    case .backgroundTaskAssertionTimeout:
      (
        """
        A background task was still open when the app's time in the background was over. Crash logs \
        show 0x8badf00d, as for a hang.
        """, TaskExamples.neverEnded.example
      )
    case .tooManyBackgroundTasks:
      ("More than 1,000 background tasks were open at once.", TaskExamples.tooMany.example)
    case .backgroundFetchTimeout:
      (
        "The completion handler of performFetch was not called within 30 seconds.",
        FetchExamples.neverCompleted.example
      )
    case .backgroundTaskSchedulerTimeout:
      (
        """
        A task of BGTaskScheduler was not completed by its end. The app gets no other for a day.
        """, SchedulerExamples.notCompleted.example
      )
    case .remoteNotificationTimeout: ExitExamples.push
    case .suspendedWithLockedFile:
      (
        "A file that apps share was locked when the app was suspended.",
        SuspensionExamples.lockHeld.example
      )
    case .cpuLimit:
      (
        "In the background the app took over 80 % of a processor for too long.",
        LimitExamples.cpu.example
      )
    case .memoryLimit:
      ("The app's own memory went above its cap.", LimitExamples.memory.example)
    case .uncaughtException:
      (
        """
        An error came out of the app's code and nobody caught it; or the app called the system in a \
        way that is an exception, as a completion handler a second time.
        """, LimitExamples.error.example
      )
    case .memoryPressure: ExitExamples.memoryPressure
    case .forceQuit: ExitExamples.forceQuit
    case .normal: ExitExamples.normal
    }
  }
}

/// Exits that no finding stands for: what every app must be able to bear.
enum ExitExamples {
  static let push: Explained = (
    "The completion handler of didReceiveRemoteNotification was not called within 30 seconds.",
    .init(
      world: #"phone:server { host = "api.example", latency = { median = 50, p95 = 55 } }"#,
      keys: #"modes = { "remote-notification" }"#,
      steps: """
        phone:advance(1)
        app:push()
        phone:advance(minutes(1))
        """,
      wrong: """
        local app = {}

        function app:didReceiveRemoteNotification(application, userInfo, completionHandler)
          URLSession.shared:dataTask("https://api.example/news", function()
            completionHandler(UIBackgroundFetchResult.newData)
          end):resume()
        end

        return app
        """,
      right: """
        local app = {}

        function app:didReceiveRemoteNotification(application, userInfo, completionHandler)
          local request = { url = "https://api.example/news", timeout = 20 }
          URLSession.shared:dataTask(request, function(data)
            completionHandler(data and UIBackgroundFetchResult.newData
              or UIBackgroundFetchResult.failed)
          end):resume()
        end

        return app
        """)
  )

  static let memoryPressure: Explained = (
    """
    The device was short of memory and ended this app for others: no fault of its own, and the fate \
    of most apps that rest. It gets no callback. When the user comes back it is launched anew, and \
    should look as it was left.
    """,
    .init(
      steps: """
        app:open()
        phone:advance(10)
        app:home()
        phone:advance(minutes(1))
        app:killForMemory()
        app:open()
        """,
      wrong: """
        local app = { draft = "nothing" }

        function app:didBecomeActive()
          NSLog("shows %s", self.draft)
          self.draft = "half a letter" -- which lives as long as the process
        end

        return app
        """,
      right: """
        local app = {}

        function app:didFinishLaunching()
          self.draft = UserDefaults.standard:value("draft") or "nothing"
        end

        function app:didBecomeActive()
          NSLog("shows %s", self.draft)
          self.draft = "half a letter"
        end

        function app:didEnterBackground() UserDefaults.standard:set("draft", self.draft) end

        return app
        """)
  )

  static let forceQuit: Explained = (
    """
    The user swiped the app away. willTerminate is called only if it runs at that moment, which an \
    app that was left a minute ago does not; and nothing starts it in the background until the user \
    opens it again.
    """,
    .init(
      steps: """
        app:open()
        phone:advance(10)
        app:home()
        phone:advance(minutes(1))
        app:forceQuit()
        app:open()
        """,
      wrong: """
        local app = {}

        function app:didFinishLaunching()
          NSLog("shows %s", UserDefaults.standard:value("draft") or "nothing")
        end

        function app:willTerminate() -- is not called: it was suspended
          UserDefaults.standard:set("draft", "half a letter")
        end

        return app
        """,
      right: """
        local app = {}

        function app:didFinishLaunching()
          NSLog("shows %s", UserDefaults.standard:value("draft") or "nothing")
        end

        function app:didEnterBackground()
          UserDefaults.standard:set("draft", "half a letter")
        end

        return app
        """)
  )

  static let normal: Explained = (
    """
    The process ended in good order, as all do when the phone is restarted. What it held is gone: \
    timers, tasks, variables. What it has submitted and stored is kept.
    """,
    .init(
      keys: #"modes = { "processing" }, permittedIdentifiers = { "remind" }"#,
      steps: """
        app:open()
        phone:advance(10)
        phone:reboot()
        phone:unlock()
        phone:advance(minutes(30))
        if #app.requests > 0 then app:launchTask("remind") end
        phone:advance(minutes(1))
        """,
      wrong: """
        local app = {}

        function app:didFinishLaunching()
          BGTaskScheduler.shared:register("remind", function(task) task:setTaskCompleted(true) end)
        end

        function app:didBecomeActive()
          Timer.scheduledTimer(minutes(20), false, function() NSLog("reminds") end)
        end

        return app
        """,
      right: """
        local app = {}

        function app:didFinishLaunching()
          BGTaskScheduler.shared:register("remind", function(task)
            NSLog("reminds")
            task:setTaskCompleted(true)
          end)
        end

        function app:didBecomeActive()
          local ok, error = BGTaskScheduler.shared:submit(BGProcessingTaskRequest {
            identifier = "remind", earliestBeginDate = os.time() + minutes(20),
          })
          if not ok then NSLog("not submitted: %@", error.localizedDescription) end
        end

        return app
        """)
  )
}
