import Device
import Experiments
import Foundation
import Simulation

/// An estimate of the runs that a plan still has to make and of their cost, from runs that are
/// tried here.
public struct PlanEstimate: Sendable {
  /// The usual time for trying runs, in real seconds, all together.
  public static let usualTrialTime = 4.0
  /// The number of runs that are tried at least, as far as the plan has them.
  private static let fewestTrials = 12
  private static let mostTrials = 200

  /// The number of runs of the plan's part, in its first round.
  public let runs: Int
  /// The number of these that the store has.
  public let done: Int
  /// The real seconds that each tried run took on one core.
  private var seconds = RunningMoments()
  /// The bytes that all tried runs take in a store.
  private var bytes = 0.0

  /// The number of runs that were tried.
  public var tried: Int { seconds.count }
  /// The real seconds of one run on one core.
  public var secondsPerRun: Double { seconds.mean ?? 0 }

  /// Returns the real seconds of what is left.
  ///
  /// The range covers the mean by its 95 % interval, and by a fifth at least, for the speed of
  /// machines varies so much; a single run may take twice or half as long as the others.
  ///
  /// - Parameters:
  ///   - jobs: threads.
  public func secondsLeft(jobs: Int) -> ClosedRange<Double> {
    let share = Double(runs - done) / Double(jobs)
    guard let estimate = Estimate(seconds) else { return 0...0 }
    let mean = estimate.mean
    guard let halfWidth = estimate.halfWidth else { return share * mean / 2...share * mean * 2 }
    let margin = max(halfWidth, mean / 5)
    return share * max(mean / 2, mean - margin)...share * (mean + margin)
  }

  /// The bytes by which the store will grow.
  public var bytesLeft: Double {
    Double(runs - done) * bytes / Double(max(1, tried)) + (done == 0 ? StoredSize.ofTheRest : 0)
  }

  /// Tries some runs if any are left, which takes seconds, and stores nothing. Throws what keeps
  /// the store from being read.
  ///
  /// - Parameters:
  ///   - storePath: where the runs are or will be kept; the file need not exist.
  ///   - trialTime: how long to try runs, in real seconds, all together.
  public init(
    of plan: ExperimentPlan, storePath: String, trialTime: Double = usualTrialTime
  ) throws(StoreError) {
    let known =
      FileManager.default.fileExists(atPath: storePath)
      ? try Store(storePath, access: .read).keysOfDoneRuns() : []
    var runs = 0
    var done = 0
    for (_, key) in plan.runs() {
      runs += 1
      if known.contains(key) { done += 1 }
    }
    self.runs = runs
    self.done = done
    if done < runs { tryOut(plan, trialTime) }
  }

  /// Tries runs from all over the grid, each policy in its turn. A long run is tried in part, and
  /// taken to go on as it began; one that fails costs nothing.
  private mutating func tryOut(_ plan: ExperimentPlan, _ trialTime: Double) {
    let experiment = plan.experiment
    let seeds = ReplicationSeeds(experiment)
    let factory = ExperimentFactory(plan.loaded)
    var random = RandomStream(seed: 1, name: "dry run")
    var settings = Array(experiment.settings.indices)
    random.shuffle(&settings)
    let policies = experiment.policies.count
    let replications = max(1, experiment.replications)
    let planned = settings.count * policies * replications
    let count = min(
      planned, PlanEstimate.mostTrials, max(policies, PlanEstimate.fewestTrials, planned / 10))
    let share = trialTime / Double(min(count, max(policies, PlanEstimate.fewestTrials)))
    let began = ContinuousClock.now
    for trial in 0..<count {
      let elapsed = (ContinuousClock.now - began) / .seconds(1)
      if trial >= policies, elapsed > trialTime { break }
      // Each policy meets other settings in each of its turns.
      let setting = settings[(trial + trial / policies) % settings.count]
      let run = PlannedRun(
        setting: experiment.settings[setting], policy: experiment.policies[trial % policies],
        seed: seeds.seed(ofReplication: trial / policies % replications, setting: setting),
        warmUp: experiment.warmUp)
      tryOut(run, of: factory, within: share)
    }
  }

  private mutating func tryOut(
    _ run: PlannedRun, of factory: ExperimentFactory, within share: Double
  ) {
    // The first device of a setting loads its scenario and compiles its scripts, which all runs
    // share.
    _ = try? factory.device(for: run)
    let began = ContinuousClock.now
    guard let device = try? factory.device(for: run) else { return seconds.add(0) }
    device.run { _, _ in (ContinuousClock.now - began) / .seconds(1) < share }
    let elapsed = (ContinuousClock.now - began) / .seconds(1)
    let part = (device.now - .start) / (device.end - .start)
    seconds.add(device.now < device.end && part > 0 ? elapsed / part : elapsed)
    bytes += StoredSize.of(device.result())
  }
}
