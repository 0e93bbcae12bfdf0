import Device
import Experiments
import Reports
import Runs
import Scripting
import Simulation
import Workflows

/// The command `dormouse compare`: runs an experiment into a store and reports its results.
struct CompareCommand {
  static let command = Command(
    name: "compare", summary: "compare policies: run an experiment and report what it shows",
    usage: "FILE [options]", operands: 1...1,
    options: [
      .init(
        name: "output", short: "o", value: "STORE",
        summary: "keep the runs here (else: the experiment's name and .sqlite, in this folder)"),
      .init(
        name: "dry-run",
        summary: "print the plan and what it will cost, by a few runs that are not kept"),
      .init(name: "jobs", value: "N", summary: "runs at the same time (else: one a core)"),
      .init(name: "replications", value: "N", summary: "another number of replications"),
      .init(
        name: "set", value: "K=V", repeats: true,
        summary: "set a parameter of the experiment; may be repeated"),
      .init(
        name: "shard", value: "I/N",
        summary: "run part I of N only, to be joined by 'dormouse merge'"),
      .init(
        name: "lua-path", value: "DIR", repeats: true,
        summary: "look here too for what scripts require; may be repeated"),
      StallOption.option,
    ] + ReportCommand.formatOptions + [
      .init(name: "quiet", summary: "no report and no progress")
    ],
    notes: """
      Runs that a store has are not made again: an interrupted experiment goes on, more replications or
      another policy are added, and only runs that depend on a changed script are made anew.
      'dormouse compare FILE --help' also lists the parameters that the experiment declares.
      \(ReportCommand.metricNotes)
      """,
    help: { (arguments, console) throws(CommandError) in
      try ParameterHelp.print(arguments, console) { (file) throws(ScriptError) in
        try ExperimentScript.parameters(
          of: file, files: DiskScripts(), luaPath: arguments.all("lua-path"))
      }
    },
    run: { (arguments, console) throws(CommandError) in
      try CompareCommand(arguments, console).run()
    })

  private var request: ExperimentPlan.Request
  private let storePath: String
  private let jobs: Int?
  private let display: ReportCommand.Display
  private let arguments: Arguments
  private let console: Console

  init(_ arguments: Arguments, _ console: Console) throws(CommandError) {
    let file = arguments.operands[0]
    let settings = try arguments.settings("set")
    request = ExperimentPlan.Request(
      file: file, settings: Dictionary(uniqueKeysWithValues: settings.map { ($0.name, $0.value) }),
      replications: try arguments.number("replications", upTo: 1_000_000),
      shard: try arguments.shard("shard"), luaPath: arguments.all("lua-path"))
    request.isScreening = arguments.has("sensitivity")
    storePath = arguments.value("output") ?? CompareCommand.storeName(file, request.shard)
    jobs = try arguments.jobs()
    if arguments.has("html"), request.shard != nil {
      throw .usage(
        "--html: a part of an experiment compares nothing yet; join the parts with "
          + "'dormouse merge', and give it to 'dormouse report'")
    }
    display = try ReportCommand.Display(arguments, of: storePath)
    self.arguments = arguments
    self.console = console
  }

  /// Returns the name of an experiment's store: `weekday.sqlite` for
  /// `scripts/experiments/weekday.lua`; a shard's has its number.
  private static func storeName(_ file: String, _ shard: Shard?) -> String {
    let name = file.split(separator: "/").last.map(String.init) ?? file
    let stem = name.hasSuffix(".lua") ? String(name.dropLast(4)) : name
    return stem + (shard.map { "-\($0.index)-of-\($0.count)" } ?? "") + ".sqlite"
  }

  func run() throws(CommandError) {
    try InputFile.require(request.file, in: [.script])
    for folder in request.luaPath { try InputFile.requireFolder(folder, for: "lua-path") }
    try OutputFile.requirePlace(storePath)
    let plan = try request.planned()
    for line in plan.printed { console.complain(printable(line)) }
    if let remark = plan.remark { console.complain(shown("\(remark)", 400)) }
    if arguments.has("dry-run") {
      return try console.output.write(overview(of: plan).text(width: console.width))
    }
    let began = ContinuousClock.now
    let shows = !arguments.has("quiet")
    let experimentRun = try made(of: plan)
    let store = experimentRun.store
    if shows || arguments.has("html") {
      try storing { () throws(StoreError) in try store.check() }
    }
    try display.writePage(of: store)
    if shows {
      if plan.shard == nil { try display.show(store, console) }
      try console.output.flush()
      let elapsed = (ContinuousClock.now - began) / .seconds(1)
      console.remark(summary(experimentRun, plan, elapsed))
    }
    try judge(experimentRun.outcome, plan, store)
  }

  private func overview(of plan: ExperimentPlan) throws(CommandError) -> PlanOverview {
    let estimate = try storing { () throws(StoreError) in
      try PlanEstimate(of: plan, storePath: storePath)
    }
    return PlanOverview(
      plan: plan, estimate: estimate, storePath: storePath, jobs: jobs ?? ProcessorCount.usable)
  }

