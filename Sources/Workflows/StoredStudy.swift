import Experiments
import Runs
import Scripting

/// A study from its store alone: the experiment, read from the scripts that the store keeps, and
/// the runs that were made of it.
public struct StoredStudy {
  public let plan: ExperimentPlan
  public let store: Store
  /// The runs that are done, in plan order.
  public let runs: [StoredRun]
  /// The runs that could not be made, in plan order.
  public let failures: [StoredRun]
  /// The runs that the watchdog ended, which another machine may not, in plan order.
  public let stalls: [StoredRun]
  private let experiment: Experiment
  private let factory: ExperimentFactory

  /// Loads everything and runs nothing. O(bytes of the store).
  ///
  /// - Throws: the problems of the scripts, and what the store lacks.
  public init(_ store: Store, by build: Build) throws(WorkflowError) {
    self.store = store
    let given: [GivenOption]
    let files: StoredScripts
    do throws(StoreError) {
      experiment = try store.experiment()
      runs = try store.runs()
      failures = try store.failedRuns()
      stalls = try store.stalledRuns()
      given = try store.given()
      guard let file = given.first(where: { $0.option.isEmpty })?.value else {
        throw .unusable(
          "\(store.path): it does not say which experiment its runs belong to; run it again, into a "
            + "new store")
      }
      files = try StoredScripts(
        store, experiment: file,
        folders: given.filter { $0.option == "lua-path" }.map(\.value))
    } catch {
      throw .store(error)
    }
    var request = ExperimentPlan.Request(file: files.path, replications: experiment.replications)
    for one in given {
      switch one.option {
      case GivenOption.sensitivity.option: request.isScreening = true
      case "lua-path": request.luaPath.append(files.folder(of: one.value))
      case "set":
        let parts = one.value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        request.settings[String(parts[0])] = String(parts.last ?? "")
      default: break
      }
    }
    plan = try ExperimentPlan(request, by: build, files: files)
    if let part = plan.experiment.firstDifference(from: experiment) {
      throw .store(
        .unusable(
          "\(store.path): its plan is not that of its scripts (\(part)); it was edited, or this version "
            + "of dormouse reads them differently: use the one that made it ('dormouse report' "
            + "names it)"))
    }
    factory = ExperimentFactory(plan.loaded)
  }

  /// Returns the plan of a stored run.
  public func planned(_ run: StoredRun) -> PlannedRun {
    PlannedRun(
      setting: experiment.settings[run.setting], policy: experiment.policies[run.policy],
      seed: run.seed, warmUp: experiment.warmUp)
  }

  /// Returns a run's name: `poolMinutes=5, first-come, seed 3`.
  public func name(of run: StoredRun) -> String { planned(run).name }

  /// Returns the runs that the plan asks for and the store does not have in any form, in plan
  /// order. O(runs).
  public func missing() throws(StoreError) -> [PlannedRun] {
    var there = Set<PlannedRun>()
    for run in runs + failures + stalls { there.insert(planned(run)) }
    return experiment.runs(replications: try store.replications(), shard: try store.shard())
      .filter { !there.contains($0) }
  }

  /// Returns all parts of the run, so that it can be run again and watched.
  public func composition(of run: StoredRun) throws(WorkflowError) -> Composition {
    let plan = planned(run)
    let source = String(plan.policy.source.prefix { $0 != "{" })
    do throws(ScriptError) {
      var composition = try factory.composition(of: plan)
      composition.stored = Composition.Stored(
        number: run.number, name: plan.name, policyFile: source.hasSuffix(".lua") ? source : nil)
      return composition
    } catch {
      throw .script(error)
    }
  }

  /// Returns the first run, in plan order, for which all arguments hold; nil when there is none.
  ///
  /// - Parameters:
  ///   - policy: as reports call it, or its source.
  ///   - settings: values by parameter; looked up only.
  public func run(
    number: Int? = nil, policy: String? = nil, seed: UInt64? = nil, settings: [String: String] = [:]
  ) -> StoredRun? {
    runs.first { run in
      let values = experiment.settings[run.setting].values
      let choice = experiment.policies[run.policy]
      return run.number == number ?? run.number && run.seed == seed ?? run.seed
        && (policy == nil || policy == choice.label || policy == choice.source)
        && settings.allSatisfy { name, text in
          values.contains { $0.name == name && $0.text == text }
        }
    }
  }

  /// The factory of the devices of its runs.
  var devices: any RunFactory { factory }
}

extension PlannedRun {
  /// The run's name for people: `poolMinutes=5, first-come, seed 3`.
  public var name: String {
    let setting = setting.description
    return "\(setting.isEmpty ? "" : setting + ", ")\(policy.label), seed \(seed)"
  }
}

extension Experiment {
  /// Returns the first part in which two plans differ, as messages call it; nil when they are
  /// equal. The number of replications may have been asked for on the command line, and a scenario
  /// that was named by its place on the disk has another name in the store.
  fileprivate func firstDifference(from other: Experiment) -> String? {
    if settings != other.settings { return "other settings" }
    if policies != other.policies { return "other policies" }
    if baseline != other.baseline { return "another baseline" }
    if firstSeed != other.firstSeed { return "other seeds" }
    if warmUp != other.warmUp { return "another warm-up" }
    if blocks != other.blocks { return "other blocks" }
    if metrics != other.metrics { return "other metrics" }
    if precision != other.precision { return "another precision" }
    if title != other.title { return "another title" }
    return nil
  }
}
