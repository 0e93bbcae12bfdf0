import Device
import Simulation
import Testing

@testable import Scripting

@Suite("A script's work that is cut off, and what it lacks")
struct CutOffFindingTests {
  /// Opened at 1 s, left at 10 s, with a slow server.
  private func left(
    _ source: String, modes: BackgroundModes = [], back: Double? = nil,
    lasting seconds: Double = 600
  ) throws -> ScriptRun.Outcome {
    var run = ScriptRun(.seconds(seconds))
    run.add(source, modes: modes)
    run.scenario.servers = [
      ServerConfiguration(
        host: "photos.example", latencyMedian: .milliseconds(100), latencyP95: .milliseconds(100),
        bytesPerSecond: 1e6)
    ]
    run.open("app", at: .seconds(1))
    run.close(at: .seconds(10))
    if let back { run.open("app", at: .seconds(back)) }
    return try run.result()
  }

  private func leaving(_ body: String) -> String {
    "return { didEnterBackground = function(self, application)\n\(body)\nend }"
  }

  @Test("an upload of 500 MB begun without a task is cut off, and fails at a late resume")
  func upload() throws {
    let source = leaving(
      """
      local task = URLSession.shared:dataTask(
        { url = "https://photos.example/upload", body = MB(500), timeout = hours(1) },
        function(data, response, error) print(error and error.code or response.statusCode) end)
      task:resume()
      """)
    let early = try left(source, back: 30)
    #expect(early.findings == ["workCutOff app.lua:5"])
    #expect(early.logs() == ["200"])
    let late = try left(source, back: 60)
    #expect(late.logs() == ["-1005"])
    #expect(
      late.messages == ["a request to https://photos.example/upload was cut off by suspension"])
  }

  @Test(
    "each kind of work is found at the line that began it",
    arguments: [
      "Task(function()\nTask.sleep(60) end)",
      "local time = 60\nDispatchQueue.main:asyncAfter(time, print)",
      "DispatchQueue.global():async(function()\nwork(60) end)",
      "Task(function()\nURLSession.shared:data { url = 'https://photos.example/', body = MB(90) } end)",
    ])
  func lines(body: String) throws {
    let outcome = try left(leaving(body))
    #expect(outcome.findings == ["workCutOff app.lua:3"])
  }

  @Test("with a task around it nothing is cut off, nor is a timer that only waits")
  func covered() throws {
    let outcome = try left(
      leaving(
        """
        Timer.scheduledTimer(60, false, print)
        local id = application:beginBackgroundTask()
        Task(function()
          Task.sleep(20)
          application:endBackgroundTask(id)
        end)
        """))
    #expect(outcome.findings == [])
  }

  @Test("an identifier that a second begin may have overwritten is asked about, with both lines")
  func overwritten() throws {
    let outcome = try left(
      leaving(
        """
        self.task = application:beginBackgroundTask("save")
        self.task = application:beginBackgroundTask("save", function()
          application:endBackgroundTask(self.task)
        end)
        """))
    #expect(outcome.findings == ["taskNeverEnded app.lua:2"])
    #expect(
      outcome.messages[0] == "background task 1 \"save\" was never ended; background task 2 "
        + "\"save\", begun at app.lua:3 while this one was open, was ended: was the identifier kept in "
        + "the same variable?")
  }

  @Test(
    "one that a begin of another name, or unnamed at another line, may have overwritten, as well",
    arguments: [("\"save\", ", "\"sync\", ", " \"save\"", " \"sync\""), ("", "", "", "")])
  func perhapsOverwritten(first: String, second: String, save: String, sync: String) throws {
    let outcome = try left(
      leaving(
        """
        self.task = application:beginBackgroundTask(\(first)function() end)
        self.task = application:beginBackgroundTask(\(second)function() end)
        application:endBackgroundTask(self.task)
        """))
    #expect(outcome.findings == ["taskNeverEnded app.lua:2"])
    #expect(
      outcome.messages[0] == "background task 1\(save) was never ended; background task 2\(sync), "
        + "begun at app.lua:3 while this one was open, was ended: was the identifier kept in the "
        + "same variable?")
  }

  @Test("two tasks of one name, each with an identifier of its own, are nobody's mistake")
  func tasksOfOneName() throws {
    let outcome = try left(
      leaving(
        """
        local first = application:beginBackgroundTask("save", function() end)
        local second = application:beginBackgroundTask("save", function() end)
        DispatchQueue.main:asyncAfter(3, function()
          application:endBackgroundTask(second)
          application:endBackgroundTask(first)
        end)
        """))
    #expect(outcome.findings.isEmpty)
  }

  @Test("a misspelt delegate method is found, with the name that is meant")
  func misspelt() throws {
    let outcome = try left(
      """
      local delegate = { tick = function() end, didBecomeActive = function() end }
      function delegate:didEnterBackgroud() end
      function delegate:applicationWillTerminate() end
      function delegate:didBecomActive() end
      return delegate
      """)
    #expect(outcome.findings == ["methodMisspelt app.lua:3", "methodMisspelt app.lua:2"])
    #expect(
      outcome.messages[1] == "didEnterBackgroud is never called; is didEnterBackground meant?")
  }

  @Test("a mode without its method is found, and the fetch that comes to nothing says no more")
  func modeWithoutMethod() throws {
    let outcome = try left(
      """
      return { didFinishLaunching = function(self, application)
        application:setMinimumBackgroundFetchInterval(0)
      end }
      """, modes: .fetch, lasting: 1_000)
    #expect(outcome.findings == ["modeWithoutMethod app.lua:3"])
    #expect(outcome.messages == ["the app has the mode fetch, but performFetch is missing"])
    #expect(outcome.exits() == ["backgroundFetchTimeout"])
    #expect(
      outcome.exitDetails() == ["completion handler was never called: the app has no performFetch"])
    let misspelt = try left("return { preformFetch = function() end }", modes: .fetch)
    #expect(misspelt.findings == ["methodMisspelt app.lua:1"])
    let fetched = try left(
      """
      return { preformFetch = function() end, didFinishLaunching = function(self, application)
        application:setMinimumBackgroundFetchInterval(0)
      end }
      """, modes: .fetch, lasting: 1_000)
    #expect(fetched.findings == ["methodMisspelt app.lua:1"])
    #expect(fetched.exits() == ["backgroundFetchTimeout"])
  }

  @Test("performFetch without an interval is found once it comes to rest")
  func noInterval() throws {
    let source = "return {\nperformFetch = function(self, application, done) done(1) end }"
    #expect(try left(source, modes: .fetch).findings == ["fetchIntervalNeverSet app.lua:2"])
    #expect(try left(source).findings == [])
    let never = """
      UIApplication.shared:setMinimumBackgroundFetchInterval(
        UIApplication.backgroundFetchIntervalNever)
      return { performFetch = function() end }
      """
    #expect(try left(never, modes: .fetch).findings == [])
  }

  @Test("a delegate with a metatable may have any method")
  func inherited() throws {
    let outcome = try left(
      """
      local Base = {}
      Base.__index = Base
      function Base:performFetch(application, done) done(1) end
      UIApplication.shared:setMinimumBackgroundFetchInterval(0)
      return setmetatable({}, Base)
      """, modes: .fetch)
    #expect(outcome.findings == [])
  }

  @Test("a request to a host that no server has is found, with the host that is near")
  func unknownHost() throws {
    let outcome = try left(
      "return { didBecomeActive = function()\nURLSession.shared:data('https://photo.example/')\nend }"
    )
    #expect(outcome.findings == ["hostWithoutServer app.lua:2"])
    #expect(
      outcome.messages == [
        "no server of the scenario has the host \"photo.example\"; is \"photos.example\" meant?"
      ])
    let none = try left(
      "return { didBecomeActive = function()\nURLSession.shared:data('https:///feed')\nend }")
    #expect(none.findings == ["hostWithoutServer app.lua:2"])
    #expect(none.messages == ["the URL has no host (\"https:///feed\")"])
  }

  @Test("a request to a URL without http:// or https:// is found, and fails with -1002")
  func unsupportedURL() throws {
    let outcome = try left(
      """
      return { didBecomeActive = function()
        for _, url in ipairs { "photos.example/a", "PHOTOS", "", "ftp://photos.example/" } do
          local data, response, error = URLSession.shared:data { url = url }
          print(data, response, error.code, error.localizedDescription)
        end
        URLSession.shared:dataTask("Https://photos.example/", function(_, response, error)
          print(response.statusCode, error)
        end):resume()
      end }
      """)
    #expect(outcome.findings == ["unsupportedURL app.lua:3"])
    #expect(
      outcome.messages == [
        "the URL begins with neither http:// nor https:// (\"photos.example/a\")"
      ])
    #expect(
      outcome.logs()
        == Array(repeating: "nil\tnil\t-1002\tunsupported URL", count: 4) + ["200\tnil"])
  }
}