  /// Opens the store and makes the runs that are missing. A signal is a request all the while: one
  /// that ended the program would leave the log of the store beside it.
  private func made(of plan: ExperimentPlan) throws(CommandError) -> ExperimentRun {
    let lastWords =
      "interrupted; finished runs are kept in \(shown(storePath)), and the same command goes on "
      + "from there"
    return try Interruption.shared.watching(lastWords: lastWords) { () throws(CommandError) in
      let store = try openStore()
      remarkOnAnotherPlan(in: store, plan)
      var running = ExperimentRun(plan, into: store, jobs: jobs)
      try storing { () throws(StoreError) in
        try running.run(Dormouse.build.provenance(command: CommandLine.arguments)) { progress in
          Progress.shared.note(done: progress.done, of: progress.total)
          return Interruption.shared.signal == nil
        }
      }
      try heedInterruption(of: running)
      return running
    }
  }

  private func heedInterruption(of running: ExperimentRun) throws(CommandError) {
    guard let progress = running.outcome.brokenOff else { return }
    if let message = running.outcome.noRoom {
      throw .fault(
        "\(shown(request.file)): broken off after \(Self.words(progress, running.outcome.kept)): "
          + "\(message)\nfinished runs are kept in \(shown(storePath)), and the same command goes on "
          + "from there")
    }
    guard let signal = Interruption.shared.signal else { return }
    throw .interrupted(
      signal: signal,
      "interrupted after \(Self.words(progress, running.outcome.kept)); they are kept in "
        + "\(shown(storePath)), and the same command goes on from there")
  }

  /// Returns how many runs are done, with those that the store had already.
  private static func words(_ progress: ExperimentRun.Progress, _ kept: Int) -> String {
    "\(kept + progress.done) of \(kept + progress.total) runs"
      + (kept > 0 ? " (\(progress.done) of them now)" : "")
  }

  /// Opens the store, and makes it where it does not exist, whole or not at all.
  private func openStore() throws(CommandError) -> Store {
    let unfinished = Store.unfinishedFiles(of: storePath)
    unfinished.forEach(UnfinishedFiles.began)
    defer { unfinished.forEach(UnfinishedFiles.finished) }
    return try storing { () throws(StoreError) in
      try Store(storePath, access: .write, checksRunsLater: true)
    }
  }

  /// Tells that the reports of a store will be without some settings, policies or replications that
  /// they had.
  private func remarkOnAnotherPlan(in store: Store, _ plan: ExperimentPlan) {
    guard let old = try? store.experiment(), !plan.experiment.covers(old) else { return }
    let done = (try? store.progress())?.done ?? 0
    let kept = done < old.runCount ? "\(grouped(done)) of " : ""
    console.complain(
      "\(shown(storePath)): its plan was another, whose \(kept)\(counted(old.runCount, "run")) are "
        + "kept; "
        + "reports are of this one (\(counted(plan.experiment.runCount, "run")))")
  }

  private func summary(_ experimentRun: ExperimentRun, _ plan: ExperimentPlan, _ elapsed: Double)
    -> String
  {
    let outcome = experimentRun.outcome
    var parts: [String] = []
    if let shard = plan.shard { parts.append("part \(shard)") }
    if outcome.kept > 0 { parts.append("\(counted(outcome.kept, "run")) done before") }
    if outcome.run > 0 || outcome.kept == 0 {
      let more = outcome.kept > 0 ? "\(grouped(outcome.run)) more" : counted(outcome.run, "run")
      let threads = counted(experimentRun.jobs, "thread")
      parts.append("\(more) in \(shortSpan(seconds: elapsed)) on \(threads)")
    }
    if outcome.added > 0, outcome.run > 0 {
      parts.append("\(counted(outcome.added, "replication")) added for precision")
    }
    let next = plan.shard == nil ? "" : "; join the parts with 'dormouse merge'"
    return "\(parts.joined(separator: ", ")); kept in \(shown(storePath))\(next)\n"
  }

  /// Throws unless every run could be made, and `expect` is met.
  private func judge(
    _ outcome: ExperimentRun.Outcome, _ plan: ExperimentPlan, _ store: Store
  ) throws(CommandError) {
    if outcome.failed > 0 {
      let failures = try storing { () throws(StoreError) in try store.failures() }
      let first = failures.first.map { ", the first: \($0.message)" } ?? ""
      throw .data(
        "\(shown(request.file)): \(outcome.failed) of \(counted(outcome.run, "run")) failed\(first)\n"
          + "fix the script and run the same command again; all other runs are kept")
    }
    if outcome.stalled > 0 {
      let failures = try storing { () throws(StoreError) in try store.failures() }
      let first = failures.first(where: \.isStalled).map { ", the first: \($0.message)" } ?? ""
      throw .fault(
        "\(shown(request.file)): \(outcome.stalled) of \(counted(outcome.run, "run")) stalled\(first)\n"
          + "change the script, or allow more by --stall-after, and run the same command again; all "
          + "other runs are kept")
    }
    guard plan.shard == nil else { return }
    let problems: [ScriptError.Problem]
    do throws(WorkflowError) {
      problems = try plan.unmetExpectations(in: store) { console.complain(printable($0)) }
    } catch {
      throw CommandError(error, in: request.file)
    }
    guard problems.isEmpty else {
      throw .expectation(problems.map(\.description).joined(separator: "\n"))
    }
  }
}

extension ExperimentPlan.Request {
  /// Returns the checked plan of the experiment that is asked for.
  func planned() throws(CommandError) -> ExperimentPlan {
    do throws(WorkflowError) {
      return try ExperimentPlan(self, by: Dormouse.build) { loaded, total in
        Progress.shared.note(done: loaded, of: total, "scenarios")
      }
    } catch {
      throw CommandError(error, in: file)
    }
  }
}
