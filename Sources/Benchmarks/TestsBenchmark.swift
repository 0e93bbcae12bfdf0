import Policies
import Scripting

private let tests = """
  for number = 1, 1000 do
    test("day " .. number, function(t)
      local phone = t:device { os = "iOS 13", policy = "ios-like" }
      phone:server { host = "server.example", publishes = { every = minutes(20) } }
      local app = phone:install("app.lua", { modes = { "fetch" } })
      for hour = 1, 24 do
        app:open()
        phone:advance(60)
        app:home()
        phone:advance(3540)
      end
      expect(app.exits):toEqual {}
      expect(app:figure("fetches new")):toBeGreaterThan(10)
    end)
  end
  """

private let app = """
  local app = {}
  function app:didFinishLaunching(application)
    application:setMinimumBackgroundFetchInterval(UIApplication.backgroundFetchIntervalMinimum)
  end
  function app:didEnterBackground(application)
    local task
    local function finish() application:endBackgroundTask(task) task = 0 end
    task = application:beginBackgroundTask("save", finish)
    DispatchQueue.main:asyncAfter(2, finish)
  end
  function app:performFetch(application, completionHandler)
    URLSession.shared:dataTask("https://server.example/items", function(data, response, error)
      completionHandler(error and UIBackgroundFetchResult.failed or UIBackgroundFetchResult.newData)
    end):resume()
  end
  return app
  """

/// Measures a thousand tests of a day each, as `dormouse test` runs them, on one thread.
func measureTests() {
  let files = ScriptTexts(["test.lua": tests, "app.lua": app])
  let file: TestFile
  do throws(ScriptError) {
    file = try TestFile(TestFile.Request(path: "test.lua"), files: files) {
      (name, scenario) throws(ScriptError) in
      try PolicySource(files: files, luaPath: []) { try PolicyCatalogue.policy($0) }
        .policy(name, for: scenario)
    }
  } catch {
    fatalError("Benchmarks: \(error)")
  }
  var slowest = 0.0
  let took = seconds {
    for index in file.tests.indices {
      slowest = max(
        slowest,
        seconds {
          let outcome = file.run(index)
          precondition(outcome.hasPassed, "Benchmarks: \(outcome.failures)")
        })
    }
  }
  report(
    "1,000 tests of 24 h of an app, opened each hour", "\(decimals(took, 2)) s", goal: "< 10 s",
    isReached: took < 10)
  report(
    "  the slowest of them", "\(decimals(slowest * 1e3, 1)) ms", goal: "< 10 ms",
    isReached: slowest < 0.01)
}
