import Simulation

/// A figure as a gnuplot script: every place is in pixels, so that nothing overlaps by chance.
struct PlotScript {
  private let plot: Plot
  private let format: Plot.Format
  private let caption: [String]
  private let title: [String]
  /// The entries of the key at the right; empty: there is none.
  private let key: [String]
  private let left: Double
  private let keyWidth: Double

  private static let line = 17.0
  /// The average width of a letter of the font, in pixels.
  private static let letter = 7.2
  /// The average width of a letter of the caption, in pixels.
  private static let smallLetter = 6.3
  private static let edge = 14.0

  init(_ plot: Plot, _ format: Plot.Format) {
    self.plot = plot
    self.format = format
    let columns = Int((plot.width - 2 * Self.edge) / Self.letter)
    title = wrapped(plot.title, to: columns)
    caption = wrapped(plot.caption, to: Int((plot.width - 2 * Self.edge) / Self.smallLetter))
    var names: [String] = []
    for series in plot.panels.flatMap(\.series)
    where !series.name.isEmpty && !names.contains(series.name) {
      names.append(series.name)
    }
    key = names
    keyWidth = (names.map(displayWidth).max()).map { Double($0) * Self.letter + 46 } ?? 0
    let ticks = plot.panels.map { panel in
      Double((panel.y.ticks ?? []).map { displayWidth($0.text) }.max() ?? 7) * Self.letter
        + (panel.y.label.isEmpty ? 0 : 24)
    }
    // Beside the labels: the tick, and what a label of wide letters is wider.
    left = (ticks.max() ?? 0) + 20
  }

  var text: String {
    let rows = rowsOfPanels
    // The key stands beside the panels, and may be taller than all of them.
    let body = max(rows.reduce(0) { $0 + $1.height }, Double(key.count) * Self.line + 16)
    let height = head + body + foot
    var lines = terminal(height) + ["set encoding utf8", "set decimalsign '.'", ""]
    for (panel, series) in everySeries { lines += data(panel, series) }
    lines += ["set multiplot", "set border 3 lc rgb '#59616b'", "set tics nomirror out scale 0.6"]
    lines += ["unset key", "set bars 0.6"]
    lines += labels(height)
    var top = head
    for (number, row) in rows.enumerated() {
      let isLast = number == rows.count - 1
      for (column, panel) in row.panels.enumerated() {
        lines += self.panel(panel, column, from: top, of: height, isLast: isLast)
      }
      top += row.height
    }
    lines += key(height)
    return lines.joined(separator: "\n") + "\nunset multiplot\n"
  }

  // MARK: Sizes

  private var head: Double { Double(title.count) * Self.line + (title.isEmpty ? 8 : 16) }
  private var foot: Double { Double(caption.count) * 15 + (caption.isEmpty ? 4 : 14) }

  /// The panels that stand beside each other, with the height from their titles to their ticks.
  private var rowsOfPanels: [(panels: [Int], height: Double)] {
    stride(from: 0, to: plot.panels.count, by: plot.across).map { first in
      let panels = Array(first..<min(first + plot.across, plot.panels.count))
      let isLast = panels.contains(plot.panels.count - 1)
      let tallest = panels.map { plot.panels[$0].height }.max() ?? 0
      return (panels, tallest + above(panels) + (plot.sharesX && !isLast ? 8 : below(panels)))
    }
  }

  private func above(_ panels: [Int]) -> Double {
    panels.contains { !plot.panels[$0].title.isEmpty } ? 26 : 6
  }

  private func below(_ panels: [Int]) -> Double {
    let lines = panels.map { xLabel(plot.panels[$0]).count }.max() ?? 0
    return lines == 0 ? 32 : 33 + Double(lines) * Self.line
  }

  /// The width of a panel with what stands at its left, in pixels.
  private var each: Double { (plot.width - Self.edge - keyWidth) / Double(plot.across) }

  /// The width between a panel and the next, or the edge, in pixels.
  private var gap: Double { plot.across > 1 ? 10 : 4 }

