/// BGTaskScheduler.
enum SchedulerExamples {
  private static let keys = #"modes = { "fetch" }, permittedIdentifiers = { "refresh" }"#
  private static let launch = """
    app:open()
    phone:advance(10)
    app:home()
    phone:advance(minutes(15))
    app:launchTask("refresh")
    phone:advance(minutes(2))
    """
  /// An app that submits its refresh when it is left, up to the body of its launch handler.
  private static func app(
    before: String = "submit()", _ handler: String, submit: String = submitting
  ) -> String {
    """
    local app = {}

    \(submit)

    function app:didFinishLaunching(application)
      BGTaskScheduler.shared:register("refresh", function(task)
        \(before)
    \(handler.split(separator: "\n", omittingEmptySubsequences: false)
      .map { "    \($0)" }.joined(separator: "\n"))
      end)
    end

    function app:didEnterBackground() submit() end

    return app
    """
  }

  private static let submitting = """
    local function submit()
      local ok, error = BGTaskScheduler.shared:submit(
        BGAppRefreshTaskRequest { identifier = "refresh", earliestBeginDate = os.time() + 900 })
      if not ok then NSLog("not submitted: %@", error.localizedDescription) end
    end
    """

  private static let complete = """
    task.expirationHandler = function() task:setTaskCompleted(false) end
    task:setTaskCompleted(true)
    """

  private static let completeOnce = """
    local function finish(success)
      if task then task:setTaskCompleted(success) end
      task = nil
    end
    task.expirationHandler = function() finish(false) end
    DispatchQueue.main:asyncAfter(5, function() finish(true) end)
    """

  private static let request = """
    local request
    local function finish(success)
      if task then task:setTaskCompleted(success) end
      task = nil
    end
    task.expirationHandler = function()
      finish(false)
      request:cancel()
    end
    request = URLSession.shared:dataTask("https://api.example/news", function(data)
      finish(data ~= nil)
    end)
    request:resume()
    """

  static let notCompleted: Explained = (
    """
    The time of a task of BGTaskScheduler was over, its expirationHandler was called, and the task \
    was not completed within the seconds that were left: the app is ended with 0x2182bad2, and gets \
    no other task for a day.
    """,
    .init(
      world: #"phone:server { host = "api.example", latency = { median = 60, p95 = 61 } }"#,
      keys: keys, steps: launch,
      wrong: app(
        """
        task.expirationHandler = function() NSLog("out of time") end -- and goes on
        URLSession.shared:dataTask("https://api.example/news", function()
          task:setTaskCompleted(true)
        end):resume()
        """),
      right: app(request))
  )

  static let completedTwice: Explained = (
    """
    setTaskCompleted was called again for a task, mostly by its expirationHandler and then by the \
    work, which came to its end a moment later. Only the first call counts, and what it said is what \
    the system has learnt of the task.
    """,
    .init(
      keys: keys, steps: launch,
      wrong: app(
        """
        task.expirationHandler = function() task:setTaskCompleted(false) end
        DispatchQueue.main:asyncAfter(5, function()
          task:setTaskCompleted(true)
          task:setTaskCompleted(true) -- by another way to the end
        end)
        """),
      right: app(completeOnce))
  )

  static let noHandler: Explained = (
    """
    A task of some length had no expirationHandler. When its time is over the system marks it failed \
    without a warning, and suspends the app in the middle of its work.
    """,
    .init(
      keys: keys, steps: launch,
      wrong: app("DispatchQueue.main:asyncAfter(5, function() task:setTaskCompleted(true) end)"),
      right: app(completeOnce))
  )

  static let chainEnded: Explained = (
    """
    A request is for one launch. An app that wants to refresh again and again submits the next one \
    at each; where one way out of its handler forgets that, the chain is broken and no refresh ever \
    comes again.
    """,
    .init(
      keys: keys, steps: launch,
      wrong: app(
        before: #"local changes = UserDefaults.standard:value("changes") or 0"#,
        """
        if changes == 0 then
          task:setTaskCompleted(true)
          return -- without the next request
        end
        submit()
        task:setTaskCompleted(true)
        """),
      right: app("-- the next one first of all\n" + complete))
  )

  static let errorIgnored: Explained = (
    """
    submit failed, and the app did not look at why. A request is refused for an identifier or a mode \
    that the app lacks, with background refresh switched off, and when too many are pending: the task \
    never comes, and nothing says so but this error.
    """,
    .init(
      keys: keys,
      steps: """
        app:open()
        phone:advance(10)
        app:home()
        phone:advance(minutes(1))
        """,
      wrong: app(
        complete,
        submit: """
          local function submit()
            BGTaskScheduler.shared:submit(BGAppRefreshTaskRequest { identifier = "refesh" })
          end
          """),
      right: app(complete))
  )

  static let noDate: Explained = (
    """
    earliestBeginDate is a moment, in seconds as os.time() has them, and not a time from now. A date \
    that lies before all others has passed: the task may begin at once, over and over.
    """,
    .init(
      keys: keys,
      steps: """
        app:open()
        phone:advance(10)
        app:home()
        phone:advance(minutes(1))
        """,
      wrong: app(
        complete,
        submit: """
          local function submit()
            local ok, error = BGTaskScheduler.shared:submit(
              BGAppRefreshTaskRequest { identifier = "refresh", earliestBeginDate = 900 })
            if not ok then NSLog("not submitted: %@", error.localizedDescription) end
          end
          """),
      right: app(complete))
  )

  private static let registering = """
    local app = {}

    function app:didFinishLaunching(application)
      BGTaskScheduler.shared:register("refresh", function(task)
        task.expirationHandler = function() task:setTaskCompleted(false) end
        task:setTaskCompleted(true)
      end)
    end

    return app
    """

  static let notPermitted: Explained = (
    """
    The app registers a launch handler for an identifier that its Info.plist (here: \
    permittedIdentifiers) does not have. register returns false, and no request for it is ever \
    accepted.
    """,
    .init(
      keys: #"modes = { "fetch" }"#, rightKeys: keys, wrong: registering, right: registering)
  )

  static let neverRegistered: Explained = (
    """
    The app may use an identifier, and registers no launch handler for it. If a request of an earlier \
    version is pending, the app is launched for it, has no handler, and ends by an exception.
    """,
    .init(
      keys: keys,
      wrong: """
        local app = {}

        function app:didFinishLaunching(application)
          -- the handler is registered elsewhere, in a part that is not loaded yet
        end

        return app
        """,
      right: registering)
  )

  static let workAfter: Explained = (
    """
    setTaskCompleted tells the system that all is done: it suspends the app. Work that still goes on \
    is cut off, and goes on when the app happens to run again.
    """,
    .init(
      world: #"phone:server { host = "api.example", latency = { median = 5, p95 = 6 } }"#,
      keys: keys, steps: launch,
      wrong: app(
        """
        task.expirationHandler = function() task:setTaskCompleted(false) end
        URLSession.shared:dataTask("https://api.example/news", function() end):resume()
        task:setTaskCompleted(true) -- the request has only begun
        """),
      right: app(request))
  )
}
