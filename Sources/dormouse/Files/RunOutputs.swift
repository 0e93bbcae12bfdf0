import Device
import Reports
import Runs
import Simulation
import Workflows

/// The files that a run is written to beside its report.
///
/// They are opened before the run, so that an error in opening them is reported at once.
final class RunOutputs {
  private let trace: (any TraceOutput)?
  private let html: OutputFile?
  private let perfetto: OutputFile?
  /// The writer of `perfetto`.
  private var perfettoWriter: PerfettoWriter?
  private let composition: Composition
  /// The scenario and the options by the folder of the trace; nil: it is printed.
  private let origin: (scenario: String, options: [String])?
  /// Whether the trace has what decisions rested on.
  let isExplained: Bool
  /// The builder of the timeline; nil: none is shown.
  private var builder: TimelineBuilder?

  init(
    _ arguments: Arguments, _ console: Console, _ composition: Composition,
    of request: Composition.Request
  ) throws(CommandError) {
    origin = arguments.value("trace").flatMap {
      $0 == "-" ? nil : request.origin(besides: $0, until: arguments.value("until"))
    }
    trace =
      arguments.value("trace") == "-"
      ? PrintedTrace(console.output) : try OutputFile.named(by: "trace", of: arguments)
    html = try OutputFile.named(by: "html", of: arguments, sparing: ["trace"])
    perfetto = try OutputFile.named(by: "perfetto", of: arguments, sparing: ["trace", "html"])
    self.composition = composition
    isExplained = arguments.has("explain")
    let scenario = composition.loaded.scenario
    if html != nil || arguments.has("timeline") {
      builder = TimelineBuilder(scenario, isForPage: html != nil)
    }
    if let perfetto { perfettoWriter = PerfettoWriter(perfetto, of: scenario) }
  }

  /// The error of a write; the run need not go on then.
  var failure: CommandError? { trace?.failure ?? perfetto?.failure }

  /// The sink for the trace; nil: none is needed.
  var sink: (any TraceSink)? { trace }

  /// The observer of the run; nil: no timeline is wanted.
  var observer: RecordObserver? {
    guard builder != nil || perfettoWriter != nil else { return nil }
    return { [unowned self] in
      builder?.read($0)
      perfettoWriter?.read($0)
    }
  }

  /// Returns the function that gets what each decision rested on; nil: nobody asks for it.
  func explaining(_ trace: Trace) -> ((DecisionExplanation) -> Void)? {
    guard isExplained || html != nil else { return nil }
    return { [unowned self] decision in
      if isExplained { trace.annotate(decision) }
      builder?.explain(decision)
    }
  }

  /// Writes what is written at the end, gives all files their names, and returns the timeline where
  /// one is shown.
  func commit(_ run: RunResult) throws(CommandError) -> Timeline? {
    let end = Instant.start + run.duration
    let timeline = builder.take().map { $0.finished(at: end) }
    if let html, let timeline {
      html.write(TimelinePage(timeline, of: run, scripts: composition.apps.texts).bytes)
    }
    perfettoWriter.take()?.finish(at: end)
    if let origin, let trace {
      let last = Trace(sink: trace)
      last.annotate(
        originIn: origin.scenario, options: origin.options, build: Dormouse.build.name, at: end)
      last.finish()
    }
    try trace?.commit()
    try html?.commit()
    try perfetto?.commit()
    return timeline
  }
}
