import Simulation

extension Timeline {
  /// Returns the timeline as a figure: a lane an app, and below it what the pool holds and the
  /// slots that are taken. Apps that never ran are named in the caption only.
  ///
  /// - Parameters:
  ///   - title: what was run.
  ///   - words: of the caption, in whole sentences.
  ///   - from: the figure begins there.
  ///   - to: it ends there, or with the timeline; nil: with it.
  ///   - apps: only these, by their names; nil: all that ran.
  /// - Throws: `PlotError` where there is no such figure, with what to ask for instead.
  ///
  /// O(spans + marks + steps).
  public func plot(
    _ title: String, _ words: String, from: Instant = .start, to: Instant? = nil,
    apps names: [String]? = nil
  ) throws(PlotError) -> Plot {
    let end = min(to ?? self.end, self.end)
    guard from < end else {
      throw PlotError(
        "--from: nothing is shown (\(clock.text(from)) to \(clock.text(end))); give an earlier time"
      )
    }
    for name in names ?? [] where !apps.contains(where: { $0.name == name }) {
      let near = nearest(to: name, among: apps.map(\.name)).map {
        "; did you mean \(printable($0))?"
      }
      throw PlotError(
        "--app: there is no such app (\(printable(name)))\(near ?? "; check the name")")
    }
    let shown = apps.filter { lane in names?.contains(lane.name) ?? lane.ran }
    let drawing = TimelineDrawing(clock: clock, from: from, to: end, lanes: shown)
    var panels = [drawing.lanePanel]
    for level in [Level.pool, .slots] {
      if let panel = drawing.panel(level, steps(of: level)) { panels.append(panel) }
    }
    let never = names == nil ? appsThatNeverRan.map { " Never ran: \($0)." } : nil
    return Plot(title: title, caption: words + (never ?? ""), panels: panels, sharesX: true)
  }
}

extension Timeline.AppLane {
  /// Whether the app ever had a process, or anything happened to it.
  var ran: Bool { activities.contains { $0.activity != .notRunning } || !marks.isEmpty }
}

/// A stretch of a timeline as data for panels; times are seconds since the start of the run.
private struct TimelineDrawing {
  let clock: DayClock
  let from: Instant
  let to: Instant
  let lanes: [Timeline.AppLane]

  private static let row = 26.0
  /// The part of a lane that tasks have, 0 at its lower edge.
  private static let tasks = (0.08, 0.2)
  private static let middle = 0.6

  var lanePanel: Plot.Panel {
    let names = shortened(lanes.map { printable($0.name) }, to: 22)
    return Plot.Panel(
      x: xAxis(""),
      y: Plot.Axis(
        range: -Double(max(1, lanes.count)) - 0.1...0,
        ticks: names.enumerated().map { .init(at: -Double($0) - 0.5, text: $1) }),
      height: Double(max(1, lanes.count)) * Self.row,
      series: activities + [tasks].compactMap(\.self) + marks)
  }

  private func xAxis(_ label: String) -> Plot.Axis {
    let choices = [8, 6, 4, 3, 2, 1].map { most in
      TimeAxis.ticks(of: clock, from: from, to: to, most: most).map { tick in
        let isMidnight = tick.text.hasPrefix("day ") && tick.text.hasSuffix(" 00:00")
        return Plot.Axis.Tick(
          at: tick.at.seconds, text: isMidnight ? String(tick.text.dropLast(6)) : tick.text)
      }
    }
    return Plot.Axis(
      label: label, range: from.seconds...to.seconds, ticks: choices[0],
      coarserTicks: Array(choices.dropFirst()))
  }

  // MARK: Lanes

  /// The activities, the least important first, so that others are drawn over them. One shorter
  /// than half a pixel is a stroke of that width.
  private var activities: [Plot.Series] {
    let bands: [(Activity, low: Double, high: Double, colour: String)] = [
      (.suspended, 0.28, 0.34, "#7d8692"), (.background, 0.28, 0.58, "#a08a00"),
      (.granted, 0.28, 0.74, "#d05a00"), (.service, 0.28, 0.74, "#a8489b"),
      (.fetching, 0.28, 0.74, "#0a8a6a"), (.front, 0.28, 0.92, "#0b6bb8"),
    ]
    return bands.compactMap { activity, low, high, colour in
      stretches(activity.words, (low, high), colour) { lane in
        lane.activities.filter { $0.activity == activity }.map { ($0.from, $0.to) }
      }
    }
  }

