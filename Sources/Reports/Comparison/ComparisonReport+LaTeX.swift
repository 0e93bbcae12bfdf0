import Device
import Experiments
import Simulation

extension ComparisonReport {
  /// The report as tables to be included with `\input` in a document that loads the package
  /// booktabs: one for each metric under each setting that differs.
  ///
  /// Captions say what a reader has to know: replications, seeds, intervals, what is compared with
  /// what.
  var latex: String {
    let head = [
      "% \(printable(title)): tables for a document with \\usepackage{booktabs}"
    ]
    let tables = analysis.metrics.indices.prefix(shownCount).filter(hasValues).flatMap { metric in
      distinct([metric]).map { setting in self.table(metric, setting.place) }
    }
    let panels = (regretPanels + appPanels + unitPanels + effectPanels).enumerated().map {
      table($1, number: $0 + 1)
    }
    return ([head] + tables + panels).map { $0.joined(separator: "\n") + "\n" }.joined(
      separator: "\n")
  }

  private func table(_ metric: Int, _ place: Int) -> [String] {
    let section = analysis.sections[place]
    let comparison = section.comparisons[metric]
    let scale = scale(metric, under: place)
    let isCompared = experiment.policies.count > 1
    let heads =
      ["policy", "mean", "$\\pm$95\\,\\%"]
      + (isCompared ? ["difference", "$\\pm$95\\,\\%", "$p$", ""] : [])
    let rows = comparison.standings.indices.map { policy in
      let text = StandingText(comparison, policy, scale)
      return [escaped(name(policy)), number(text.mean), number(text.halfWidth)]
        + (isCompared
          ? [
            number(text.difference), number(text.differenceHalfWidth), number(text.adjustedP),
            mark(text.mark),
          ] : [])
    }
    let label =
      analysis.metrics[metric].key + (hasSeveralSettings ? ":\(place + 1)" : "")
    return table(
      caption(metric, section.setting, comparison, scale.unit, isCompared), label: label,
      columns: isCompared ? "lrrrrrc" : "lrr", [heads] + rows)
  }

  func table(_ panel: NamedPanel, number: Int, label: String = "more") -> [String] {
    let under =
      hasSeveralSettings
      ? panel.setting.map { " (\(escaped(printable($0.description))))" } ?? "" : ""
    let remarks = panel.remarks.map { "; \(escaped($0))" }.joined()
    let heads = [panel.kind] + panel.columns.map(\.full)
    return table(
      "\(escaped(panel.title).capitalizedFirst)\(under)\(remarks).", label: "\(label):\(number)",
      columns: "l" + String(repeating: "r", count: panel.columns.count),
      [heads.map(escaped)] + panel.rows.map { ([$0.name] + $0.texts).map(escaped) })
  }

  /// Returns the lines of a table; the first of its rows is the headings.
  private func table(
    _ caption: String, label: String, columns: String, _ rows: [[String]]
  ) -> [String] {
    let lines = rows.map { "    " + $0.joined(separator: " & ") + " \\\\" }
    return [
      "\\begin{table}", "  \\centering", "  \\caption{\(caption)}", "  \\label{tab:\(label)}",
      "  \\begin{tabular}{\(columns)}", "    \\toprule", lines[0], "    \\midrule",
    ] + lines.dropFirst() + ["    \\bottomrule", "  \\end{tabular}", "\\end{table}"]
  }

  private func caption(
    _ metric: Int, _ setting: Setting, _ comparison: Comparison, _ unit: String, _ isCompared: Bool
  ) -> String {
    let shown = analysis.metrics[metric]
    let inUnit = unit.isEmpty ? "" : " in \(escaped(unit))"
    let under =
      hasSeveralSettings ? " for \(escaped(printable(setting.description)))" : ""
    var text =
      "\(escaped(shown.name).capitalizedFirst)\(inUnit)\(under): "
      + "\(escaped(shown.definition)). "
    text +=
      isOfOne
      ? "Means over \(escaped(sampled)), without intervals"
      : "Means over \(escaped(sampled)), and half of their 95\\,\\% intervals"
    if isCompared {
      let baseline = escaped(name(experiment.baseline))
      text +=
        "; differences\(unit == "%" ? ", in points," : "") are from \(baseline), "
        + "\(experiment.blocks.isEmpty ? "seed by seed" : "block by block"), "
        + "with $p$ by Holm; $+$ better, $-$ worse, $\\sim$ no difference shown, $=$ identical"
    }
    let remarks = [gaps(comparison)].filter { !$0.isEmpty } + policyFaults.map(faultClause)
    return text + remarks.map { "; \(escaped($0))" }.joined() + "."
  }

  /// Whether there is only one seed, or block: it says nothing of what others would show, so there
  /// are no intervals.
  var isOfOne: Bool {
    (experiment.blocks.isEmpty ? analysis.replications : ReplicationSeeds(experiment).blockCount)
      == 1
  }

  /// The sample of a mean: `30 seeds, 1 to 30`, or `seed 1 alone`.
  var sampled: String {
    guard experiment.blocks.isEmpty else {
      let count = ReplicationSeeds(experiment).blockCount
      return "\(grouped(count)) block\(count == 1 ? "" : "s") of "
        + experiment.blocks.joined(separator: ", ")
    }
    let count = analysis.replications
    guard count != 1 else { return "seed \(experiment.firstSeed) alone" }
    let last = ReplicationSeeds(experiment).last(ofReplications: count)
    return "\(grouped(count)) seeds, \(experiment.firstSeed) to \(last)"
  }

  /// Returns a number with a true minus sign, and thin spaces between thousands.
  private func number(_ text: String) -> String {
    guard text != StandingText.none else { return "--" }
    var math = ""
    for character in text {
      switch character {
      case "±": math += "\\pm "
      case ",": math += "{,}"
      case "%": math += "\\,\\%"
      default: math.append(character)
      }
    }
    return "$\(math)$"
  }

  private func mark(_ mark: String) -> String {
    switch mark {
    case "": ""
    case "~": "$\\sim$"
    case "≠": "$\\neq$"
    default: "$\(mark)$"
    }
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

/// Returns a string as LaTeX sets it: all characters with a meaning to LaTeX are escaped, with an
/// accent or without. O(n).
private func escaped(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\\": result += "\\textbackslash{}"
    case "{", "}", "$", "&", "#", "_", "%": result += "\\\(scalar)"
    case "^": result += "\\textasciicircum{}"
    case "~": result += "\\textasciitilde{}"
    case "<", ">", "|": result += "$\(scalar == "|" ? "\\mid" : String(scalar))$"
    case "±": result += "$\\pm$"
    case "≠": result += "$\\neq$"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}
