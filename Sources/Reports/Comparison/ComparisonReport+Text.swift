import Device
import Experiments

extension ComparisonReport {
  /// Readable lines of at most `style.width` columns, each with its newline.
  func text(_ style: TextStyle) -> String {
    let sections =
      [header(style)] + tables(style) + distributionTables(style) + appTables(style)
      + [exitLines(style), findingLines(style), failureLines(style), noteLines(style)]
      + summaries(style)
    return sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") + "\n" }
      .joined(separator: "\n")
  }

  private func header(_ style: TextStyle) -> [String] {
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
      let scale = scale(metric)
      let title =
        [
          style.paint(heading(analysis.metrics[metric], scale), .strong)
        ]
        + wrapped(analysis.metrics[metric].definition, to: style.width - 2).map {
          style.paint("  " + $0, .faint)
        }
      return analysis.sections.enumerated().map { place, section in
        (place == 0 ? title : [])
          + table(section.comparisons[metric], section.setting, scale, style)
      }
    }
  }

  private func table(
    _ comparison: Comparison, _ setting: Setting, _ scale: MetricScale, _ style: TextStyle
  ) -> [String] {
    let isCompared = experiment.policies.count > 1
    var table = Table(
      columns: [.init(heading: nameHeading(setting))]
        + ["mean", "±95%", "dev."].map { .init(heading: $0) }
        + (isCompared
          ? [
            .init(group: "difference", heading: "mean"),
            .init(group: "difference", heading: "±95%"),
            .init(group: "difference", heading: "p"), .init(group: "rank", heading: "rank"),
            .init(group: "rank", heading: "mean"), .init(heading: "wins"),
            .init(heading: "verdict", isText: true),
          ] : []))
    table.rows = comparison.standings.indices.map { policy in
      let text = StandingText(comparison, policy, scale)
      let own = [name(policy), text.mean, text.halfWidth, text.deviation].map {
        Table.Cell(text: $0)
      }
      guard isCompared else { return own }
      return own
        + [text.difference, text.differenceHalfWidth, text.adjustedP].map {
          Table.Cell(text: $0, ink: $0 == StandingText.none ? .faint : .plain)
        }
        + [text.rank, text.meanRank, text.wins].map {
          Table.Cell(text: $0, ink: $0 == "0%" || $0 == StandingText.none ? .faint : .plain)
        } + [Table.Cell(text: text.verdict, ink: text.ink)]
    }
    let remarks = [commonRandomNumbers(comparison), gaps(comparison)].filter { !$0.isEmpty }
    return table.lines(style)
      + remarks.flatMap { wrapped($0, to: style.width) }.map { style.paint($0, .faint) }
  }

  private func nameHeading(_ setting: Setting) -> String {
    setting.values.isEmpty ? "policy" : printable(setting.description)
  }

  // MARK: Several metrics side by side

  /// Means of each policy in all metrics, marked by how they differ from the baseline's.
  private func summaries(_ style: TextStyle) -> [[String]] {
    let metrics = analysis.metrics.indices.prefix(shownCount).filter(hasValues)
    guard metrics.count > 1, experiment.policies.count > 1 else { return [] }
    let scales = metrics.map(scale)
    var sections = analysis.sections.map { section in
      var table = means(metrics, scales, section.setting)
      table.rows = experiment.policies.indices.map { policy in
        [Table.Cell(text: name(policy))]
          + zip(metrics, scales).map { metric, scale in
            let text = StandingText(section.comparisons[metric], policy, scale)
            let isMarked = policy != experiment.baseline && !text.mark.isEmpty
            return Table.Cell(
              text: "\(text.mean) \(isMarked ? text.mark : " ")",
              ink: isMarked ? text.ink : .plain)
          }
      }
      return table.parts(within: style.width).flatMap { $0.lines(style) }
    }
    sections[0].insert(style.paint("Summary: means", .strong), at: 0)
    let legend =
      "+ better, - worse, > higher, < lower than \(baselineName), Holm's p below .05; "
      + "~ no difference shown; = identical"
    sections[sections.count - 1] += wrapped(legend, to: style.width).map { style.paint($0, .faint) }
    return sections
  }

  private func means(_ metrics: [Int], _ scales: [MetricScale], _ setting: Setting) -> Table {
    Table(
      columns: [.init(heading: nameHeading(setting))]
        + zip(metrics, scales).map { metric, scale in
          let metric = analysis.metrics[metric]
          let unit = scale.unit.isEmpty ? "" : ", \(scale.unit)"
          return .init(group: metric.group, heading: metric.heading + unit + "  ")
        })
  }

  /// The quantiles that runs came to, by their means over the runs.
  private func distributionTables(_ style: TextStyle) -> [[String]] {
    let metrics = analysis.metrics.indices.filter { place in
      ComparisonReport.distributions.contains { $0.name == analysis.metrics[place].name }
        && hasValues(place)
    }
    guard !metrics.isEmpty else { return [] }
    let scales = metrics.map(scale)
    var sections = analysis.sections.map { section in
      var table = means(metrics, scales, section.setting)
      table.rows = experiment.policies.indices.map { policy in
        [Table.Cell(text: name(policy))]
          + zip(metrics, scales).map { metric, scale in
            let text = StandingText(section.comparisons[metric], policy, scale)
            return Table.Cell(text: text.mean)
          }
      }
      return table.parts(within: style.width).flatMap { $0.lines(style) }
    }
    sections[0].insert(
      style.paint("Distributions: quantiles within a run, mean over the runs", .strong), at: 0)
    return sections
  }

  private func appTables(_ style: TextStyle) -> [[String]] {
    apps.map { apps in
      let scale = MetricScale(apps)
      var table = Table(
        columns: [.init(heading: apps.setting.values.isEmpty ? "app" : nameHeading(apps.setting))]
          + experiment.policies.indices.map { .init(heading: name($0)) })
      table.rows = apps.rows.map { row in
        [Table.Cell(text: printable(row.app))]
          + row.estimates.map {
            Table.Cell(text: $0.map { scale.text($0.mean) } ?? StandingText.none)
          }
      }
      return [style.paint("\(heading(apps.metric, scale)), by app: means", .strong)]
        + table.parts(within: style.width).flatMap { $0.lines(style) }
    }
  }

  private func noteLines(_ style: TextStyle) -> [String] {
    notes.flatMap { wrapped($0, to: style.width) }.map { style.paint($0, .doubtful) }
  }
}
