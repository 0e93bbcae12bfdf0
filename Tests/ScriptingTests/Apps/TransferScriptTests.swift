import Device
import Simulation
import Testing

@testable import Scripting

@Suite("Background transfers in Lua")
struct TransferScriptTests {
  /// An app that is opened at 1 s and left at 10 s, with a server of 1,000 bytes a second.
  private func outcome(
    _ source: String, _ duration: TimeSpan = .minutes(10), os: Platform = .newest
  ) throws -> ScriptRun.Outcome {
    var run = ScriptRun(duration)
    run.scenario.device = DeviceConfiguration(os)
    run.scenario.device.wifi.latency = .zero
    run.scenario.servers = [
      ServerConfiguration(
        host: "server", latencyMedian: .seconds(1), latencyP95: .seconds(1), bytesPerSecond: 1_000)
    ]
    run.add(source)
    run.open("app", at: .seconds(1))
    run.close(at: .seconds(10))
    return try run.result()
  }

  /// An app with a session of this text, doing so when it becomes active.
  private func session(
    _ text: String, active: String, rest: String = ""
  ) throws -> ScriptRun.Outcome {
    try outcome(
      """
      local app, session, handler = {}
      local function finished() print("finished") handler() end
      function app:didFinishLaunching(application, launch)
        print("launched", launch.reason)
        session = URLSession.background("backup", \(text))
      end
      function app:didBecomeActive()
        \(active)
      end
      function app:handleEventsForBackgroundURLSession(application, identifier, completionHandler)
        print("events", identifier, application.applicationState)
        handler = completionHandler
      end
      \(rest)
      return app
      """)
  }

