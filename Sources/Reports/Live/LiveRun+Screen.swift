import Device
import Simulation

extension LiveRun {
  /// Returns the screen of now: so many lines, none wider than `style.width`, without newlines.
  /// O(spans + marks).
  ///
  /// - Parameters:
  ///   - rows: of the terminal; fewer than 12 are taken for 12.
  public func screen(rows: Int, _ style: TextStyle, isUnicode: Bool) -> [String] {
    LiveScreen(self, rows: max(12, rows), style, isUnicode).lines
  }
}

private struct LiveScreen {
  private let run: LiveRun
  private let rows: Int
  private let style: TextStyle
  private let timeline: Timeline
  private let text: TimelineText
  private let clock: DayClock
  private let isUnicode: Bool

  init(_ run: LiveRun, rows: Int, _ style: TextStyle, _ isUnicode: Bool) {
    self.run = run
    self.rows = rows
    self.style = style
    self.isUnicode = isUnicode
    timeline = run.timeline
    clock = run.device.clock
    let now = run.device.now
    let shown = LiveRun.windows[run.window].map { max(.start, now - $0) } ?? .start
    // A window that is not full yet is as long as it will be.
    let length = LiveRun.windows[run.window] ?? (now - .start)
    // A column on the left shows which app is chosen.
    var narrower = style
    narrower.width -= 1
    text = TimelineText(
      timeline, narrower, isUnicode,
      from: shown, to: max(now, shown + length))
  }

  var lines: [String] {
    let foot = [paint(keys, .faint)]
    let decision = self.decision
    let head = [title, state, " " + text.axis]
    // Lanes, then the decision; what happened last takes the rest, three lines at least.
    let room = rows - head.count - foot.count - levels.count
    let lanes = self.lanes(max(3, room - 2 - min(decision.count, 8) - 3))
    let left = room - lanes.count
    // On the lowest screens the decision and the last event have a line each, and the rest
    // separates them.
    let told = Array(decision.prefix(max(1, left - 4)))
    var spare = left - told.count - 1
    var lines = head + lanes + levels
    func part() {
      if spare > 0 { lines.append("") }
      spare -= 1
    }
    if !told.isEmpty {
      part()
      lines += told
    }
    part()
    lines += events(max(0, rows - foot.count - lines.count))
    lines += [String](repeating: "", count: max(0, rows - foot.count - lines.count))
    return Array(lines.prefix(rows - foot.count)) + foot
  }

  /// Returns a line of plain text, cut to the screen.
  private func paint(_ line: String, _ ink: Ink = .plain) -> String {
    style.paint(cut(line, to: style.width), ink)
  }

  // MARK: The head

  private var title: String {
    let scenario = run.device.scenario
    let name = scenario.title.isEmpty ? "A run" : printable(scenario.title)
    return paint("\(name)  (\(printable(run.policy)), seed \(scenario.seed))", .strong)
  }

  private var state: String {
    let now = clock.text(run.device.now)
    let share = run.end > .start ? Int(run.device.now.seconds / run.end.seconds * 100) : 100
    let how =
      run.isOver ? "over" : run.isPlaying ? "playing" : "paused"
    let speed = "\(grouped(LiveRun.speeds[run.speed], decimals: 0))x"
    let conditions = [
      run.device.foreground.map {
        "in front: \(printable(run.device.scenario.apps[Int($0.index)].name))"
      },
      timeline.network.last.map { "network: \($0.name)" },
      timeline.charger.last.flatMap { $0.name.hasPrefix("charging") ? "charging" : nil },
    ].compactMap(\.self)
    let told = run.note.isEmpty ? conditions.joined(separator: ", ") : run.note
    return paint("\(now)  \(share)%  \(how) \(speed)  \(told)")
  }

  /// The list of keys, no wider than the narrowest screen, so that the key for the end is always
  /// seen.
  private var keys: String {
    "space pause  +- speed  up/down app  a all  n event  d decision  w window  q end"
  }

  // MARK: Lanes

  private func lanes(_ most: Int) -> [String] {
    let count = timeline.apps.count
    let chosen = run.chosen ?? 0
    let first = max(0, min(chosen - most / 2, count - most))
    let shown = first..<min(count, first + most)
    let names = shortened(shown.map { printable(timeline.apps[$0].name) }, to: text.head - 1)
    return zip(shown, names).map { app, name in
      (run.chosen == app ? ">" : " ") + filled(name, to: text.head) + text.lane(app)
    }
  }

  private var levels: [String] { text.levels.map { " " + $0 } }

  // MARK: The decision at the cursor

  /// The last decision about the chosen app, or about any: which apps were chosen, and what would
  /// have had to differ.
  private var decision: [String] {
    let name = run.chosen.map { timeline.apps[$0].name }
    guard
      let told = timeline.decisions.last(where: { decision in
        name == nil || decision.candidates.contains { $0.app == name }
      })
    else {
      return name.map { [paint("No decision about \(printable($0)) so far", .faint)] } ?? []
    }
    var lines = [paint("\(clock.text(told.at))  \(printable(told.title))", .strong)]
    if let name, let mine = told.candidates.first(where: { $0.app == name }) {
      if let verdict = mine.verdict {
        lines.append(paint("  \(printable(name)) \(printable(verdict))"))
      }
      lines += mine.remedies.prefix(4).map { paint("  - \(printable($0.text(clock)))") }
      return lines
    }
    guard told.columns.count > 1 else { return lines }
    var table = Table(
      columns: [.init(heading: "")] + told.columns.map { .init(heading: printable($0)) })
    table.rows = told.candidates.prefix(6).map { candidate in
      [Table.Cell(text: printable(candidate.app), ink: candidate.isChosen ? .good : .plain)]
        + candidate.cells(clock).map { Table.Cell(text: printable($0)) }
    }
    let plain = TextStyle(width: style.width - 2)
    return lines + table.lines(plain).map { paint("  " + $0) }
  }

  // MARK: Events

  private func events(_ most: Int) -> [String] {
    run.records(most).map { paint($0.text(TextStyle(width: style.width), clock), .faint) }
  }
}
