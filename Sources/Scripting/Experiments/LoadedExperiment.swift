import Device
import Simulation

/// An experiment as its script declares it: what to run, and under what.
///
/// Its scenarios are loaded one by one, by `scenario(for:)`.
public struct LoadedExperiment: Sendable {
  /// One point of the parameters' grid.
  public struct Setting: Hashable, Sendable, CustomStringConvertible {
    /// One parameter's value, as `--set` takes it.
    public struct Value: Hashable, Sendable {
      public let name: String
      public let text: String
    }

    /// The values sorted by name, as scripts see them.
    public let values: [Value]

    /// `poolMinutes = 5, slots = 3`; empty without parameters.
    public var description: String {
      values.map { "\($0.name) = \($0.text)" }.joined(separator: ", ")
    }
  }

  /// A name out of the script, and the line that has it.
  public struct Mention: Equatable, Sendable {
    public let name: String
    public let location: SourceLocation?
  }

  /// A policy to compare.
  public struct Policy: Equatable, Sendable {
    /// The name in reports, which is unique: the label that it is given, else the name that a file
    /// of Lua gives itself, else the policy as written.
    public internal(set) var label: String
    /// The policy as written, with what is set.
    public let name: String
    /// The text that `PolicySource` takes: a name or the path of a `.lua` file, and `{key=value}`.
    public let source: String
    /// The path of the `.lua` file, if it is one.
    public let file: String?
    public let location: SourceLocation?
  }

  /// Asks for more replications until a metric is known well enough.
  public struct Precision: Equatable, Sendable {
    public let metric: Mention
    /// Whether the differences from the baseline have to be known, and not the means.
    public let isOfDifferences: Bool
    /// Half the width of the 95 % interval, in the metric's unit; above 0.
    public let halfWidth: Double
    /// The line that gives the half width.
    public let halfWidthLocation: SourceLocation?
    /// Most replications to spend on it; not below those of the experiment.
    public let maximum: Int
  }

  /// The path of its file, as the user named it.
  public let path: String
  public let title: String
  /// The parameters that `--set` may set, in the order in which scripts see them.
  public let parameters: [ScenarioParameter]
  /// Points of the grid that `where` lets pass: parameters by name, later ones varying fastest. One
  /// without values when there are no parameters; never none.
  public let settings: [Setting]
  /// In order; never none.
  public let policies: [Policy]
  /// A label of `policies`.
  public let baseline: String
  /// Names to show, not checked yet; empty: the usual ones.
  public let metrics: [Mention]
  /// Runs of each policy under each setting, 1 or more.
  public let replications: Int
  /// Replication k, from 1, runs under seed `firstSeed` + k - 1.
  public let firstSeed: UInt64
  /// Left out of the figures; below the duration of every scenario.
  public let warmUp: TimeSpan
  /// Parameters whose values are units to pair over, not settings to tell apart.
  public let blocks: [String]
  public let precision: Precision?
  /// Whether the script says what must hold.
  public let hasExpectation: Bool
  /// The lines that the script has printed as it was loaded.
  public let printed: [String]
  /// All that the script and its scenarios read, and where runs should read from too.
  public let files: InputFiles
  /// Folders in which `require` looks after those of the scripts.
  public let luaPath: [String]

  let scenarioSource: ScenarioSource
  let grid: ParameterGrid
  /// The settings of the experiment's own parameters.
  let given: GivenSettings
  let shelf: RecordingShelf
  let warmUpLocation: SourceLocation?
  let scenarioLocation: SourceLocation?
}

/// Where an experiment's scenarios come from.
enum ScenarioSource: Equatable, Sendable {
  /// The path of a script that declares the parameters.
  case file(String)
  /// A function of the experiment's script.
  case function
}
