/// Background tasks.
enum TaskExamples {
  private static let slowServer =
    #"phone:server { host = "api.example", latency = { median = 50, p95 = 55 } }"#

  static let neverEnded: Explained = (
    """
    A background task keeps the app running after it was left, for some 30 seconds. Five seconds \
    before they are over the system calls the task's expiration handler; a task that is still open \
    at the end ends the process with 0x8badf00d, without another word to it. One without a handler \
    cannot be ended in time, and one that is ended on some ways only is a crash on the others.
    """,
    .init(
      world: slowServer,
      wrong: """
        local app = {}

        function app:didEnterBackground(application)
          local task = application:beginBackgroundTask("flush") -- nobody hears that time is over
          URLSession.shared:dataTask("https://api.example/events", function()
            application:endBackgroundTask(task)
          end):resume()
        end

        return app
        """,
      right: """
        local app = {}

        function app:didEnterBackground(application)
          local task, request
          local function finish()
            application:endBackgroundTask(task)
            task = UIBackgroundTaskIdentifier.invalid
          end
          task = application:beginBackgroundTask("flush", function()
            request:cancel()
            finish()
          end)
          request = URLSession.shared:dataTask("https://api.example/events", finish)
          request:resume()
        end

        return app
        """)
  )

  static let endedTwice: Explained = (
    """
    endBackgroundTask got an identifier that is not open: it was ended before, or never begun. The \
    call has no effect, but an identifier that is kept after its task has ended may one day end a \
    task of somebody else. To end `.invalid` is safe.
    """,
    .init(
      world: slowServer,
      wrong: """
        local app = {}

        function app:didEnterBackground(application)
          local task, request
          local function finish() application:endBackgroundTask(task) end
          task = application:beginBackgroundTask("flush", function()
            request:cancel() -- calls finish too, with an error
            finish()
          end)
          request = URLSession.shared:dataTask("https://api.example/events", finish)
          request:resume()
        end

        return app
        """,
      right: """
        local app = {}

        function app:didEnterBackground(application)
          local task, request
          local function finish()
            application:endBackgroundTask(task)
            task = UIBackgroundTaskIdentifier.invalid -- which may be ended again
          end
          task = application:beginBackgroundTask("flush", function()
            request:cancel()
            finish()
          end)
          request = URLSession.shared:dataTask("https://api.example/events", finish)
          request:resume()
        end

        return app
        """)
  )

  static let notEndedInHandler: Explained = (
    """
    When the expiration handlers have returned, each task is to be ended; the system notes those \
    that are not in its log. A handler that only dispatches the end lives by the few seconds that \
    are left, and dies where the main thread is busy.
    """,
    .init(
      wrong: """
        local app = {}

        function app:didEnterBackground(application)
          local task
          task = application:beginBackgroundTask("save", function()
            DispatchQueue.main:async(function() -- too late: the handler has returned by then
              application:endBackgroundTask(task)
            end)
          end)
        end

        return app
        """,
      right: """
        local app = {}

        function app:didEnterBackground(application)
          local task
          task = application:beginBackgroundTask("save", function()
            application:endBackgroundTask(task)
          end)
        end

        return app
        """)
  )

  static let heldTooLong: Explained = (
    """
    A task was open for more than 30 seconds, wherever the app was: the system warns of it in its \
    log. In front a task has no use. One that is held to be safe is begun too early, and is open when \
    the app is left though nothing needs it.
    """,
    .init(
      steps: """
        app:open()
        phone:advance(minutes(1))
        app:home()
        phone:advance(minutes(1))
        """,
      wrong: """
        local app = {}

        function app:didFinishLaunching(application)
          self.task = application:beginBackgroundTask("be safe", function() end)
        end

        function app:didEnterBackground(application)
          application:endBackgroundTask(self.task)
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
          task = application:beginBackgroundTask("save", finish)
          DispatchQueue.main:asyncAfter(2, finish) -- the work that the task is for
        end

        return app
        """)
  )

  static let refusedUsed: Explained = (
    """
    beginBackgroundTask may refuse: it returns `.invalid` where the device gives no time. An app that \
    does not look begins its work all the same, and is suspended in the middle of it a moment later.
    """,
    .init(
      device: #"os = "iOS 18", multitasking = false"#, world: slowServer,
      wrong: """
        local app = {}

        function app:didEnterBackground(application)
          local task
          local function finish() application:endBackgroundTask(task) end
          task = application:beginBackgroundTask("send", finish)
          URLSession.shared:dataTask("https://api.example/message", finish):resume()
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
          task = application:beginBackgroundTask("send", finish)
          if task == UIBackgroundTaskIdentifier.invalid then
            UserDefaults.standard:set("unsent", true) -- goes out when the app is next opened
            return
          end
          URLSession.shared:dataTask("https://api.example/message", finish):resume()
        end

        return app
        """)
  )

  static let tooMany: Explained = (
    """
    More than 1,000 background tasks were open at once: the system takes the app for one that leaks \
    them, and ends it. A loop that begins a task for each of many pieces of work comes there sooner \
    than one thinks; one task may cover them all.
    """,
    .init(
      wrong: """
        local app = {}

        function app:didEnterBackground(application)
          for row = 1, 2000 do -- a task for each row of a table
            local task = application:beginBackgroundTask("row " .. row)
            DispatchQueue.main:async(function() application:endBackgroundTask(task) end)
          end
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
          task = application:beginBackgroundTask("rows", finish)
          DispatchQueue.main:async(function()
            for row = 1, 2000 do self:save(row) end
            finish()
          end)
        end

        function app:save(row) work(0.0001) end

        return app
        """)
  )
}
