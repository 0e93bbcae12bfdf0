import Device
import Simulation

/// A run as one HTML file that needs nothing else: its timeline, decisions, findings and figures.
public struct TimelinePage: Sendable {
  let timeline: Timeline
  let title: String
  /// What stands below the title, by name.
  let facts: [(name: String, value: String)]
  /// Texts of scripts by the names that findings give them.
  let scripts: [String: String]
  /// Figures of the device, in the words of the report.
  let figures: [(name: String, value: String)]

  /// The page of a run.
  ///
  /// - Parameters:
  ///   - scripts: texts by the names that findings give them, to show their lines.
  public init(_ timeline: Timeline, of run: RunResult, scripts: [String: String] = [:]) {
    self.timeline = timeline
    title = run.title.isEmpty ? "A run without a title" : run.title
    facts = [
      ("policy", run.policy), ("seed", String(run.seed)),
      ("virtual time", longSpan(run.duration)), ("events", grouped(run.events)),
      ("fingerprint", run.fingerprint.description),
    ]
    self.scripts = scripts
    figures =
      DeviceFigures.all.compactMap { Self.words($0, $0.value(run)) }
      + AppFigures.all.compactMap { Self.words($0, $0.total(of: run.apps)) }
  }

  private static func words<Subject>(
    _ figure: Figure<Subject>, _ value: Double?
  ) -> (name: String, value: String)? {
    guard let value else { return nil }
    let unit = figure.unit == .seconds ? " s" : ""
    return (figure.name, figure.unit.text(value) + unit)
  }

  /// The page of a trace, which tells neither scripts nor figures of the device.
  ///
  /// - Parameters:
  ///   - name: what the page is called, as the trace's file.
  public init(_ timeline: Timeline, ofTrace name: String) {
    self.timeline = timeline
    title = name
    facts = [
      ("trace up to", timeline.clock.text(timeline.end)), ("apps", grouped(timeline.apps.count)),
    ]
    scripts = [:]
    figures = []
  }

  /// The whole file, in UTF-8. O(spans + marks).
  public var bytes: [UInt8] {
    PageFrame(
      frame: PageParts.frame, title: title, style: PageParts.style, script: PageParts.script
    ) { PageData(self).json() }.bytes
  }
}
