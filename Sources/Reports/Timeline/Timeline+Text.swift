import Device
import Simulation

extension Timeline {
  /// Returns the timeline for a terminal, in lines of at most `style.width` columns, each with its
  /// newline.
  ///
  /// Each column stands for an equal part of the run, and shows the most important event in it.
  /// O(spans + marks + columns).
  ///
  /// - Parameters:
  ///   - isUnicode: else only ASCII is drawn; names stay as they are.
  public func text(_ style: TextStyle, isUnicode: Bool) -> String {
    TimelineText(self, style, isUnicode).lines.map { $0 + "\n" }.joined()
  }
}

/// A timeline, or a part of it, drawn with characters.
struct TimelineText {
  private let timeline: Timeline
  private let style: TextStyle
  private let glyphs: Glyphs
  /// The columns of names, and of the time axis.
  let head: Int
  private let columns: Int
  private let from: Instant
  private let to: Instant
  /// Whether only a part of it is shown.
  private let isPart: Bool

  /// Creates the drawing.
  ///
  /// - Parameters:
  ///   - to: nil: the end of the timeline.
  init(
    _ timeline: Timeline, _ style: TextStyle, _ isUnicode: Bool, from: Instant = .start,
    to: Instant? = nil
  ) {
    self.timeline = timeline
    self.from = from
    self.to = to ?? timeline.end
    isPart = to != nil
    self.style = style
    glyphs = isUnicode ? .unicode : .ascii
    let names = timeline.apps.map { displayWidth(printable($0.name)) }
    head = min(max(names.max() ?? 0, 8), 18) + 1
    columns = style.width - head
  }

  var lines: [String] {
    let ran = timeline.apps.indices.filter { timeline.apps[$0].ran }
    let shown = ran.prefix(style.rows ?? ran.count)
    let names = shortened(
      shown.map { printable(timeline.apps[$0].name) }, to: head - 1)
    var lines = [axis] + device
    lines += zip(shown, names).map { withoutTrailingSpaces(filled($1, to: head) + lane($0)) }
    if shown.count < ran.count {
      lines.append("and \(grouped(ran.count - shown.count)) other apps; --all shows them")
    }
    lines += levels
    if let names = timeline.appsThatNeverRan {
      lines += wrapped("never ran: \(names)", to: style.width)
    }
    return lines + legend
  }

  // MARK: Columns

  /// Returns the columns that a stretch touches, at least one; of a part none where it lies
  /// outside.
  private func columns(_ from: Instant, _ to: Instant) -> Range<Int> {
    guard !isPart || (to >= self.from && from <= self.to) else { return 0..<0 }
    let length = Double(max(1, (self.to - self.from).nanoseconds))
    func column(_ instant: Instant) -> Double {
      // Traces from elsewhere may have times before the start or beyond the end.
      let place = (Double(instant.nanoseconds) - Double(self.from.nanoseconds)) / length
      return min(max(0, place), 1) * Double(columns)
    }
    let first = min(columns - 1, Int(column(from)))
    return first..<max(first + 1, min(columns, Int(column(to).rounded(.up))))
  }

  private func column(_ instant: Instant) -> Int { columns(instant, instant).lowerBound }

  // MARK: Lanes

  /// Returns what an app did, a character a column.
  func lane(_ app: Int) -> String {
    let lane = timeline.apps[app]
    var activities = [Activity](repeating: .notRunning, count: columns)
    for span in lane.activities {
      for column in columns(span.from, span.to)
      where span.activity.rawValue < activities[column].rawValue {
        activities[column] = span.activity
      }
    }
    var marks = [MarkKind?](repeating: nil, count: columns)
    for mark in lane.marks
    where glyphs.marks[mark.kind] != nil && (!isPart || (mark.at >= from && mark.at <= to)) {
      let column = column(mark.at)
      if marks[column].map({ mark.kind.rawValue < $0.rawValue }) ?? true {
        marks[column] = mark.kind
      }
    }
    let cells = zip(activities, marks).map { activity, mark in
      if let mark, let sign = glyphs.marks[mark] {
        return style.paint(sign, mark == .kill ? .bad : .doubtful)
      }
      let glyph = glyphs.activities[activity.rawValue]
      return glyph == " " ? glyph : style.paint(glyph, activity.ink)
    }
    let end = cells.lastIndex { $0 != " " }.map { $0 + 1 } ?? 0
    return cells[..<end].joined()
  }

  private var device: [String] {
    func lane(_ name: String, _ conditions: [Timeline.Condition], _ sign: (String) -> String)
      -> String
    {
      var cells = [String](repeating: " ", count: columns)
      for condition in conditions {
        for column in columns(condition.from, condition.to) { cells[column] = sign(condition.name) }
      }
      return withoutTrailingSpaces(filled(name, to: head) + cells.joined())
    }
    return [
      lane("user", timeline.user) { _ in glyphs.user },
      lane("network", timeline.network) { $0 == "none" ? " " : initial($0) },
      lane("charger", timeline.charger) { $0.hasPrefix("charging") ? "+" : " " },
    ]
  }

