import Device
import Experiments
import Runs
import Scripting
import Simulation

/// A factory of the devices of an experiment's runs.
final class ExperimentFactory: RunFactory {
  /// The parts that all runs of one setting share.
  private struct World {
    let setting: Setting
    let loaded: LoadedScenario
    let apps: AppScripts
  }

  private struct Drawn {
    let setting: Setting
    let seed: UInt64
    let drawn: LoadedScenario
  }

  /// The number of settings, and of seeds, that are kept: threads are seldom further apart.
  private static let remembered = 8

  private let loaded: LoadedExperiment
  /// The settings as the script has them, by those of the plan; looked up only.
  private let settings: [Setting: LoadedExperiment.Setting]
  /// The source of each policy, by its label; looked up only.
  private let policies: [String: String]
  /// The worlds in the order in which they were made.
  private let worlds = Locked<[World]>([])
  /// The scenarios of the latest seeds.
  private let scenarios = Locked<[Drawn]>([])

  init(_ loaded: LoadedExperiment) {
    self.loaded = loaded
    settings = Dictionary(
      loaded.settings.map { (Setting($0), $0) }, uniquingKeysWith: { first, _ in first })
    policies = Dictionary(
      loaded.policies.map { ($0.label, $0.source) }, uniquingKeysWith: { first, _ in first })
  }

  func device(for run: PlannedRun) throws(RunFailure) -> Device {
    do throws(ScriptError) { return try composition(of: run).device() } catch {
      throw RunFailure(error.description, cause: error.cause)
    }
  }

  /// Returns the scenario, policy and apps of one run.
  func composition(of run: PlannedRun) throws(ScriptError) -> Composition {
    let world = try world(of: run.setting)
    guard let source = policies[run.policy.label] else {
      fatalError("ExperimentFactory: no such policy (\(run.policy.label)); plan what is loaded")
    }
    let drawn = try drawn(world, run)
    let policy = try Composition.policy(source, drawn, loaded.files)
    // With another seed a scenario may have other apps.
    let apps = world.loaded.isFixed ? world.apps : try Composition.apps(drawn, loaded.files)
    var composition = Composition(drawn, apps, policy)
    composition.settings = run.setting.values.map { ($0.name, $0.text) }
    composition.warmUp = run.warmUp
    return composition
  }

  /// Returns the scenario of a seed, which is drawn once for all policies.
  private func drawn(_ world: World, _ run: PlannedRun) throws(ScriptError) -> LoadedScenario {
    let known = scenarios.withLock {
      $0.last { $0.seed == run.seed && $0.setting == run.setting }
    }
    if let known { return known.drawn }
    let drawn = try world.loaded.drawn(from: run.seed)
    scenarios.withLock { scenarios in
      if scenarios.count == ExperimentFactory.remembered { scenarios.removeFirst() }
      scenarios.append(Drawn(setting: run.setting, seed: run.seed, drawn: drawn))
    }
    return drawn
  }

  private func world(of setting: Setting) throws(ScriptError) -> World {
    if let known = worlds.withLock({ $0.last { $0.setting == setting } }) { return known }
    guard let point = settings[setting] else {
      fatalError("ExperimentFactory: no such setting (\(setting)); plan what is loaded")
    }
    let scenario = try loaded.scenario(for: point)
    let apps = try Composition.apps(scenario, loaded.files)
    let world = World(setting: setting, loaded: scenario, apps: apps)
    worlds.withLock { worlds in
      // Another thread may have made it meanwhile, which is as good.
      if worlds.count == ExperimentFactory.remembered { worlds.removeFirst() }
      worlds.append(world)
    }
    return world
  }
}

extension Setting {
  /// Creates the plan's setting from that of the script.
  init(_ setting: LoadedExperiment.Setting) {
    self.init(setting.values.map { Value($0.name, $0.text) })
  }
}
