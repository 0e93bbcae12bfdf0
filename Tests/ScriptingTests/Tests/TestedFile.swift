import Device
import Policies
import Scripting
import Simulation

/// A file of tests in memory, beside two apps.
struct TestedFile {
  /// Ends its task when its time runs out; the other never does.
  static let apps = [
    "saver.lua": """
    local app = {}
    function app:didEnterBackground(application)
      local task
      task = application:beginBackgroundTask("save", function()
        NSLog("out of time")
        application:endBackgroundTask(task)
      end)
    end
    return app
    """,
    "leaky.lua": """
    local app = {}
    function app:didEnterBackground(application)
      application:beginBackgroundTask("leak")
    end
    return app
    """,
    "steps.lua": """
    local provider = {}
    function provider:getTimeline(context, completion)
      print("asked")
      completion(Timeline {
        entries = { { date = os.time() } }, policy = TimelineReloadPolicy.after(os.time() + 3600),
      })
    end
    StaticConfiguration("steps", provider)
    return {}
    """,
    "fetcher.lua": """
    local app = {}
    function app:didFinishLaunching(application)
      application:setMinimumBackgroundFetchInterval(UIApplication.backgroundFetchIntervalMinimum)
    end
    function app:performFetch(application, completionHandler)
      local data, response, error = URLSession.shared:data("https://a.example/items")
      NSLog("%@", error and error.code or response.statusCode)
      completionHandler(UIBackgroundFetchResult.newData)
    end
    return app
    """,
  ]

  let file: TestFile

  init(
    _ text: String, apps: [String: String] = [:], seed: UInt64 = 1, policy: String? = nil
  ) throws(ScriptError) {
    var texts = TestedFile.apps
    for (name, text) in apps { texts[name] = text }
    texts["t.lua"] = text
    let files = ScriptTexts(texts)
    file = try TestFile(TestFile.Request(path: "t.lua", seed: seed, policy: policy), files: files) {
      (name, scenario) throws(ScriptError) in
      try PolicySource(files: files) { try PolicyCatalogue.policy($0) }.policy(name, for: scenario)
    }
  }

  /// What its tests come to, in order.
  func outcomes() -> [TestOutcome] { file.tests.indices.map { file.run($0) } }

  /// What the failures of a text's one test say: line, circumstance and message.
  static func failures(
    _ text: String, apps: [String: String] = [:], seed: UInt64 = 1, policy: String? = nil
  ) throws -> [String] {
    try TestedFile(text, apps: apps, seed: seed, policy: policy).outcomes().flatMap(\.failures)
      .map { failure in
        let place = failure.location.map { "\($0): " } ?? ""
        let circumstance = failure.circumstance.isEmpty ? "" : "\(failure.circumstance): "
        return place + circumstance + failure.message
      }
  }

  /// The failures of a test with this body.
  static func failures(
    ofBody body: String, apps: [String: String] = [:], seed: UInt64 = 1, policy: String? = nil
  ) throws -> [String] {
    try failures(
      "test(\"it\", function(t)\n\(body)\nend)", apps: apps, seed: seed, policy: policy)
  }
}
