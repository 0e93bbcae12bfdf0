/// Limits of a process.
enum LimitExamples {
  static let callbackTooLong: Explained = (
    """
    A callback kept the main thread beyond its limit: 20 seconds for a launch, 5 for \
    didEnterBackground, 10 for the other moves, 20 for anything else in the background. The watchdog \
    ends the app with 0x8badf00d.
    """,
    .init(
      steps: """
        app:open()
        phone:advance(minutes(1))
        """,
      wrong: """
        local app = {}

        function app:didFinishLaunching()
          work(25) -- migrates its database, on the main thread
        end

        return app
        """,
      right: """
        local app = {}

        function app:didFinishLaunching()
          DispatchQueue.global():async(function() work(25) end)
        end

        return app
        """)
  )

  static let hang: Explained = (
    """
    A callback kept the main thread of an app in front for two seconds or more: it did not scroll, \
    type or answer a tap. In front that ends nothing, but users see it, and so does MetricKit.
    """,
    .init(
      wrong: """
        local app = {}

        function app:didBecomeActive()
          DispatchQueue.main:asyncAfter(1, function() work(3) end)
        end

        return app
        """,
      right: """
        local app = {}

        function app:didBecomeActive()
          DispatchQueue.main:asyncAfter(1, function()
            DispatchQueue.global():async(function() work(3) end)
          end)
        end

        return app
        """)
  )

  static let cpu: Explained = (
    """
    In the background the app took over 80 % of a processor for a minute, or for three with a task \
    open: the system ends it (EXC_RESOURCE). Long work belongs to a processing task on the charger, \
    or to the time in front.
    """,
    .init(
      device: #"os = "iOS 13", backgroundTime = 240"#,
      steps: """
        app:open()
        phone:advance(10)
        app:home()
        phone:advance(minutes(5))
        """,
      wrong: """
        local app = {}

        function app:didEnterBackground(application)
          local task
          local function finish()
            application:endBackgroundTask(task)
            task = UIBackgroundTaskIdentifier.invalid
          end
          task = application:beginBackgroundTask("index", finish)
          local function piece()
            work(0.9)
            DispatchQueue.main:asyncAfter(0.1, piece)
          end
          piece()
        end

        return app
        """,
      right: """
        local app = {}

        function app:didEnterBackground(application)
          local task, isOver
          local function finish()
            isOver = true
            application:endBackgroundTask(task)
            task = UIBackgroundTaskIdentifier.invalid
          end
          task = application:beginBackgroundTask("index", finish)
          local left = 20 -- pieces now, the rest another time
          local function piece()
            if isOver then return end
            if left == 0 then return finish() end
            left = left - 1
            work(0.2)
            DispatchQueue.main:asyncAfter(0.8, piece)
          end
          piece()
        end

        return app
        """)
  )

  static let memory: Explained = (
    """
    The app's own memory went above its cap, and the system ended it (per-process-limit). A cache \
    that only grows does that in the end, in the background as in front.
    """,
    .init(
      keys: "memoryCap = 4 * 1024 * 1024",
      steps: """
        app:open()
        phone:advance(10)
        """,
      wrong: """
        local app = {}
        local images = {}

        function app:didBecomeActive()
          for index = 1, 100 do images[index] = string.rep("x", 100 * 1000) .. index end
        end

        return app
        """,
      right: """
        local app = {}
        local images = {}

        function app:didBecomeActive()
          for index = 1, 100 do
            images[index] = string.rep("x", 100 * 1000) .. index
            images[index - 5] = nil -- keeps the last five
          end
        end

        function app:didReceiveMemoryWarning() images = {} end

        return app
        """)
  )

  static let error: Explained = (
    """
    An error that no code caught ended the process, in front before the user's eyes. What comes from \
    outside, as an answer of a server, is to be looked at before it is used.
    """,
    .init(
      world: #"phone:server { host = "api.example" }"#,
      steps: """
        phone:network("none")
        app:open()
        phone:advance(10)
        """,
      wrong: """
        local app = {}

        function app:didBecomeActive()
          URLSession.shared:dataTask("https://api.example/news", function(data, response, error)
            NSLog("%d bytes", data.bytes) -- without network there is no data
          end):resume()
        end

        return app
        """,
      right: """
        local app = {}

        function app:didBecomeActive()
          URLSession.shared:dataTask("https://api.example/news", function(data, response, error)
            if error then
              NSLog("no news: %@", error.localizedDescription)
            else
              NSLog("%d bytes", data.bytes)
            end
          end):resume()
        end

        return app
        """)
  )
}
