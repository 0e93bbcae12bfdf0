import Device
import Reports
import Runs
import Scripting
import Simulation
import Workflows

/// The command `dormouse run`: runs a scenario and reports its results.
struct RunCommand {
  static let command = Command(
    name: "run", summary: "run a scenario and report", usage: "FILE [options]", operands: 1...1,
    options: Composition.Request.options + [
      .init(
        name: "until", value: "TIME",
        summary: "stop then: 13:05, 'day 2 13:05', or since the start: 30s, 6h")
    ] + WhatIf.options + [
      .init(
        name: "trace", value: "FILE",
        summary: "write the trace, one JSON object a line; '-' prints it"
      ),
      .init(
        name: "explain",
        summary: "with --trace: also write what each decision rested on (see 'dormouse why')"),
      .init(
        name: "html", value: "FILE",
        summary: "write the run as a page: timeline, decisions, findings"),
      .init(
        name: "perfetto", value: "FILE",
        summary: "write the run as a trace for ui.perfetto.dev"),
      .init(name: "timeline", summary: "print the run as a timeline, before the report"),
      .init(name: "watch", summary: "play the run in the terminal; its last line shows the keys"),
      .init(
        name: "fail-on", value: "WHAT",
        summary:
          "end with status 1 if there are: faults, risks or notes (findings), exits, or calls"
          + " in which the policy failed (policy)"),
      FindingOptions.allow,
      StallOption.option,
      .init(name: "json", summary: "print the report as one JSON object"),
      .init(
        name: "metrics", value: "FORM",
        summary: "print the exits by reason instead, in MetricKit's form"),
      .init(name: "all", summary: "show every app, however many"),
      .init(name: "quiet", summary: "no report but --json's, and no progress"),
    ],
    notes: "'dormouse run FILE --help' also lists the parameters that the scenario declares.",
    help: { (arguments, console) throws(CommandError) in
      try ParameterHelp.print(arguments, console) { (file) throws(ScriptError) in
        try ScenarioScript.parameters(
          of: file, files: DiskScripts(), luaPath: arguments.all("lua-path"))
      }
    },
    run: { (arguments, console) throws(CommandError) in
      if let change = try WhatIf(arguments) { return try change.run(arguments, console) }
      try RunCommand(arguments, console).run()
    })

  private let request: Composition.Request
  private let until: WrittenMoment?
  private let tracePath: String?
  private let failures: [FailureCondition]
  private let allowed: Set<FindingRule>
  private let arguments: Arguments
  private let console: Console

  init(_ arguments: Arguments, _ console: Console) throws(CommandError) {
    request = try Composition.Request(arguments)
    until = try arguments.moment("until")
    failures = try FailureCondition.list(arguments)
    allowed = try FindingOptions.allowed(arguments)
    tracePath = arguments.value("trace")
    if arguments.has("explain"), tracePath == nil {
      throw .usage("--explain: there is no trace to write it to; add --trace FILE")
    }
    if tracePath == "-", arguments.has("json") {
      throw .usage("--trace -: --json prints there too; name a file for the trace")
    }
    if let form = arguments.value("metrics") {
      guard form == "metrickit" else {
        throw .usage("--metrics: there is no such form (\(shown(form))); write --metrics metrickit")
      }
      if arguments.has("json") || tracePath == "-" || arguments.has("timeline") {
        throw .usage("--metrics: something else prints there too; give one of them")
      }
    }
    if arguments.has("timeline"), arguments.has("json") {
      throw .usage("--timeline: --json prints there too; give one of them")
    }
    try RunWatching.check(arguments)
    self.arguments = arguments
    self.console = console
  }

