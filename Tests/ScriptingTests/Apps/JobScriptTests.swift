import Device
import Simulation
import Testing

@testable import Scripting

@Suite("Jobs of JobScheduler in scripts")
struct JobScriptTests {
  private func outcome(
    _ source: String, minutes: Int = 60, change: (inout ScriptRun) -> Void = { _ in }
  ) throws -> ScriptRun.Outcome {
    var run = ScriptRun(android: source, minutes: minutes)
    change(&run)
    return try run.result()
  }

  /// What of jobs is in the trace, each with the number of its moment.
  private func jobRecords(_ outcome: ScriptRun.Outcome) -> [String] {
    outcome.records.compactMap { $0["kind"] as? String }.filter { $0.hasPrefix("job.") }
  }

  @Test("a job that is replaced before its app was told of it is begun once, and waits once")
  func replacedInLaunch() throws {
    let outcome = try outcome(
      """
      return {
        onCreate = function()
          JobScheduler:schedule(JobInfo { id = 1, minimumLatency = minutes(5) })
        end,
        onDestroy = function() end,
        onStartJob = function(self, params) print("start", params.jobId) return false end,
        onStopJob = function() print("stop") return true end,
      }
      """
    ) { run in
      run.scenario.user.append(UserAction(at: .start + .seconds(20), kind: .forceQuit(AppID(0))))
    }
    // The process that is begun for the job puts another in its place, which is due in 5 minutes.
    #expect(!outcome.logs().contains("stop"))
    let records = jobRecords(outcome)
    #expect(records.contains("job.stop"))
    #expect(outcome.logs().count <= records.count { $0 == "job.start" })
  }

