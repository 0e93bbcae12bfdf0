import Policies
import Testing

@Suite("dormouse why")
struct WhyCommandTests {
  /// Three apps that fetch every 15 minutes on one slot, one that never does, one with a task.
  private static let scenario = """
    local p = scenario.parameters { pool = { default = 60 } }
    return scenario {
      title = "One slot", duration = hours(2), startsAt = "08:00",
      device = device {
        pool = { capacity = p.pool, refill = 25, refillEvery = minutes(30) },
        fetchSlots = { concurrent = 1, starts = 4, window = hours(1) },
      },
      apps = {
        app { id = "a", script = "fetcher.lua", modes = { "fetch" } },
        app { id = "b", script = "fetcher.lua", modes = { "fetch" } },
        app { id = "c", script = "fetcher.lua", modes = { "fetch" } },
        app { id = "idle", script = "idle.lua" },
        app { id = "task", script = "task.lua" },
      },
      user = usage.schedule {
        { at = 0, open = "a" }, { at = 1, open = "b" }, { at = 2, open = "c", lasting = 8 },
        { at = 100, open = "task", lasting = 8 },
      },
      policy = "first-come",
    }
    """

  private func place() throws -> Workplace {
    let place = try Workplace()
    try place.write(Self.scenario, to: "s.lua")
    try place.write("return {}", to: "idle.lua")
    try place.write(
      """
      local app = {}
      function app:didFinishLaunching(application)
        application:setMinimumBackgroundFetchInterval(0)
      end
      function app:performFetch(application, completionHandler)
        Task.sleep(10)
        completionHandler(UIBackgroundFetchResult.newData)
      end
      return app
      """, to: "fetcher.lua")
    try place.write(
      """
      local app = {}
      function app:didEnterBackground(application)
        local task = application:beginBackgroundTask("t", function() end)
        DispatchQueue.main:asyncAfter(5, function() application:endBackgroundTask(task) end)
      end
      return app
      """, to: "task.lua")
    return place
  }

  private func why(_ arguments: String...) throws -> String {
    let outcome = try place().run(["why", "s.lua"] + arguments)
    #expect(outcome.errors.isEmpty)
    #expect(outcome.status == 0)
    return outcome.output
  }

