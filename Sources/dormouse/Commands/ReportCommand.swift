import Device
import Experiments
import Policies
import Reports
import Simulation
import Workflows

/// The command `dormouse report`: reports the results in a store of runs.
enum ReportCommand {
  static let command = Command(
    name: "report", summary: "report what the runs in a store show", usage: "STORE [options]",
    operands: 1...1, options: formatOptions,
    notes: """
      \(metricNotes)
      A store may be reported while an experiment still runs into it. Figures are explained in
      docs/statistics.md, metrics in docs/metrics.md, and the store's tables in docs/store.md.
      """
  ) { (arguments, console) throws(CommandError) in
    let path = arguments.operands[0]
    let display = try Display(arguments, of: path)
    try InputFile.require(path, in: [.store])
    let store = try storing { () throws(StoreError) in try Store(path, access: .read) }
    try display.writePage(of: store)
    try display.show(store, console)
  }

  /// The options of a command that reports.
  static let formatOptions: [Command.Option] = [
    .init(
      name: "format", value: "FORMAT", words: ReportFormat.allCases.map(\.rawValue),
      summary: ReportFormat.allCases.map(\.rawValue).joined(separator: ", ") + " (else: text)"),
    .init(
      name: "metric", value: "NAME", repeats: true,
      summary: "report this metric, not the experiment's; may be repeated"),
    .init(name: "apps", summary: "report each app and each group of apps too"),
    .init(name: "seeds", summary: "report each seed (a person, say) or block too"),
    .init(name: "effects", summary: "report the effects of the parameters"),
    .init(name: "all", summary: "report every metric, and each app"),
    .init(
      name: "family", value: "FAMILY",
      words: ExperimentAnalysis.Family.allCases.map(\.rawValue),
      summary: "adjust p over the policies of a metric, or over the report (else: metric)"),
    .init(name: "summary", summary: "report the means only, side by side"),
    .init(
      name: "sensitivity",
      summary:
        "report how verdicts hold over settings; compare chooses these, from what is plausible"
    ),
    .init(
      name: "html", value: "FILE",
      summary: "also write it as a page: charts, and their numbers"),
  ]

  /// The names for `--metric`, in lines.
  static let metricNotes = wrapped(
    "Metrics (docs/metrics.md): \(Metrics.all.map(\.name).joined(separator: ", ")).", to: 100
  ).joined(separator: "\n")

  /// Returns the metrics that `--metric` names; empty: none are named.
  static func metrics(_ arguments: Arguments) throws(CommandError) -> [Metrics.Metric] {
    var metrics: [Metrics.Metric] = []
    for name in arguments.all("metric") {
      guard let metric = Metrics.named(name) else {
        throw .usage(
          "--metric: unknown metric (\(shown(name))); \(Metrics.advice(onUnknown: name))")
      }
      metrics.append(metric)
    }
    return metrics
  }

  /// The way in which results are reported.
  struct Display {
    private let format: ReportFormat
    /// The metrics; nil: those that the experiment names.
    private let metrics: [Metrics.Metric]?
    private let isDetailed: Bool
    private let isSummary: Bool
    private let isSensitivity: Bool
    private let showsApps: Bool
    private let showsUnits: Bool
    private let showsEffects: Bool
    private let family: ExperimentAnalysis.Family
    /// The page, opened before the work, so that an error in opening it is reported at once.
    private let page: OutputFile?

    /// Reads the way of reporting from arguments.
    ///
    /// - Parameters:
    ///   - store: its path.
    init(_ arguments: Arguments, of store: String) throws(CommandError) {
      format = try arguments.format(else: .text)
      let metrics = try ReportCommand.metrics(arguments)
      let familyName = arguments.value("family") ?? ExperimentAnalysis.Family.metric.rawValue
      guard let family = ExperimentAnalysis.Family(rawValue: familyName) else {
        let known = ExperimentAnalysis.Family.allCases.map(\.rawValue)
        throw .usage(
          "--family: there is no such family (\(shown(familyName))); "
            + "give one of \(known.joined(separator: ", "))")
      }
      self.family = family
      showsApps = arguments.has("apps")
      showsUnits = arguments.has("seeds")
      showsEffects = arguments.has("effects")
      isDetailed = arguments.has("all")
      isSummary = arguments.has("summary")
      isSensitivity = arguments.has("sensitivity")
      let more = ["all", "apps", "seeds", "effects", "summary"].first(where: arguments.has)
      for option in ["summary", "sensitivity"] where arguments.has(option) {
        if let more, more != option {
          throw .usage("--\(option): --\(more) asks for more than that; give one of them")
        }
        if format == .json {
          throw .usage("--\(option): it has no JSON; give --format text, csv, markdown or latex")
        }
      }
      self.metrics = metrics.isEmpty ? (isDetailed ? Metrics.all : nil) : metrics
      page = try arguments.value("html").map { (path) throws(CommandError) in
        try OutputFile(path, sparing: [store] + arguments.operands, for: "html")
      }
    }

    /// Writes the page, where one is asked for.
    func writePage(of store: Store) throws(CommandError) {
      guard let page else { return }
      let bytes = try storing { () throws(StoreError) in
        try ComparisonPage(
          of: store, metrics: metrics, detail: isDetailed, family: family,
          about: { choice in
            PolicyCatalogue.entries.first { $0.name == choice.source.prefix { $0 != "{" } }?.summary
          }
        ).bytes
      }
      page.write(bytes)
      try page.commit()
    }

    func show(_ store: Store, _ console: Console) throws(CommandError) {
      let (text, faults) = try storing { () throws(StoreError) -> (String, [String]) in
        let report = try ComparisonReport(
          of: store, metrics: metrics, detail: isDetailed, apps: showsApps, units: showsUnits,
          effects: showsEffects, family: family)
        let style = TextStyle(
          width: console.width, isColored: console.isColored(console.output), rows: nil)
        let text =
          isSensitivity && report.hasVerdictsOverSettings
          ? report.sensitivity(format, style)
          : isSummary || isSensitivity
            ? report.summary(format, style) : report.text(format, style)
        return (text, report.faultNotes)
      }
      try console.output.write(text)
      // In most formats there is no place for it.
      for fault in faults { console.complain(fault) }
    }
  }
}
