import Device
import Simulation

/// The keys of `experiment { ... }`.
enum ExperimentKeys {
  /// An experiment as written, its parts still to be read: they depend on each other.
  struct Draft {
    var title = ""
    var scenario: PlacedValue?
    var parameters: PlacedValue?
    var restriction: PlacedValue?
    var policies: PlacedValue?
    var baseline: PlacedValue?
    var replications = 30
    var seed = 1
    var warmUp = TimeSpan.zero
    var metrics: PlacedValue?
    var blocks: PlacedValue?
    var precision: PlacedValue?
    var expectation: PlacedValue?
  }

  static let mostReplications = 1_000_000

  static let experiment = Keys<Draft>([
    .text("title", \.title, "for reports; else the file's name"),
    .raw(
      "scenario", \.scenario, "string or function",
      "the scenario's file, or function(p) ... return scenario { ... } end"
    ).required,
    .raw(
      "parameters", \.parameters, "table of name = value or list", standard: "{ }",
      "what is varied; every combination is a setting, or sample { ... }"),
    .raw(
      "where", \.restriction, "function", standard: "all",
      "function(p) of the parameters: false or nil leaves a setting out"),
    .raw(
      "policies", \.policies, "string or list",
      "names, name{key=value}, .lua files, or { label = ..., policy = ... }"
    ).required,
    .raw(
      "baseline", \.baseline, "string", standard: "the first policy",
      "what the others are compared with, by its label"),
    .integer(
      "replications", \.replications, 1...mostReplications,
      "runs of each policy under each setting"),
    .integer(
      "seed", \.seed, 0...Int.max, "of the first replication; each further one has the next"),
    .seconds("warmUp", \.warmUp, .time, "from the start of each run, left out of the figures"),
    .raw(
      "metrics", \.metrics, "string or list", standard: "the usual ones", "what reports show"),
    .raw(
      "blocks", \.blocks, "string or list", standard: "none",
      "parameters whose values are units to pair over, such as users"),
    .raw("precision", \.precision, "table", "more replications until a metric is known so well"),
    .raw(
      "expect", \.expectation, "function", "function(result): what must hold; it fails by `assert`"),
  ])

  /// One of `policies` with its label, as written.
  struct PolicyDraft {
    var policy = ""
    var label = ""
    var parameters: PlacedValue?
  }

  static let policy = Keys<PolicyDraft>([
    .text("policy", \.policy, "a name or .lua file, with or without {key=value}").required,
    .text("label", \.label, "as reports name it; else the name that the policy has"),
    .raw(
      "parameters", \.parameters, "table of name = value or list",
      "set, each combination for a policy of its own"),
  ])

  /// `sample { ... }`, as written.
  struct SampleDraft {
    var parameters: PlacedValue?
    var method = ParameterSample.Method.latin
    var points: Int?
    var trajectories: Int?
    var levels: Int?
    var seed = 1
  }

  static let sample = Keys<SampleDraft>([
    .raw(
      "of", \.parameters, "table of name = between(low, high), list or value",
      "what is varied, and between which values"
    ).required,
    .choice(
      "method", \.method,
      "\"latin\", a Latin hypercube, or \"morris\", trajectories for screening"),
    count("points", \.points, 2...ParameterGrid.mostSettings, standard: 40, "latin: settings"),
    count(
      "trajectories", \.trajectories, 2...ParameterGrid.mostSettings, standard: 10,
      "morris: of one setting more than there are parameters"),
    count("levels", \.levels, 2...100, standard: 4, "morris: values of each between(low, high)"),
    .integer("seed", \.seed, 0...Int.max, "another draws other settings"),
  ])

  /// A number that belongs to one of the methods.
  private static func count(
    _ name: String, _ path: WritableKeyPath<SampleDraft, Int?> & Sendable,
    _ range: ClosedRange<Int>, standard: Int, _ meaning: String
  ) -> Key<SampleDraft> {
    Key(name, "whole number", meaning, standard: "\(standard)") { value, place, draft in
      draft[keyPath: path] = value.integer(range, at: place)
    }
  }

  /// `precision`, as written.
  struct PrecisionDraft {
    var metric: PlacedValue?
    var isOfDifferences = false
    var halfWidth = 0.0
    var maximum = 1_000
  }

  static let precision = Keys<PrecisionDraft>([
    .raw("metric", \.metric, "string", "a metric's name").required,
    Key(
      "of", "string",
      "what has to be known of each policy: \"mean\", or \"difference\" from the baseline",
      standard: "\"mean\""
    ) { value, place, draft in
      let subjects = [(name: "mean", choice: false), (name: "difference", choice: true)]
      if let subject = value.choice(subjects, what: "subject", at: place) {
        draft.isOfDifferences = subject
      }
    },
    Key("halfWidth", "number", "half of the 95 % interval, in the metric's unit") {
      value, place, draft in
      draft.halfWidth = value.number("number", .above(0, upTo: 1e300), at: place) ?? 0
    }.required,
    .integer(
      "maximum", \.maximum, 1...mostReplications, "replications to spend on it at most"),
  ])
}
