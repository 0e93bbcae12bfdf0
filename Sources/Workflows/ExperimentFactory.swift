import Device
import Experiments
import Scripting
import Simulation

/// Makes the devices of an experiment's runs.
final class ExperimentFactory: RunFactory {
  /// What all runs of one setting have in common.
  private struct World {
    let setting: Setting
    let loaded: LoadedScenario
    let apps: AppScripts
  }

  /// Threads are seldom further apart than this many settings.
  private static let remembered = 8

  private let loaded: LoadedExperiment
  /// As the script has them, by what the plan calls them; looked up only.
  private let settings: [Setting: LoadedExperiment.Setting]
  /// What makes each policy, by its label; looked up only.
  private let policies: [String: String]
  /// In the order in which they were made.
  private let worlds = Locked<[World]>([])

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

  /// Scenario, policy and apps of one run.
  func composition(of run: PlannedRun) throws(ScriptError) -> Composition {
    let world = try world(of: run.setting)
    guard let source = policies[run.policy.label] else {
      fatalError("ExperimentFactory: no such policy (\(run.policy.label)); plan what is loaded")
    }
    let drawn = try world.loaded.drawn(from: run.seed)
    let policy = try Composition.policy(source, drawn, loaded.files)
    // Under another seed a scenario may have other apps.
    let apps = world.loaded.isFixed ? world.apps : try Composition.apps(drawn, loaded.files)
    return Composition(drawn, apps, policy)
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
  /// As an experiment's script has it.
  init(_ setting: LoadedExperiment.Setting) {
    self.init(setting.values.map { Value($0.name, $0.text) })
  }
}