  func run() throws(CommandError) {
    try request.requireFiles()
    let composition = try request.composed()
    try arguments.check(
      "until", until, on: DayClock(startsAt: composition.loaded.scenario.startsAt))
    let scenario = composition.loaded.scenario
    let remark = arguments.remark(
      "until", until, end: .start + scenario.duration, on: DayClock(startsAt: scenario.startsAt))
    if let remark { console.complain(remark) }
    if let remark = composition.loaded.remark { console.complain(shown("\(remark)", 400)) }
    var allowances = try allowances(in: composition)
    let run = try Interruption.shared.watching { () throws(CommandError) -> FinishedRun in
      arguments.has("watch") ? try watched(composition) : try self.run(composition)
    }
    try show(run)
    if let trouble = run.result.policyTrouble, !failures.contains(.policy) {
      console.complain(
        "\(shown(request.file)): \(shown(trouble, 400)); it gave nothing in these calls")
    }
    let problems =
      failures.compactMap { condition in
        condition.problem(in: run.result, isAllowed: { isAllowed($0, &allowances) }).map {
          "\(shown(request.file)): \(shown($0, 400)) (--fail-on \(condition.rawValue))"
        }
      }
      + run.broken.map { TestReport.Failure($0.timed).text }
      + (try unmet(composition.loaded, run.result))
    if judgesFindings, until == nil {
      for finding in run.result.findings { _ = isAllowed(finding, &allowances) }
      for problem in allowances.unused() { console.complain(shown("\(problem)", 400)) }
    }
    if !problems.isEmpty { throw .expectation(problems.joined(separator: "\n")) }
  }

  private var judgesFindings: Bool { failures.contains { $0.kind != nil } }

  /// Returns the comments that allow findings, where findings are judged.
  private func allowances(
    in composition: Composition
  ) throws(CommandError) -> ScriptAllowances {
    var allowances = ScriptAllowances()
    guard judgesFindings else { return allowances }
    allowances.add(composition.apps)
    do throws(ScriptError) { try allowances.throwProblems() } catch { throw CommandError(error) }
    return allowances
  }

  private func isAllowed(_ finding: Finding, _ allowances: inout ScriptAllowances) -> Bool {
    // The comment is asked in any case: it is of use.
    allowances.allowance(of: finding.rule, at: finding.location) != nil
      || allowed.contains(finding.rule)
  }

  /// Returns the expectations of the scenario that a whole run does not meet.
  private func unmet(
    _ loaded: LoadedScenario, _ result: RunResult
  ) throws(CommandError) -> [String] {
    guard loaded.hasExpectation else { return [] }
    guard result.duration >= loaded.scenario.duration else {
      console.complain("--until: the run is not complete, so the scenario's expect is not checked")
      return []
    }
    do throws(ScriptError) {
      return try loaded.failures(of: result).map { TestReport.Failure($0).text }
    } catch {
      throw CommandError(error)
    }
  }

  /// A finished run with its results.
  private struct FinishedRun {
    let result: RunResult
    let report: RunReport
    let timeline: Timeline?
    /// What the scenario says of its phone at all times and does not hold.
    var broken: [ScenarioProperties.Failure] = []
  }

  private func show(_ run: FinishedRun) throws(CommandError) {
    let output = tracePath == "-" ? console.errors : console.output
    let report = run.report
    if arguments.has("timeline"), let timeline = run.timeline {
      try print(timeline, to: output)
    }
    if arguments.has("metrics") {
      try output.write(report.metricKitJSON + "\n")
    } else if arguments.has("json") {
      try output.write(report.json + "\n")
    } else if !arguments.has("quiet") {
      let rows = arguments.has("all") ? nil : TextStyle().rows
      let isColored = console.isColored(output)
      try output.write(
        report.text(TextStyle(width: console.width, isColored: isColored, rows: rows)))
    }
    try output.flush()
  }

  private func print(_ timeline: Timeline, to output: OutputStream) throws(CommandError) {
    let style = TextStyle(
      width: console.wideWidth, isColored: console.isColored(output),
      rows: arguments.has("all") ? nil : TextStyle().rows)
    try output.write(timeline.text(style, isUnicode: console.showsUnicode))
    if !arguments.has("quiet") { try output.write("\n") }
  }

  /// Lets the user play the run.
  ///
  /// - Throws: where the user has stopped it, if that was before its end.
  private func watched(_ composition: Composition) throws(CommandError) -> FinishedRun {
    let began = ContinuousClock.now
    let scenario = composition.loaded.scenario
    if composition.loaded.hasProperties {
      console.complain("--watch: the scenario's always, never and eventually are not asked")
    }
    let watching = RunWatching(
      composition: composition,
      until: until.map { $0.instant(DayClock(startsAt: scenario.startsAt)) }, console: console)
    let (device, isOver) = try watching.run()
    try device.throwBreakdown(in: composition.loaded.path)
    let run = device.result()
    try Interruption.shared.heed(progress(of: run, scenario.duration))
    if !isOver {
      console.complain(
        "stopped at \(device.clock.text(device.now)); the report covers the run up to there")
    }
    return FinishedRun(
      result: run, report: report(of: run, ContinuousClock.now - began, composition), timeline: nil)
  }

