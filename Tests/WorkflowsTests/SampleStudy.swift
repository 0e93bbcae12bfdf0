import Experiments
import Foundation
import Scripting
import Workflows

/// Scripts of a study, in memory.
enum SampleStudy {
  static let build = Build(version: "1.2.3")

  /// Does the same under every seed.
  static let user = """
    usage.schedule {
      { at = "08:10", open = "saver", lasting = 60 },
      { at = "08:20", open = "sleeper", lasting = 30 },
    }
    """

  /// Two apps, one hour.
  static let scenario = """
    local p = scenario.parameters { poolMinutes = { default = 10, min = 0 } }
    return scenario {
      title = "An hour with two apps", duration = hours(1), startsAt = "08:00", seed = 3,
      device = device { pool = { capacity = minutes(p.poolMinutes) } },
      apps = {
        app { id = "saver", script = "saver.lua" },
        app { id = "sleeper", script = "sleeper.lua" },
      },
      user = \(user), policy = "first-come",
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
    function app:didEnterBackground(application) application:beginBackgroundTask("sleep") end
    return app
    """

  static let half = """
    return policy { name = "half", backgroundTime = function() return 15 end }
    """

  /// Three policies, two settings, three replications: 18 runs.
  static let experiment = """
    return experiment {
      title = "Two apps compared", scenario = "hour.lua",
      parameters = { poolMinutes = { 0, 10 } },
      policies = { "first-come", "half.lua", "nothing" },
      replications = 3,
      metrics = { "background seconds used", "tasks expired" },
    }
    """

  /// By path.
  static let scripts = [
    "/study/hour.lua": scenario, "/study/saver.lua": saver, "/study/sleeper.lua": sleeper,
    "/study/half.lua": half, "/study/two.lua": experiment,
  ]

  static let files = ScriptTexts(scripts)

  /// With a text in each script replaced where it occurs.
  static func files(replacing old: String, with new: String) -> ScriptTexts {
    ScriptTexts(scripts.mapValues { $0.replacingOccurrences(of: old, with: new) })
  }

  static func plan(
    _ files: ScriptTexts = files, replications: Int? = nil, shard: Shard? = nil,
    by build: Build = build
  ) throws -> ExperimentPlan {
    try ExperimentPlan(
      .init(file: "/study/two.lua", replications: replications, shard: shard), by: build,
      files: files)
  }
}

/// A store's place that goes with the test.
final class StorePlace {
  let path: String
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    path = folder.file("runs.sqlite")
  }
}
