import Reports
import Runs
import Simulation

/// The command `dormouse replay`: runs a scenario again and compares the run with a trace of it.
enum ReplayCommand {
  static let command = Command(
    name: "replay", summary: "run a scenario again and check a trace of it",
    usage: "TRACE [SCENARIO] [options]", operands: 1...2,
    options: Composition.Request.options + [
      .init(name: "until", value: "TIME", summary: "stop the run then, as that of the trace did"),
      .init(name: "all", summary: "show every figure of apps that differs"),
      .init(
        name: "html", value: "FILE",
        summary: "write both as a page: their lanes above one another"),
    ],
    notes: """
      A trace says in its last line which scenario it is of, by its own folder, and with which options
      it was run. Where it does not, as one that was cut short, or the scenario is elsewhere now, name
      it, with the --policy, --seed, --set and --until of the run. A store with its --run will do too.

        dormouse run day.lua --seed 3 --trace day.jsonl
        dormouse replay day.jsonl
        dormouse replay day.jsonl other/day.lua --seed 3

      Exit status: 0 when the run is the trace's to the last byte, else 1, with both fingerprints and
      the first record that differs.
      """
  ) { (arguments, console) throws(CommandError) in
    let page = try OutputFile.named(by: "html", of: arguments)
    var runs = try Interruption.shared.watching { () throws(CommandError) -> [ComparedRun] in
      try ReplayCommand.runs(arguments)
    }
    let comparison = try DiffCommand.compare(&runs)
    let isSame = comparison.isEqual && !runs[0].isCutShort
    let prints = runs.map { $0.fingerprint?.description ?? "" }
    try console.output.write(
      isSame
        ? "\(shown(runs[0].name)): the same run again, fingerprint \(prints[1])\n\n"
        : "\(shown(runs[0].name)): not the run of \(shown(runs[1].name))\n"
          + "fingerprint of the trace  \(prints[0])\nfingerprint of the run    \(prints[1])\n\n")
    try DiffCommand.show(comparison, of: runs, page, arguments, console)
    guard !isSame else { return }
    try console.output.write("\n" + reason(comparison, runs[0], arguments.operands[0]) + "\n")
    throw .different
  }

  private static func reason(
    _ comparison: TraceComparison, _ trace: ComparedRun, _ file: String
  ) throws(CommandError) -> String {
    if trace.isCutShort {
      return "The trace ends within a record: it was cut short. Write it again."
    }
    if comparison.firstIsBeginning {
      return "The trace is the beginning of the run: it was cut short, or written with --until."
    }
    let change = "Another --policy, --seed or --set, or scripts that have changed"
    switch try Composition.Request.build(of: file) {
    case Dormouse.build.name:
      return "\(change) do this: this very build of dormouse wrote the trace."
    case let other?:
      return "The trace is of another build of dormouse (\(other); this is \(Dormouse.build.name)),"
        + " which may run otherwise. \(change) do this too."
    case nil:
      return "\(change), or another version of dormouse do this."
    }
  }

  private static func runs(_ arguments: Arguments) throws(CommandError) -> [ComparedRun] {
    let trace = arguments.operands[0]
    let scenario = arguments.operands.dropFirst().first
    guard !ComparedRun.isScenario(trace), scenario.map(ComparedRun.isScenario) ?? true else {
      throw .usage(
        "dormouse replay: it takes a trace and then its scenario; "
          + "write dormouse replay TRACE SCENARIO")
    }
    try FileContent.require(trace, in: [.trace, .script])
    var request: Composition.Request
    var until: WrittenMoment?
    if let scenario {
      request = try Composition.Request(arguments)
      request.file = scenario
      until = try arguments.moment("until")
    } else {
      for name in Composition.Request.options.map(\.name) + ["until"] where arguments.has(name) {
        throw .usage("--\(name): the trace says how it was run; name the scenario too")
      }
      (request, until) = try Composition.Request.origin(of: trace, for: command)
    }
    try request.requireFiles()
    let isShown = arguments.has("html")
    return [
      try ComparedRun(.init(file: trace), isShown: isShown, isVerified: true),
      try ComparedRun(request, isShown: isShown, until: until),
    ]
  }
}
