/// The results of an experiment, as its `expect` function may ask for them.
public protocol ExperimentResults {
  /// Names of the metrics that can be asked for.
  var metrics: [String] { get }

  /// Returns what to do about a metric that there is not, as messages end with it; nil: what is
  /// nearest among `metrics` was meant.
  func advice(onUnknownMetric name: String) -> String?

  /// A metric under a policy at one of the experiment's `cells`; nil when no run has a value.
  ///
  /// - Parameters:
  ///   - policy: a label of the experiment's.
  func summary(
    of metric: String, under policy: String, at cell: LoadedExperiment.Setting
  ) -> ResultSummary?

  /// The paired difference of a policy to the baseline; nil when no pair of runs has values.
  func difference(
    of metric: String, under policy: String, at cell: LoadedExperiment.Setting
  ) -> ResultDifference?
}

extension ExperimentResults {
  public func advice(onUnknownMetric name: String) -> String? { nil }
}

/// A metric's values over the runs of one policy at one cell, in the metric's unit.
public struct ResultSummary: Equatable, Sendable {
  public var mean: Double
  /// Standard deviation; nil for a single value.
  public var deviation: Double?
  /// The 95 % interval of the mean; nil for a single value.
  public var interval: ClosedRange<Double>?
  public var count: Int

  public init(mean: Double, deviation: Double?, interval: ClosedRange<Double>?, count: Int) {
    self.mean = mean
    self.deviation = deviation
    self.interval = interval
    self.count = count
  }
}

/// How much more of a metric a policy has than the baseline, run by run, in the metric's unit.
public struct ResultDifference: Equatable, Sendable {
  public var mean: Double
  /// The 95 % interval of the mean; nil for a single pair.
  public var interval: ClosedRange<Double>?
  /// The p value of the hypothesis that there is no difference; nil for a single pair.
  public var p: Double?
  public var count: Int

  public init(mean: Double, interval: ClosedRange<Double>?, p: Double?, count: Int) {
    self.mean = mean
    self.interval = interval
    self.p = p
    self.count = count
  }
}
