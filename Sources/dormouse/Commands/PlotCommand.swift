import Device
import Experiments
import Reports
import Runs
import Simulation
import Workflows

/// The command `dormouse plot`: draws figures for papers, of a store of runs or of a single run.
struct PlotCommand {
  private static let timeline = "timeline"
  private static let kinds = PlotKind.allCases.map(\.rawValue) + [timeline]

  static let command = Command(
    name: "plot", summary: "draw a figure of a store, or of one run, for a paper",
    usage: "FILE --kind KIND -o FIGURE [options]", operands: 1...1,
    options: [
      .init(name: "kind", value: "KIND", words: kinds, summary: kinds.joined(separator: ", ")),
      .init(
        name: "output", short: "o", value: "FIGURE",
        summary: "by its ending: .svg, .pdf, .png, or .gp for gnuplot's script itself"),
      .init(
        name: "metric", value: "NAME", repeats: true,
        summary: "of a store: this metric; may be repeated; for pareto, two"),
      .init(name: "width", value: "PIXELS", summary: "the width, 96 pixels an inch (else: 760)"),
      .init(name: "no-title", summary: "no title above, where a paper has its own"),
      .init(name: "over", value: "PARAMETER", summary: "for response: the axis"),
      .init(name: "app", value: "A,B", summary: "for timeline: only these apps"),
      .init(name: "from", value: "TIME", summary: "for timeline: from then on"),
      .init(name: "to", value: "TIME", summary: "for timeline: up to then"),
    ]
      + [
        .init(
          name: "set", value: "K=V", repeats: true,
          summary: "of a store: only settings with this; else a parameter of the scenario")
      ] + Composition.Request.options.filter { $0.name != "set" },
    notes: """
      FILE is a store of runs; for a timeline also a scenario or a trace. Captions say how many runs
      there are, which seeds, and what intervals mean. gnuplot draws (apt-get install gnuplot-nox).
      """
  ) { (arguments, console) throws(CommandError) in
    try PlotCommand(arguments, console).run()
  }

  private static let interrupted = "interrupted; no figure was written"

  private let arguments: Arguments
  private let path: String
  /// The kind of figure; nil: a timeline.
  private let kind: PlotKind?
  private let format: Plot.Format
  private let file: String
  private let width: Int?
  private let console: Console

  init(_ arguments: Arguments, _ console: Console) throws(CommandError) {
    self.arguments = arguments
    self.console = console
    path = arguments.operands[0]
    guard let name = arguments.value("kind") else {
      throw .usage("--kind: it is missing; give one of \(Self.kinds.joined(separator: ", "))")
    }
    kind = PlotKind(rawValue: name)
    guard kind != nil || name == Self.timeline else {
      throw .usage(
        "--kind: there is no such figure (\(shown(name))); "
          + advice(
            for: name, among: Self.kinds,
            otherwise: "give one of \(Self.kinds.joined(separator: ", "))"))
    }
    guard let file = arguments.value("output") else {
      throw .usage("--output: it is missing; write -o FIGURE.svg, .pdf, .png or .gp")
    }
    self.file = file
    let ending = file.split(separator: ".", omittingEmptySubsequences: false).last.map(String.init)
    guard let format = Plot.Format(rawValue: ending?.lowercased() ?? "") else {
      throw .usage(
        "--output: not a figure's name (\(shown(file))); end it in .svg, .pdf, .png or .gp")
    }
    self.format = format
    width = try arguments.number("width", upTo: 4_000)
    if let width, width < 300 {
      throw .usage("--width: too narrow for a figure (\(width)); give 300 or more")
    }
    let foreign =
      kind == nil
      ? ["metric", "over"]
      : ["app", "from", "to", "policy", "seed", "run", "lua-path"]
        + (kind == .response ? [] : ["over"])
    for option in foreign where arguments.has(option) {
      throw .usage("--\(option): it is not for this kind of figure (\(name)); leave it out")
    }
  }

  func run() throws(CommandError) {
    try InputFile.require(path, in: kind == nil ? [.script, .store, .trace] : [.store])
    let gnuplot: Gnuplot? = format == .gp ? nil : try Gnuplot()
    try Interruption.shared.watching { () throws(CommandError) in
      let output = try OutputFile(file, sparing: [path], for: "output")
      var plot = try plot()
      if arguments.has("no-title") { plot.title = "" }
      if let width { plot.width = Double(width) }
      let script = plot.script(format)
      let figure: [UInt8]
      do throws(CommandError) { figure = try gnuplot?.draw(script) ?? Array(script.utf8) } catch {
        try Interruption.shared.heed(Self.interrupted)
        throw error
      }
      try Interruption.shared.heed(Self.interrupted)
      output.write(figure)
      try output.commit()
    }
  }

  private func plot() throws(CommandError) -> Plot {
    if let kind { return try comparison(kind) }
    return try FileContent(of: path) == .trace ? ofTrace() : ofRun()
  }

  private func plot(
    _ make: () throws(PlotError) -> Plot
  ) throws(CommandError) -> Plot {
    do throws(PlotError) { return try make() } catch { throw .usage(error.description) }
  }

  // MARK: Of a store

  private func comparison(_ kind: PlotKind) throws(CommandError) -> Plot {
    let named = try ReportCommand.metrics(arguments)
    let (report, runs) = try storing { () throws(StoreError) in
      let store = try Store(path, access: .read)
      let usual = kind.metrics(declared: try store.experiment().metrics).compactMap(Metrics.named)
      let report = try ComparisonReport(of: store, metrics: named.isEmpty ? usual : named)
      return (report, kind == .pairs ? try report.singleRuns(in: store) : [])
    }
    for fault in report.faultNotes { console.complain(fault) }
    let choice = try arguments.settings("set")
    return try plot { () throws(PlotError) in
      try report.plot(kind, where: choice, over: arguments.value("over"), runs: runs)
    }
  }

  // MARK: Of one run

  private func ofRun() throws(CommandError) -> Plot {
    let request = try Composition.Request(arguments)
    try request.requireFiles()
    let composition = try request.composed()
    let scenario = composition.loaded.scenario
    var builder = TimelineBuilder(scenario)
    let device = composition.device(observer: { builder.read($0) })
    device.run { now, events in
      Progress.shared.note(at: now, of: device.end, on: device.clock, events: events)
      return Interruption.shared.signal == nil
    }
    try Interruption.shared.heed(
      "interrupted at \(device.clock.text(device.now)); no figure was written")
    try device.throwBreakdown(in: composition.loaded.path)
    let run = device.result()
    let timeline = builder.finished(at: device.end)
    let title = scenario.title.isEmpty ? InputFile.name(of: path) : scenario.title
    return try plot(
      timeline, printable(title),
      "One run (n = 1): policy \(printable(run.policy)), seed \(run.seed), "
        + "\(longSpan(scenario.duration)).")
  }

  private func ofTrace() throws(CommandError) -> Plot {
    let timeline = try TraceConversion.timeline(of: path)
    return try plot(timeline, shown(InputFile.name(of: path)), "One run (n = 1), from its trace.")
  }

  private func plot(
    _ timeline: Timeline, _ title: String, _ words: String
  ) throws(CommandError) -> Plot {
    let from = try arguments.moment("from")
    let to = try arguments.moment("to")
    try arguments.check("from", from, on: timeline.clock)
    try arguments.check("to", to, on: timeline.clock)
    let names = arguments.value("app")?.split(separator: ",").map(String.init)
    return try plot { () throws(PlotError) in
      try timeline.plot(
        title, words, from: from?.instant(timeline.clock) ?? .start,
        to: to?.instant(timeline.clock), apps: names)
    }
  }
}