  /// The meaning of the letters of the network and of the sign of the charger, as far as they
  /// occur.
  private var conditions: [String] {
    func isShown(_ condition: Timeline.Condition) -> Bool {
      !columns(condition.from, condition.to).isEmpty
    }
    var names: [String] = []
    for condition in timeline.network
    where condition.name != "none" && !names.contains(condition.name) && isShown(condition) {
      names.append(condition.name)
    }
    let isCharging = timeline.charger.contains { $0.name.hasPrefix("charging") && isShown($0) }
    return names.map { "\(initial($0)) \(printable($0))" } + (isCharging ? ["+ charging"] : [])
  }

  /// Returns the first letter of a name; `?` for one that would not stand in one column.
  private func initial(_ name: String) -> String {
    guard let first = name.first, first.isLetter || first.isNumber, displayWidth("\(first)") == 1
    else { return "?" }
    return String(first)
  }

  // MARK: Axis and levels

  /// The times of the device's clock, as many as there is room for, each at its column.
  var axis: String {
    var line = ""
    for tick in TimeAxis.ticks(
      of: timeline.clock, from: from, to: to, most: Double(columns) / 9)
    {
      let place = column(tick.at)
      if place >= line.count + (line.isEmpty ? 0 : 2), place + tick.text.count <= columns {
        line += String(repeating: " ", count: place - line.count) + tick.text
      }
    }
    return style.paint(filled("", to: head) + line, .faint)
  }

  var levels: [String] {
    [Level.pool, .slots].compactMap { level in
      let steps = timeline.steps(of: level)
      guard let most = steps.map(\.value).max(), most > 0 else { return nil }
      // A column shows the least level of the pool in it, and the greatest of slots.
      let isLeast = level == .pool
      var values = [Double?](repeating: nil, count: columns)
      // What lies after the end of the timeline is not known yet.
      let last = min(to, timeline.end)
      for (index, step) in steps.enumerated() {
        let end = index + 1 < steps.count ? steps[index + 1].at : last
        for column in columns(step.at, end) {
          let other = values[column] ?? step.value
          values[column] = isLeast ? min(other, step.value) : max(other, step.value)
        }
      }
      let top = glyphs.bars.count - 1
      let bars = values.map { value in
        value.map { glyphs.bars[$0 <= 0 ? 0 : max(1, Int(($0 / most * Double(top)).rounded()))] }
          ?? " "
      }
      let name = level == .pool ? "pool" : "slots"
      return withoutTrailingSpaces(filled(name, to: head) + bars.joined())
    }
  }

  private var legend: [String] {
    let activities = Activity.allCases.filter { $0 != .notRunning }.map {
      "\(glyphs.activities[$0.rawValue]) \($0.words)"
    }
    let marks = MarkKind.allCases.compactMap { kind in
      glyphs.marks[kind].map { "\($0) \(kind.words)" }
    }
    let each = shortSpan(seconds: (to - from).seconds / Double(columns))
    // A sign stays with its words, and apart from the next.
    let items = activities + marks + conditions + ["a column is \(each)"]
    let lines = items.reduce(into: [""]) { lines, item in
      let last = lines[lines.count - 1]
      if last.isEmpty {
        lines[lines.count - 1] = item
      } else if displayWidth(last) + 2 + displayWidth(item) <= style.width {
        lines[lines.count - 1] += "  " + item
      } else {
        lines.append(item)
      }
    }
    return lines.map { style.paint($0, .faint) }
  }
}

/// The characters that a timeline is drawn with.
private struct Glyphs {
  /// The characters of activities, by raw value.
  let activities: [String]
  let marks: [MarkKind: String]
  let user: String
  /// The characters of levels, from nothing to the most.
  let bars: [String]

  static let unicode = Glyphs(
    activities: ["█", "▓", "▒", "▆", "▃", "▁", " "],
    marks: [.kill: "✕", .finding: "◆", .expiry: "▽", .forceQuit: "⊗"], user: "█",
    bars: [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"])

  static let ascii = Glyphs(
    activities: ["#", "f", "o", "=", "-", ".", " "],
    marks: [.kill: "X", .finding: "!", .expiry: "v", .forceQuit: "Q"], user: "#",
    bars: [" ", "1", "2", "3", "4", "5", "6", "7", "8", "9"])
}

extension Activity {
  fileprivate var ink: Ink {
    switch self {
    case .front: .strong
    case .fetching, .service: .good
    case .granted, .background: .doubtful
    case .suspended, .notRunning: .faint
    }
  }
}

extension Timeline {
  /// The names of the apps that never ran, printable: at most twenty, and how many others there
  /// are; nil if all have run.
  var appsThatNeverRan: String? {
    let idle = apps.filter { !$0.ran }.map { printable($0.name) }
    guard !idle.isEmpty else { return nil }
    let named = idle.count == 21 ? 21 : 20  // "and 1 others" is no English
    let rest = idle.count > named ? " and \(grouped(idle.count - named)) others" : ""
    return idle.prefix(named).joined(separator: ", ") + rest
  }
}
