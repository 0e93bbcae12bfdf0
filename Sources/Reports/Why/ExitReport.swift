import Device
import Simulation

/// A report of why an app has ended: the exit with its code, the line, what led there, and what to
/// do about it.
public struct ExitReport: Sendable {
  private let policy: String
  private let seed: UInt64
  private let history: ExitHistory
  private let clock: DayClock
  private let exit: ExitHistory.Exit?

  /// - Parameters:
  ///   - isBefore: the app did not run at the moment asked about: its last exit before is wanted.
  public init(
    policy: String, seed: UInt64, history: ExitHistory, clock: DayClock, isBefore: Bool = false
  ) {
    self.policy = policy
    self.seed = seed
    self.history = history
    self.clock = clock
    exit = isBefore ? history.before : history.asked
  }

  /// Whether there is an exit to report.
  public var hasExit: Bool { exit != nil }

  private var name: String { printable(history.app) }

  /// Returns the report in lines of at most `style.width` columns, each with its newline.
  public func text(_ style: TextStyle = TextStyle()) -> String {
    guard let exit else {
      let text = "\(name) did not end in this run; 'dormouse why' with --at explains a decision"
      return wrapped(text, to: style.width).map { $0 + "\n" }.joined()
    }
    let title = "\(name) under \(printable(policy)), seed \(seed), at \(clock.text(exit.at))"
    var lines = [style.paint(title, .strong), ""] + wrapped(verdict(exit), to: style.width)
    lines += places(exit).flatMap { wrapped($0, to: style.width, after: "  ", indent: 4) }
    lines += ["", style.paint("What led there", .strong)]
    lines += chain(exit).flatMap { when, words in
      wrapped(printable(words), to: style.width, after: "  \(filled(when, to: 12))    ")
    }
    lines += ["", style.paint("What to do", .strong)]
    lines += advice(exit).flatMap { wrapped($0, to: style.width, after: "  - ") }
    lines += ["", style.paint("Exits of \(name)", .strong)] + list(style)
    return lines.map { $0 + "\n" }.joined()
  }

  private func verdict(_ exit: ExitHistory.Exit) -> String {
    let code = exit.code.map { " with \(ExitReason.bothNotations(of: $0))" } ?? ""
    let assumed = exit.isCodeAssumed ? " No public log shows the code; it is assumed." : ""
    let verb = exit.reason.isOrderly ? "ended" : "was killed"
    var text = "\(name) \(verb)\(code), \(exit.reason.rawValue): \(exit.reason.summary).\(assumed)"
    if let moment = history.moment, exit.at < moment.lowerBound {
      let age = shortSpan(seconds: (moment.lowerBound - exit.at).seconds)
      text = "At \(clock.text(moment.lowerBound)) it was not running: \(age) before, " + text
    }
    return text
  }

  /// The findings of the exit, with their lines.
  private func places(_ exit: ExitHistory.Exit) -> [String] {
    exit.findings.prefix(3).compactMap { entry in
      guard case .finding(let rule, let place, let message) = entry.record else { return nil }
      return printable("\(place.map { "\($0): " } ?? "")\(message) (\(rule.rawValue))")
    }
  }

  private func rules(_ exit: ExitHistory.Exit) -> [FindingRule] {
    exit.findings.reduce(into: []) { rules, entry in
      if case .finding(let rule, _, _) = entry.record, !rules.contains(rule) { rules.append(rule) }
    }
  }

  private func advice(_ exit: ExitHistory.Exit) -> [String] {
    let rules = rules(exit)
    let name = rules.first?.rawValue ?? exit.reason.rawValue
    return (rules.isEmpty ? [exit.reason.advice] : rules.map { $0.advice(on: exit.family) })
      + ["'dormouse explain \(name)' shows it wrong and right, and real apps that had it"]
  }

  /// What has led to the exit, and the exit, each with its time; of a long chain its beginning and
  /// its end.
  private func chain(_ exit: ExitHistory.Exit) -> [(when: String, words: String)] {
    let isHandled = exit.chain.contains(where: \.isExpirationHandler)
    var lines = exit.chain.map { entry in
      var words = entry.plainWords(on: exit.family) + (entry.place.map { " (\($0))" } ?? "")
      if entry.kind == .taskExpire, !isHandled { words += ", and no expirationHandler is called" }
      return (when: clock.text(entry.at), words: words)
    }
    if lines.count > 10 {
      let gap = (when: "...", words: "\(grouped(lines.count - 9)) more")
      lines = lines.prefix(4) + [gap] + lines.suffix(5)
    }
    return lines + [(clock.text(exit.at), end(of: exit))]
  }

  private func end(of exit: ExitHistory.Exit) -> String {
    // Of an error only what it says, without the traceback.
    let detail = exit.detail.split(separator: "\n").first.map { ": \($0)" } ?? ""
    return (exit.reason.isOrderly ? "ended" : "killed") + detail
  }

  private func list(_ style: TextStyle) -> [String] {
    let exits = history.exits
    let place = exits.firstIndex { $0.at == exit?.at } ?? 0
    let rows = style.rows ?? exits.count
    let first = max(0, min(place - rows / 2, exits.count - rows))
    let part = exits[first..<min(exits.count, first + rows)]
    return part.map { other in
      let mark = other.at == exit?.at ? "> " : "  "
      let code = other.code.map { " (\($0))" } ?? ""
      return "\(mark)\(clock.text(other.at))    \(other.reason.rawValue)\(code)"
    } + (part.count < exits.count ? ["  and \(grouped(exits.count - part.count)) more"] : [])
  }
}
