import Device

/// A run as a store keeps it, made ready by the thread that made the run, so that the one thread
/// that writes has little left to do.
public struct PreparedRun: Sendable {
  public let run: PlannedRun
  /// The key that makes it the same run on another day: see `RunKey`.
  public let key: RunKey
  public let outcome: Outcome
  let realSeconds: Double

  /// What became of the run.
  public enum Outcome: Sendable {
    case done(Figures)
    /// The run could not be made; why.
    case failed(String)
    /// A call of a script took too much of this machine's time; which, and where.
    case stalled(String)
    /// This machine had no room for it; where. No store keeps that.
    case noRoom(String)
  }

  /// All that a store keeps of a run that is done.
  public struct Figures: Sendable {
    let fingerprint: String
    let checkpoints: String?
    let virtualSeconds: Double
    let events: Int
    let policyFault: String?
    let decisions: Int
    let decisionSeconds: Double?
    let ofRun: FigureValues
    let apps: [StoredApp]
    /// A row an app.
    let ofApps: FigureValues
    /// The exits, with the app's place.
    let exits: [(app: Int, reason: String, count: Int)]
    let findings: [Finding]
  }

  /// Prepares a run. O(metrics · apps), and what quantiles take.
  public init(_ record: RunRecord) {
    run = record.run
    key = record.key
    realSeconds = record.realSeconds
    outcome =
      switch record.outcome {
      case .done(let result): .done(Figures(result, record.checkpoints))
      case .failed(let message): .failed(message)
      case .stalled(let message): .stalled(message)
      case .noRoom(let message): .noRoom(message)
      }
  }
}

extension PreparedRun.Figures {
  fileprivate init(_ result: RunResult, _ checkpoints: Checkpoints?) {
    fingerprint = result.fingerprint.description
    self.checkpoints = checkpoints?.description
    virtualSeconds = result.duration.seconds
    events = result.events
    policyFault = result.device.firstPolicyFault
    decisions = result.device.decisions
    decisionSeconds = result.decisionRealTime.map { $0 / .seconds(1) }
    let figures = Metrics.values(of: result)
    ofRun = FigureValues([figures.all])
    ofApps = FigureValues(figures.ofApps)
    apps = result.apps.map { StoredApp(name: $0.name, group: $0.group) }
    exits = result.apps.enumerated().flatMap { place, app in
      app.exitsByReason.map { (place, $0.rawValue, $1) }
    }
    findings = result.findings
  }
}

/// Figures of some subjects, of the metrics of which one of them has a value.
struct FigureValues: Sendable {
  /// The places of these metrics among all.
  let places: [Int]
  /// The values subject by subject; not-a-number where there is none.
  let values: [Double]

  /// Takes the values of all metrics of each subject.
  fileprivate init(_ rows: [[Double?]]) {
    let places = (rows.first ?? []).indices.filter { place in
      rows.contains { $0[place].map { !$0.isNaN } ?? false }
    }
    self.places = places
    values = rows.flatMap { row in places.map { row[$0] ?? .nan } }
  }
}
