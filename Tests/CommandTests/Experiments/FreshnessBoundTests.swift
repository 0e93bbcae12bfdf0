import Foundation
import Testing

/// Content comes in many ways beside fetches, and the bound of freshness must know of them all.
@Suite("The bound of freshness at opens, whatever lets an app run")
struct FreshnessBoundTests {
  private static let android = """
    local p = scenario.parameters { by = { default = "job" } }
    local schedule = {
      { at = "00:01", open = "a", lasting = 5 },
      { at = "01:00", open = "a", lasting = 5 }, { at = "01:50", open = "a", lasting = 5 },
    }
    local pushes
    if p.by == "swiped" then table.insert(schedule, 2, { at = "00:02", forceQuit = "a" }) end
    if p.by == "message" then
      pushes = {}
      for i = 0, 10 do pushes[i + 1] = { at = 300 + 600 * i, to = "a", priority = "high" } end
    end
    return scenario {
      duration = hours(2), platform = "Android 15", device = device { doze = false },
      apps = { app {
        id = "a", script = "android-app.lua", permissions = { "USE_EXACT_ALARM" },
        foregroundServices = { "specialUse" }, options = { by = p.by },
      } },
      servers = { server { host = "a.example", publishes = { at = { "00:35", "01:05", "01:20" } } } },
      power = p.by == "low" and { { at = 0, level = 0.1, charging = false } } or nil,
      pushes = pushes, user = usage.schedule(schedule),
    }
    """

  private static let androidApp = """
    local options = ...
    local app = {}
    local function load()
      return OkHttpClient():newCall({ url = "https://a.example/", timeout = 8 }):execute()
    end
    local function setAlarm()
      AlarmManager:setExactAndAllowWhileIdle(AlarmManager.RTC_WAKEUP, os.time() + 600, "load")
    end
    function app:onStart()
      launch(load)
      if options.by == "alarm" then setAlarm() end
      if options.by == "service" then startForegroundService("load") end
      if options.by == "job" or options.by == "swiped" or options.by == "low" then
        JobScheduler:schedule(JobInfo {
          id = 1, requiredNetworkType = JobInfo.NETWORK_TYPE_ANY, periodic = minutes(15),
        })
      end
    end
    function app:onStartCommand()
      startForeground(ServiceInfo.FOREGROUND_SERVICE_TYPE_SPECIAL_USE)
      launch(function() while true do load() delay(60) end end)
    end
    function app:onStartJob(params)
      launch(function() load() jobFinished(params, false) end)
      return true
    end
    function app:onStopJob() return true end
    function app:onReceive() launch(load) setAlarm() end
    function app:onMessageReceived() load() end
    return app
    """

  private static let iOS = """
    local opens = {}
    for i = 1, 13 do opens[i] = { at = 480 * i, open = "a", lasting = 5 } end
    return scenario {
      duration = hours(2), device = device { os = "iOS 26" },
      apps = { app { id = "a", script = "ios-app.lua", permittedIdentifiers = { "load" } } },
      servers = { server { host = "a.example", publishes = { every = 470 } } },
      user = usage.schedule(opens),
    }
    """

  private static let iOSApp = """
    local app = {}
    local function load(done)
      URLSession.shared:dataTask("https://a.example/", function() done() end):resume()
    end
    function app:didFinishLaunching()
      BGTaskScheduler.shared:register("load", function(task)
        task.progress.totalUnitCount = 10000
        local function again()
          load(function()
            task.progress.completedUnitCount = (task.progress.completedUnitCount or 0) + 1
            DispatchQueue.main:asyncAfter(20, again)
          end)
        end
        again()
      end)
    end
    function app:didBecomeActive()
      BGTaskScheduler.shared:submit(BGContinuedProcessingTaskRequest {
        identifier = "load", title = "Loads", subtitle = "what is new",
      })
    end
    return app
    """

  @Test(
    "is never below what a run has reached",
    arguments: ["job", "low", "swiped", "alarm", "message", "service", "continued"])
  func neverTooLow(by: String) throws {
    let place = try Workplace()
    try place.write(Self.android, to: "android.lua")
    try place.write(Self.androidApp, to: "android-app.lua")
    try place.write(Self.iOS, to: "ios.lua")
    try place.write(Self.iOSApp, to: "ios-app.lua")
    let scenario = by == "continued" ? ["ios.lua"] : ["android.lua", "--set", "by=\(by)"]
    let outcome = try place.run(["run"] + scenario + ["--policy", "everything", "--json"])
    try #require(outcome.status == 0 || outcome.status == 1, "\(outcome.errors)")
    let report = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    let device = try #require((report as? [String: Any])?["device"] as? [String: Any])
    let fresh = try #require(device["freshAtOpen"] as? Double)
    let bound = try #require(device["freshAtOpenBound"] as? Double)
    #expect(fresh > 0.6, "what is published is loaded")
    #expect(bound >= fresh)
  }
}