  @Test("a session tells results by didComplete, with what the task is")
  func results() throws {
    let outcome = try session(
      """
      { didComplete = function(task, data, response, error)
          print(task.taskIdentifier, task.taskDescription, task.originalRequest.url,
            data.bytes, data.newItems, response.statusCode, error)
        end }
      """,
      active: """
        local first = session:downloadTask("https://server/a")
        first:resume()
        first:resume()
        local second = session:uploadTask("https://server/b", { file = "b.jpg", bytes = 3000 })
        second.taskDescription = "photo 1"
        second:resume()
        print(first.taskIdentifier, second.taskIdentifier, first.taskDescription,
          second.taskDescription)
        """)
    #expect(
      outcome.timedLogs() == [
        "1 launched\tuser", "1 1\t2\tnil\tphoto 1",
        "3 1\tnil\thttps://server/a\t1000\t0\t200\tnil",
        "6 2\tphoto 1\thttps://server/b\t1000\t0\t200\tnil",
      ])
    #expect(outcome.findings == [])
  }

  @Test("an app is resumed when all is done: events, results, didFinishEvents, completion")
  func resumed() throws {
    let outcome = try session(
      """
      { didComplete = function(task) print("done", task.taskDescription) end,
        didFinishEvents = finished }
      """,
      active: """
        for index = 1, 2 do
          local file = { file = "photo " .. index, bytes = 30000 * index }
          local task = session:uploadTask("https://server/" .. index, file)
          task.taskDescription = "photo " .. index
          task:resume()
        end
        """)
    #expect(
      outcome.timedLogs() == [
        "1 launched\tuser", "63 events\tbackup\tbackground", "63 done\tphoto 1",
        "63 done\tphoto 2", "63 finished",
      ])
    #expect(outcome.findings == [])
    #expect(outcome.run.apps[0][.transfer].completed == 1)
  }

  @Test("a relaunched app hears by the session it creates again")
  func relaunched() throws {
    let outcome = try session(
      """
      { didComplete = function(task) print("done", task.taskDescription) end,
        didFinishEvents = finished }
      """,
      active: """
        local task = session:downloadTask { url = "https://server/", body = 30000 }
        task:resume()
        task.taskDescription = "the letter"
        DispatchQueue.main:asyncAfter(2, function() error("oh") end)
        """)
    #expect(
      outcome.logs() == [
        "launched\tuser", "launched\ttransfer", "events\tbackup\tbackground",
        "done\tthe letter", "finished",
      ])
    #expect(outcome.findings == ["uncaughtError app.lua:12"])
  }

  @Test("a task cancelled before it is resumed has the error cancelled, and is not begun after it")
  func cancelledFirst() throws {
    let outcome = try session(
      """
      { didComplete = function(task, data, response, error)
          print(error.code, error.localizedDescription, error.backgroundTaskCancelledReason)
        end }
      """,
      active: """
        local first = session:downloadTask("https://server/a")
        first:cancel()
        first:resume()
        local second = session:downloadTask("https://server/b")
        second:cancel()
        second:cancel()
        local third = session:downloadTask("https://server/c")
        third:resume()
        third:cancel()
        """)
    #expect(
      outcome.timedLogs().dropFirst() == [
        "1 -999\tThe request was cancelled.\tnil", "1 -999\tThe request was cancelled.\tnil",
        "1 -999\tThe request was cancelled.\tnil",
      ])
    #expect(outcome.run.device.wifiBytes == 0)
    #expect(outcome.findings == [])
  }

  @Test("getAllTasks tells what is under way, also what an earlier process began")
  func allTasks() throws {
    let outcome = try session(
      "{ didComplete = print }",
      active: """
        if os.time() % 60 < 5 then
          session:uploadTask("https://server/a", { file = "a", bytes = 300000 }):resume()
          session:uploadTask("https://server/b", { file = "b", bytes = 1000000 }):resume()
          error("oh")
        end
        """,
      rest: """
        function app:willResignActive()
          session:getAllTasks(function(tasks)
            print(#tasks, tasks[1].taskIdentifier, tasks[1].originalRequest.url)
          end)
        end
        """)
    #expect(outcome.logs() == ["launched\tuser"])
    var run = ScriptRun(.minutes(10))
    run.scenario.servers = [ServerConfiguration(host: "server", bytesPerSecond: 1_000)]
    run.add(
      """
      local session
      return {
        didFinishLaunching = function()
          session = URLSession.background("x", { didComplete = print })
          session:getAllTasks(function(tasks)
            print(#tasks, tasks[1] and tasks[1].originalRequest.url)
          end)
        end,
        didBecomeActive = function()
          session:uploadTask("https://server/a", { file = "a", bytes = 900000 }):resume()
          DispatchQueue.main:asyncAfter(5, function() error("oh") end)
        end,
      }
      """)
    run.open("app", at: .seconds(1))
    run.open("app", at: .seconds(20))
    #expect(try run.result().logs() == ["0\tnil", "1\thttps://server/a"])
  }

  @Test("unheard results, a session twice and a missing method are findings at their lines")
  func findings() throws {
    let outcome = try outcome(
      """
      local session
      return {
        didBecomeActive = function()
          session = URLSession.background("x")
          session:uploadTask("https://server/a", { file = "a", bytes = 30000 }):resume()
          URLSession.background("x", { isDiscretionary = true }):downloadTask("https://sever/"):resume()
        end,
      }
      """)
    #expect(
      outcome.findings == [
        "sessionCreatedTwice app.lua:6", "hostWithoutServer app.lua:6",
        "transferUnheard app.lua:4", "sessionEventsNotCompleted app.lua:8",
      ])
    #expect(
      outcome.messages.last
        == "the app was started for its transfers, but "
        + "handleEventsForBackgroundURLSession is missing")
    #expect(outcome.exits() == [])
  }

  @Test("its completion handler is called once, and needs no result")
  func completionHandler() throws {
    func handling(_ body: String) throws -> ScriptRun.Outcome {
      try session(
        "{ didComplete = function() end }",
        active: #"session:uploadTask("https://server/", { file = "a", bytes = 30000 }):resume()"#,
        rest: """
          function app:handleEventsForBackgroundURLSession(application, identifier, completionHandler)
            \(body)
          end
          """)
    }
    let early = "sessionEventsCompletedEarly app.lua:15"
    #expect(try handling("completionHandler()").findings == [early])
    let twice = try handling("completionHandler() completionHandler()")
    #expect(twice.findings == [early, "completionCalledTwice app.lua:15"])
    #expect(twice.exits() == ["uncaughtException"])
    let never = try handling("")
    #expect(never.findings == ["sessionEventsNotCompleted app.lua:14"])
    #expect(never.exits() == ["backgroundSessionTimeout"])
  }

  @Test("bad arguments are errors that say what is expected")
  func badArguments() throws {
    let outcome = try outcome(
      """
      local function try(...)
        local ok, message = pcall(...)
        print(ok, (tostring(message):gsub("^app.lua:%d+: ", "")))
      end
      return { didBecomeActive = function()
        try(URLSession.background)
        try(URLSession.background, "")
        try(URLSession.background, "x", 5)
        try(URLSession.background, "x", { discretionary = true })
        try(URLSession.background, "x", { isDiscretionary = 1 })
        try(URLSession.background, "x", { timeoutIntervalForResource = 0 })
        try(URLSession.background, "x", { timeoutIntervalForResource = "soon" })
        try(URLSession.background, "x", { didComplete = {} })
        local session = URLSession.background("x", { timeoutIntervalForResource = 1/0 })
        try(session.downloadTask, session)
        try(session.downloadTask, "https://server/")
        try(session.downloadTask, session, { url = "https://server/", body = -1 })
        try(session.downloadTask, session, { url = "https://server/", body = 0/0 })
        try(session.uploadTask, session, "https://server/")
        try(session.uploadTask, session, "https://server/", {})
        try(session.uploadTask, session, "https://server/", { file = "" })
        try(session.uploadTask, session, "https://server/", { file = "a" })
        try(session.uploadTask, session, "https://server/", { file = "a", bytes = -1 })
        try(session.uploadTask, session, "https://server/", { path = "a", bytes = 1 })
        local task = session:downloadTask("https://server/")
        try(function() task.taskDescription = {} end)
        try(function() task.taskIdentifier = 5 end)
        try(task.resume)
        try(session.getAllTasks, session)
      end }
      """)
    let logs = outcome.logs()
    #expect(logs.count == 22)
    #expect(logs.allSatisfy { $0.hasPrefix("false\t") }, "\(logs)")
    #expect(
      logs[3] == """
        false\tURLSession.background: unknown field (discretionary); its fields are isDiscretionary, \
        sessionSendsLaunchEvents, timeoutIntervalForResource, didComplete, didFinishEvents
        """)
    #expect(
      logs[4] == "false\tURLSession.background: isDiscretionary: true or false expected, got 1")
    #expect(outcome.exits() == [])
  }

  @Test(
    "a completion handler, or data to upload, is an exception that no code catches",
    arguments: [
      ("downloadTask('https://server/', print)", "completion handler"),
      ("downloadTask('https://server/', 5)", "completion handler"),
      ("uploadTask('https://server/', { file = 'a', bytes = 1 }, print)", "completion handler"),
      ("uploadTask({ url = 'https://server/', body = 5 }, print)", "completion handler"),
      ("uploadTask({ url = 'https://server/', body = 'text' })", "come from a file"),
      ("uploadTask('https://server/', 'text')", "come from a file"),
      ("uploadTask('https://server/', 5)", "come from a file"),
    ])
  func exceptions(call: String, message: String) throws {
    let outcome = try outcome(
      """
      return { didBecomeActive = function()
        local session = URLSession.background("x")
        pcall(function()
          session:\(call):resume()
        end)
        print("on")
      end }
      """)
    #expect(outcome.findings == ["uncaughtError app.lua:4"])
    #expect(outcome.messages[0].contains(message), "\(outcome.messages)")
    #expect(outcome.exits() == ["uncaughtException"])
    #expect(outcome.logs() == [])
  }

  @Test("what a force-quit has cancelled says so when the session is created again")
  func forceQuit() throws {
    var run = ScriptRun(.minutes(10))
    run.scenario.servers = [ServerConfiguration(host: "server", bytesPerSecond: 1_000)]
    run.add(
      """
      local session
      return {
        didFinishLaunching = function()
          session = URLSession.background("x", { didComplete = function(task, _, _, error)
            print(task.taskDescription, error.code, error.backgroundTaskCancelledReason)
          end })
        end,
        didBecomeActive = function()
          session:getAllTasks(function(tasks) print(#tasks) end)
          local task = session:uploadTask("https://server/a", { file = "a", bytes = 900000 })
          task.taskDescription = "a"
          task:resume()
        end,
      }
      """)
    run.open("app", at: .seconds(1))
    run.scenario.user.append(
      UserAction(at: .start + .seconds(20), kind: .forceQuit(AppID(0))))
    run.open("app", at: .seconds(30))
    #expect(
      try run.result().logs().sorted() == ["0", "0", "a\t-999\tuserForceQuitApplication"])
  }

  @Test("more sessions, or transfers without a result, than an app may have end it")
  func floods() throws {
    let sessions = try outcome(
      """
      return { didBecomeActive = function()
        for index = 1, 2000 do URLSession.background("x" .. index) end
      end }
      """)
    #expect(sessions.exits() == ["memoryLimit"])
    let transfers = try outcome(
      """
      return { didBecomeActive = function()
        local session = URLSession.background("x")
        for index = 1, 20000 do session:downloadTask("https://server/"):resume() end
      end }
      """)
    #expect(transfers.exits() == ["memoryLimit"])
    #expect(transfers.run.apps[0].transfers.begun == 10_000)
  }

  @Test("background sessions came with iOS 7")
  func platform() throws {
    let source = """
      return { didFinishLaunching = function()
        print(URLSession.background ~= nil)
        URLSession.background("x")
      end }
      """
    let old = try outcome(source, os: .iOS6)
    #expect(old.logs() == ["true"])
    #expect(old.findings == ["uncaughtError app.lua:3"])
    #expect(old.messages == ["background transfer came with iOS 7; this device is iOS 6"])
    #expect(try outcome(source, os: .iOS7).findings == [])
  }
}