  /// Returns the lines of the label below a panel, which are no wider than its axis; an axis beside
  /// very long labels may have no width at all.
  private func xLabel(_ panel: Plot.Panel) -> [String] {
    guard !panel.x.label.isEmpty else { return [] }
    return wrapped(panel.x.label, to: max(12, Int((each - left - gap) / Self.letter)))
  }

  // MARK: Parts

  private func terminal(_ height: Double) -> [String] {
    let width = Int(plot.width)
    let tall = Int(height.rounded(.up))
    switch format {
    case .svg, .gp:
      return [
        "set terminal svg size \(width),\(tall) font 'sans-serif,12' noenhanced background 'white'"
      ]
    case .png:
      return [
        "set terminal pngcairo size \(width * 2),\(tall * 2) font 'sans,12' fontscale 1.5 "
          + "linewidth 2 pointscale 1.6 noenhanced"
      ]
    case .pdf:
      let inches = { (pixels: Double) in
        JSONValue.number((pixels / 96 * 1000).rounded() / 1000).text
      }
      return [
        "set terminal pdfcairo size \(inches(plot.width))in,\(inches(Double(tall)))in font 'sans,9' "
          + "fontscale 0.75 noenhanced"
      ]
    }
  }

  private var everySeries: [(panel: Int, series: Int)] {
    plot.panels.indices.flatMap { panel in
      plot.panels[panel].series.indices.map { (panel, $0) }
    }
  }

  private func data(_ panel: Int, _ series: Int) -> [String] {
    let given = plot.panels[panel].series[series]
    let name = given.name.isEmpty ? "" : "\(given.name): "
    return [
      "\(block(panel, series)) << END",
      "# \(printable(name + given.columns.joined(separator: " ")))",
    ]
      + given.rows.map { row in
        row.map { $0.isFinite ? JSONValue.number($0).text : "NaN" }.joined(separator: " ")
      } + ["END", ""]
  }

  private func block(_ panel: Int, _ series: Int) -> String { "$panel\(panel + 1)_\(series + 1)" }

  private func labels(_ height: Double) -> [String] {
    var lines: [String] = []
    func add(_ text: String, _ y: Double, _ look: String) {
      lines.append(
        "set label \(lines.count + 1) \(quoted(text)) at screen \(share(Self.edge, plot.width)),"
          + "\(share(height - y, height)) left front \(look)")
    }
    for (number, line) in title.enumerated() {
      add(line, 14 + Double(number) * Self.line, "font ',14'")
    }
    for (number, line) in caption.enumerated() {
      add(line, height - foot + 16 + Double(number) * 15, "font ',11' tc rgb '#444b54'")
    }
    return lines
  }

  private func panel(
    _ number: Int, _ column: Int, from top: Double, of height: Double, isLast: Bool
  ) -> [String] {
    let panel = plot.panels[number]
    let row = number / plot.across
    let beside = Array((row * plot.across)..<min((row + 1) * plot.across, plot.panels.count))
    let begin = Double(column) * each + left
    let end = Double(column + 1) * each - gap
    let upper = top + above(beside)
    let showsX = isLast || !plot.sharesX
    let isFirst = number == 0
    var lines = [
      "",
      "set lmargin at screen \(share(begin, plot.width))",
      "set rmargin at screen \(share(end, plot.width))",
      "set tmargin at screen \(share(height - upper, height))",
      "set bmargin at screen \(share(height - upper - panel.height, height))",
      panel.title.isEmpty ? "unset title" : "set title \(quoted(panel.title)) offset 0,-0.6",
      panel.x.label.isEmpty || !showsX
        ? "unset xlabel"
        : "set xlabel " + xLabel(panel).map(quoted).joined(separator: ".\"\\n\"."),
      panel.y.label.isEmpty
        ? "unset ylabel"
        : "set label 99 \(quoted(panel.y.label)) at screen \(share(begin - left + 12, plot.width)),"
          + "\(share(height - upper - panel.height / 2, height)) center rotate by 90",
      range("x", panel.x), range("y", panel.y),
      ticks("x", fitting(panel.x, within: end - begin), isShown: showsX, most: (end - begin) / 46),
      ticks("y", panel.y, isShown: true, most: panel.height / 34),
      "unset grid; set grid xtics \(panel.y.ticks == nil ? "ytics " : "")lc rgb '#e2e6ea' lt 1",
    ]
    lines.append(
      panel.mark.map { mark in
        "set arrow 1 from first \(decimal(mark)), graph 0 to first \(decimal(mark)), graph 1 nohead "
          + "back lc rgb '#59616b' dt 2"
      } ?? "unset arrow 1")
    lines.append(plot(number))
    // The title and the caption appear once.
    if isFirst { lines += (1...max(1, title.count + caption.count)).map { "unset label \($0)" } }
    return lines + ["unset label 99"]
  }

