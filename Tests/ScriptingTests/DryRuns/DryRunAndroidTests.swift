import Device
import Testing

@testable import Scripting

@Suite("Dry runs of apps for Android")
struct DryRunAndroidTests {
  private func rules(_ sights: [DryRun.Sight]) -> [String] {
    sights.compactMap { sight in
      guard case .finding(let rule, let location, _) = sight.what else { return nil }
      return "\(rule.rawValue) \(location?.line ?? 0)"
    }
  }

  @Test("jobs of a scenario's app begin as those of its script alone: the phone does not doze")
  func jobs() throws {
    let files = ScriptTexts([
      "app.lua": """
      local app = {}
      function app:onCreate() JobScheduler:schedule(JobInfo { id = 1 }) end
      function app:onStartJob(params)
        thread(function()
          local response = OkHttpClient():newCall("https://a.example/"):execute()
          if response then jobFinished(params, false) end
        end)
        return true
      end
      return app
      """,
      "day.lua": """
      return scenario { platform = "Android 15", duration = days(1),
        apps = { app { id = "app", script = "app.lua" } },
        servers = { server { host = "a.example" } } }
      """,
    ])
    let alone = rules(try DryRun(app: "app.lua", files: files).sights())
    #expect(alone == ["jobNeverFinished 2"])
    let loaded = try ScenarioScript.load("day.lua", files: files)
    #expect(rules(try DryRun(app: 0, of: loaded, files: files).sights()) == alone)
  }

  @Test("work that waits for other work has its turn")
  func chains() throws {
    let files = ScriptTexts([
      "app.lua": """
      local app = {}
      function app:onCreate()
        WorkManager:beginUniqueWork("chain", ExistingWorkPolicy.KEEP,
            OneTimeWorkRequest { worker = "first" })
          :andThen(OneTimeWorkRequest { worker = "second" }):enqueue()
      end
      function app:doWork(params)
        if params.worker == "first" then return Result.success() end
      end
      return app
      """
    ])
    let seen = rules(try DryRun(app: "app.lua", files: files).sights())
    #expect(seen == ["workerWithoutResult 7"])
  }
}
