import Device
import Experiments
import Scripting

/// The results in a store, as an experiment's `expect` asks for them.
final class ExpectedResults: ExperimentResults {
  private let store: Store
  private let experiment: Experiment
  /// The analyses by metric, each made when it is asked for; looked up only.
  private var analyses: [String: ExperimentAnalysis] = [:]
  /// The error in reading the store, with which the answers mean nothing; nil: none.
  private(set) var failure: StoreError?

  init(_ store: Store) throws(StoreError) {
    self.store = store
    experiment = try store.experiment()
  }

  let metrics =
    Metrics.all.map(\.name) + Metrics.all.map(\.key).filter { Metrics.named($0)?.name != $0 }

  func advice(onUnknownMetric name: String) -> String? { Metrics.advice(onUnknown: name) }

  func summary(
    of metric: String, under policy: String, at cell: LoadedExperiment.Setting
  ) -> ResultSummary? {
    guard let estimate = standing(metric, policy, cell)?.estimate else { return nil }
    return ResultSummary(
      mean: estimate.mean, deviation: estimate.deviation,
      interval: interval(estimate.low, estimate.high), count: estimate.count)
  }

  func difference(
    of metric: String, under policy: String, at cell: LoadedExperiment.Setting
  ) -> ResultDifference? {
    guard let difference = standing(metric, policy, cell)?.difference else { return nil }
    let estimate = difference.estimate
    return ResultDifference(
      mean: estimate.mean, interval: interval(estimate.low, estimate.high),
      p: difference.adjustedP, count: estimate.count)
  }

  private func interval(_ low: Double?, _ high: Double?) -> ClosedRange<Double>? {
    guard let low, let high else { return nil }
    return low...high
  }

  private func standing(
    _ metric: String, _ policy: String, _ cell: LoadedExperiment.Setting
  ) -> Comparison.Standing? {
    guard let place = experiment.policies.firstIndex(where: { $0.label == policy }) else {
      return nil
    }
    return analysis(of: metric)?.comparison(metric, under: Setting(cell))?.standings[place]
  }

  private func analysis(of name: String) -> ExperimentAnalysis? {
    if let known = analyses[name] { return known }
    guard let metric = Metrics.named(name) else { return nil }
    do throws(StoreError) {
      let analysis = try ExperimentAnalysis(of: store, metrics: [metric])
      analyses[name] = analysis
      return analysis
    } catch {
      failure = failure ?? error
      return nil
    }
  }
}