  private var tasks: Plot.Series? {
    stretches(SpanKind.task.words, Self.tasks, "#8a3c00") { lane in
      lane.spans.filter { $0.kind == .task }.map { ($0.from, $0.to) }
    }
  }

  private func stretches(
    _ name: String, _ band: (Double, Double), _ colour: String,
    of spans: (Timeline.AppLane) -> [(from: Instant, to: Instant)]
  ) -> Plot.Series? {
    let rows = lanes.enumerated().flatMap { number, lane in
      spans(lane).filter { $0.to > from && $0.from < to }.map {
        [max($0.from, from).seconds, min($0.to, to).seconds, Double(number + 1)]
      }
    }
    guard !rows.isEmpty else { return nil }
    let least = JSONValue.number((to - from).seconds / 1_200).text
    return Plot.Series(
      name: name, columns: ["from", "to", "lane"], rows: rows,
      drawing: "using 1:(-$3):1:($2-$1<\(least)?$1+\(least):$2):(-$3+\(band.0)):(-$3+\(band.1)) "
        + "with boxxyerror fc rgb '\(colour)' fs solid noborder")
  }

  private var marks: [Plot.Series] {
    let looks: [(MarkKind, String)] = [
      (.forceQuit, "pt 8 ps 0.9 lw 1.6 lc rgb '#1b1f24'"),
      (.expiry, "pt 11 ps 1 lc rgb '#b36b00'"), (.finding, "pt 13 ps 1.2 lc rgb '#8a1fb0'"),
      (.kill, "pt 2 ps 1 lw 2.2 lc rgb '#c01f2e'"),
    ]
    return looks.compactMap { kind, look in
      let rows = lanes.enumerated().flatMap { number, lane in
        lane.marks.filter { $0.kind == kind && $0.at >= from && $0.at <= to }.map {
          [$0.at.seconds, Double(number + 1)]
        }
      }
      guard !rows.isEmpty else { return nil }
      return Plot.Series(
        name: kind.words, columns: ["at", "lane"], rows: rows,
        drawing: "using 1:(-$2+\(Self.middle)) with points \(look)")
    }
  }

  // MARK: Levels

  /// Returns the panel of a level; nil where it is not known, or never above zero.
  func panel(_ level: Level, _ steps: [Timeline.Step]) -> Plot.Panel? {
    let before = steps.last { $0.at <= from }.map { [[from.seconds, $0.value]] } ?? []
    let within = steps.filter { $0.at > from && $0.at < to }.map { [$0.at.seconds, $0.value] }
    let isMean = level == .slots && isFine(before + within)
    let rows = isMean ? means(before + within) : before + within
    guard let most = rows.map({ $0[1] }).max(), most > 0, let last = rows.last else { return nil }
    let series = Plot.Series(
      columns: ["at", "value"], rows: rows + [[to.seconds, last[1]]],
      drawing: "using 1:2 with fillsteps fc rgb '#c6d8ec' fs solid noborder")
    let line = Plot.Series(
      columns: series.columns, rows: series.rows,
      drawing: "using 1:2 with steps lw 1.2 lc rgb '#0b5cad'")
    return Plot.Panel(
      x: xAxis("time of day"),
      y: Plot.Axis(
        label: level == .pool ? "pool, s" : isMean ? "slots, mean" : "slots",
        range: 0...most * 1.08),
      height: 64, series: [series, line])
  }

  /// The number of columns, of a pixel or two, that a level is drawn in.
  private static let columns = 400

  /// Whether some step is shorter than a column: its strokes would run together.
  private func isFine(_ rows: [[Double]]) -> Bool {
    let least = (to - from).seconds / Double(Self.columns)
    return zip(rows, rows.dropFirst()).contains { $1[0] - $0[0] < least }
  }

  /// Returns the mean of a level in each column, so that nothing looks longer than it was.
  private func means(_ rows: [[Double]]) -> [[Double]] {
    let width = (to - from).seconds / Double(Self.columns)
    var sums = [Double](repeating: 0, count: Self.columns)
    for (place, row) in rows.enumerated() where row[1] != 0 {
      let end = place + 1 < rows.count ? rows[place + 1][0] : to.seconds
      var at = row[0]
      while at < end {
        let column = min(Self.columns - 1, Int((at - from.seconds) / width))
        let next = column == Self.columns - 1 ? end : from.seconds + Double(column + 1) * width
        // The border may be the moment itself, by rounding.
        let until = min(end, max(next, at.nextUp))
        sums[column] += row[1] * (until - at)
        at = until
      }
    }
    return sums.enumerated().map { [from.seconds + Double($0) * width, $1 / width] }
  }
}
