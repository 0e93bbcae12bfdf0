import Device
import Lua
import Simulation
import Testing

@testable import Scripting

@Suite("Scenarios that load")
struct ScenarioScriptTests {
  @Test("have the defaults for all that they do not say")
  func shortest() throws {
    let loaded = try load(
      "return scenario { duration = hours(1), apps = { app { id = 'a', script = 'app.lua' } } }")
    let scenario = loaded.scenario
    #expect(scenario.title == "s" && scenario.duration == .hours(1))
    #expect(scenario.startsAt == .zero && scenario.seed == 1)
    #expect(scenario.apps.map(\.name) == ["a"] && scenario.apps[0].modes == [])
    #expect(scenario.apps[0].backgroundRefresh && scenario.apps[0].memory.background == 80)
    #expect(scenario.user.isEmpty && scenario.network.isEmpty && scenario.power.isEmpty)
    #expect(scenario.servers.isEmpty && scenario.device.limits.backgroundTime == .seconds(30))
    #expect(loaded.policy == "ios-like" && loaded.parameters.isEmpty && loaded.path == "s.lua")
    #expect(loaded.appScripts.map(\.path) == ["app.lua"] && loaded.luaPath == ["."])
    #expect(loaded.appScripts[0].options == .table([]))
    #expect(loaded.appScripts[0].memoryCapBytes == 64 << 20)
    #expect(loaded.appScripts[0].cpuNanosecondsPerTick == 50_000)
  }

