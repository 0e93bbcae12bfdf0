import Device
import Experiments
import Simulation

// Figures of the parameters' effects.

extension EffectTable.Term {
  /// The effect's name: `starts=3`, `starts=3 habit=1`, `starts`.
  var name: String {
    texts.isEmpty
      ? parameters.joined(separator: " ")
      : zip(parameters, texts).map { "\($0)=\($1)" }.joined(separator: " ")
  }
}

extension ComparisonReport {
  var effectPanels: [NamedPanel] {
    effects.map { table in
      let effects = table.columns.flatMap(\.effects)
      let scale = MetricScale(
        table.metric.unit, means: table.columns.map(\.mean),
        differences: effects.map(\.estimate),
        least: effects.filter { $0.isShown() }.map { $0.estimate.mean.magnitude }.min())
      let isScreening = table.method == .screening
      return NamedPanel(
        title: title(of: table, unit: scale.unit), setting: nil, kind: "parameter",
        columns: table.columns.flatMap { column -> [NamedPanel.Column] in
          let name = name(of: column.subject)
          return isScreening
            ? ["effect", "size", "deviation"].map { .init($0, group: name) }
            : [.init(name, short: shortName(of: column.subject))]
        },
        rows: rows(of: table, scale), remarks: [remark(on: table)])
    }
  }

  func name(of subject: EffectTable.Subject) -> String {
    switch subject {
    case .value(let policy), .difference(let policy): name(policy)
    case .family(let family): printable(family)
    }
  }

  private func shortName(of subject: EffectTable.Subject) -> String {
    switch subject {
    case .value(let policy), .difference(let policy): shortNames[policy]
    case .family(let family): shortened([printable(family)], to: 24)[0]
    }
  }

  private func title(of table: EffectTable, unit: String) -> String {
    let isDifference = if case .difference = table.columns[0].subject { true } else { false }
    let heading = heading(table.metric, unit: isDifference ? differenceUnit(unit) : unit)
    return switch table.columns[0].subject {
    case .value: "Effects of parameters on \(heading)"
    case .difference: "Effects of parameters on differences from \(baselineName) in \(heading)"
    case .family(let name): "Effects of parameters, those of \(printable(name)) too, on \(heading)"
    }
  }

  private func rows(of table: EffectTable, _ scale: MetricScale) -> [NamedPanel.Row] {
    let isScreening = table.method == .screening
    let blanks = isScreening ? 2 : 0
    let empty = Array(repeating: Panel.Cell(text: ""), count: blanks)
    let isDifference = if case .difference = table.columns[0].subject { true } else { false }
    let mean = NamedPanel.Row(
      name: "mean",
      cells: table.columns.flatMap { column in
        [
          Panel.Cell(
            text: isDifference ? scale.signed(column.mean.mean) : scale.text(column.mean.mean))
        ] + empty
      })
    // An interaction that mirrors another is left out.
    let places = table.terms.indices.filter {
      table.isFirst[$0] || table.terms[$0].parameters.count == 1
    }
    let effects = places.map { place in
      let term = table.terms[place]
      return NamedPanel.Row(
        name: printable(rowName(term, of: table)),
        cells: table.columns.flatMap { column -> [Panel.Cell] in
          let effect = column.effects[place]
          return [cell(effect, scale)]
            + (isScreening
              ? [
                Panel.Cell(text: withHalfWidth(effect.size, scale) { scale.difference($0) }),
                Panel.Cell(text: effect.deviation.map(scale.difference) ?? StandingText.none),
              ] : [])
        })
    }
    let shares = (table.columns.first { !$0.shares.isEmpty }?.shares ?? []).enumerated()
      .map { place, share in
        NamedPanel.Row(
          name: printable(
            share.parameters.isEmpty
              ? "share of all these" : "share of \(share.parameters.joined(separator: " with "))"),
          cells: table.columns.map { column in
            Panel.Cell(
              text: place < column.shares.count
                ? percent(column.shares[place].value) : StandingText.none)
          })
      }
    return [mean] + effects + shares
  }

  private func rowName(_ term: EffectTable.Term, of table: EffectTable) -> String {
    guard term.texts.isEmpty,
      let parameter = table.parameters.first(where: { $0.name == term.parameters[0] })
    else { return term.name }
    return "\(parameter.name) \(parameter.texts[0]) to \(parameter.texts.last ?? "")"
  }

  private func cell(_ effect: EffectTable.Effect, _ scale: MetricScale) -> Panel.Cell {
    Panel.Cell(
      text: withHalfWidth(effect.estimate, scale) { scale.signed($0) },
      mark: effect.isShown() ? "*" : "", ink: effect.isShown() ? .strong : .plain)
  }

  private func withHalfWidth(
    _ estimate: Estimate?, _ scale: MetricScale, _ mean: (Double) -> String
  ) -> String {
    guard let estimate else { return StandingText.none }
    let half = estimate.halfWidth.map { $0 == 0 ? " ±0" : " ±" + scale.difference($0) } ?? ""
    return mean(estimate.mean) + half
  }

  private func remark(on table: EffectTable) -> String {
    let what =
      switch table.method {
      case .factorial:
        "What a value adds to the mean over all combinations, and what two values add beyond what "
          + "each adds alone"
      case .screening:
        "From a parameter's least value to its greatest: mean of the elementary effects, the mean of "
          + "their sizes, and how they differ among each other"
      case .linear:
        "From a parameter's least value to its greatest, on the plane that fits best"
      }
    let shares = table.columns.contains { !$0.shares.isEmpty }
    return what + ", ± half of the 95% interval. * Holm's p over the table is below .05."
      + (shares ? " A share is that of the variance between the settings' means." : "")
  }
}
