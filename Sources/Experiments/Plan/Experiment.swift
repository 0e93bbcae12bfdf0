import Simulation

/// What is to be compared: every policy under every setting, replicated over seeds.
public struct Experiment: Equatable, Sendable {
  public var title: String
  /// What tells the scenario from others: its script, as the experiment names it.
  public var scenario: String
  /// Points of the parameters' grid, in order; one without values when there are no parameters.
  public var settings: [Setting]
  public var policies: [PolicyChoice]
  /// The policy, by its place in `policies`, that the others are compared with.
  public var baseline: Int
  /// Runs of each policy under each setting.
  public var replications: Int
  /// Replication k, from 1, runs under seed `firstSeed` + k − 1.
  public var firstSeed: UInt64
  /// What happens before is left out of the figures.
  public var warmUp: TimeSpan
  /// Parameters whose values are units to pair over, such as users, and not settings to tell apart.
  public var blocks: [String]
  /// What reports show, by the names of `Metrics`; empty: what they choose.
  public var metrics: [String]
  public var precision: Precision?

  public init(
    title: String = "", scenario: String = "", settings: [Setting] = [Setting()],
    policies: [PolicyChoice],
    baseline: Int = 0, replications: Int = 30, firstSeed: UInt64 = 1, warmUp: TimeSpan = .zero,
    blocks: [String] = [], metrics: [String] = [], precision: Precision? = nil
  ) {
    self.title = title
    self.scenario = scenario
    self.settings = settings
    self.policies = policies
    self.baseline = baseline
    self.replications = replications
    self.firstSeed = firstSeed
    self.warmUp = warmUp
    self.blocks = blocks
    self.metrics = metrics
    self.precision = precision
  }

  /// Asks for more replications until a metric is known well enough.
  public struct Precision: Equatable, Sendable {
    /// By its name in `Metrics`.
    public var metric: String
    public var subject: Subject
    /// Of the 95 % interval of each policy's mean or difference, in the metric's unit.
    public var halfWidth: Double
    /// The most replications to spend on it.
    public var maximum: Int

    /// What has to be known of each policy.
    public enum Subject: String, Sendable, CaseIterable {
      case mean
      /// Its paired difference from the baseline.
      case difference
    }

    public init(metric: String, subject: Subject = .mean, halfWidth: Double, maximum: Int) {
      self.metric = metric
      self.subject = subject
      self.halfWidth = halfWidth
      self.maximum = maximum
    }
  }
}

/// One point of the parameters' grid.
public struct Setting: Hashable, Sendable, CustomStringConvertible {
  /// One parameter's value, as `--set` writes it.
  public struct Value: Hashable, Sendable {
    public var name: String
    public var text: String

    public init(_ name: String, _ text: String) {
      self.name = name
      self.text = text
    }
  }
  public var values: [Value]

  public init(_ values: [Value] = []) {
    self.values = values
  }

  /// `poolMinutes=5 slots=3`; empty without parameters.
  public var description: String {
    values.map { "\($0.name)=\($0.text)" }.joined(separator: " ")
  }

  /// The setting without the parameters that are blocks.
  public func without(_ blocks: [String]) -> Setting {
    Setting(values.filter { !blocks.contains($0.name) })
  }

  /// The values of the parameters that are blocks.
  public func only(_ blocks: [String]) -> Setting {
    Setting(values.filter { blocks.contains($0.name) })
  }
}

/// A policy in an experiment.
public struct PolicyChoice: Hashable, Sendable {
  /// As reports name it; unique in an experiment.
  public var label: String
  /// What makes it: a name, `name{key=value}`, or the path of a Lua file.
  public var source: String

  public init(_ label: String, source: String? = nil) {
    self.label = label
    self.source = source ?? label
  }
}
