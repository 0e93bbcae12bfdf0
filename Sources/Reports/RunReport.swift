import Device
import Simulation

/// What one run came to, for people (`text`) and for programs (`json`).
public struct RunReport: Sendable {
  let run: RunResult
  /// How long the run took on this machine. Only the text shows it: the JSON of equal runs is equal.
  let realTime: Duration?

  public init(_ run: RunResult, realTime: Duration? = nil) {
    self.run = run
    self.realTime = realTime
  }

  /// Readable lines of at most `style.width` columns, each with its newline.
  public func text(_ style: TextStyle = TextStyle()) -> String {
    let sections = [
      header(style), backgroundTable(style), fetchTable(style), exits(style), device(style),
      findings(style),
    ]
    return sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") + "\n" }
      .joined(separator: "\n")
  }

  private func header(_ style: TextStyle) -> [String] {
    let title = run.title.isEmpty ? "A run without a title" : printable(run.title)
    return wrapped(title, to: style.width).map { style.paint($0, .strong) }
      + entries(
        [
          ("policy", printable(run.policy)),
          ("seed", String(run.seed)),
          ("virtual time", longSpan(run.duration)),
          realTime.map { ("real time", realTimeText($0)) },
          ("events", grouped(run.events)),
          ("fingerprint", run.fingerprint.description),
        ], style)
  }

  private func realTimeText(_ time: Duration) -> String {
    let seconds = time / .seconds(1)
    let text = grouped(seconds, decimals: seconds < 10 ? 3 : 1) + " s"
    let ratio = run.duration.seconds / seconds
    return ratio >= 10 && ratio.isFinite
      ? text + " (\(grouped(ratio, decimals: 0)) times as fast)" : text
  }

  private func device(_ style: TextStyle) -> [String] {
    let pool = DeviceFigures.pool.map(item)
    let slots = DeviceFigures.slots.map(item)
    return [style.paint("Device", .strong)]
      + entries(
        [
          ("pool seconds", pool.joined(separator: ", ")),
          ("slots", slots.joined(separator: ", ")),
          ("wake-ups", figure(DeviceFigures.wakeUps)),
          ("Jain's index", figure(DeviceFigures.fairness) + " over background seconds used"),
          policyTrouble.map { ("policy", style.paint($0, .bad)) },
        ], style)
      + faultLines(style)
  }

  /// Nil when the policy gave no cause for it.
  private var policyTrouble: String? {
    guard run.device.refusedDecisions > 0 || run.device.policyFaults > 0 else { return nil }
    return DeviceFigures.policy.map { "\($0.name) \(figure($0))" }.joined(separator: ", ")
  }

  private func faultLines(_ style: TextStyle) -> [String] {
    guard let fault = run.device.firstPolicyFault else { return [] }
    return wrapped("first fault: " + printable(fault), to: style.width - RunReport.indent)
      .map { String(repeating: " ", count: RunReport.indent) + $0 }
  }

  private func item(_ figure: Figure<RunResult>) -> String {
    "\(figure.heading) \(self.figure(figure))"
  }

  private func figure(_ figure: Figure<RunResult>) -> String {
    figure.value(run).map(figure.unit.text) ?? "-"
  }

  /// Where the values of `entries` begin.
  private static let indent = 16

  /// Named values one below the other; nil ones are left out.
  private func entries(_ entries: [(name: String, value: String)?], _ style: TextStyle)
    -> [String]
  {
    entries.compactMap { $0 }.map {
      style.paint(filled("  \($0.name)", to: RunReport.indent), .faint) + $0.value
    }
  }
}
