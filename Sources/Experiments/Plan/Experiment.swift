import Simulation

/// A comparison to be made: every policy under every setting, replicated over seeds.
public struct Experiment: Equatable, Sendable {
  public var title: String
  /// The identity of the scenario: its script, as the experiment names it.
  public var scenario: String
  /// The points of the parameters' grid, in order; one without values when there are no parameters.
  public var settings: [Setting]
  public var policies: [PolicyChoice]
  /// The policy, by its place in `policies`, that the others are compared with.
  public var baseline: Int
  /// The number of runs of each policy under each setting.
  public var replications: Int
  /// The seed of the first replication; `ReplicationSeeds` has those of all.
  public var firstSeed: UInt64
  /// The time at the beginning of each run that is left out of the figures.
  public var warmUp: TimeSpan
  /// The parameters whose values are units to pair over, such as users, and not settings to tell
  /// apart; each combination of them has seeds of its own.
  public var blocks: [String]
  /// The metrics that reports show, by their names in `Metrics`; empty: the report chooses.
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

  /// Returns whether all runs that another experiment asks for are among this one's. O(settings).
  public func covers(_ other: Experiment) -> Bool {
    let (seeds, otherSeeds) = (ReplicationSeeds(self), ReplicationSeeds(other))
    let step = UInt64(seeds.blockCount)
    guard other.policies.allSatisfy(policies.contains), other.warmUp == warmUp,
      otherSeeds.blockCount == seeds.blockCount
    else { return false }
    // Looked up only, never walked.
    let places = Dictionary(
      zip(settings, settings.indices), uniquingKeysWith: { first, _ in first })
    return other.settings.enumerated().allSatisfy { offset, setting in
      guard let place = places[setting] else { return false }
      let first = otherSeeds.seed(ofReplication: 0, setting: offset)
      let ownFirst = seeds.seed(ofReplication: 0, setting: place)
      guard first >= ownFirst, (first - ownFirst) % step == 0 else { return false }
      return (first - ownFirst) / step + UInt64(other.replications) <= UInt64(replications)
    }
  }

  /// A request for more replications until a metric is known well enough.
  public struct Precision: Equatable, Sendable {
    /// The metric's name in `Metrics`.
    public var metric: String
    public var subject: Subject
    /// The half width wanted of the 95 % interval of each policy's mean or difference, in the
    /// metric's unit.
    public var halfWidth: Double
    /// The most replications to spend on it.
    public var maximum: Int

    /// The quantity that has to be known for each policy.
    public enum Subject: String, Sendable, CaseIterable {
      case mean
      /// The policy's paired difference from the baseline.
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

  /// The setting as people write it, `poolMinutes=5 slots=3`; empty without parameters.
  public var description: String {
    values.map { "\($0.name)=\($0.text)" }.joined(separator: " ")
  }

  /// Returns the setting without the parameters that are blocks.
  public func without(_ blocks: [String]) -> Setting {
    Setting(values.filter { !blocks.contains($0.name) })
  }

  /// Returns the values of the parameters that are blocks.
  public func only(_ blocks: [String]) -> Setting {
    Setting(values.filter { blocks.contains($0.name) })
  }
}

/// A policy in an experiment.
public struct PolicyChoice: Hashable, Sendable {
  /// The policy's name in reports; unique in an experiment.
  public var label: String
  /// The policy's source: a name, `name{key=value}`, or the path of a Lua file.
  public var source: String

  public init(_ label: String, source: String? = nil) {
    self.label = label
    self.source = source ?? label
  }
}
