import Device
import Reports
import Runs
import Simulation
import Workflows

/// The command `dormouse why`: explains in plain words why an app has ended, or why it was or was
/// not given a slot or background time.
enum WhyCommand {
  private static let usage = "SCENARIO [--app ID [--at TIME]] [options]"

  static let command = Command(
    name: "why", summary: "explain why an app was killed, or was or was not given a slot or time",
    usage: usage, operands: 1...1,
    options: [
      .init(
        name: "app", value: "ID",
        summary: "the app, as the scenario names it (else: the first that was killed)"),
      .init(
        name: "at", value: "TIME",
        summary: "when: 13:05, 13:05:30, 'day 2 13:05', or since the start: 6h, 90s"
          + " (else: at its first exit)"),
    ] + Composition.Request.options + [.init(name: "all", summary: "show every candidate")],
    notes: """
      Without a time it tells why the app was killed, or has ended, for the first time: the exit and its
      code, the line, what led there, and what to do; without an app, that of the app that was killed
      first. With the time of another exit it tells that.
      Clock times are the device's, as in reports and traces; without a day they are of day 1, the
      first. 13:05 means that minute, 13:05:30 that second. Else the answer explains the last decision
      about the app in that time, or the one that still held: by which it waited for a slot, or had what
      it was given. Without either, it describes the app's state, and what has happened nearest. It
      lists the decisions around that time, for another --at; and for an app that was passed over again
      and again, who was taken before it.
      """
  ) { (arguments, console) throws(CommandError) in
    let asked = try arguments.moment("at")
    let request = try Composition.Request(arguments)
    try request.requireFiles()
    let composition = try request.composed()
    let scenario = composition.loaded.scenario
    let style = TextStyle(
      width: console.width, isColored: console.isColored(console.output),
      rows: arguments.has("all") ? nil : TextStyle().rows)
    guard arguments.has("app") || asked != nil else {
      return try console.output.write(WhyAnswer.toFirstKill(composition, style))
    }
    let answer = WhyAnswer(composition, try app(arguments, scenario), style)
    guard let asked else { return try console.output.write(answer.toExit()) }
    try console.output.write(answer.to(try moment(asked, scenario, arguments)))
  }

  private static func app(
    _ arguments: Arguments, _ scenario: Scenario
  ) throws(CommandError) -> AppID {
    let names = scenario.apps.map(\.name)
    // Where there is one app, it is meant.
    guard let name = arguments.value("app") ?? (names.count == 1 ? names[0] : nil) else {
      throw .usage(
        "dormouse why: --at is the time of an app; name it with --app: there are \(listed(names))")
    }
    guard let index = names.firstIndex(of: name) else {
      throw .usage(
        "--app: there is no such app (\(shown(name))); "
          + advice(for: name, among: names, otherwise: "there are \(listed(names))"))
    }
    return AppID(index)
  }

  private static func listed(_ names: [String]) -> String {
    let more = names.count > 20 ? ", ... (\(names.count) in all)" : ""
    return names.prefix(20).map { shown($0) }.joined(separator: ", ") + more
  }

  private static func moment(
    _ asked: WrittenMoment, _ scenario: Scenario, _ arguments: Arguments
  ) throws(CommandError) -> ClosedRange<Instant> {
    let clock = DayClock(startsAt: scenario.startsAt)
    try arguments.check("at", asked, on: clock)
    let end = Instant.start + scenario.duration
    guard asked.instant(clock) <= end else {
      throw .usage(
        "--at: it is after the end of the run (\(shown(asked.text))); "
          + "give a time up to \(clock.text(end))")
    }
    return asked.range(clock)
  }
}

/// The answer to why an app has ended, or was decided about so.
private struct WhyAnswer {
  private let composition: Composition
  private let app: AppID
  private let name: String
  private let style: TextStyle

  init(_ composition: Composition, _ app: AppID, _ style: TextStyle) {
    self.composition = composition
    self.app = app
    self.style = style
    name = composition.loaded.scenario.apps[Int(app.index)].name
  }

