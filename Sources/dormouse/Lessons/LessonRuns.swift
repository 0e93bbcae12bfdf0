import Device
import Runs
import Scripting
import Simulation

/// The files of a lesson on scheduling, as they came with the program, and runs of them.
struct LessonRuns: ScriptFiles {
  let lesson: String
  /// What the student wrote in mine.lua; nil: the lesson's own solution stands for it.
  var mine: [UInt8]?

  func contents(of path: String) -> [UInt8]? {
    let scripts = BuiltInScripts()
    guard path == "mine.lua" else { return scripts.contents(of: "lessons/\(lesson)/\(path)") }
    return mine ?? scripts.contents(of: "lessons/\(lesson)/solution.lua")
  }

  /// Returns a figure of one run of scenario.lua. O(what happens in it).
  ///
  /// - Parameters:
  ///   - metric: as docs/metrics.md names it.
  ///   - app: the one that it is of; nil: of all together, or of the device.
  ///   - policy: as `--policy` has it; nil: the scenario's.
  ///   - settings: as `--set` has them.
  ///   - warmUp: what is left out at the beginning, in seconds.
  /// - Throws: why it cannot be run, as a mistake in mine.lua.
  func figure(
    _ metric: String, of app: String? = nil, policy: String? = nil, seed: UInt64? = nil,
    set settings: [String: String] = [:], warmUp: Double = 0
  ) throws(CommandError) -> Double {
    let run = try run(policy: policy, seed: seed, set: settings, warmUp: warmUp)
    return try figure(metric, of: app, in: run)
  }

  /// Returns a figure of a run.
  func figure(
    _ metric: String, of app: String? = nil, in run: RunResult
  ) throws(CommandError) -> Double {
    let value =
      if let app {
        run.apps.first { $0.name == app }.flatMap { found in
          Metrics.ofApps.first { $0.name == metric }?.value(found)
        }
      } else {
        Metrics.named(metric)?.value(run)
      }
    guard let value else {
      throw .fault("lesson: \(lesson) has no \(metric)\(app.map { " of \($0)" } ?? "")")
    }
    return value
  }

  /// Returns what came of one run of scenario.lua, with the parameters of `figure`.
  func run(
    policy: String? = nil, seed: UInt64? = nil, set settings: [String: String] = [:],
    warmUp: Double = 0
  ) throws(CommandError) -> RunResult {
    let request = Composition.Request(
      file: "scenario.lua", settings: settings, seed: seed, policy: policy)
    let composition: Composition
    do throws(ScriptError) { composition = try Composition(request, files: self) } catch {
      throw CommandError(error)
    }
    let device = composition.device()
    device.warmUp = .seconds(warmUp)
    device.run()
    try device.throwBreakdown(in: "scenario.lua")
    return device.result()
  }
}