  private func plot(_ number: Int) -> String {
    let parts = plot.panels[number].series.enumerated().map { place, series in
      "\(block(number, place)) \(series.drawing) notitle"
    }
    return "plot " + (parts.isEmpty ? "NaN notitle" : parts.joined(separator: ", \\\n  "))
  }

  /// Returns the key as a panel of its own over the whole height: beside a low panel there is no
  /// room for it, and gnuplot would leave entries out.
  private func key(_ height: Double) -> [String] {
    guard !key.isEmpty else { return [] }
    let entries = key.compactMap { name in
      plot.panels.lazy.flatMap(\.series).first { $0.name == name }.map { series in
        let look = series.drawing.firstRange(of: " with ").map {
          series.drawing[$0.lowerBound...]
        }
        return "keyentry\(look ?? "") title \(quoted(name))"
      }
    }
    return [
      plot.panels.contains(where: \.x.isLogarithmic) ? "unset logscale x" : "",
      "unset border; unset xtics; unset ytics; unset xlabel; unset title; unset arrow 1",
      "set lmargin at screen 0", "set rmargin at screen 1", "set tmargin at screen 1",
      "set bmargin at screen 0", "set xrange [0:1]", "set yrange [0:1]",
      "set key at screen \(share(plot.width - keyWidth, plot.width)),"
        + "\(share(height - head - 4, height)) left top Left reverse samplen 1.6 spacing 1.1",
      "plot NaN notitle, \\\n  " + entries.joined(separator: ", \\\n  "),
    ]
  }

  private func range(_ axis: String, _ shown: Plot.Axis) -> String {
    let range = shown.range
    return (shown.isLogarithmic ? "set logscale \(axis); " : "")
      + "set \(axis)range [\(decimal(range.lowerBound)):\(decimal(range.upperBound))]"
  }

  /// Returns the axis with ticks whose labels do not overlap on so many pixels.
  private func fitting(_ axis: Plot.Axis, within pixels: Double) -> Plot.Axis {
    var axis = axis
    let length = axis.range.upperBound - axis.range.lowerBound
    for coarser in axis.coarserTicks {
      let ticks = axis.ticks ?? []
      let overlaps = zip(ticks, ticks.dropFirst()).contains { one, next in
        let room = Double(displayWidth(one.text) + displayWidth(next.text)) / 2 + 1
        return (next.at - one.at) / length * pixels < room * Self.letter
      }
      guard overlaps else { break }
      axis.ticks = coarser
    }
    return axis
  }

  private func ticks(
    _ name: String, _ axis: Plot.Axis, isShown: Bool, most: Double
  ) -> String {
    // The text of a tick is a format to gnuplot, in which a percent sign is written twice.
    let texts = (axis.ticks ?? Plot.ticks(axis.range, most: Int(most))).map {
      "\(isShown ? quoted($0.text.replacing("%", with: "%%")) : "''") \(decimal($0.at))"
    }
    guard !texts.isEmpty else { return "unset \(name)tics" }
    return "set \(name)tics (\(texts.joined(separator: ", ")))"
  }

  private func decimal(_ value: Double) -> String { JSONValue.number(value).text }

  private func share(_ pixels: Double, _ whole: Double) -> String {
    JSONValue.number((pixels / whole * 1e5).rounded() / 1e5).text
  }

  /// Returns a string in single quotes, within which gnuplot gives no character a meaning.
  private func quoted(_ text: String) -> String {
    var quoted = "'"
    // By scalars: a quote with an accent is another character, which gnuplot does not know.
    for scalar in printable(text).unicodeScalars {
      if scalar == "'" { quoted += "'" }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "'"
  }
}
