import Device
import Foundation
import Testing

@Suite("dormouse why, of every exit")
struct WhyExitTests {
  /// A run of the wrong example of an exit, and what `why` says of it.
  struct Exit: Sendable, CustomTestStringConvertible {
    let reason: ExitReason
    /// What it adds to the scenario and to the app.
    let scenario: String
    let app: String
    /// After the user has opened the app for ten seconds.
    let user: String
    /// The code in both notations; nil: logs show none.
    let code: String?
    /// The finding with its line; nil: it is no fault of the app.
    let place: String?
    /// Lines of what led there, without their times, in order.
    let chain: [String]
    let advice: String

    var testDescription: String { reason.rawValue }

    init(
      _ reason: ExitReason, scenario: String = "", app: String = "", user: String = "",
      code: String?, place: String?, chain: [String], advice: String
    ) {
      self.reason = reason
      self.scenario = scenario
      self.app = app
      self.user = user
      self.code = code
      self.place = place
      self.chain = chain
      self.advice = advice
    }
  }

  private static func slow(_ host: String, _ seconds: Int) -> String {
    "servers = { server { host = \"\(host)\", latency = { median = \(seconds), p95 = \(seconds + 5) } } },"
  }

  private static let tasks = [
    Exit(
      .backgroundTaskAssertionTimeout, scenario: slow("api.example", 50),
      code: "0x2182bad2 (562215634)",
      place: "wrong.lua:4: background task 1 \"flush\" was not ended in time: a request",
      chain: [
        "the user leaves it", "didEnterBackground is called",
        "it begins background task 1 \"flush\" (wrong.lua:4)",
        "it asks for https://api.example/events (wrong.lua:5)",
        "the time of background task 1 is nearly over, and no expirationHandler is called",
        "killed: background task 1 \"flush\" begun at wrong.lua:4 was open at the deadline",
      ], advice: "end each task on every path; in its expiration handler cancel the work first"),
    Exit(
      .tooManyBackgroundTasks, code: "0xbada5e47 (3134873159)",
      place: "wrong.lua:5: more than 1000 background tasks open (tooManyTasks)",
      chain: [
        "the user leaves it", "it is in the background (user)", "997 more",
        "it begins background task 1001 \"row 1001\" (wrong.lua:5)",
        "killed: more than 1000 background tasks open",
      ], advice: "end each task; one task may cover many pieces of work"),
    Exit(
      .backgroundTaskSchedulerTimeout, scenario: slow("api.example", 60),
      app: "modes = { \"fetch\" }, permittedIdentifiers = { \"refresh\" },",
      code: "0x2182bad2 (562215634)",
      place: "wrong.lua:10: the task was not completed within 5 s of its expirationHandler",
      chain: [
        "it is given a refresh task", "the task \"refresh\" is launched",
        "it submits a refresh task, \"refresh\" (wrong.lua:4)",
        "it asks for https://api.example/news (wrong.lua:13)",
        "the time of the task \"refresh\" is over, and its expirationHandler is due",
        "killed: the task was not completed within 5 s of its expirationHandler",
      ], advice: "call task:setTaskCompleted on every path; in expirationHandler cancel the work"
    ),
  ]

