import Device
import Simulation
import Testing

@testable import Scripting

@Suite("Times that read like milliseconds")
struct WrittenTimeTests {
  @Test(
    "are those far too long in seconds, and whole seconds in milliseconds",
    arguments: [
      (5_000.0, WrittenTime.Reach.process), (60_000, .process), (3_600_000, .process),
      (900_000, .schedule), (3_600_000, .schedule), (86_400_000, .schedule),
      (1_795_000_000_000, .schedule),
    ])
  func doubtful(seconds: Double, reach: WrittenTime.Reach) {
    #expect(WrittenTime.doubt(seconds, reach, "x") != nil)
  }

  @Test(
    "and not those that a person would write, or that stand for never",
    arguments: [
      (3_600.0, WrittenTime.Reach.process), (7_200, .process), (86_400, .process),
      (4_321, .process), (604_800, .schedule), (30 * 86_400, .schedule), (90 * 86_400, .schedule),
      (777_777, .schedule), (.greatestFiniteMagnitude, .schedule), (.infinity, .process),
      (-1_000_000, .schedule),
    ])
  func plausible(seconds: Double, reach: WrittenTime.Reach) {
    #expect(WrittenTime.doubt(seconds, reach, "x") == nil)
  }

  @Test("are told in words")
  func words() {
    #expect(
      WrittenTime.doubt(900_000, .schedule, "periodic")
        == "periodic: 900000 s is 10.4 days; in milliseconds it would be 15 minutes: times are in"
        + " seconds")
    #expect(
      WrittenTime.doubt(60_000, .process, "acquire")
        == "acquire: 60000 s is 16.7 hours; in milliseconds it would be 60 s: times are in seconds")
  }

  @Test(
    "each call that takes a time tells of one, at its line, on Android",
    arguments: [
      "JobScheduler:schedule(JobInfo { id = 1, periodic = 900000 })",
      "JobScheduler:schedule(JobInfo { id = 1, minimumLatency = 900000 })",
      "AlarmManager:setWindow(AlarmManager.RTC_WAKEUP, os.time() + 60, 3600000, \"x\")",
      "AlarmManager:set(AlarmManager.RTC_WAKEUP, (os.time() + 60) * 1000, \"x\")",
      "AlarmManager:set(AlarmManager.ELAPSED_REALTIME, SystemClock.elapsedRealtime() + 900000, \"x\")",
      "AlarmManager:setInexactRepeating(AlarmManager.RTC, os.time() + 60, 900000, \"x\")",
      "WorkManager:enqueue(PeriodicWorkRequest { worker = \"w\", repeatInterval = 900000 })",
      "WorkManager:enqueue(OneTimeWorkRequest { worker = \"w\", initialDelay = 900000 })",
      "PowerManager:newWakeLock(PowerManager.PARTIAL_WAKE_LOCK, \"t\"):acquire(60000)",
      "Handler():postDelayed(function() end, 5000)",
      "launch(function() delay(5000) end)",
      "OkHttpClient():newCall({ url = \"https://a.example/\", timeout = 30000 }):enqueue(print)",
    ])
  func android(call: String) throws {
    var run = ScriptRun(
      app: """
        return { onCreate = function()
          \(call)
        end, onReceive = function() end, onStartJob = function() return false end,
          doWork = function() return Result.success() end }
        """)
    run.scenario.device = DeviceConfiguration(.android15)
    run.scenario.servers = [ServerConfiguration(host: "a.example")]
    let findings = try run.result().findings.filter { $0.hasPrefix("timeInMilliseconds") }
    #expect(findings == ["timeInMilliseconds app.lua:2"])
  }

  @Test(
    "and on iOS",
    arguments: [
      "application:setMinimumBackgroundFetchInterval(900000)",
      "DispatchQueue.main:asyncAfter(5000, function() end)",
      "Timer.scheduledTimer(5000, true, function() end)",
      "Task(function() Task.sleep(5000) end)",
      "BGTaskScheduler.shared:submit(BGAppRefreshTaskRequest { identifier = \"r\","
        + " earliestBeginDate = (os.time() + 900) * 1000 })",
      "BGTaskScheduler.shared:submit(BGAppRefreshTaskRequest { identifier = \"r\","
        + " earliestBeginDate = os.time() + 900000 })",
    ])
  func iOS(call: String) throws {
    var run = ScriptRun(
      app: """
        return { didFinishLaunching = function(_, application)
          \(call)
        end }
        """)
    run.scenario.apps[0].permittedIdentifiers = ["r"]
    let findings = try run.result().findings.filter { $0.hasPrefix("timeInMilliseconds") }
    #expect(findings == ["timeInMilliseconds app.lua:2"])
  }
}
