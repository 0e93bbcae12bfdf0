import Device
import Simulation

/// A report of one run, for people (`text`) and for programs (`json`).
public struct RunReport: Sendable {
  let run: RunResult
  /// The time that the run took on this machine. Only the text shows it: the JSON of equal runs is
  /// equal.
  let realTime: Duration?

  /// The paths of scripts for whoever reads the text, by the names that findings give them. Traces
  /// and JSON keep those names, so that they do not depend on where the files lie.
  let scriptPaths: [String: String]

  /// The file of a policy in Lua, as the user named it; nil: the policy is built in. Only the text
  /// shows it.
  let policyFile: String?

  /// The parameters that were set, with their values as they are written.
  let settings: [(name: String, text: String)]

  /// The store that the run is taken from, its number there, and what reports call it; nil: it is
  /// that of a scenario.
  let stored: (store: String, number: Int, name: String)?

  public init(
    _ run: RunResult, realTime: Duration? = nil, scriptPaths: [String: String] = [:],
    policyFile: String? = nil, settings: [(name: String, text: String)] = [],
    stored: (store: String, number: Int, name: String)? = nil
  ) {
    self.settings = settings
    self.stored = stored
    self.run = run
    self.realTime = realTime
    self.scriptPaths = scriptPaths
    self.policyFile = policyFile
  }

  /// Returns the report in lines of at most `style.width` columns, each with its newline.
  public func text(_ style: TextStyle = TextStyle()) -> String {
    let sections =
      [header(style), RunVerdict(run).lines(style)] + appTables(style) + [
        work(style), exits(style), findings(style), device(style), origin(style),
      ]
    return sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") + "\n" }
      .joined(separator: "\n")
  }

  var hasPool: Bool { run.platform.hasPool }

  private func header(_ style: TextStyle) -> [String] {
    let title = run.title.isEmpty ? "A run without a title" : printable(run.title)
    let policy = printable(run.policy) + (policyFile.map { " (\(printable($0)))" } ?? "")
    let facts = "\(run.platform.name), \(policy), seed \(run.seed), \(virtualTime)"
    return wrapped(title, to: style.width).map { style.paint($0, .strong) }
      + [facts, what].filter { !$0.isEmpty }.flatMap { wrapped($0, to: style.width) }
      .map { style.paint($0, .faint) }
  }

  /// What was run of the scenario or of the store, and what the figures leave out; empty: nothing
  /// was set.
  private var what: String {
    let parameters = settings.map { "\($0.name)=\($0.text)" }.joined(separator: ", ")
    let run = stored.map { "run \($0.number) of \($0.store): \($0.name)" } ?? parameters
    let warmUp = self.run.warmUp
    let rest = warmUp > .zero ? "without the warm-up of \(longSpan(warmUp))" : ""
    return [printable(run), rest].filter { !$0.isEmpty }.joined(separator: "; ")
  }

  /// What says whether two runs are the same one.
  private func origin(_ style: TextStyle) -> [String] {
    [style.paint("Run", .strong)]
      + entries(
        [
          realTime.map { Entry("real time", realTimeText($0)) },
          Entry("events", grouped(run.events)),
          Entry("fingerprint", run.fingerprint.description),
        ], style)
  }

  private var virtualTime: String {
    let start = run.clock.startsAt == .zero ? "" : " from \(run.clock.startText)"
    return longSpan(run.duration) + start
  }

  private func realTimeText(_ time: Duration) -> String {
    let seconds = time / .seconds(1)
    let text = grouped(seconds, decimals: seconds < 10 ? 3 : 1) + " s"
    let ratio = run.duration.seconds / seconds
    let speed =
      ratio >= 10 && ratio.isFinite
      ? " (\(grouped(ratio, decimals: 0)) times as fast)" : ""
    let deciding = run.decisionRealTime.map {
      ", \(grouped($0 / .milliseconds(1), decimals: 1)) ms of it the policy's"
    }
    return text + speed + (deciding ?? "")
  }