  @Test("a job that is scheduled again by its own onStartJob runs again when it has ended")
  func replacedInItself() throws {
    let outcome = try outcome(
      """
      local runs = 0
      return {
        onCreate = function() JobScheduler:schedule(JobInfo { id = 1, extras = { n = 0 } }) end,
        onStartJob = function(self, params)
          runs = runs + 1
          if runs < 3 then
            JobScheduler:schedule(JobInfo { id = 1, extras = { n = runs } })
          end
          print("start", params.extras.n)
          launch(function() delay(10) print("done", params.extras.n) jobFinished(params, false) end)
          return true
        end,
        onStopJob = function(self, params) print("stop", params.extras.n) return false end,
      }
      """)
    #expect(
      Array(outcome.logs().prefix(4)) == ["start\t0", "stop\t0", "start\t1", "stop\t1"],
      "\(outcome.logs())")
    let records = jobRecords(outcome)
    for (first, second) in zip(records, records.dropFirst()) {
      #expect(first != "job.start" || second != "job.start")
    }
  }

  @Test("a job that is refused leaves the one before as it was, and one that is cancelled nothing")
  func extras() throws {
    let outcome = try outcome(
      """
      return {
        onCreate = function()
          JobScheduler:schedule(JobInfo { id = 1, minimumLatency = hours(9), extras = { n = 1 } })
          JobScheduler:cancel(1)
          JobScheduler:schedule(JobInfo { id = 1, minimumLatency = hours(9) })
          print(JobScheduler:getPendingJob(1).extras)
        end,
        onStart = function()
          local editor = SharedPreferences:edit()
          print(editor:putString("a", "1"):commit())
          print(pcall(function() editor:putString("b", "2") end))
          print(pcall(AlarmManager.set, AlarmManager, AlarmManager.RTC_WAKEUP, 0/0, "x"))
        end,
        onStartJob = function() return false end,
      }
      """)
    let logs = outcome.logs()
    #expect(logs.count == 4 && logs[0] == "nil" && logs[1] == "true", "\(logs)")
    #expect(logs.count == 4 && logs[2].contains("applied already") && logs[3].contains("nan"))
  }

  @Test(
    "a job outlives a restart only with the permission to be told of it", arguments: [false, true])
  func persisted(_ isPermitted: Bool) throws {
    let outcome = try outcome(
      """
      return {
        onStart = function()
          print(pcall(function()
            return JobScheduler:schedule(JobInfo {
              id = 1, minimumLatency = hours(9), persisted = true })
          end))
          -- A library's, which has it by itself.
          WorkManager:enqueue(OneTimeWorkRequest { worker = "w", initialDelay = hours(9) })
        end,
        onStartJob = function() return false end,
        doWork = function() return Result.success() end,
      }
      """
    ) { $0.scenario.apps[0].receivesBoot = isPermitted }
    let logs = outcome.logs()
    #expect(logs.count == 1 && outcome.exits() == [])
    #expect(logs[0].hasPrefix("true") == isPermitted)
    #expect(
      logs[0].contains("IllegalArgumentException: a job is persisted only with the permission")
        != isPermitted)
  }

  @Test("a job begins when it may, with its extras, and ends with jobFinished")
  func run() throws {
    let outcome = try outcome(
      """
      return {
        onCreate = function()
          local job = JobInfo { id = 7, minimumLatency = minutes(2), extras = { page = 3 } }
          print(JobScheduler:schedule(job) == JobScheduler.RESULT_SUCCESS)
        end,
        onStartJob = function(self, params)
          print("start", params.jobId, params.extras.page, params.stopReason)
          launch(function()
            local response = OkHttpClient():newCall("https://news.example/"):execute()
            print(response.code)
            jobFinished(params, false)
          end)
          return true
        end,
      }
      """)
    #expect(outcome.logs() == ["true", "start\t7\t3\t0", "200"])
    #expect(outcome.findings == [])
    #expect(
      outcome.records.filter { "\($0["kind"] ?? "")".hasPrefix("job.") }.map {
        $0["kind"] as? String
      }
        == ["job.schedule", "job.start", "job.finish"])
  }

  @Test("one that onStartJob ends with false is done, and what it returns may come after a while")
  func returnsFalse() throws {
    let outcome = try outcome(
      """
      return {
        onCreate = function() JobScheduler:schedule(JobInfo { id = 1 }) end,
        onStartJob = function(self, params) work(2) return false end,
      }
      """)
    let ends = outcome.records.filter { $0["kind"] as? String == "job.finish" }
    #expect(ends.map { $0["tookNs"] as? Int } == [2_000_000_000])
    #expect(ends.first?["reschedule"] as? Bool == false)
  }

  @Test("onStopJob is told why, and a job that is never finished is a finding")
  func stop() throws {
    let outcome = try outcome(
      """
      return {
        onCreate = function()
          JobScheduler:schedule(JobInfo {
            id = 1, requiredNetworkType = JobInfo.NETWORK_TYPE_ANY })
        end,
        onStartJob = function() return true end,
        onStopJob = function(self, params)
          print(params.stopReason == JobParameters.STOP_REASON_TIMEOUT)
          return false
        end,
      }
      """)
    #expect(outcome.logs() == ["true"])
    #expect(outcome.findings == ["jobNeverFinished app.lua:3"])
  }

  @Test("a job that is at work after ten minutes is no finding, unless its rest is given up")
  func atWork() throws {
    for (answer, findings) in [(true, []), (false, ["jobNeverFinished app.lua:3"])] {
      let outcome = try outcome(
        """
        return {
          onCreate = function()
            if not JobScheduler:getPendingJob(1) then JobScheduler:schedule(JobInfo { id = 1 }) end
          end,
          onStartJob = function(self, params)
            launch(function()
              while true do
                OkHttpClient():newCall("https://slow.example/part"):execute()
              end
            end)
            return true
          end,
          onStopJob = function() return \(answer) end,
        }
        """
      ) { run in
        run.scenario.servers = [
          ServerConfiguration(
            host: "slow.example", latencyMedian: .seconds(8), latencyP95: .seconds(8))
        ]
      }
      #expect(outcome.findings.filter { !$0.hasPrefix("workCutOff") } == findings)
      #expect(jobRecords(outcome).contains("job.stop"))
    }
  }

  @Test("a prefetch job waits until the app is expected, and is told as it was scheduled")
  func prefetch() throws {
    let outcome = try outcome(
      """
      return {
        onCreate = function()
          if JobScheduler:getPendingJob(1) then return end
          JobScheduler:schedule(JobInfo { id = 1, prefetch = true, priority = JobInfo.PRIORITY_LOW })
          JobScheduler:schedule(JobInfo { id = 2, requiresCharging = true, expedited = false })
          for _, job in ipairs(JobScheduler:getAllPendingJobs()) do
            print(job.prefetch, job.priority)
          end
        end,
        onStartJob = function(self, params) print("start", params.jobId) return false end,
      }
      """, minutes: 20 * 60)
    #expect(outcome.logs() == ["true\t200", "false\t300", "start\t1"])
  }

  @Test("what a job lacks, or asks for wrongly, is an error that says so")
  func mistakes() throws {
    let outcome = try outcome(
      """
      local function try(job)
        print(select(2, pcall(function() JobScheduler:schedule(JobInfo(job)) end)))
      end
      return {
        onStart = function()
          try { requiresCharging = true }
          try { id = 1, period = 5 }
          try { id = 1, periodic = hours(1), minimumLatency = 5 }
          try { id = 1, requiredNetworkType = 9 }
          try { id = 1 }
          try { id = 1, prefetch = true, overrideDeadline = 5 }
          try { id = 1, priority = 350 }
          try { id = 1, priority = JobInfo.PRIORITY_MAX }
          try { id = 1, prefetch = "yes" }
        end,
      }
      """)
    let logs = outcome.logs()
    #expect(logs[0].hasSuffix("JobInfo: id: a whole number of 32 bits expected"))
    #expect(logs[1].contains("period"))
    #expect(
      logs[2].hasSuffix("IllegalArgumentException: a periodic job has no minimum latency"))
    #expect(logs[3].contains("one of JobInfo.NETWORK_TYPE_NONE, JobInfo.NETWORK_TYPE_ANY"))
    #expect(logs[4].contains("this app has no onStartJob(params)"))
    #expect(
      logs[5].hasSuffix("IllegalArgumentException: a prefetch job has no override deadline"))
    #expect(logs[6].contains("priority: one of JobInfo.PRIORITY_MIN, JobInfo.PRIORITY_LOW"))
    #expect(
      logs[7].hasSuffix("IllegalArgumentException: only an expedited job is of max priority"))
    #expect(logs[8].hasSuffix("JobInfo: prefetch: true or false expected, got \"yes\""))
  }

  @Test("what is pending can be asked for and cancelled, and one of the same id is replaced")
  func pending() throws {
    let outcome = try outcome(
      """
      local function ids()
        local ids = {}
        for _, job in ipairs(JobScheduler:getAllPendingJobs()) do
          ids[#ids + 1] = job.id .. (job.requiresCharging and "c" or "")
        end
        return table.concat(ids, " ")
      end
      return {
        onStart = function()
          for id = 1, 3 do
            JobScheduler:schedule(JobInfo { id = id, requiresCharging = true, extras = { id } })
          end
          print(ids(), JobScheduler:getPendingJob(2).extras[1], JobScheduler:getPendingJob(9))
          JobScheduler:schedule(JobInfo { id = 1, minimumLatency = hours(9) })
          JobScheduler:cancel(2)
          print(ids())
          JobScheduler:cancelAll()
          print(ids())
        end,
        onStartJob = function() return false end,
      }
      """)
    #expect(outcome.logs() == ["1c 2c 3c\t2\tnil", "3c 1", ""])
  }

  @Test("onStartJob that says nothing is an error at its line")
  func saysNothing() throws {
    let outcome = try outcome(
      """
      return {
        onCreate = function() JobScheduler:schedule(JobInfo { id = 1 }) end,
        onStartJob = function() end,
      }
      """, minutes: 2)
    #expect(outcome.findings.first == "uncaughtError app.lua:3")
    #expect(outcome.messages.first?.hasPrefix("onStartJob returned") == true)
  }
}