  @Test("says who went before, by which score, and what would have had to differ")
  func passedOver() throws {
    #expect(
      try why("--app", "c", "--at", "08:15:11") == """
        c under first-come, seed 1, at 08:15:11.000

        c was given no slot: another was put before it. This was decided at 08:15:10.000, 1.0s before, and
        it still held.

        c at 08:15:10.000
          state         suspended
          last opened   08:00:02.000, 15.1m before
          waiting since 08:15:02.000, 8.0s before
          interval      at least 15.0m between fetches
          time used     0.0 s this day, 0.0 s in all
        Device
          slots         0 of 1 taken, 1 of 4 starts in the last 1.0h
          pool          45.0 s of 60.0 s, enough for 1 fetch of 30.0 s; +25.0 s at 08:30:00.000
          pool after    15.0 s
          battery       100%, off the charger
          network       wifi

        Candidates, by eligible since, the earliest first
        app  place  eligible since  waiting  outcome
          b      1    08:15:01.000     9.0s  chosen: waited longest
        > c      2    08:15:02.000     8.0s  passed over

        No candidates
          its interval is not over: a until 08:30:00.000
          it does not declare the mode fetch: idle, task

        What would have had to differ
          - an "eligible since" before 08:15:01.000, as b had; it had 08:15:02.000
          - 1 more free slot: it was number 2, and 1 was free

        Decisions about c around then
          08:15:02.000    was given no slot: there was none to give
        > 08:15:10.000    was given no slot: another was put before it
          08:15:20.000    was given a slot for a fetch

        """)
  }

  @Test("tells of each job what it waits for, and of an extension that it has no work")
  func pieces() throws {
    let place = try Workplace()
    try place.write(
      """
      return scenario {
        platform = "Android 15", duration = hours(6), device = device { doze = false },
        apps = { app { id = "d", script = "jobs.lua" } },
        network = { { at = 0, kind = "cellular" } },
        user = usage.schedule { { at = 10, open = "d", lasting = 20 } },
      }
      """, to: "jobs-day.lua")
    try place.write(
      """
      local app = {}
      function app:onCreate()
        if JobScheduler:getPendingJob(1) then return end
        local unmetered = JobInfo.NETWORK_TYPE_UNMETERED
        JobScheduler:schedule(JobInfo { id = 1, requiredNetworkType = unmetered })
        JobScheduler:schedule(JobInfo { id = 2, requiresCharging = true })
      end
      function app:onStartJob() return false end
      return app
      """, to: "jobs.lua")
    let jobs = try place.run(["why", "jobs-day.lua", "--app", "d", "--at", "03:00"]).output
    #expect(
      jobs.contains(
        "\nWhat it has asked for, and what each waits for\n"
          + "  job 1  a network that it may use\n"
          + "  job 2  to be on the charger, or a request that does not require it\n"))
    #expect(!jobs.contains("For a slot it would have needed"))
    try place.write(
      """
      return scenario {
        duration = 1000,
        apps = {
          app { id = "mail", script = "idle.lua" },
          app { id = "service", script = "service.lua", serves = "mail" },
        },
      }
      """, to: "service-day.lua")
    try place.write("return {}", to: "idle.lua")
    try place.write(
      "return { didReceive = function(_, r, done) done(r.content) end }", to: "service.lua")
    let service = try place.run(["why", "service-day.lua", "--app", "service", "--at", "500"])
      .output
    #expect(!service.contains("does not declare the mode fetch"))
    #expect(
      service.replacing("\n", with: " ").contains(
        "(an extension runs for the notifications of its app only)"))
  }

  @Test("of a whole minute explains the last decision for which the policy was asked")
  func minute() throws {
    let text = try why("--app", "c", "--at", "8:15")
    #expect(text.contains("\nc was given a slot for a fetch. This was decided at 08:15:20.000.\n"))
  }

  @Test("says which limit left no slot to give, and when it opens")
  func noSlot() throws {
    let busy = try why("--app", "c", "--at", "905")
    #expect(busy.contains("\n  - work that held a slot to end: 1 of 1 slots were taken\n"))
    let full = try why("--app", "b", "--at", "08:50")
    #expect(full.contains("This was decided at 08:45:00.000, 5.0m before, and it"))
    #expect(
      full.contains(
        "  - the window to let another start, as it does at 09:15:00.000: 4 of 4 had begun in"))
  }

  @Test(
    "shows for an app that starves who was taken before it at each chance since it began to wait")
  func starved() throws {
    let place = try place()
    try place.write(
      """
      return policy {
        fetches = function(self, candidates, slots)
          for _, app in ipairs(candidates) do
            if app.id ~= "c" then return { app.id } end
          end
          return {}
        end,
      }
      """, to: "never-c.lua")
    let why = ["why", "s.lua", "--policy", "never-c.lua", "--app", "c", "--at"]
    let text = try place.run(why + ["08:40"]).output
    #expect(text.contains(" It had waited "))
    #expect(text.contains("passed over at all 4 chances since 08:15:02.000."), "\(text)")
    #expect(
      text.contains(
        """

        Taken before it since it began to wait
          in all: b 2, a 1
          08:15:10.000    b
          08:15:20.000    nobody: the policy left what was free unused
        """), "\(text)")
    let once = try place.run(why + ["08:15:11"]).output
    #expect(!once.contains("Taken before it"))
  }

  @Test("explains a grant of background time, and a pool that was short")
  func grant() throws {
    let text = try why("--app", "task", "--at", "108s")
    #expect(
      text.contains("\ntask was given all of the 30.0 s of background time that it may have."))
    #expect(text.contains("asked for     30.0 s, as it began a task in the background\n"))
    let short = try why("--app", "task", "--at", "108s", "--set", "pool=12")
    #expect(short.contains("\ntask was given 12.0 s of background time, of 30.0 s."))
    #expect(short.contains("\n  pool          12.0 s of 12.0 s, enough for 0 fetches of 30.0 s;"))
    #expect(short.contains("\n  pool after    0.0 s\n"))
    #expect(
      short.contains(
        "\n  - a pool that held 30.0 s: it had 12.0 s, and gains 25.0 s at 08:30:00.000\n"))
  }

  @Test("describes an app that no decision was about, and names the nearest ones")
  func none() throws {
    let idle = try why("--app", "idle", "--at", "8:10")
    #expect(
      idle.contains(
        "\nThere was no decision about idle then: it waited for no slot (it does not declare"))
    #expect(idle.hasSuffix("it never waited for a slot, nor asked for time.\n"))
    let early = try why("--app", "a", "--at", "8:10")
    #expect(early.contains("\n  - its interval to be over, as it is at 08:15:00.000\n"))
    #expect(
      early.hasSuffix("around then\n  08:15:00.000    was given a slot for a fetch\n"))
  }

  @Test(
    "speaks for every policy, in 100 columns",
    arguments: PolicyCatalogue.entries.map(\.name))
  func policies(name: String) throws {
    let text = try why("--app", "c", "--at", "8:15", "--policy", name)
    #expect(text.hasPrefix("c under \(name), seed 1, at 08:15:00.000"))
    #expect(text.contains("c was given "))
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 100 })
  }

  @Test("speaks for a policy in Lua, by its reasons and scores")
  func lua() throws {
    let place = try place()
    try place.write(
      """
      return policy {
        fetches = function(self, candidates, slots)
          local reasons = {}
          for index, app in ipairs(candidates) do
            reasons[app.id] = { reason = "number " .. index, score = index / 10 }
          end
          return { candidates[#candidates].id }, reasons
        end,
      }
      """, to: "last.lua")
    let text = try place.run(
      "why", "s.lua", "--policy", "last.lua", "--app", "b", "--at", "8:15:10"
    ).output
    #expect(
      text.contains(
        """
        Candidates, by score, the highest first
        app  place  score  waiting  outcome
          c      1    0.2     8.0s  chosen: number 2
        > b      2    0.1     9.0s  passed over: number 1
        """))
    #expect(
      text.contains(
        "\n  - a \"score\" above 0.2, as c had; it had 0.1\n"))
  }

  // MARK: Exits

  private func leakingPlace() throws -> Workplace {
    let place = try Workplace()
    try place.write(
      """
      return scenario {
        duration = hours(2), startsAt = "08:00", apps = { app { id = "saver", script = "saver.lua" } },
        user = usage.schedule {
          { at = 0, open = "saver", lasting = 60 }, { at = 3600, open = "saver", lasting = 60 },
        },
      }
      """, to: "day.lua")
    try place.write(
      """
      local app = {}
      function app:didEnterBackground(application)
        application:endBackgroundTask(application:beginBackgroundTask("quick"))
        self.task = application:beginBackgroundTask("save", function() end)
      end
      return app
      """, to: "saver.lua")
    return place
  }

  @Test(
    "at an exit tells exit, codes, line, what led there and what to do, and of it without a time")
  func exit() throws {
    let place = try leakingPlace()
    let told = try place.run("why", "day.lua", "--app", "saver")
    #expect(
      told.output == """
        saver under ios-like, seed 1, at 08:01:30.000

        saver was killed with 0x2182bad2 (562215634), backgroundTaskAssertionTimeout: a background task was
        open when its time was over.
          saver.lua:4: background task 2 "save" was never ended (taskNeverEnded)

        What led there
          08:00:00.000    the user opens it
          08:01:00.000    the user leaves it
          08:01:00.000    it is in the background (user)
          08:01:00.000    didEnterBackground is called
          08:01:00.000    it begins background task 2 "save" (saver.lua:4)
          08:01:25.000    the time of background task 2 is nearly over
          08:01:25.000    expirationHandler is called
          08:01:30.000    killed: background task 2 "save" begun at saver.lua:4 was open at the deadline

        What to do
          - end each task on every path; in its expiration handler cancel the work first, and then call
            endBackgroundTask(id) at once
          - 'dormouse explain taskNeverEnded' shows it wrong and right, and real apps that had it

        Exits of saver
        > 08:01:30.000    backgroundTaskAssertionTimeout (0x2182bad2)
          09:01:30.000    backgroundTaskAssertionTimeout (0x2182bad2)

        """)
    #expect(try place.run("why", "day.lua", "--app", "saver", "--at", "8:01").output == told.output)
    let second = try place.run("why", "day.lua", "--app", "saver", "--at", "9:01:30").output
    #expect(second.hasPrefix("saver under ios-like, seed 1, at 09:01:30.000\n"))
    #expect(second.contains("\n> 09:01:30.000    backgroundTask"))
  }

  @Test("without an app it tells of the one that was killed first")
  func firstKill() throws {
    let place = try leakingPlace()
    let told = try place.run("why", "day.lua", "--app", "saver").output
    #expect(try place.run("why", "day.lua").output == told)
    #expect(
      try self.place().run("why", "s.lua").output
        == "No app was killed in this run; 'dormouse why' with --app and --at explains a decision\n"
    )
  }

  @Test("at a time when the app does not run it tells its last exit, and else what is nearest")
  func nearExit() throws {
    let place = try leakingPlace()
    let after = try place.run("why", "day.lua", "--app", "saver", "--at", "8:10").output
    #expect(
      after.contains(
        "\nAt 08:10:00.000 it was not running: 8.5m before, saver was killed with 0x2182bad2 "))
    let before = try place.run("why", "day.lua", "--app", "saver", "--at", "8:00:30").output
    #expect(
      before.contains(
        """
        What happened nearest, 29.0s later, at
        08:01:00.000: the user leaves it. It was killed with 0x2182bad2 (562215634) at 08:01:30.000: 'dormouse
        why' without --at tells why.
        """)
        || before.replacing("\n", with: " ").contains(
          "What happened nearest, 29.0s later, at 08:01:00.000: the user leaves it. It was killed with "
            + "0x2182bad2 (562215634) at 08:01:30.000: 'dormouse why' without --at tells why."),
      "\(before)")
    let idle = try why("--app", "idle")
    #expect(idle == "idle did not end in this run; 'dormouse why' with --at explains a decision\n")
  }
}