  private func device(_ style: TextStyle) -> [String] {
    let apps = run.apps
    let fairness = DeviceFigures.fairness
    return [style.paint("Device", .strong)]
      + entries(
        [
          hasPool ? Entry("pool seconds", items(DeviceFigures.pool)) : nil,
          hasPool ? Entry("", items(DeviceFigures.poolSupply)) : nil,
          Entry("slots", items(DeviceFigures.slots)),
          Entry("wake-ups", wakeUps),
          Entry("energy", energy),
          Entry("battery", items(DeviceFigures.battery)),
          Entry("network", items(DeviceFigures.bytes)),
          apps.contains(where: \.askedForWork)
            ? Entry("slot waits", totals(AppFigures.waits)) : nil,
          apps.contains { $0.content.followed > .zero }
            ? Entry("freshness", totals(AppFigures.content)) : nil,
          apps.contains { $0.opensWithContent > 0 }
            ? Entry("staleness", totals(AppFigures.staleness)) : nil,
          apps.contains { $0.lockWait > .zero }
            ? Entry("lock waits", totals(AppFigures.locks)) : nil,
          run.device.opensWithContent > 0
            ? Entry("fresh at open", items(DeviceFigures.bounds)) : nil,
          Entry(
            "Jain's index",
            (hasPool
              ? "\(figure(fairness[0])) over the pool's seconds used (apps that asked: "
                + "\(figure(fairness[4]))), " : "")
              + "\(figure(fairness[1])) over work started (apps: \(figure(fairness[5])))"
              + appsThatNeverAsked),
          Entry(
            "least share",
            (hasPool ? "\(figure(fairness[2])) of the mean over the pool's seconds used, " : "")
              + "\(figure(fairness[3])) \(hasPool ? "" : "of the mean ")over work started"),
          Entry("decisions", figure(DeviceFigures.policy[0])),
          policyTrouble.map { Entry("policy", $0, .bad) },
          run.device.firstPolicyFault.map { Entry("first fault", printable($0), .bad) },
        ], style)
  }

  private var wakeUps: String {
    let figures = DeviceFigures.wakeUps
    let wakings = figure(figures[2])
    return "\(figure(figures[0])) of apps, \(figure(figures[1])) of them with no app in front; "
      + "the device woke \(wakings == "1" ? "once" : "\(wakings) times")"
  }

  /// The apps that never asked for anything, if that is a short list.
  private var appsThatNeverAsked: String {
    let apps = run.apps.filter { !$0.asked }
    guard !apps.isEmpty, apps.count < run.apps.count, apps.count <= 6 else { return "" }
    return "; never asked: " + apps.map { printable($0.name) }.joined(separator: ", ")
  }

  /// That no work in granted time took any says nothing where apps ran by their modes.
  private var energy: String {
    let granted = DeviceFigures.backgroundEnergy.value(run) ?? 0
    return items(DeviceFigures.energy)
      + (granted > 0
        ? "; background \(figure(DeviceFigures.backgroundEnergy)) of these" : "")
  }

  /// The counts of refused decisions and of the policy's faults; nil when there were none.
  private var policyTrouble: String? {
    guard run.device.refusedDecisions > 0 || run.device.policyFaults > 0 else { return nil }
    return DeviceFigures.policy.dropFirst().map { "\($0.name) \(figure($0))" }.joined(
      separator: ", ")
  }

  private func items(_ figures: [Figure<RunResult>]) -> String {
    figures.map { "\($0.heading) \(figure($0))" }.joined(separator: ", ")
  }

  /// Returns the figures of all apps together.
  private func totals(_ figures: [Figure<AppStatistics>]) -> String {
    figures.map { figure in
      "\(figure.heading) \(figure.total(of: run.apps).map(figure.unit.text) ?? "-")"
    }.joined(separator: ", ")
  }

  private func figure(_ figure: Figure<RunResult>) -> String {
    figure.value(run).map(figure.unit.text) ?? "-"
  }

  private struct Entry {
    let name: String
    let value: String
    var ink = Ink.plain

    init(_ name: String, _ value: String, _ ink: Ink = .plain) {
      self.name = name
      self.value = value
      self.ink = ink
    }
  }

  /// The column at which the values of `entries` begin.
  private static let indent = 16

  /// Returns named values one below the other; nil ones are left out.
  private func entries(_ entries: [Entry?], _ style: TextStyle) -> [String] {
    entries.compactMap { $0 }.flatMap { entry in
      wrapped(entry.value, to: style.width - RunReport.indent).enumerated().map { index, line in
        let name = filled(index == 0 ? "  \(entry.name)" : "", to: RunReport.indent)
        return style.paint(name, .faint) + style.paint(line, entry.ink)
      }
    }
  }
}
