import Device
import Reports
import Runs
import Simulation
import Workflows

/// The command `dormouse diff`: shows where two runs part, and what follows from it.
enum DiffCommand {
  static let command = Command(
    name: "diff", summary: "show where two runs part, and which figures differ",
    usage: "RUN [RUN] [options]", operands: 1...2,
    options: Composition.Request.options.map { option in
      var option = option
      option.repeats = true
      return option
    } + [
      .init(name: "all", summary: "show every figure of apps that differs"),
      .init(
        name: "html", value: "FILE",
        summary: "write both runs as a page: their lanes above one another"),
      .init(name: "json", summary: "print the difference as one JSON object"),
    ],
    notes: """
      A RUN is a scenario, which is run, a run in a store, or a trace that 'dormouse run --trace'
      wrote. --policy, --seed, --run and one name of --set may be given twice: the first is for the
      first run, the second for the second; given once, it is for both.

        dormouse diff day.lua --policy first-come --policy fair-share
        dormouse diff before.jsonl after.jsonl
        dormouse diff day.sqlite --seed 3 --policy first-come --policy fair-share --html two.html

      Exit status as diff's: 0 when the runs are equal, 1 when they differ, above when one has failed.
      """
  ) { (arguments, console) throws(CommandError) in
    let page = try OutputFile.named(by: "html", of: arguments)
    var runs = try Interruption.shared.watching { () throws(CommandError) -> [ComparedRun] in
      try DiffCommand.runs(arguments)
    }
    if try !show(&runs, page, arguments, console).isEqual { throw .different }
  }

  /// Shows where two runs part.
  ///
  /// - Parameters:
  ///   - page: gets both as a page; nil: nobody wants it.
  static func show(
    _ runs: inout [ComparedRun], _ page: OutputFile?, _ arguments: Arguments, _ console: Console
  ) throws(CommandError) -> TraceComparison {
    let comparison = try compare(&runs)
    try show(comparison, of: runs, page, arguments, console)
    return comparison
  }

  /// Shows a comparison of two runs that are at their ends.
  static func show(
    _ comparison: TraceComparison, of runs: [ComparedRun], _ page: OutputFile?,
    _ arguments: Arguments, _ console: Console
  ) throws(CommandError) {
    let results = runs.compactMap(\.result)
    let report = DifferenceReport(
      comparison, names: (runs[0].name, runs[1].name),
      runs: results.count == 2 ? (results[0], results[1]) : nil)
    if let page, let first = runs[0].timeline, let second = runs[1].timeline {
      let scripts = runs[0].scripts.merging(runs[1].scripts) { first, _ in first }
      page.write(TimelinePage(first, second, of: report, scripts: scripts).bytes)
      try page.commit()
    }
    if arguments.has("json") { return try console.output.write(report.json + "\n") }
    let style = TextStyle(
      width: console.width, isColored: console.isColored(console.output),
      rows: arguments.has("all") ? nil : TextStyle().rows)
    try console.output.write(report.text(style))
  }

  private static func runs(_ arguments: Arguments) throws(CommandError) -> [ComparedRun] {
    let files = arguments.operands
    let sides = [try arguments.side(0), try arguments.side(1)]
    // Equal runs are shown too: the page shows that they do the same.
    let isForTwo = Composition.Request.options.contains {
      $0.name != "only" && arguments.all($0.name).count > 1
    }
    guard files.count == 2 || (ComparedRun.isScenario(files[0]) && isForTwo) else {
      throw .usage(
        "dormouse diff: there is nothing to compare \(shown(files[0])) with; "
          + "name a second run, or give --policy, --seed or --set of a scenario twice")
    }
    if !files.contains(where: ComparedRun.isScenario) {
      for option in Composition.Request.options where arguments.has(option.name) {
        throw .usage("--\(option.name): it is for scenarios, not for traces; leave it out")
      }
    }
    var runs: [ComparedRun] = []
    for (index, side) in sides.enumerated() {
      var request = try Composition.Request(side)
      request.file = files[min(index, files.count - 1)]
      if ComparedRun.isScenario(request.file) {
        try request.requireFiles()
      } else {
        try FileContent.require(request.file, in: [.trace, .script])
      }
      runs.append(try ComparedRun(request, isShown: arguments.has("html")))
    }
    return runs
  }

  /// Takes both runs to their ends.
  static func compare(_ runs: inout [ComparedRun]) throws(CommandError) -> TraceComparison {
    var comparison = TraceComparison()
    while true {
      let lines = (try runs[0].next(), try runs[1].next())
      if lines.0 == nil, lines.1 == nil { return comparison }
      do { try comparison.add(lines.0, lines.1) } catch { throw .data("diff: \(error)") }
    }
  }
}

extension Arguments {
  /// Returns the arguments of one of two runs: its own value of an option given twice.
  fileprivate func side(_ index: Int) throws(CommandError) -> Arguments {
    var side = self
    for option in ["policy", "seed", "run"] where has(option) {
      side.set(option, to: [try choice(of: all(option), "--\(option)", index)])
    }
    guard has("set") else { return side }
    var names: [String] = []
    func name(_ text: String) -> String { String(text.prefix { $0 != "=" }) }
    for text in all("set") where !names.contains(name(text)) { names.append(name(text)) }
    var settings: [String] = []
    for wanted in names {
      let values = all("set").filter { name($0) == wanted }
      settings.append(try choice(of: values, "--set \(shown(wanted))", index))
    }
    side.set("set", to: settings)
    return side
  }

  private func choice(
    of values: [String], _ what: String, _ index: Int
  ) throws(CommandError) -> String {
    guard values.count <= 2 else {
      throw .usage("\(what): it is given \(values.count) times; two runs take one or two")
    }
    return values[min(index, values.count - 1)]
  }
}