  /// Runs all of it and tells the exit of the first app that was killed.
  static func toFirstKill(
    _ composition: Composition, _ style: TextStyle
  ) throws(CommandError) -> String {
    let names = composition.loaded.scenario.apps.map(\.name)
    var exits = Dictionary(uniqueKeysWithValues: names.map { ($0, ExitHistory(of: $0)) })
    let device = composition.device(observer: { entry in
      if let app = entry.app { exits[app]?.add(entry) }
    })
    try run(device, of: composition)
    let kills = names.compactMap { name in
      exits[name].flatMap { history in history.firstKill.map { (at: $0, history: history) } }
    }
    guard let first = kills.min(by: { $0.at < $1.at }) else {
      let text = withoutKill(device.result(), on: device.clock)
      return wrapped(text, to: style.width).map { $0 + "\n" }.joined()
    }
    return report(first.history, device, of: composition).text(style)
  }

  /// What there is to tell of a run in which no app was killed: its first fault.
  private static func withoutKill(_ run: RunResult, on clock: DayClock) -> String {
    let faults = run.findings.filter { $0.rule.kind == .fault }
    guard let first = faults.min(by: { $0.firstAt < $1.firstAt }) else {
      return "No app was killed in this run; 'dormouse why' with --app and --at explains a decision"
    }
    let place = first.location.map { "\($0): " } ?? ""
    return "No app was killed in this run. The first of its faults is at "
      + "\(clock.text(first.firstAt)), by \(printable(run.apps[Int(first.app.index)].name)): "
      + "\(printable(place + first.message)); 'dormouse explain \(first.rule.rawValue)' tells more"
  }

  /// Runs all of it and tells the first exit.
  func toExit() throws(CommandError) -> String {
    var exits = ExitHistory(of: name)
    let device = composition.device(observer: { exits.add($0) })
    try run(device)
    return report(exits, device).text(style)
  }

  /// Runs until all about the moment is known.
  func to(_ moment: ClosedRange<Instant>) throws(CommandError) -> String {
    var history = DecisionHistory(of: app, around: moment)
    var exits = ExitHistory(of: name, around: moment)
    let device = composition.device(observer: { exits.add($0) }, explaining: { history.add($0) })
    try run(device, until: moment.lowerBound)
    let standing = device.standing(of: app)
    try run(device, until: min(moment.upperBound, device.end))
    var why: WhyReport {
      WhyReport(
        policy: composition.policy.name, seed: composition.loaded.scenario.seed, history: history,
        standing: standing, exits: exits)
    }
    let then = report(exits, device)
    let before = report(exits, device, isBefore: true)
    let isAboutExit =
      then.hasExit || !why.hasDecision && standing.app.state == .notRunning && before.hasExit
    try run(device) { (isAboutExit || why.hasDecision) && history.isComplete }
    guard isAboutExit else { return why.text(style) }
    let told = report(exits, device, isBefore: !then.hasExit).text(style)
    return why.hasDecisionThen ? told + "\n" + why.text(style) : told
  }

  private func report(
    _ exits: ExitHistory, _ device: Device, isBefore: Bool = false
  ) -> ExitReport {
    Self.report(exits, device, of: composition, isBefore: isBefore)
  }

  private static func report(
    _ exits: ExitHistory, _ device: Device, of composition: Composition, isBefore: Bool = false
  ) -> ExitReport {
    ExitReport(
      policy: composition.policy.name, seed: composition.loaded.scenario.seed, history: exits,
      clock: device.clock, isBefore: isBefore)
  }

  private func run(
    _ device: Device, until end: Instant? = nil, enough isOver: @escaping () -> Bool = { false }
  ) throws(CommandError) {
    try Self.run(device, of: composition, until: end, enough: isOver)
  }

  private static func run(
    _ device: Device, of composition: Composition, until end: Instant? = nil,
    enough isOver: @escaping () -> Bool = { false }
  ) throws(CommandError) {
    try Interruption.shared.watching { () throws(CommandError) in
      device.run(until: end ?? device.end) { now, events in
        Progress.shared.note(at: now, of: device.end, on: device.clock, events: events)
        return Interruption.shared.signal == nil && !isOver()
      }
    }
    try Interruption.shared.heed("interrupted at \(device.clock.text(device.now))")
    try device.throwBreakdown(in: composition.loaded.path)
  }
}