  private static let wakes = [
    Exit(
      .backgroundFetchTimeout, scenario: slow("api.example", 2), app: "modes = { \"fetch\" },",
      code: "0x2182bad4 (562215636)",
      place: "wrong.lua:7: completion handler was never called (completionNeverCalled)",
      chain: [
        "its fetch begins", "it is in the background (fetch)", "performFetch is called",
        "the time of its fetch is over", "killed: completion handler was never called",
      ], advice: "call completionHandler(result) on every path out of the method"),
    Exit(
      .remoteNotificationTimeout,
      scenario: slow("api.example", 50) + "pushes = { { at = 60, to = \"app\" } },",
      app: "modes = { \"remote-notification\" },", code: "0x2182bad4 (562215636)",
      place: "wrong.lua:3: completion handler was not called within 30 s: a request to",
      chain: [
        "a silent push for it arrives", "it gets the silent push",
        "didReceiveRemoteNotification is called",
        "it asks for https://api.example/news (wrong.lua:4)",
        "killed: completion handler was not called within 30 s: a request to",
      ], advice: "give its requests a timeout well below the limit"),
    Exit(
      .incomingCallNotReported,
      scenario: slow("calls.example", 300)
        + "pushes = { { at = 300, to = \"app\", kind = \"voip\", userInfo = { uuid = \"7\" } } },",
      app: "modes = { \"voip\" },", code: "0xbaadca11 (3131951633)",
      place: "wrong.lua:8: a VoIP push without a call: didReceiveIncomingPush returned without one",
      chain: [
        "a VoIP push for it arrives", "it gets the VoIP push",
        "didReceiveIncomingPush is called",
        "killed: a VoIP push without a call: didReceiveIncomingPush returned without one",
      ], advice: "call reportNewIncomingCall in didReceiveIncomingPush itself"),
    Exit(
      .backgroundSessionTimeout,
      scenario: "servers = { server { host = \"photos.example\", rate = KB(100) } },",
      code: "0x2182bad3 (562215635)",
      place: "wrong.lua:7: the completion handler of handleEventsForBackgroundURLSession was never",
      chain: [
        "it is in the background (transfer)", "handleEventsForBackgroundURLSession is called",
        "killed: the events of photos were not completed",
      ], advice: "keep the completionHandler of handleEventsForBackgroundURLSession, and call it"),
  ]

  private static let limits = [
    Exit(
      .watchdog, code: "0x8badf00d (2343432205)",
      place: "wrong.lua:4: didFinishLaunching did not return within 20 s (callbackTooLong)",
      chain: [
        "the user opens it", "didFinishLaunching is called",
        "killed: didFinishLaunching did not return within 20 s",
      ], advice: "move the work to DispatchQueue.global(), wait for nothing, and return"),
    Exit(
      .suspendedWithLockedFile, code: "0xdead10cc (3735883980)",
      place: "wrong.lua:4: lock \"shared.sqlite\" in a shared container held at suspension",
      chain: [
        "didEnterBackground is called", "it locks \"shared.sqlite\" (wrong.lua:4)",
        "killed: lock \"shared.sqlite\" in a shared container held at suspension",
      ], advice: "release the lock before the app is suspended"),
    Exit(
      .cpuLimit, scenario: "device = device { os = \"iOS 13\", backgroundTime = 240 },",
      code: "EXC_RESOURCE",
      place: "wrong.lua:11: over 80 % of CPU time in the background (cpuLimit)",
      chain: [
        "it begins background task 1 \"index\" (wrong.lua:9)",
        "killed: over 80 % of CPU time in the background",
      ], advice: FindingRule.cpuLimit.advice),
    Exit(
      .memoryLimit, app: "memoryCap = 4 * 1024 * 1024,", code: "per-process-limit",
      place: "wrong.lua:5: memory limit exceeded (4194304 bytes) (memoryLimit)",
      chain: ["didBecomeActive is called", "killed: memory limit exceeded (4194304 bytes)"],
      advice: "keep less in memory at once; an app drops caches in didReceiveMemoryWarning"),
    Exit(
      .uncaughtException,
      scenario:
        "servers = { server { host = \"api.example\" } }, network = { { at = 0, kind = \"none\" } },",
      code: nil, place: "wrong.lua:5: attempt to index a nil value (local 'data') (uncaughtError)",
      chain: ["didBecomeActive is called", "killed: wrong.lua:5: attempt to index a nil value"],
      advice: "fix the line, or catch the error with pcall"),
  ]

  /// Of `normal`, at a restart of the phone, no scenario tells.
  private static let orderly = [
    Exit(
      .memoryPressure, scenario: "device = device { memory = 200 },",
      app: "memory = { 150, 80, 80 },", user: "{ at = 60, open = \"other\", lasting = 10 },",
      code: "jetsam", place: nil,
      chain: ["it is suspended (idle)", "ended: the device was short of memory"],
      advice: "no mistake in itself; save in didEnterBackground, restore at the launch"),
    Exit(
      .thermalEvent, scenario: "thermal = { { at = 15, state = \"critical\" } },",
      code: "0xc00010ff (3221229823)", place: nil,
      chain: [
        "it begins background task 1 \"export\" (wrong.lua:9)",
        "thermalStateDidChange is called", "ended: the device was too hot",
      ], advice: "no mistake in itself; do less behind while"),
    Exit(
      .forceQuit, user: "{ at = 60, forceQuit = \"app\" },", code: nil, place: nil,
      chain: ["the user swipes it away", "ended: swiped away while suspended"],
      advice: "it is the user's wish; save in didEnterBackground"),
  ]

