import Simulation

/// The scripts that `dormouse new` writes.
enum Template: String, CaseIterable {
  case app
  case scenario
  case policy
  case experiment
  case test

  /// What to write for a path without its ending.
  ///
  /// - Parameters:
  ///   - kind: of an app.
  func files(_ stem: String, kind: AppKind = .fetch) -> [(path: String, text: String)] {
    switch self {
    case .app: [("\(stem).lua", kind.text ?? Template.appText)]
    case .policy: [("\(stem).lua", Template.policyText)]
    case .scenario:
      [
        ("\(stem).lua", Template.scenarioText(app: "\(Template.name(stem))-app")),
        ("\(stem)-app.lua", Template.appText),
      ]
    case .experiment:
      [("\(stem).lua", Template.experimentText(scenario: "\(Template.name(stem))-scenario"))]
        + Template.scenario.files("\(stem)-scenario")
    case .test:
      [
        ("\(stem)-test.lua", Template.testText(app: "\(Template.name(stem))-app")),
        ("\(stem)-app.lua", Template.appText),
      ]
    }
  }

  /// What its author may do now.
  func next(_ stem: String, kind: AppKind = .fetch) -> String {
    let file = shellQuoted("\(stem).lua")
    return switch self {
    case .app:
      "name it in a scenario: app { id = \"\(Template.name(stem))\", "
        + "script = \("\(stem).lua".debugDescription)\(kind.keys) }"
    case .scenario: "dormouse run \(file)"
    case .experiment: "dormouse compare \(file)"
    case .policy: "dormouse run SCENARIO --policy \(file)"
    case .test: "dormouse test \(shellQuoted("\(stem)-test.lua"))"
    }
  }

  private static func name(_ stem: String) -> String {
    stem.split(separator: "/").last.map(String.init) ?? stem
  }

  private static let appText = #"""
    -- An app: a script that returns its delegate. Every method is optional.

    -- What the scenario's `options = { ... }` gives this app: local options = ...

    local delegate = {}

    function delegate:didFinishLaunching(application, launch)
      NSLog("launched by %@", launch.reason)
      -- Without this an app is never given a fetch; the scenario must also list the mode "fetch".
      application:setMinimumBackgroundFetchInterval(UIApplication.backgroundFetchIntervalMinimum)
    end

    function delegate:didEnterBackground(application)
      -- Ask not to be suspended at once. Every begin wants exactly one end.
      local task
      local function finish()
        application:endBackgroundTask(task)
        task = UIBackgroundTaskIdentifier.invalid -- which is safe to end again
      end
      task = application:beginBackgroundTask("save", function()
        NSLog("out of time")
        finish()
      end)
      DispatchQueue.main:asyncAfter(2, function()
        NSLog("saved, %.1f s to spare", application.backgroundTimeRemaining)
        finish()
      end)
    end

    function delegate:performFetch(application, completionHandler)
      -- The fetch has 30 seconds, and a request 60 unless it says less.
      local data, _, error = URLSession.shared:data {
        url = "https://server.example/items", timeout = 20,
      }
      if error then
        NSLog("fetch failed: %@", error.localizedDescription)
        completionHandler(UIBackgroundFetchResult.failed)
      elseif data.newItems > 0 then
        NSLog("%d new items", data.newItems)
        completionHandler(UIBackgroundFetchResult.newData)
      else
        completionHandler(UIBackgroundFetchResult.noData)
      end
    end

    return delegate

    """#

  private static func scenarioText(app: String) -> String {
    #"""
    -- A scenario: the device, its apps, the servers they talk to, and what the user does.
    -- Times are seconds; seconds(n), minutes(n), hours(n) and days(n) say so.

    -- What `dormouse run FILE --set poolMinutes=5` can change.
    local p = scenario.parameters {
      poolMinutes = { default = 10, help = "background time that all apps share, in minutes" },
    }

