import Experiments
import Simulation

/// A table of a report whose first column has names: of apps, units, policies or effects.
struct NamedPanel {
  struct Column {
    let name: String
    /// The heading in a text.
    let short: String
    /// The heading above neighbours; empty: none.
    var group = ""

    init(_ name: String, short: String? = nil, group: String = "") {
      self.name = name
      self.short = short ?? name
      self.group = group
    }

    /// The whole heading: `first-come: size`.
    var full: String { group.isEmpty ? name : "\(group): \(name)" }
  }
  struct Row {
    let name: String
    /// The cells, one a column.
    let cells: [ComparisonReport.Panel.Cell]
  }

  let title: String
  /// The setting; nil: all settings together.
  let setting: Setting?
  /// The kind of the rows: `app`, `group`, `seed`.
  let kind: String
  let columns: [Column]
  let rows: [Row]
  /// The meaning of the cells, or other settings with the same ones; empty: nothing to say.
  let remarks: [String]
}

extension NamedPanel.Row {
  /// The cells as people read them, with their marks.
  var texts: [String] { cells.map { $0.mark.isEmpty ? $0.text : "\($0.text) \($0.mark)" } }
}

extension ComparisonReport {
  /// Returns the columns of some policies.
  func columns(_ policies: [Int]) -> [NamedPanel.Column] {
    let short = shortNames
    return policies.map { .init(name($0), short: short[$0]) }
  }

  /// Returns the cell of a difference, `+5.8 ±4.7`, with the verdict as its mark.
  func differenceCell(_ text: StandingText) -> Panel.Cell {
    let parts = [text.difference, text.differenceHalfWidth].filter { $0 != StandingText.none }
    return Panel.Cell(
      text: parts.isEmpty ? StandingText.none : parts.joined(separator: " "),
      mark: parts.isEmpty ? "" : text.mark, ink: text.ink)
  }

  func lines(of panel: NamedPanel, _ style: TextStyle) -> [String] {
    let heading =
      hasSeveralSettings ? panel.setting.map { nameHeading($0) } ?? panel.kind : panel.kind
    var table = Table(
      columns: [.init(heading: heading)]
        + panel.columns.map { .init(group: $0.group, heading: $0.short) })
    table.rows = panel.rows.map { row in
      [Table.Cell(text: row.name)]
        + zip(row.cells, row.texts).map { Table.Cell(text: $1, ink: $0.ink) }
    }
    return wrapped(panel.title, to: style.width).map { style.paint($0, .strong) }
      + table.parts(within: style.width).flatMap { $0.lines(style) }
      + panel.remarks.flatMap { remark($0, style) }
  }
}
