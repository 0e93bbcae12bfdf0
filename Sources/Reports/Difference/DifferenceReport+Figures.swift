import Device
import Simulation

// The figures of two runs, where they differ.

extension DifferenceReport {
  /// The figures of the whole runs that differ: name, both values, and the difference; none where
  /// there are only traces.
  var figureRows: [[String]] {
    guard let (first, second) = runs else { return [] }
    return Metrics.all.compactMap { metric in
      row(metric.name, metric.unit, metric.value(first), metric.value(second))?.map(\.text)
    }
  }

  func figures(_ first: RunResult, _ second: RunResult, _ style: TextStyle) -> [[String]] {
    let whole = Metrics.all.compactMap { metric in
      row(metric.name, metric.unit, metric.value(first), metric.value(second))
    }
    var apps: [[Table.Cell]] = []
    var unmatchedApps: [String] = []
    for app in first.apps {
      guard let other = second.apps.first(where: { $0.name == app.name }) else {
        unmatchedApps.append("\(printable(app.name)) (1)")
        continue
      }
      apps += Metrics.ofApps.compactMap { figure in
        let name = "\(printable(app.name)): \(figure.name)"
        return row(name, figure.unit, figure.value(app), figure.value(other))
      }
    }
    for app in second.apps where !first.apps.contains(where: { $0.name == app.name }) {
      unmatchedApps.append("\(printable(app.name)) (2)")
    }
    // Both are of one store where there is a warm-up.
    let part =
      first.warmUp > .zero
      ? "Figures of the run without its warm-up of \(longSpan(first.warmUp))"
      : "Figures of the whole run"
    var sections = [section(part, "figure", whole, nil, style)]
    sections.append(section("Figures of apps", "app: figure", apps, style.rows, style))
    if !unmatchedApps.isEmpty {
      let text = "Apps of one run only: \(unmatchedApps.joined(separator: ", "))"
      sections.append(wrapped(text, to: style.width))
    }
    if whole.isEmpty, apps.isEmpty { sections.append(["No figure differs."]) }
    return sections
  }

  private func section(
    _ title: String, _ heading: String, _ rows: [[Table.Cell]], _ limit: Int?, _ style: TextStyle
  ) -> [String] {
    guard !rows.isEmpty else { return [] }
    let shown = Array(rows.prefix(limit ?? rows.count))
    let rest = rows.count - shown.count
    return [style.paint(title, .strong)] + table(heading, shown).lines(style)
      + (rest > 0 ? ["and \(grouped(rest)) others; --all shows them"] : [])
  }

  func table(_ heading: String, _ rows: [[Table.Cell]]) -> Table {
    var table = Table(
      columns: [heading, "run 1", "run 2", "difference"].map { Table.Column(heading: $0) })
    table.rows = rows
    return table
  }

  /// Returns the row of a figure; nil where both are equal.
  private func row(
    _ name: String, _ unit: FigureUnit, _ first: Double?, _ second: Double?
  ) -> [Table.Cell]? {
    guard first != second else { return nil }
    var difference = "-"
    if let first, let second { difference = signed(second - first, unit) }
    return [
      name, first.map { unit.text($0) } ?? "-", second.map { unit.text($0) } ?? "-", difference,
    ].map { Table.Cell(text: $0) }
  }

  func signed(_ difference: Double, _ unit: FigureUnit) -> String {
    let size = difference.magnitude
    let text: String
    switch unit {
    // The difference of shares is in points, and may be a part of one.
    case .share, .ratio: text = "\(grouped(size * 100, decimals: 2)) points"
    default: text = unit.text(size)
    }
    // It is less than a digit that is shown.
    guard text.contains(where: { ("1"..."9").contains($0) }) else { return "~0" }
    return (difference < 0 ? "-" : "+") + text
  }
}
