/// What suspension finds under way.
enum SuspensionExamples {
  static let lockHeld: Explained = (
    """
    A file in a container that apps share, as a database, was locked when the app was suspended: \
    nobody could get the lock while it rests, so the system ends it with 0xdead10cc.
    """,
    .init(
      wrong: """
        local app = {}

        function app:didEnterBackground(application)
          local lock = FileLock.acquire("shared.sqlite")
          DispatchQueue.main:asyncAfter(5, function() lock:release() end) -- suspended before
        end

        return app
        """,
      right: """
        local app = {}

        function app:didEnterBackground(application)
          local lock, task
          local function finish()
            if lock then lock:release() end
            lock = nil
            application:endBackgroundTask(task)
            task = UIBackgroundTaskIdentifier.invalid
          end
          task = application:beginBackgroundTask("transaction", finish)
          lock = FileLock.acquire("shared.sqlite")
          DispatchQueue.main:asyncAfter(5, finish)
        end

        return app
        """)
  )

  static let frontKeptWaiting: Explained = (
    """
    The app in front waited for a lock that this app held in the background: a priority inversion. \
    The user looks at an app that hangs for one that is out of sight.
    """,
    .init(
      world: #"local other = phone:install("other.lua")"#,
      steps: """
        app:open()
        phone:advance(10)
        app:home()
        phone:advance(0.5)
        other:open()
        phone:advance(minutes(1))
        """,
      other: """
        local app = {}

        function app:didBecomeActive()
          Task(function()
            local lock = FileLock.wait("shared.sqlite")
            NSLog("shows its rows")
            lock:release()
          end)
        end

        return app
        """,
      wrong: """
        local app = {}

        function app:didEnterBackground(application)
          local task, lock
          local function finish()
            if lock then lock:release() end
            lock = nil
            application:endBackgroundTask(task)
            task = UIBackgroundTaskIdentifier.invalid
          end
          task = application:beginBackgroundTask("tidy up", finish)
          lock = FileLock.acquire("shared.sqlite")
          DispatchQueue.main:asyncAfter(20, finish) -- holds it over all of its work
        end

        return app
        """,
      right: """
        local app = {}

        function app:didEnterBackground(application)
          local task
          local function finish()
            application:endBackgroundTask(task)
            task = UIBackgroundTaskIdentifier.invalid
          end
          task = application:beginBackgroundTask("tidy up", finish)
          DispatchQueue.main:asyncAfter(20, function()
            local lock = FileLock.acquire("shared.sqlite")
            if lock then
              work(0.05)
              lock:release()
            end
            finish()
          end)
        end

        return app
        """)
  )

  static let workCutOff: Explained = (
    """
    The app was suspended in the middle of something: a request in flight, a Task asleep, a block \
    that asyncAfter has yet to run, work on a queue in the background. It stands still until the app \
    runs again, a request fails then, and what the user sent may never arrive.
    """,
    .init(
      world: #"phone:server { host = "api.example", rate = KB(200) }"#,
      wrong: """
        local app = {}

        function app:willResignActive()
          local draft = { url = "https://api.example/draft", body = MB(3) }
          URLSession.shared:dataTask(draft, function() end):resume()
        end

        return app
        """,
      right: """
        local app = {}

        function app:willResignActive(application)
          local task, request
          local function finish()
            application:endBackgroundTask(task)
            task = UIBackgroundTaskIdentifier.invalid
          end
          task = application:beginBackgroundTask("draft", function()
            request:cancel()
            finish()
          end)
          local draft = { url = "https://api.example/draft", body = MB(3) }
          request = URLSession.shared:dataTask(draft, finish)
          request:resume()
        end

        return app
        """)
  )

  static let timer: Explained = (
    """
    A repeating timer stands still while the app is suspended, and fires once when it goes on. What \
    counts its firings has missed some: minutes of a workout, rounds of a poll.
    """,
    .init(
      steps: """
        app:open()
        phone:advance(10)
        app:home()
        phone:advance(minutes(10))
        app:open()
        phone:advance(5)
        """,
      wrong: """
        local app = {}
        local minutes = 0

        function app:didFinishLaunching()
          Timer.scheduledTimer(60, true, function() minutes = minutes + 1 end)
        end

        return app
        """,
      right: """
        local app = {}

        function app:didBecomeActive()
          self.began = self.began or os.time()
          self.timer = Timer.scheduledTimer(60, true, function()
            NSLog("%d minutes", (os.time() - self.began) // 60) -- by the clock
          end)
        end

        function app:willResignActive() self.timer:invalidate() end

        return app
        """)
  )
}