    return scenario {
      title = "A morning with two apps",
      duration = hours(6), startsAt = "06:00", seed = 1,
      device = device {
        os = "iOS 13",
        pool = { capacity = minutes(p.poolMinutes), refill = 25, refillEvery = minutes(30) },
        fetchSlots = { concurrent = 1, starts = 12, window = hours(1) },
      },
      apps = {
        -- `count` makes copies: mine-1, mine-2.
        app { id = "mine", script = "\#(app).lua", modes = { "fetch" }, count = 2 },
      },
      servers = {
        server {
          host = "server.example", latency = { median = 0.2, p95 = 1.5 }, fails = 0.02,
          publishes = { every = minutes(20) },
        },
      },
      user = usage.schedule {
        { at = "06:35", open = "mine-1", lasting = minutes(3) },
        { at = "08:15", open = "mine-2", lasting = minutes(1) },
        { at = "10:05", open = "mine-1", lasting = minutes(5) },
      },
      network = {
        { at = "06:00", kind = "wifi" }, { at = "08:00", kind = "cellular" },
        { at = "08:20", kind = "none" }, { at = "08:30", kind = "wifi" },
      },
      power = { { at = "06:00", level = 1.0, charging = true }, { at = "07:00", charging = false } },
      policy = "ios-like", -- `dormouse policies` lists them; --policy overrides
    }

    """#
  }

  private static func experimentText(scenario: String) -> String {
    #"""
    -- An experiment: one scenario under several policies, settings and seeds.

    return experiment {
      title = "Which policy suits a small pool?",

      -- Its file; or function(p) ... return scenario { ... } end, of the parameters below.
      scenario = "\#(scenario).lua",

      -- Every combination of values is a setting; the scenario must declare these parameters.
      -- `range(5, 20, 5)` is { 5, 10, 15, 20 }.
      parameters = { poolMinutes = { 0.5, 10 } },

      -- Leaves settings out for which it returns false or nil.
      -- where = function(p) return p.poolMinutes > 5 end,

      -- `dormouse policies` lists them; name{key=value} sets a parameter of one, and a .lua file is a
      -- policy of your own. The first is what the others are compared with, unless `baseline` names it.
      policies = { "first-come", "fair-share", "likely-next", "nothing" },

      -- Runs of each policy under each setting. Run k has the same world under all of them.
      replications = 10, seed = 1,

      -- What happens before is left out of the figures.
      warmUp = minutes(30),

      -- What to show.
      metrics = { "staleness mean", "fetches new", "background seconds used" },

      -- Adds replications until the interval is so narrow:
      -- precision = { metric = "fetches new", halfWidth = 0.5, maximum = 200 },

      -- What must hold; exit status 1 if it does not.
      expect = function(result)
        for _, minutes in ipairs { 0.5, 10 } do
          local used = result:metric("background seconds used", "nothing", { poolMinutes = minutes })
          assert(used.mean == 0, "nothing has used background time")
        end
      end,
    }

    """#
  }

  private static let policyText = #"""
    -- A policy: decides who gets background time and fetch slots. The device enforces the limits,
    -- whatever is returned here. `dormouse run SCENARIO --policy FILE` uses it.

    return policy {
      -- Seconds for an app that wants to go on in the background: 0 to request.allowance.
      backgroundTime = function(self, request, device)
        -- Leave some of the pool to the others.
        return math.min(request.allowance, device.pool.available / 2)
      end,

      -- Apps to fetch now, best first, at most `slots` of them; and why, for the trace.
      -- `candidates` come in order of waiting, longest first.
      fetches = function(self, candidates, slots, device)
        local chosen, reasons = {}, {}
        for index, candidate in ipairs(candidates) do
          if index > slots then break end
          chosen[index] = candidate.id
          reasons[candidate.id] = "waited longest"
        end
        return chosen, reasons
      end,

      -- What became of a grant or a fetch: learn from it here.
      observe = function(self, outcome)
      end,
    }

    """#
}
