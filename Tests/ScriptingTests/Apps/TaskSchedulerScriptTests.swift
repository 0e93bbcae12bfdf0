import Device
import Foundation
import Simulation
import Testing

@testable import Scripting

/// The scripts of the repository that submit tasks.
extension TaskSchedulerTests {
  // MARK: The scripts of the repository

  func shared(_ name: String) throws -> String {
    let path = "scripts/apps/\(name).lua"
    return String(decoding: try #require(RepositoryFiles().contents(of: path)), as: UTF8.self)
  }

  func chain(_ source: String) throws -> ScriptRun.Outcome {
    var run = app(source, .days(14), modes: .fetch, identifiers: ["com.example.news.refresh"])
    run.scenario.servers = [ServerConfiguration(host: "news.example")]
    return try run.result()
  }

  @Test("a refresh chain over 14 days has one launch a submit, never before its earliest moment")
  func refreshChain() throws {
    let outcome = try chain(try shared("refresh-chain"))
    let submits = records(outcome, "bgtask.submit").compactMap { $0["earliestNs"] as? Int }
    let launches = records(outcome, "bgtask.launch").compactMap { $0["ns"] as? Int }
    #expect(launches.count > 1_000 && submits.count == launches.count + 1)
    for (earliest, launch) in zip(submits, launches) { #expect(launch >= earliest) }
    #expect(outcome.findings == [])
  }

  @Test("broken by an early return, the finding names the line of the last submit")
  func brokenChain() throws {
    let whole = try shared("refresh-chain")
    let broken = whole.replacingOccurrences(
      of: "  scheduleRefresh() -- first",
      with:
        "  if os.time() > 1704067200 + hours(5) then return task:setTaskCompleted(true) end\\n  "
        + "scheduleRefresh() -- first")
    #expect(broken != whole)
    let outcome = try chain(broken.replacingOccurrences(of: "\\n", with: "\n"))
    let line =
      try #require(
        broken.split(separator: "\n", omittingEmptySubsequences: false)
          .firstIndex { $0.contains("scheduler:submit") }) + 1
    #expect(outcome.findings == ["chainEnded app.lua:\(line)"])
    #expect(records(outcome, "bgtask.launch").count == 20)
  }

  /// The rules of the findings in trials of an app whose launch handler does something.
  private func trialled(handler: String, helpers: String = "") throws -> [FindingRule] {
    let script = """
      local app = {}
      local scheduler = BGTaskScheduler.shared
      local function submit()
        local ok, error = scheduler:submit(BGProcessingTaskRequest { identifier = "p" })
        if not ok then print(error.code) end
      end
      local function again() scheduler:cancel("p") submit() end
      \(helpers)
      function app:didFinishLaunching()
        scheduler:register("p", function(task)
          local isOver = false
          local function finish(success)
            if not isOver then isOver = true task:setTaskCompleted(success) end
          end
          task.expirationHandler = function() finish(false) end
          \(handler)
        end)
      end
      function app:didEnterBackground() submit() end
      return app
      """
    return try DryRun(app: "app.lua", files: ScriptTexts(["app.lua": script])).sights().compactMap {
      if case .finding(let rule, _, _) = $0.what { rule } else { nil }
    }
  }

  @Test(
    "a task that does nothing but wait is found, and one that works is not",
    arguments: [
      ("DispatchQueue.main:asyncAfter(20, function() finish(true) end)", true),
      ("DispatchQueue.main:asyncAfter(5, function() finish(true) end)", false),
      ("Task(function() Task.sleep(20) finish(true) end)", true),
      ("Task(function() for _ = 1, 25 do Task.sleep(1) end finish(true) end)", true),
      ("Task(function() Task.sleep(20) work(1) finish(true) end)", false),
      ("work(2) DispatchQueue.main:asyncAfter(20, function() finish(true) end)", false),
      (
        "URLSession.shared:dataTask('https://a.example', function() end):resume() "
          + "DispatchQueue.main:asyncAfter(20, function() finish(true) end)", false
      ),
    ])
  func mereWait(handler: String, isFound: Bool) throws {
    #expect(try trialled(handler: handler).contains(.taskOnlyWaits) == isFound)
  }

  @Test(
    "requests that two threads cancel or submit at once are found, and none that something keeps apart",
    arguments: [
      ("DispatchQueue.global():async(again) DispatchQueue.global():async(again)", true),
      ("DispatchQueue('q'):async(again) DispatchQueue('q'):async(again)", true),
      ("DispatchQueue.global():async(cancel) DispatchQueue.global():async(send)", true),
      ("DispatchQueue.global():async(send) DispatchQueue.global():async(cancel)", true),
      ("DispatchQueue.global():async(send) DispatchQueue.global():async(send)", false),
      ("queue:async(cancel) queue:async(send)", false),
      ("queue:async(again) queue:async(again)", false),
      (
        "for _ = 1, 2 do DispatchQueue.global():async(function() queue:sync(again) end) end", false
      ),
      (
        "for _ = 1, 2 do DispatchQueue.global():async(function() lock:lock() again() lock:unlock() "
          + "end) end", false
      ),
      ("again() DispatchQueue.global():async(again)", false),
      ("DispatchQueue.global():async(again) again()", true),
      (
        "DispatchQueue.global():async(function() again() DispatchQueue.global():async(again) end)",
        false
      ),
    ])
  func race(calls: String, isFound: Bool) throws {
    let rules = try trialled(
      handler: "finish(true)",
      helpers: "local queue, lock = DispatchQueue('s'), NSLock() "
        + "local function cancel() scheduler:cancelAllTaskRequests() end "
        + "local function send() submit() end "
        + "function app:didBecomeActive() \(calls) end")
    #expect(rules.contains(.schedulerRace) == isFound)
  }

  @Test("processing runs at night on the charger and ends when the user picks the phone up")
  func cleanup() throws {
    var run = app(
      try shared("cleanup"), .days(2), modes: .processing,
      identifiers: ["com.example.database.cleanup"])
    run.add("return {}", name: "other")
    run.scenario.power = [
      PowerChange(at: .start + .hours(21), charging: true),
      PowerChange(at: .start + .hours(31), charging: false),
    ]
    run.open("other", at: .hours(22) + .seconds(60))
    run.close(at: .hours(22) + .seconds(120))
    let outcome = try run.result()
    let hour = 3_600_000_000_000
    let launches = records(outcome, "bgtask.launch").compactMap { $0["ns"] as? Int }
    #expect(launches == [22 * hour, 22 * hour + 120_000_000_000])
    #expect(
      records(outcome, "bgtask.expire").compactMap { $0["ns"] as? Int } == [
        22 * hour + 60_000_000_000
      ])
    #expect(outcome.logs().count == 2)
    #expect(outcome.logs().last == "cleaned up")
    #expect(outcome.findings == [])
  }
}
