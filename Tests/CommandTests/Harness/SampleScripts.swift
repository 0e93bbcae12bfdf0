import Foundation

/// Scripts that tests run.
enum SampleScripts {
  /// Two apps, one hour, two parameters.
  static let scenario = """
    local p = scenario.parameters {
      poolMinutes = { default = 10, min = 0, help = "background time for all, in minutes" },
      name = { default = "plain" },
    }
    return scenario {
      title = "An hour with two apps", duration = hours(1), startsAt = "08:00", seed = 3,
      device = device { pool = { capacity = minutes(p.poolMinutes) } },
      apps = {
        app { id = "saver", script = "saver.lua" },
        app { id = "sleeper", script = "sleeper.lua" },
      },
      user = usage.schedule {
        { at = "08:10", open = "saver", lasting = 60 },
        { at = "08:20", open = "sleeper", lasting = 30 },
      },
      policy = "first-come",
    }
    """

  /// Uses two seconds in the background.
  static let saver = """
    local app = {}
    function app:didEnterBackground(application)
      local task = application:beginBackgroundTask("save", function() end)
      DispatchQueue.main:asyncAfter(2, function() application:endBackgroundTask(task) end)
    end
    return app
    """

  /// Never ends its task.
  static let sleeper = """
    local app = {}
    function app:didEnterBackground(application)
      NSLog("good night")
      application:beginBackgroundTask("sleep")
    end
    return app
    """

  /// Logs until it is stopped.
  static let endless = """
    return scenario {
      title = "endless", duration = days(3650),
      apps = { app { id = "ticker", script = "ticker.lua", modes = { "audio" } } },
      user = usage.schedule { { at = 0, open = "ticker", lasting = 10 } },
    }
    """

  static let ticker = """
    local app = {}
    function app:didFinishLaunching()
      AVAudioSession.sharedInstance():setActive(true)
      Timer.scheduledTimer(0.01, true, function() NSLog("tick") end)
    end
    return app
    """
}

extension Workplace {
  /// With `hour.lua` and its apps, and `endless.lua` with its own.
  static func withScripts() throws -> Workplace {
    let place = try Workplace()
    try place.write(SampleScripts.scenario, to: "hour.lua")
    try place.write(SampleScripts.saver, to: "saver.lua")
    try place.write(SampleScripts.sleeper, to: "sleeper.lua")
    try place.write(SampleScripts.endless, to: "endless.lua")
    try place.write(SampleScripts.ticker, to: "ticker.lua")
    return place
  }
}
