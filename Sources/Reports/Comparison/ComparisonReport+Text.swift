import Device
import Experiments
import Simulation

extension ComparisonReport {
  /// Returns the report in lines of at most `style.width` columns, each with its newline.
  func text(_ style: TextStyle) -> String {
    joined(
      [header(style)] + tables(style) + distributionTables(style)
        + (appPanels + unitPanels + effectPanels).map { lines(of: $0, style) }
        + [costLines(style), exitLines(style), findingLines(style), failureLines(style)]
        + [noteLines(style)] + regretPanels.map { lines(of: $0, style) } + summaries(style)
        + overSettings(style) + [verdictLines(style)])
  }

  /// Returns the plan, the failures, and the means of all metrics side by side, as `text` has them;
  /// for a single metric, its tables.
  public func summary(_ style: TextStyle) -> String {
    if judged.count == 1, verdictsOverSettings != nil { return sensitivity(.text, style) }
    let means = summaries(style)
    return joined(
      [header(style), failureLines(style), noteLines(style)]
        + (means.isEmpty ? tables(style) : means) + overSettings(style) + [verdictLines(style)])
  }

  /// In how many settings the verdicts hold.
  private func overSettings(_ style: TextStyle) -> [[String]] {
    (talliesPanel.map { [lines(of: $0, style)] } ?? []) + [turnLines(style)]
  }

  func joined(_ sections: [[String]]) -> String {
    sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") + "\n" }
      .joined(separator: "\n")
  }

  func header(_ style: TextStyle) -> [String] {
    let indent = 16
    let lines = facts.flatMap { fact in
      wrapped(fact.value, to: style.width - indent).enumerated().map { index, line in
        style.paint(filled(index == 0 ? "  \(fact.name)" : "", to: indent), .faint)
          + style.paint(line, fact.ink)
      }
    }
    return wrapped(title, to: style.width).map { style.paint($0, .strong) } + lines
  }

  // MARK: A metric under each setting

  private func tables(_ style: TextStyle) -> [[String]] {
    analysis.metrics.indices.prefix(shownCount).filter(hasValues).flatMap { metric in
      let unit = scale(metric, under: 0).unit
      let title =
        [
          style.paint(heading(analysis.metrics[metric], unit: bothUnits(unit)), .strong)
        ]
        + wrapped(analysis.metrics[metric].definition, to: style.width - 2).map {
          style.paint("  " + $0, .faint)
        }
      return distinct([metric]).enumerated().map { number, setting in
        let section = analysis.sections[setting.place]
        return (number == 0 ? title : [])
          + table(
            section.comparisons[metric], section.setting, scale(metric, under: setting.place), style
          )
          + remark(alike(setting), style)
      }
    }
  }

  private func table(
    _ comparison: Comparison, _ setting: Setting, _ scale: MetricScale, _ style: TextStyle
  ) -> [String] {
    let isCompared = experiment.policies.count > 1
    let texts = comparison.standings.indices.map { StandingText(comparison, $0, scale) }
    // The cell goes to the left and is never cut: names give way.
    let verdictWidth = texts.map { displayWidth($0.verdict) }.max() ?? 0
    var table = Table(
      columns: [.init(heading: nameHeading(setting))]
        + ["mean", "±95%", "dev."].map { .init(heading: $0) }
        + (isCompared
          ? [
            .init(group: "difference", heading: "mean"),
            .init(group: "difference", heading: "±95%"),
            .init(group: "difference", heading: "p"), .init(group: "rank", heading: "rank"),
            .init(group: "rank", heading: "mean"), .init(heading: "wins"),
            .init(heading: filled("verdict", to: verdictWidth)),
          ] : []))
    table.keepsNames = true
    let names = shortNames
    table.rows = texts.enumerated().map { policy, text in
      let own = [names[policy], text.mean, text.halfWidth, text.deviation].map {
        Table.Cell(text: $0)
      }
      guard isCompared else { return own }
      return own
        + [text.difference, text.differenceHalfWidth, text.adjustedP].map {
          Table.Cell(text: $0, ink: $0 == StandingText.none ? .faint : .plain)
        }
        + [text.rank, text.meanRank, text.wins].map {
          Table.Cell(text: $0, ink: $0 == "0%" || $0 == StandingText.none ? .faint : .plain)
        } + [Table.Cell(text: filled(text.verdict, to: verdictWidth), ink: text.ink)]
    }
    return table.fittingLines(style) + remark(commonRandomNumbers(comparison), style)
      + remark(gaps(comparison), style)
  }

  /// Returns the lines of a remark; none for an empty one.
  func remark(_ text: String, _ style: TextStyle) -> [String] {
    wrapped(text, to: style.width).map { style.paint($0, .faint) }
  }

  func nameHeading(_ setting: Setting) -> String {
    hasSeveralSettings ? printable(setting.description) : "policy"
  }

  // MARK: Several metrics side by side

  private func summaries(_ style: TextStyle) -> [[String]] {
    guard let summary else { return [] }
    return sideBySide(summary, "Summary: means", markRoom: "  ", style)
  }

  private func distributionTables(_ style: TextStyle) -> [[String]] {
    guard let distributions else { return [] }
    return sideBySide(
      distributions, "Distributions: quantiles within a run, mean over the runs", style)
  }

  /// Returns the lines of a panel.
  ///
  /// - Parameters:
  ///   - markRoom: keeps headings from standing above marks.
  private func sideBySide(
    _ panel: Panel, _ title: String, markRoom: String = "", _ style: TextStyle
  ) -> [[String]] {
    let names = shortNames
    var sections = panel.settings.enumerated().map { place, setting in
      var table = Table(
        columns: [.init(heading: nameHeading(analysis.sections[setting.place].setting))]
          + panel.columns.map { column in
            let unit = column.unit.isEmpty ? "" : ", \(column.unit)"
            return .init(
              group: column.metric.group, heading: column.metric.heading + unit + markRoom)
          })
      table.keepsNames = true
      table.rows = panel.rows[place].enumerated().map { policy, cells in
        [Table.Cell(text: names[policy])]
          + cells.map { cell in
            let mark = markRoom.isEmpty ? "" : " \(cell.mark.isEmpty ? " " : cell.mark)"
            return Table.Cell(text: cell.text + mark, ink: cell.ink)
          }
      }
      return table.parts(within: style.width).flatMap { $0.lines(style) }
        + remark(alike(setting), style)
    }
    sections[0].insert(style.paint(title, .strong), at: 0)
    sections[sections.count - 1] += remark(panel.legend, style)
    return sections
  }

  func noteLines(_ style: TextStyle) -> [String] {
    notes.flatMap { wrapped($0, to: style.width) }.map { style.paint($0, .doubtful) }
  }
}