  @Test("say so where the pool can never pay for a fetch that an app may get")
  func smallPool() throws {
    func remark(_ pool: String, modes: String = "'fetch'") throws -> String? {
      try load(
        """
        return scenario { duration = 1,
          device = device {
            pool = \(pool) },
          apps = { app { id = "a", script = "app.lua", modes = { \(modes) } } },
        }
        """
      ).remark?.description
    }
    let expected =
      "s.lua:3: device.pool.capacity: too small for any fetch or push, which the pool pays 30 s for"
      + " (10 s): none will ever start; give 30 or more"
    #expect(try remark("{ capacity = 10 }") == expected)
    #expect(try remark("{ capacity = 10 }", modes: "'remote-notification'") == expected)
    #expect(try remark("{ capacity = 10 }", modes: "") == nil)
    #expect(try remark("{ capacity = 30 }") == nil)
    #expect(
      try remark("{ capacity = 10, byTime = { { from = '22:00', to = '07:00', capacity = 60 } } }")
        == nil)
  }

  @Test("give the device every parameter")
  func device() throws {
    let device = try load(
      """
      return scenario { duration = 1, apps = { app { id = "a", script = "app.lua" } },
        device = device {
          os = "iOS 7", expirationLead = 6,
          pool = { capacity = minutes(5), initial = 60, refill = 20, refillEvery = false },
          fetchSlots = { concurrent = 1, starts = 4, window = hours(2) },
          processingSlots = { concurrent = 2, starts = 3, window = hours(4) },
          memory = 1024, multitasking = false, backgroundRefresh = false, criticalBattery = 0.1,
          wifi = { latency = 0.002, rate = MB(50) }, cellular = { rate = KB(100) },
          cores = 2, radio = "3g", battery = { milliampHours = 3000 }, watts = { cpu = 2, screen = 0 },
          limits = {
            launch = 1, terminate = 2.5, hang = 1.5, enterBackground = 2, transition = 3, callback = 4, fetch = 5,
            minimumFetchInterval = 6, suspension = 0, taskAge = 7, openTasks = 8, request = 9,
            callbacksAtOneInstant = 10, livelockCost = 0.25, socketGrace = 11, lockWait = 12,
          },
        } }
      """
    ).scenario.device
    #expect(device.limits.backgroundTime == .seconds(180))
    #expect(device.limits.expirationLead == .seconds(6))
    #expect(device.pool.capacity == .minutes(5) && device.pool.initial == .minutes(1))
    #expect(device.pool.refill == .seconds(20) && device.pool.refillEvery == nil)
    #expect(device.fetchSlots.concurrent == 1 && device.fetchSlots.starts == 4)
    #expect(device.fetchSlots.window == .hours(2) && device.memoryMegabytes == 1024)
    #expect(device.processingSlots.concurrent == 2 && device.processingSlots.starts == 3)
    #expect(device.processingSlots.window == .hours(4))
    #expect(!device.multitasking && !device.backgroundRefresh)
    #expect(device.criticalBatteryLevel == 0.1)
    #expect(device.wifi.latency == .milliseconds(2) && device.wifi.bytesPerSecond == 50_000_000)
    #expect(device.cellular.latency == .milliseconds(50))
    #expect(device.cellular.bytesPerSecond == 100_000)
    #expect(device.energy.cellular == .threeG && device.cores == 2)
    #expect(device.energy.battery.milliampHours == 3_000 && device.energy.battery.volts == 3.8)
    #expect(device.energy.watts.cpu == 2 && device.energy.watts.screen == 0)
    let limits = device.limits
    #expect(limits.launch == .seconds(1) && limits.enterBackground == .seconds(2))
    #expect(limits.transition == .seconds(3) && limits.callback == .seconds(4))
    #expect(limits.terminate == .seconds(2.5) && limits.hang == .seconds(1.5))
    #expect(limits.fetch == .seconds(5) && limits.minimumFetchInterval == .seconds(6))
    #expect(limits.socketGrace == .seconds(11) && limits.lockWait == .seconds(12))
    #expect(limits.suspensionDelay == .zero && limits.taskAge == .seconds(7))
    #expect(limits.openTasks == 8 && limits.requestTimeout == .seconds(9))
    #expect(limits.callbacksAtOneInstant == 10 && limits.livelockCost == .milliseconds(250))
  }

  @Test("may say what only Android has")
  func android() throws {
    let scenario = try load(
      """
      return scenario { duration = 1, platform = "Android 16",
        device = device { doze = false, flexibleConstraints = { "charging", "connectivity" } },
        apps = { app { id = "a", script = "app.lua", predictedBucket = "workingSet" } },
      }
      """
    ).scenario
    #expect(!scenario.device.dozes)
    #expect(scenario.device.flexibleConstraints == [.charging, .connectivity])
    #expect(scenario.apps[0].predictedBucket == .workingSet)
  }

  @Test("may not say of an app what only iOS has")
  func appOfAndroid() {
    let error = #expect(throws: ScriptError.self) {
      try load(
        """
        return scenario { duration = 1, platform = "Android 15",
          apps = { app { id = "a", script = "app.lua", backgroundRefresh = false } },
        }
        """)
    }
    #expect(
      error?.description.contains(
        "app \"a\".backgroundRefresh: backgroundRefresh is iOS's; this device is Android 15, whose "
          + "jobs have quotas (standby.md)") == true)
  }

  @Test("may let the pool and the slots differ over the day")
  func byTime() throws {
    let device = try load(
      """
      return scenario { duration = 1, apps = { app { id = "a", script = "app.lua" } },
        device = device {
          pool = { capacity = 100, byTime = {
            { from = "22:00", to = "07:00", capacity = 10 }, { from = "12:00", to = "13:00", refill = 7 },
          } },
          fetchSlots = { byTime = { { from = "22:00", to = "07:00", starts = 2, concurrent = 1 } } },
        } }
      """
    ).scenario.device
    let budget = device.pool.budget
    #expect(budget.capacity(at: .hours(23)) == .seconds(10))
    #expect(budget.capacity(at: .hours(12)) == .seconds(100))
    #expect(budget.refill(at: .hours(12)) == .seconds(7))
    let night = device.fetchSlots.at(.hours(3))
    #expect(night.starts == 2 && night.concurrent == 1)
    #expect(device.fetchSlots.at(.hours(8)).starts == 12)
  }

  @Test("let policies see the options that they name, in order of their names")
  func visibleOptions() throws {
    let apps = try load(
      """
      return scenario { duration = 1, apps = {
        app { id = "a", script = "app.lua", count = 2, visible = { "weight", "rank", "big", "calm" },
          options = { rank = "high", weight = 2, big = 0.5, calm = true, secret = 1 } },
        app { id = "b", script = "app.lua", options = { rank = 1 } },
      } }
      """
    ).scenario.apps
    let visible = [
      AppOption("big", .number(0.5)), AppOption("calm", .boolean(true)),
      AppOption("rank", .text("high")), AppOption("weight", .integer(2)),
    ]
    #expect(apps.map(\.visibleOptions) == [visible, visible, []])
  }

  @Test(
    "may leave the pool to discretionary work alone",
    arguments: ["'discretionary'", "{ pays = 'discretionary' }"])
  func discretionaryPool(pool: String) throws {
    let device = try load(
      """
      return scenario { duration = 1, apps = { app { id = "a", script = "app.lua" } },
        device = device { pool = \(pool) } }
      """
    ).scenario.device
    #expect(device.pool.pays == .discretionary && device.pool.capacity == .minutes(10))
  }

  @Test("may override the time of an iOS version")
  func override() throws {
    let limits = try load(
      """
      return scenario { duration = 1, apps = { app { id = "a", script = "app.lua" } },
        device = { backgroundTime = 45, os = "iOS 6" } }
      """
    ).scenario.device.limits
    #expect(limits.backgroundTime == .seconds(45))
  }

  @Test("give apps what they declare, and count out those that stand for many")
  func apps() throws {
    let loaded = try load(
      """
      return scenario { duration = 1, apps = {
        app { id = "news", script = "lib/news.lua", modes = { "fetch", "audio" },
          memory = { 220, 120.5, 0 }, backgroundRefresh = false, memoryCap = MB(1),
          instructionCost = 1e-4, options = { host = "h", list = { 1, 2.5, true } } },
        app { id = "photos", script = "app.lua", count = 3 },
        { id = "plain", script = "app.lua" },
      } }
      """, with: ["lib/news.lua": "return {}"])
    let apps = loaded.scenario.apps
    #expect(apps.map(\.name) == ["news", "photos-1", "photos-2", "photos-3", "plain"])
    #expect(apps[0].modes == [.fetch, .audio] && !apps[0].backgroundRefresh)
    #expect(apps[0].memory.foreground == 220 && apps[0].memory.background == 120.5)
    #expect(apps[0].memory.suspended == 0)
    let scripts = loaded.appScripts
    #expect(scripts.map(\.path) == ["lib/news.lua", "app.lua", "app.lua", "app.lua", "app.lua"])
    #expect(scripts[0].displayName == "lib/news.lua" && scripts[0].memoryCapBytes == 1_000_000)
    #expect(scripts[0].cpuNanosecondsPerTick == 100_000)
    #expect(scripts[0].options["host"] == .text("h"))
    #expect(scripts[0].options["list"] == .list([.integer(1), .number(2.5), .boolean(true)]))
  }

  @Test("give servers their latency, rate, failures and publications")
  func servers() throws {
    let servers = try load(
      """
      local tiny = 5e-324 -- the least number there is
      return scenario { duration = 1, startsAt = "01:00",
        apps = { app { id = "a", script = "app.lua" } },
        servers = {
          server { host = "a", latency = { median = 0.2, p95 = 1.5 }, rate = MB(2), fails = 0.01,
            publishes = { every = minutes(10) }, bytes = 10, itemBytes = KB(3) },
          server { host = "b", publishes = { perHour = 6 } },
          server { host = "c", publishes = { at = { hours(2), "02:30", { day = 2, "00:00" } } } },
          server { host = "d" },
          server { host = "e", publishes = { perHour = 2, byHour = {
            0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0 } } },
          server { host = "f", publishes = { perHour = 2, byHour = {
            0, 0, 0, 0, 0, 0, 0, 0, tiny, tiny, tiny, tiny, tiny, tiny, tiny, tiny, tiny, tiny,
            tiny, tiny, 0, 0, 0, 0 } } },
        } }
      """
    ).scenario.servers
    #expect(servers.map(\.host) == ["a", "b", "c", "d", "e", "f"])
    // Two an hour are 48 a day, in the twelve hours of the day four in each.
    let day = (0..<24).map { (8..<20).contains($0) ? 4.0 : 0 }
    #expect(servers[4].publication == .byHour(day, startsAt: .hours(1)))
    #expect(servers[5].publication == servers[4].publication)
    #expect(servers[0].latencyMedian == .milliseconds(200))
    #expect(servers[0].latencyP95 == .milliseconds(1_500))
    #expect(servers[0].bytesPerSecond == 2_000_000 && servers[0].failureProbability == 0.01)
    #expect(servers[0].answerBytes == 10 && servers[0].itemBytes == 3_000)
    guard case .every(.minutes(10)) = servers[0].publication,
      case .perHour(6) = servers[1].publication, case .at(let times) = servers[2].publication,
      case .never = servers[3].publication
    else {
      Issue.record("publications are \(servers.map(\.publication))")
      return
    }
    #expect(times.map(\.seconds) == [5_400, 7_200, 82_800])
  }

  @Test("know the world by clock, by day and by seconds since the start")
  func world() throws {
    let scenario = try load(
      """
      return scenario { duration = days(2), startsAt = "06:30:15",
        apps = { app { id = "a", script = "app.lua" } },
        network = {
          { at = { day = 2, "00:00" }, kind = "none" },
          { at = "00:00", kind = "wifi" }, { at = "06:31", kind = "cellular" } },
        power = { { at = 0, level = 0.5, charging = true }, { at = 90.5, lowPowerMode = true } },
        user = usage.schedule {
          { at = "07:30:15", open = "a", lasting = 60 }, { at = 10, forceQuit = "a" },
          { at = 20, open = "a" }, { at = 30, close = true },
        } }
      """
    ).scenario
    #expect(scenario.network.map(\.at.seconds) == [0, 45, 62_985])
    #expect(scenario.network.map(\.kind) == [.wifi, .cellular, .none])
    #expect(scenario.power.map(\.at.seconds) == [0, 90.5])
    #expect(scenario.power[0].level == 0.5 && scenario.power[0].charging == true)
    #expect(scenario.power[0].lowPowerMode == nil && scenario.power[1].lowPowerMode == true)
    let a = AppID(0)
    #expect(scenario.user.map(\.at.seconds) == [10, 20, 30, 3_600, 3_660])
    #expect(scenario.user.map(\.kind) == [.forceQuit(a), .open(a), .close, .open(a), .close])
  }

  @Test("take policies as names, or as files beside the scenario")
  func policies() throws {
    let rest = "duration = 1, apps = { app { id = 'a', script = 'app.lua' } } }"
    #expect(try load("return scenario { policy = 'nothing', \(rest)").policy == "nothing")
    let files = ["p/own.lua": "return policy {}"]
    let loaded = try load("return scenario { policy = './p/../p/own.lua', \(rest)", with: files)
    #expect(loaded.policy == "p/own.lua")
  }

  @Test("may require modules, compute, and build tables before they declare them")
  func computed() throws {
    let scenario = try load(
      """
      local kit = require "lib.kit"
      local apps = {}
      for i = 1, 3 do apps[i] = kit.make("app" .. i) end
      apps[2].count = 2
      return scenario { duration = days(1) / 2, apps = apps }
      """,
      with: [
        "./lib/kit.lua":
          "return { make = function(id) return app { id = id, script = 'app.lua' } end }"
      ]
    ).scenario
    #expect(scenario.apps.map(\.name) == ["app1", "app2-1", "app2-2", "app3"])
    #expect(scenario.duration == .hours(12))
  }

  @Test("draw the same user each time, and another from another seed")
  func seeds() throws {
    let text = """
      return scenario { duration = days(1), seed = 7, apps = { app { id = "a", script = "app.lua" },
        app { id = "b", script = "app.lua" } },
        user = usage.habits { sessionsPerDay = 20, apps = { a = 1, b = 3 },
          byHour = { 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1 },
          session = { mean = 60, median = 30, longest = 600 }, launchesPerSession = 1.5 } }
      """
    let loaded = try load(text)
    #expect(loaded.scenario.seed == 7 && loaded.scenario.user.count > 20)
    #expect(try load(text).scenario.user == loaded.scenario.user)
    let other = try loaded.drawn(from: 8)
    #expect(other.scenario.seed == 8 && other.scenario.user != loaded.scenario.user)
    #expect(try other.drawn(from: 7).scenario.user == loaded.scenario.user)
  }

  @Test("draw a person by the calibration that they name, then by their own values")
  func people() throws {
    let text = { (keys: String) in
      """
      return scenario { duration = days(7), apps = { app { id = "a", script = "app.lua" },
        app { id = "b", script = "app.lua" }, app { id = "c", script = "app.lua" } },
        user = usage.people { \(keys) } }
      """
    }
    let usual = try load(text("")).scenario.user
    #expect(usual.count > 50)
    #expect(try load(text("calibration = 'lsapp'")).scenario.user == usual)
    #expect(try load(text("calibration = 'dpi'")).scenario.user != usual)
    #expect(try load(text("person = 1")).scenario.user == usual, "the usual seed is 1")
    #expect(try load(text("person = 2")).scenario.user != usual)
    let keys = "pickUpsPerDay = 3, calibration = 'dpi', apps = { b = 2 }"
    let own = try load(text(keys)).scenario.user
    #expect(own.count < usual.count)
    #expect(own.allSatisfy { $0.kind == .close || $0.kind == .open(AppID(1)) })
  }

  @Test("draw what is random in their scripts from the seed, and again from every other")
  func random() throws {
    let text = { (seed: String) in
      """
      local apps = {}
      for number = 1, math.random(2, 1000) do
        apps[number] = app { id = "a" .. number, script = "app.lua" }
      end
      return scenario { duration = 1 + math.random(), apps = apps\(seed) }
      """
    }
    let usual = try load(text(""))
    #expect(!usual.isFixed && usual.scenario.seed == 1)
    let seventh = try load(text(", seed = 7"))
    #expect(seventh.scenario.seed == 7)
    #expect(seventh.scenario.duration != usual.scenario.duration)
    #expect(seventh.scenario.apps.count != usual.scenario.apps.count)
    for (one, other) in [(try usual.drawn(from: 7), seventh), (try seventh.drawn(from: 1), usual)] {
      #expect(one.scenario.seed == other.scenario.seed)
      #expect(one.scenario.duration == other.scenario.duration)
      #expect(one.appScripts.count == other.scenario.apps.count && !one.isFixed)
    }
    let fixed = try load(
      "return scenario { duration = 1, apps = { app { id = 'a', script = 'app.lua' } } }")
    #expect(fixed.isFixed)
  }

  @Test("are all those in scripts/", arguments: ["cookbook", "weekday"])
  func ours(name: String) throws {
    let loaded = try ScenarioScript.load("scripts/scenarios/\(name).lua", files: RepositoryFiles())
    #expect(loaded.appScripts.count == loaded.scenario.apps.count)
    #expect(!loaded.scenario.user.isEmpty && !loaded.parameters.isEmpty)
  }
}