  private func report(
    of run: RunResult, _ realTime: Duration, _ composition: Composition
  ) -> RunReport {
    // The scripts of a store have no path that a reader could open.
    if let stored = composition.stored {
      return RunReport(
        run, realTime: realTime, policyFile: stored.policyFile, settings: composition.settings,
        stored: (InputFile.name(of: request.file), stored.number, stored.name))
    }
    let paths = composition.loaded.appScripts.map { ($0.displayName, $0.path) }
    return RunReport(
      run, realTime: realTime,
      scriptPaths: Dictionary(paths, uniquingKeysWith: { first, _ in first }),
      policyFile: (composition.policy as? ScriptedPolicy)?.file, settings: composition.settings)
  }

  /// Runs the device and keeps the trace if all went well.
  private func run(_ composition: Composition) throws(CommandError) -> FinishedRun {
    let outputs = try RunOutputs(arguments, console, composition, of: request)
    let trace = Trace(sink: outputs.sink)
    let properties = try ScenarioProperties.of(composition)
    let device = composition.device(
      trace: trace, observer: properties.observer(beside: outputs.observer),
      explaining: outputs.explaining(trace),
      mostTold: outputs.isExplained ? nil : TimelineDecision.most)
    let began = ContinuousClock.now
    device.decisionClock = { ContinuousClock.now - began }
    watch(device, properties, outputs)
    try device.throwBreakdown(in: composition.loaded.path)
    let run = device.result()
    let realTime = ContinuousClock.now - began
    try Interruption.shared.heed(progress(of: run, composition.loaded.scenario.duration))
    let timeline = try outputs.commit(run)
    return FinishedRun(
      result: run, report: report(of: run, realTime, composition), timeline: timeline,
      broken: properties?.failures ?? [])
  }

  private func watch(
    _ device: Device, _ properties: ScenarioProperties?, _ outputs: RunOutputs
  ) {
    let end = until.map { min($0.instant(device.clock), device.end) } ?? device.end
    properties.run(device, until: end) { now, events in
      Progress.shared.note(at: now, of: end, on: device.clock, events: events)
      return Interruption.shared.signal == nil && outputs.failure == nil
    }
  }

  private func progress(of run: RunResult, _ duration: TimeSpan) -> String {
    let reached = run.clock.text(.start + run.duration)
    let trace = tracePath.map { $0 == "-" ? "" : "; \(shown($0)) was not written" } ?? ""
    return "interrupted at \(reached) of \(longSpan(duration)) after \(run.events) events\(trace)"
  }
}

extension ScenarioProperties {
  /// What a scenario says of its phone at all times; nil where it says nothing.
  static func of(_ composition: Composition) throws(CommandError) -> ScenarioProperties? {
    do throws(ScriptError) { return try ScenarioProperties(of: composition.loaded) } catch {
      throw CommandError(error)
    }
  }
}

extension ScenarioProperties? {
  /// An observer of the run that is theirs and another's; nil where nobody listens.
  func observer(beside other: RecordObserver?) -> RecordObserver? {
    guard let properties = self else { return other }
    return {
      other?($0)
      properties.note($0)
    }
  }

  /// Runs a device, asking after each event where there is something to ask.
  func run(_ device: Device, until end: Instant, watch: @escaping (Instant, Int) -> Bool) {
    if let properties = self {
      properties.run(device, until: end, watch: watch)
    } else {
      device.run(until: end, watch: watch)
    }
  }
}

extension Device {
  /// Throws the reason why the run could not go on, if there is one.
  func throwBreakdown(in file: String) throws(CommandError) {
    guard let breakdown else { return }
    throw .fault("\(shown(file)): the run was broken off: \(breakdown.description)")
  }
}