  private static let all = tasks + wakes + limits + orderly

  @Test("there is a run of each")
  func complete() {
    #expect(Self.all.map(\.reason).count == Set(Self.all.map(\.reason)).count)
    #expect(Set(Self.all.map(\.reason)) == Set(ExitReason.allCases).subtracting([.normal]))
  }

  @Test("tells code, line, what led there and what to do", arguments: all)
  func tells(exit: Exit) throws {
    let place = try Workplace()
    let example = exit.reason.cause?.rawValue ?? exit.reason.rawValue
    let path = repositoryFile("scripts/examples/\(example)/wrong.lua")
    try place.write(String(contentsOfFile: path, encoding: .utf8), to: "wrong.lua")
    try place.write("return {}", to: "other.lua")
    try place.write(
      """
      return scenario {
        duration = hours(1), startsAt = "08:00", \(exit.scenario)
        apps = {
          app { id = "app", script = "wrong.lua", \(exit.app) },
          app { id = "other", script = "other.lua", memory = { 150, 80, 40 } },
        },
        user = usage.schedule { { at = 0, open = "app", lasting = 10 }, \(exit.user) },
      }
      """, to: "day.lua")
    let told = try place.run("why", "day.lua", "--app", "app").output
    // What is wrapped is one line here.
    let lines = told.replacing(/\n {4,}(?=\S)/, with: " ").split(separator: "\n").map(String.init)
    let verb = exit.reason.isOrderly ? "ended" : "was killed"
    let code = exit.code.map { " with \($0)" } ?? ""
    #expect(lines[1].hasPrefix("app \(verb)\(code), \(exit.reason.rawValue): "), "\(told)")
    if let place = exit.place {
      #expect(lines.contains { $0.hasPrefix("  \(place)") }, "\(told)")
    } else {
      #expect(!told.contains("  wrong.lua:"), "\(told)")
    }
    let start = try #require(lines.firstIndex(of: "What led there"))
    let end = try #require(lines.firstIndex(of: "What to do"))
    var chain = lines[(start + 1)..<end]
    for words in exit.chain {
      let next = chain.firstIndex { $0.dropFirst(18).hasPrefix(words) }
      #expect(next != nil, "\(words)\n\(told)")
      if let next { chain = chain[(next + 1)...] }
    }
    #expect(!lines[(start + 1)..<end].contains { $0.contains("=") }, "plain words: \(told)")
    #expect(lines[end + 1].hasPrefix("  - \(exit.advice)"), "\(told)")
  }

  @Test("shows the answer after which a task was not ended, and none that came before the task")
  func answer() throws {
    let place = try Workplace()
    try place.write(
      """
      return scenario {
        duration = hours(1), startsAt = "08:00", apps = { app { id = "saver", script = "saver.lua" } },
        servers = { server { host = "sync.example", fails = 1 } },
        user = usage.schedule { { at = 0, open = "saver", lasting = 60 } },
      }
      """, to: "day.lua")
    let app = """
      local app = {}
      function app:didBecomeActive()
        URLSession.shared:dataTask("https://sync.example/early", function() end):resume()
      end
      function app:didEnterBackground(application)
        local task = application:beginBackgroundTask("save", function() end)
        SEND
      end
      return app
      """
    let send = """
      URLSession.shared:dataTask("https://sync.example/state", function(data, response)
        if response.statusCode == 200 then application:endBackgroundTask(task) end
      end):resume()
      """
    try place.write(app.replacing("SEND", with: send), to: "saver.lua")
    let told = try place.run("why", "day.lua").output
    #expect(told.contains("it asks for https://sync.example/state (saver.lua:7)\n"), "\(told)")
    #expect(told.contains("the answer comes: status 500\n"), "\(told)")
    #expect(!told.contains("sync.example/early"), "\(told)")
    try place.write(app.replacing("SEND", with: ""), to: "saver.lua")
    #expect(try !place.run("why", "day.lua").output.contains("sync.example"))
  }
}
