import Device
import Reports
import Simulation
import Workflows

/// The files that a run is written to beside its report, and what of the run they need.
///
/// They are opened before the run, so that one that cannot be written is told at once.
final class RunOutputs {
  private let trace: (any TraceOutput)?
  private let html: OutputFile?
  private let perfetto: OutputFile?
  /// Writes to `perfetto`.
  private var perfettoWriter: PerfettoWriter?
  private let composition: Composition
  private let isExplained: Bool
  /// Nil: nobody looks at a timeline.
  private var builder: TimelineBuilder?

  init(
    _ arguments: Arguments, _ console: Console, _ composition: Composition
  ) throws(CommandError) {
    trace =
      arguments.value("trace") == "-"
      ? PrintedTrace(console.output) : try OutputFile.named(by: "trace", of: arguments)
    html = try OutputFile.named(by: "html", of: arguments, sparing: ["trace"])
    perfetto = try OutputFile.named(by: "perfetto", of: arguments, sparing: ["trace", "html"])
    self.composition = composition
    isExplained = arguments.has("explain")
    let scenario = composition.loaded.scenario
    if html != nil || arguments.has("timeline") { builder = TimelineBuilder(scenario) }
    if let perfetto { perfettoWriter = PerfettoWriter(perfetto, of: scenario) }
  }

  /// What went wrong in a write; the run need not go on then.
  var failure: CommandError? { trace?.failure ?? perfetto?.failure }

  /// Gets the trace; nil: nobody needs one.
  var sink: (any TraceSink)? { trace }

  /// Follows the run; nil: nobody looks at a timeline.
  var observer: RecordObserver? {
    guard builder != nil || perfettoWriter != nil else { return nil }
    return { [unowned self] in
      builder?.read($0)
      perfettoWriter?.read($0)
    }
  }

  /// Gets what each decision rested on; nil: nobody asks.
  func explaining(_ trace: Trace) -> ((DecisionExplanation) -> Void)? {
    guard isExplained || html != nil else { return nil }
    return { [unowned self] decision in
      if isExplained { trace.annotate(decision) }
      builder?.explain(decision)
    }
  }

  /// Writes what is written at the end, gives all files their names, and returns the timeline where
  /// somebody looks at one.
  func commit(_ run: RunResult) throws(CommandError) -> Timeline? {
    let end = Instant.start + run.duration
    let timeline = builder.take().map { $0.finished(at: end) }
    if let html, let timeline {
      html.write(TimelinePage(timeline, of: run, scripts: composition.apps.texts).bytes)
    }
    perfettoWriter.take()?.finish(at: end)
    try trace?.commit()
    try html?.commit()
    try perfetto?.commit()
    return timeline
  }
}
