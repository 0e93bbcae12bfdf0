import Device
import Simulation

/// A run, or two of them on one axis of time, as one HTML file that needs nothing else: timeline,
/// decisions, findings and figures.
public struct TimelinePage: Sendable {
  /// The runs: one, or two that are compared.
  let runs: [Timeline]
  /// The family of each run's system; nil where there is a trace only.
  let families: [SystemFamily?]
  /// The packed decisions by run, which the page unpacks when they are looked at.
  let blocks: [[[UInt8]]]
  /// The lanes from top to bottom.
  let lanes: [Lane]
  let title: String
  /// What comes of it, first.
  let verdict: [RunVerdict.Sentence]
  /// The facts below that, by name.
  let facts: [(name: String, value: String)]
  /// The contents of scripts by the names that findings give them.
  let scripts: [String: String]
  /// The figures of the device, in the words of the report: names, and a value a column.
  let figures: [[String]]
  let figureColumns: [String]

  /// The moment from which on two runs differ; nil: one run, or they do not.
  var partsAt: Instant?

  /// The lane of an app in a run.
  struct Lane: Sendable {
    /// The run's place; `app` is the app's.
    let run: Int
    let app: Int
    /// The times in which the app does something else than in the other run.
    var differs: [(from: Instant, to: Instant)] = []
  }

  /// Creates the page of a run.
  ///
  /// - Parameters:
  ///   - scripts: contents by the names that findings give them, to show their lines.
  public init(_ timeline: Timeline, of run: RunResult, scripts: [String: String] = [:]) {
    runs = [timeline]
    families = [run.platform.family]
    blocks = Self.blocks(of: runs)
    lanes = timeline.apps.indices.map { Lane(run: 0, app: $0) }
    title = run.title.isEmpty ? "A run without a title" : run.title
    verdict = RunVerdict(timeline, of: run).sentences
    var facts: [(name: String, value: String)] = [
      ("system", run.platform.name), ("policy", run.policy), ("seed", String(run.seed)),
      ("virtual time", longSpan(run.duration)),
    ]
    if run.warmUp > .zero {
      facts.append(("figures", "without the warm-up of \(longSpan(run.warmUp))"))
    }
    self.facts = facts
    self.scripts = scripts
    figures =
      [["events", grouped(run.events)], ["fingerprint", run.fingerprint.description]]
      + DeviceFigures.all.compactMap { Self.words($0, $0.value(run)) }
      + AppFigures.all.compactMap { Self.words($0, $0.total(of: run.apps)) }
    figureColumns = ["value"]
  }

  private static func blocks(of runs: [Timeline]) -> [[[UInt8]]] {
    runs.map { $0.packedDecisions ?? DecisionPacker.blocks(of: $0.decisions) }
  }

  private static func words<Subject>(
    _ figure: Figure<Subject>, _ value: Double?
  ) -> [String]? {
    guard let value else { return nil }
    let unit = figure.unit == .seconds ? " s" : ""
    return [figure.name, figure.unit.text(value) + unit]
  }

  /// Creates the page of a trace, which has neither scripts nor figures of the device.
  ///
  /// - Parameters:
  ///   - name: the title, such as the trace's file.
  public init(_ timeline: Timeline, ofTrace name: String) {
    runs = [timeline]
    families = [nil]
    blocks = Self.blocks(of: runs)
    lanes = timeline.apps.indices.map { Lane(run: 0, app: $0) }
    title = name
    verdict = RunVerdict(timeline).sentences
    facts = [
      ("trace up to", timeline.clock.text(timeline.end)), ("apps", grouped(timeline.apps.count)),
    ]
    scripts = [:]
    figures = []
    figureColumns = []
  }

  /// Creates the page of two runs: each app's lanes above one another, and the differences marked.
  ///
  /// - Parameters:
  ///   - report: the comparison of their traces.
  ///   - scripts: as for one run; those of both.
  ///
  /// O(spans + marks).
  public init(
    _ first: Timeline, _ second: Timeline, of report: DifferenceReport,
    scripts: [String: String] = [:]
  ) {
    runs = [first, second]
    families = report.runs.map { [$0.0.platform.family, $0.1.platform.family] } ?? [nil, nil]
    blocks = Self.blocks(of: runs)
    let areOfTwoSystems = report.runs.map { $0.0.platform.family != $0.1.platform.family } ?? false
    lanes = Self.lanes(first, second, areOfTwoSystems: areOfTwoSystems)
    title = "Two runs compared"
    verdict = report.verdict
    partsAt = report.partsAt
    facts = report.facts
    self.scripts = scripts
    figures = report.figureRows
    figureColumns = ["run 1", "run 2", "difference"]
  }

  /// Returns the lanes, app by app in the order of the first run, then those of the second alone.
  private static func lanes(
    _ first: Timeline, _ second: Timeline, areOfTwoSystems: Bool
  ) -> [Lane] {
    let places = Dictionary(
      second.apps.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    // What comes after the end of one of them is not known.
    let end = min(first.end, second.end)
    var lanes: [Lane] = []
    for (place, app) in first.apps.enumerated() {
      guard let other = places[app.name] else {
        lanes.append(Lane(run: 0, app: place))
        continue
      }
      let differs = ActivityDifference(
        first: app, second: second.apps[other], areOfTwoSystems: areOfTwoSystems
      ).spans(upTo: end)
      lanes.append(Lane(run: 0, app: place, differs: differs))
      lanes.append(Lane(run: 1, app: other, differs: differs))
    }
    let known = Set(first.apps.map(\.name))
    for (place, app) in second.apps.enumerated() where !known.contains(app.name) {
      lanes.append(Lane(run: 1, app: place))
    }
    return lanes
  }

  /// A page without a run, which shows the one whose data are put into it.
  public static var empty: [UInt8] {
    PageFrame(
      frame: PageParts.frame, title: "", style: PageParts.style, script: PageParts.script, data: nil
    ).bytes
  }

  /// What the page shows at once. O(spans + marks).
  var data: JSONValue { PageData(self).json }

  /// The whole file, in UTF-8. O(spans + marks + the size of the decisions).
  public var bytes: [UInt8] {
    PageFrame(
      frame: PageParts.frame, title: title, style: PageParts.style, script: PageParts.script,
      data: data, blocks: Array(blocks.joined())
    ).bytes
  }
}
