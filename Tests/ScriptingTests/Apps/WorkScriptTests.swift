import Device
import Simulation
import Testing

@testable import Scripting

@Suite("WorkManager in scripts")
struct WorkScriptTests {
  /// An app that is opened at 1 and left at 10, on a phone that does not doze.
  private func outcome(
    _ source: String, minutes: Int = 60, change: (inout ScriptRun) -> Void = { _ in }
  ) throws -> ScriptRun.Outcome {
    var run = ScriptRun(android: source, minutes: minutes)
    change(&run)
    return try run.result()
  }

  /// The states that work has come to, in order.
  private func states(_ outcome: ScriptRun.Outcome) -> [String] {
    outcome.records.filter { $0["kind"] as? String == "worker.state" }
      .compactMap { $0["to"] as? String }
  }

  @Test("a worker gets its input, may await, and its result decides")
  func works() throws {
    let outcome = try outcome(
      """
      local app = {}
      function app:onCreate()
        WorkManager:enqueueUniqueWork("load", ExistingWorkPolicy.KEEP, OneTimeWorkRequest {
          worker = "load", inputData = { page = 3 }, initialDelay = minutes(1),
          constraints = { requiredNetworkType = NetworkType.CONNECTED },
        })
      end
      function app:doWork(params)
        print(params.worker, params.inputData.page, params.runAttemptCount, params.isStopped)
        local response = OkHttpClient():newCall("https://news.example/"):execute()
        if params.runAttemptCount < 2 then return Result.retry() end
        print(WorkManager:getWorkInfosForUniqueWork("load")[1].state)
        return Result.success { code = response.code }
      end
      function app:onStop() self.left = true end
      function app:onDestroy()
        local info = WorkManager:getWorkInfosForUniqueWork("load")[1]
        print(info.state, info.outputData.code)
      end
      return app
      """
    ) { run in
      run.open("app", at: .minutes(30))
      run.scenario.user.append(
        UserAction(at: .start + .minutes(31), kind: .forceQuit(AppID(0))))
    }
    #expect(
      outcome.logs() == [
        "load\t3\t0\tfalse", "load\t3\t1\tfalse", "load\t3\t2\tfalse", "RUNNING",
        "SUCCEEDED\t200",
      ])
    #expect(
      states(outcome) == [
        "ENQUEUED", "RUNNING", "ENQUEUED", "RUNNING", "ENQUEUED", "RUNNING", "SUCCEEDED",
      ])
    #expect(outcome.findings == [])
  }

  @Test("an error of a worker is its failure, and ends nobody; what waits for it fails")
  func fails() throws {
    let outcome = try outcome(
      """
      return {
        onCreate = function()
          WorkManager:beginWith(OneTimeWorkRequest { worker = "a" })
            :andThen(OneTimeWorkRequest { worker = "b" }):enqueue()
        end,
        doWork = function(_, params) error("no " .. params.worker) end,
      }
      """)
    #expect(outcome.logs() == ["WorkManager: a failed: app.lua:6: no a"])
    #expect(states(outcome) == ["ENQUEUED", "BLOCKED", "RUNNING", "FAILED", "FAILED"])
    #expect(outcome.exits() == [])
    #expect(outcome.findings == ["workerFailed app.lua:6"])
  }

  @Test(
    "a worker that returns no Result has failed, and is a finding",
    arguments: [("", "nothing"), ("return true", "true")])
  func wrongResult(body: String, told: String) throws {
    let outcome = try outcome(
      """
      return {
        onCreate = function() WorkManager:enqueue(OneTimeWorkRequest { worker = "a" }) end,
        doWork = function() \(body) end,
      }
      """, minutes: 1)
    #expect(outcome.exits() == [])
    #expect(states(outcome) == ["ENQUEUED", "RUNNING", "FAILED"])
    #expect(outcome.findings == ["workerWithoutResult app.lua:3"])
    #expect(
      outcome.messages == ["doWork of the worker a returned \(told), which counts as a failure"])
    #expect(
      outcome.logs() == ["WorkManager: a returned \(told); treating it as a failure"])
  }

  @Test("a worker that goes on for ten minutes is stopped: what it awaits ends, and it comes again")
  func stopped() throws {
    let outcome = try outcome(
      """
      return {
        onCreate = function() WorkManager:enqueue(OneTimeWorkRequest { worker = "long" }) end,
        doWork = function(_, params)
          print("begins", params.runAttemptCount)
          if params.runAttemptCount > 0 then return Result.success() end
          local ok, error = pcall(delay, hours(1))
          print(ok, error, params.isStopped)
          return Result.success()
        end,
        onStopped = function(_, params) print("stopped", params.stopReason) end,
      }
      """)
    #expect(
      outcome.logs() == [
        "begins\t0", "stopped\t3", "false\tCancellationError\ttrue", "begins\t1",
      ])
    #expect(outcome.findings == ["jobNeverFinished app.lua:2"])
    #expect(
      outcome.messages.first
        == "the worker long has not returned from doWork within 600 s")
  }

  @Test("work that lost its network goes on with it, after its backoff since it was enqueued")
  func lostNetwork() throws {
    let outcome = try outcome(
      """
      return {
        onCreate = function()
          WorkManager:enqueueUniqueWork("load", ExistingWorkPolicy.KEEP, OneTimeWorkRequest {
            worker = "load", constraints = { requiredNetworkType = NetworkType.CONNECTED },
          })
        end,
        doWork = function(_, params)
          print("begins")
          delay(60)
          return Result.success()
        end,
        onDestroy = function()
          print(WorkManager:getWorkInfosForUniqueWork("load")[1].runAttemptCount)
        end,
      }
      """
    ) { run in
      run.scenario.network = [(5, NetworkKind.none), (6, .wifi), (50, .none), (70, .wifi)].map {
        NetworkChange(at: .start + .seconds($0), kind: $1)
      }
      run.open("app", at: .minutes(30))
      run.scenario.user.append(
        UserAction(at: .start + .minutes(31), kind: .forceQuit(AppID(0))))
    }
    let begun = outcome.timedLogs().filter { $0.hasSuffix("begins") }
      .compactMap { Double($0.prefix { $0 != " " }) }.map { Int($0) }
    // The second time not before 30 s since it was enqueued, the third not before 60 s.
    #expect(begun == [1, 31, 70], "\(begun)")
    #expect(outcome.logs().last == "3")
  }

  @Test("work outlives its process and a restart, with what it has tried before")
  func outlives() throws {
    let outcome = try outcome(
      """
      return {
        onCreate = function()
          WorkManager:enqueueUniquePeriodicWork("sync", ExistingPeriodicWorkPolicy.KEEP,
            PeriodicWorkRequest { worker = "sync", repeatInterval = minutes(15) })
        end,
        doWork = function(_, params)
          print("begins", params.runAttemptCount)
          delay(60)
          return Result.success()
        end,
      }
      """
    ) { run in
      run.scenario.user.append(UserAction(at: .start + .seconds(30), kind: .forceQuit(AppID(0))))
    }
    // It was swiped away in its first run.
    #expect(outcome.logs().prefix(3) == ["begins\t0", "begins\t1", "begins\t0"])
    #expect(outcome.findings == [])
  }

  @Test("what is refused is not kept: an app without doWork goes on, and is not told of it again")
  func refused() throws {
    let outcome = try outcome(
      """
      return {
        onCreate = function()
          local request = OneTimeWorkRequest { worker = "a" }
          print(pcall(function() WorkManager:enqueueUniqueWork("a", ExistingWorkPolicy.KEEP, request) end))
          print(#WorkManager:getWorkInfosForUniqueWork("a"))
          WorkManager:cancelUniqueWork("b")
        end,
      }
      """, minutes: 200
    ) { run in
      run.scenario.user.append(
        UserAction(at: .start + .minutes(20), kind: .forceQuit(AppID(0))))
      run.open("app", at: .minutes(100))
    }
    #expect(outcome.logs().count == 4)
    #expect(outcome.logs()[0].contains("IllegalStateException: this app has no doWork"))
    #expect(outcome.logs()[1] == "0")
    #expect(outcome.findings == [])
  }

  @Test("work that comes once is not updated to what is periodic; a time has an end")
  func errors() throws {
    let outcome = try outcome(
      """
      return {
        onCreate = function()
          WorkManager:enqueueUniqueWork("a", ExistingWorkPolicy.KEEP,
            OneTimeWorkRequest { worker = "a", initialDelay = hours(9) })
          print(select(2, pcall(function()
            WorkManager:enqueueUniquePeriodicWork("a", ExistingPeriodicWorkPolicy.UPDATE,
              PeriodicWorkRequest { worker = "a", repeatInterval = hours(1) })
          end)))
          print(select(2, pcall(OneTimeWorkRequest, { worker = "a", initialDelay = 1e300 })))
        end,
        doWork = function() return Result.success() end,
      }
      """)
    #expect(
      outcome.logs()[0].contains("UnsupportedOperationException: the work \"a\" is no periodic"))
    #expect(outcome.logs()[1].contains("initialDelay: it is too long"))
  }

  @Test("periodic work that each process begins anew is replaced whenever it is due")
  func replaced() throws {
    let source = """
      return {
        onCreate = function()
          WorkManager:enqueueUniquePeriodicWork("sync", ExistingPeriodicWorkPolicy.POLICY,
            PeriodicWorkRequest {
              worker = "sync", repeatInterval = minutes(20), initialDelay = minutes(20),
            })
        end,
        onDestroy = function() end,
        doWork = function() print("sync") return Result.success() end,
      }
      """
    for (policy, runs, findings) in [
      ("CANCEL_AND_REENQUEUE", 0, ["jobReplacedAtLaunch app.lua:3"]), ("KEEP", 8, []),
      ("UPDATE", 8, []),
    ] {
      let outcome = try outcome(
        source.replacing("POLICY", with: policy), minutes: 180
      ) { run in
        // Its process never lives until the next run.
        for minute in stride(from: 1, to: 180, by: 10) {
          run.scenario.user.append(
            UserAction(at: .start + .minutes(minute), kind: .forceQuit(AppID(0))))
        }
      }
      #expect(outcome.logs().count == runs, "\(policy)")
      #expect(outcome.findings == findings, "\(policy)")
    }
  }

  @Test(
    "urgent work without time for it is like any other, or is dropped, as its policy says",
    arguments: [("RUN_AS_NON_EXPEDITED_WORK_REQUEST", true), ("DROP_WORK_REQUEST", false)])
  func outOfQuota(_ policy: String, runs: Bool) throws {
    let outcome = try outcome(
      """
      local function enqueue(worker)
        WorkManager:enqueue(OneTimeWorkRequest {
          worker = worker, expedited = OutOfQuotaPolicy.\(policy),
        })
      end
      return {
        onStop = function() enqueue("long") end,
        doWork = function(_, params)
          if params.worker == "late" then print("late") return Result.success() end
          delay(595)
          enqueue("long")
          return Result.success()
        end,
        onStopped = function(_, params)
          print(params.stopReason == JobParameters.STOP_REASON_QUOTA)
          enqueue("late")
        end,
      }
      """, minutes: 40)
    #expect(outcome.logs() == (runs ? ["true", "late"] : ["true"]))
    #expect(states(outcome).contains("CANCELLED") != runs)
  }

  @Test(
    "what is wrong is an error with the name of its exception",
    arguments: [
      (
        "OneTimeWorkRequest { worker = 'w', expedited = OutOfQuotaPolicy.DROP_WORK_REQUEST,"
          + " initialDelay = 1 }",
        "IllegalArgumentException: expedited work cannot have an initial delay"
      ),
      (
        "OneTimeWorkRequest { worker = 'w', expedited = OutOfQuotaPolicy.DROP_WORK_REQUEST,"
          + " constraints = { requiresCharging = true } }",
        "IllegalArgumentException: expedited work may require a network and storage only"
      ),
      (
        "OneTimeWorkRequest { worker = 'w', backoffDelay = 10,"
          + " constraints = { requiresDeviceIdle = true } }",
        "IllegalArgumentException: work that waits for an idle device has no backoff criteria"
      ),
      (
        "OneTimeWorkRequest { worker = 'w', inputData = { k = ('x'):rep(11000) } }",
        "IllegalStateException: Data cannot occupy more than 10240 bytes"
      ),
      ("OneTimeWorkRequest { wroker = 'w' }", "unknown field (wroker)"),
      ("OneTimeWorkRequest { }", "worker: the name of what doWork is to do expected, got nil"),
      ("PeriodicWorkRequest { worker = 'w' }", "repeatInterval: seconds expected"),
      (
        "WorkManager:enqueueUniqueWork('n', 'KEPT', OneTimeWorkRequest { worker = 'w' })",
        "one of ExistingWorkPolicy.KEEP, ExistingWorkPolicy.REPLACE"
      ),
      (
        "WorkManager:enqueueUniqueWork('n', 'KEEP',"
          + " PeriodicWorkRequest { worker = 'w', repeatInterval = 900 })",
        "a OneTimeWorkRequest expected, got PeriodicWorkRequest"
      ),
      ("WorkManager.enqueue(1)", "WorkManager:enqueue(request) is called without its object"),
    ])
  func mistakes(_ call: String, _ message: String) throws {
    let outcome = try outcome(
      "return { onCreate = function() local x = \(call) end, doWork = function() end }", minutes: 1)
    #expect(outcome.exits() == ["uncaughtException"])
    #expect(
      outcome.messages.contains { $0.contains(message) }, "\(outcome.messages)")
  }

  @Test("an app without doWork cannot enqueue work")
  func noWorker() throws {
    let outcome = try outcome(
      """
      return { onStart = function()
        print(pcall(WorkManager.enqueue, WorkManager, OneTimeWorkRequest { worker = "w" }))
      end }
      """, minutes: 1)
    #expect(outcome.logs().first?.contains("this app has no doWork(params)") == true)
  }

  @Test("a message of high priority, and urgent work for it, come through Doze")
  func message() throws {
    let source = """
      local app = {}
      function app:onMessageReceived(message)
        print(message.priority, message.originalPriority, message.data.id, message.sentTime)
        if message.priority == "high" then
          NotificationManager:notify(1, "News", "item " .. message.data.id)
          WorkManager:enqueue(OneTimeWorkRequest {
            worker = "load", inputData = message.data,
            expedited = OutOfQuotaPolicy.RUN_AS_NON_EXPEDITED_WORK_REQUEST,
          })
        end
      end
      function app:doWork(params)
        print("load", params.inputData.id)
        return Result.success()
      end
      return app
      """
    let outcome = try outcome(source, minutes: 180) { run in
      run.scenario.device.dozes = true
      run.scenario.pushes = [MessagePriority.high, .normal].enumerated().map { index, priority in
        var push = PushSource(
          to: AppID(0), .at(.start + .minutes(90 + index)),
          userInfo: [PushField("id", .integer(index))])
        push.priority = priority
        return push
      }
    }
    let logs = outcome.timedLogs()
    #expect(logs.count == 3)
    #expect(logs.prefix(2).allSatisfy { $0.hasPrefix("5400 ") }, "\(logs)")
    #expect(logs.last?.hasPrefix("7247.5 ") == true, "\(logs)")
    #expect(outcome.run.apps[0].pushes.delivered == 2)
    #expect(outcome.findings == [])
  }
}
