import Device
import Experiments
import Simulation

// One metric over all settings: in how many of them each verdict holds, and where it turns over.

extension ComparisonReport {
  /// The first metric's verdicts over the settings; nil where there is one setting or one policy, or
  /// no value.
  var verdictsOverSettings: VerdictsOverSettings? {
    guard hasSeveralSettings, experiment.policies.count > 1, let metric = judged.first else {
      return nil
    }
    return VerdictsOverSettings(analysis, metric: metric, reference: isScreening ? 0 : nil)
  }

  /// Whether there are several settings over which verdicts can hold.
  public var hasVerdictsOverSettings: Bool { verdictsOverSettings != nil }

  /// Returns the first metric's means under each setting, in how many settings each verdict holds
  /// and where it turns over; in CSV the rows of the summary.
  ///
  /// - Precondition: the format is not JSON.
  public func sensitivity(_ format: ReportFormat, _ style: TextStyle) -> String {
    let panels = [settingsPanel, talliesPanel].compactMap(\.self)
    switch format {
    case .text:
      return joined(
        [header(style), failureLines(style), noteLines(style)]
          + panels.map { lines(of: $0, style) } + [turnLines(style)])
    case .markdown:
      return (panelSections(panels) + turnTexts.map { [markdownEscaped($0)] })
        .map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
    case .latex:
      return panels.enumerated().map {
        table($1, number: $0 + 1, label: "settings").joined(separator: "\n") + "\n"
      }.joined(separator: "\n")
    case .csv: return summary(format, style)
    case .json: fatalError("a report of sensitivity has no JSON")
    }
  }

  /// The means of the first metric, a row a setting and a column a policy.
  var settingsPanel: NamedPanel? {
    guard verdictsOverSettings != nil, let metric = judged.first else { return nil }
    let scales = analysis.sections.indices.map { scale(metric, under: $0) }
    return NamedPanel(
      title: "\(heading(analysis.metrics[metric], unit: scales[0].unit)): means",
      setting: nil, kind: "setting", columns: columns(Array(experiment.policies.indices)),
      rows: analysis.sections.enumerated().map { place, section in
        NamedPanel.Row(
          name: printable(varied(section.setting).description),
          cells: experiment.policies.indices.map { policy in
            let text = StandingText(section.comparisons[metric], policy, scales[place])
            return Panel.Cell(
              text: text.mean, mark: text.mark,
              ink: text.mark.isEmpty ? .plain : text.ink)
          })
      }, remarks: [marks])
  }

  /// In how many settings each verdict holds: in all, and by the values of each parameter.
  var talliesPanel: NamedPanel? {
    guard let verdicts = verdictsOverSettings, let metric = judged.first else { return nil }
    let others = experiment.policies.indices.filter { $0 != experiment.baseline }
    func row(_ name: String, _ settings: [Int]) -> NamedPanel.Row {
      NamedPanel.Row(
        name: printable(name),
        cells: [Panel.Cell(text: grouped(settings.count))]
          + others.map { policy in
            let counts = verdicts.counts(of: policy, in: settings)
            let texts = counts.map { "\($0.count)\($0.verdict.words.mark)" }
            return Panel.Cell(
              text: texts.isEmpty ? StandingText.none : texts.joined(separator: " "),
              ink: counts.count == 1 ? counts[0].verdict.words.ink : .plain)
          })
    }
    return NamedPanel(
      title: "Verdicts over settings: \(analysis.metrics[metric].name), against \(baselineName)",
      setting: nil, kind: "where", columns: [.init("settings")] + columns(others),
      rows: [row("anywhere", Array(analysis.sections.indices))]
        + verdicts.groups.map { row($0.name, $0.settings) },
      remarks: ["Each cell says in how many of the settings a verdict holds. \(marks)"])
  }

  /// Sentences, one a policy: in how many settings its verdict holds, and where it turns over.
  var turnTexts: [String] {
    guard let verdicts = verdictsOverSettings, let metric = judged.first else { return [] }
    return experiment.policies.indices.compactMap { policy in
      guard let usual = verdicts.usual(of: policy) else { return nil }
      let counts = verdicts.counts(of: policy)
      let total = counts.reduce(0) { $0 + $1.count }
      let held = counts.first { $0.verdict == usual }?.count ?? 0
      let fact = "\(name(policy)): \(usual.fact(of: analysis.metrics[metric].name))"
      guard usual != .tooFewPairs || held < total else { return "\(fact)." }
      guard held < total else {
        let any = usual == .noDifferenceShown ? "any of the" : "all"
        return "\(fact) in \(any) \(grouped(total)) settings."
      }
      let scope = verdicts.reference == nil ? "in" : "as the experiment stands, which holds in"
      let turns = verdicts.turns(of: policy).map { turn in
        (turn.verdict == usual.opposite ? "turns over: " : "") + words(turn, verdicts, policy)
      }
      return "\(fact) \(scope) \(grouped(held)) of \(grouped(total)) settings; "
        + turns.joined(separator: "; ") + "."
    }
  }

  func turnLines(_ style: TextStyle) -> [String] {
    turnTexts.flatMap { wrapped($0, to: style.width, after: "", indent: 2) }
      .map { style.paint($0, .good) }
  }

  private func words(
    _ turn: VerdictsOverSettings.Turn, _ verdicts: VerdictsOverSettings, _ policy: Int
  ) -> String {
    let verdict = turn.verdict == .noDifferenceShown ? "not shown" : turn.verdict.words.text
    let found = "\(verdict) in \(grouped(turn.count))"
    if let place = turn.place {
      let conditions = place.conditions.map { "\($0.parameter)\($0.relation.rawValue)\($0.text)" }
      return "\(found) (where \(printable(conditions.joined(separator: " and "))): "
        + "\(place.hits) of \(place.settings))"
    }
    guard turn.count == 1,
      let setting = verdicts.verdicts[policy].firstIndex(of: turn.verdict)
    else { return found }
    return "\(found) (\(printable(varied(analysis.sections[setting].setting).description)))"
  }

  /// Returns a setting without the parameters that have one value everywhere.
  private func varied(_ setting: Setting) -> Setting {
    let fixed = ParameterAxis.axes(of: analysis.sections.map(\.setting))
      .filter { $0.texts.count == 1 }.map(\.name)
    return setting.without(fixed)
  }
}

extension PairedDifference.Verdict {
  /// The verdict that this one turns over to; nil: there is none.
  fileprivate var opposite: Self? {
    switch self {
    case .better: .worse
    case .worse: .better
    case .higher: .lower
    case .lower: .higher
    case .equal, .noDifferenceShown, .differsWithoutChance, .tooFewPairs: nil
    }
  }

  /// What holds of a metric, as a sentence begins: `fresh at open better`.
  fileprivate func fact(of metric: String) -> String {
    switch self {
    case .better, .worse, .higher, .lower, .equal: "\(metric) \(words.text)"
    case .noDifferenceShown: "no difference in \(metric) shown"
    case .differsWithoutChance: "\(metric) \(words.text)"
    case .tooFewPairs: "\(words.text) of \(metric)"
    }
  }
}

extension VerdictsOverSettings.Group {
  /// The group's name: `starts=6`, or `starts=3 to 9.5`.
  var name: String { "\(parameter)=\(first)" + (first == last ? "" : " to \(last)") }
}
