import Device
import Reports
import Runs
import Simulation
import Workflows

/// The command `dormouse why`: explains in plain words why an app was or was not given a slot or
/// background time.
enum WhyCommand {
  private static let usage = "SCENARIO --app ID --at TIME [options]"

  static let command = Command(
    name: "why", summary: "explain why an app was or was not given a slot or time",
    usage: usage, operands: 1...1,
    options: [
      .init(name: "app", value: "ID", summary: "the app, as the scenario names it"),
      .init(
        name: "at", value: "TIME",
        summary: "when: 13:05, 13:05:30, 'day 2 13:05', or since the start: 6h, 90s"),
    ] + Composition.Request.options + [.init(name: "all", summary: "show every candidate")],
    notes: """
      Clock times are the device's, as in reports and traces; without a day they are of day 1, the
      first. 13:05 means that minute, 13:05:30 that second. The answer explains the last decision about
      the app in that time, else the one that still held: by which it waited for a slot, or had what it
      was given. Without either, it describes the app's state. It lists the decisions around that time,
      for another --at; and for an app that was passed over again and again, who was taken before it.
      """
  ) { (arguments, console) throws(CommandError) in
    for option in ["app", "at"] where !arguments.has(option) {
      throw .usage("dormouse why: --\(option) is missing; usage: dormouse why \(usage)")
    }
    guard let asked = try arguments.moment("at") else { return }
    let request = try Composition.Request(arguments)
    try request.requireFiles()
    let composition = try request.composed()
    let app = try app(arguments, composition.loaded.scenario)
    let moment = try moment(asked, composition.loaded.scenario, arguments)
    let report = try Interruption.shared.watching { () throws(CommandError) -> WhyReport in
      try WhyCommand.report(on: composition, app, moment)
    }
    let style = TextStyle(
      width: console.width, isColored: console.isColored(console.output),
      rows: arguments.has("all") ? nil : TextStyle().rows)
    try console.output.write(report.text(style))
  }

  private static func report(
    on composition: Composition, _ app: AppID, _ moment: ClosedRange<Instant>
  ) throws(CommandError) -> WhyReport {
    var history = DecisionHistory(of: app, around: moment)
    let device = composition.device { history.add($0) }
    let isWanted = { (_: Instant, _: Int) in Interruption.shared.signal == nil }
    device.run(until: moment.lowerBound, watch: isWanted)
    let standing = device.standing(of: app)
    device.run { now, events in isWanted(now, events) && !history.isComplete }
    try Interruption.shared.heed("interrupted at \(device.clock.text(device.now))")
    try device.throwBreakdown(in: composition.loaded.path)
    return WhyReport(
      policy: composition.policy.name, seed: composition.loaded.scenario.seed, history: history,
      standing: standing)
  }

  private static func app(
    _ arguments: Arguments, _ scenario: Scenario
  ) throws(CommandError) -> AppID {
    let names = scenario.apps.map(\.name)
    let name = arguments.value("app") ?? ""
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
