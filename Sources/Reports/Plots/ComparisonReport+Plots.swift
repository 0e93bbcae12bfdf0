import Device
import Experiments
import Simulation

extension ComparisonReport {
  /// The most panels that can be read.
  private static let mostPanels = 12

  /// Returns a figure of the report's metrics; two against each other take the first two.
  ///
  /// - Parameters:
  ///   - choice: values of parameters; settings with others are left out.
  ///   - parameter: the parameter on the axis of a response; nil: the only one that has several
  ///     values.
  ///   - runs: the values of single runs, which `pairs` shows.
  /// - Throws: `PlotError` where there is no such figure, with what to ask for instead.
  ///
  /// O(settings · policies · metrics).
  public func plot(
    _ kind: PlotKind, where choice: [(name: String, value: String)] = [],
    over parameter: String? = nil, runs: [Runs] = []
  ) throws(PlotError) -> Plot {
    let places = try sections(where: choice)
    var plot: Plot
    switch kind {
    case .intervals: plot = try eachMetric(places, intervals)
    case .differences, .pairs:
      guard experiment.policies.count > 1 else {
        throw PlotError("--kind: there is only one policy (\(kind.rawValue)); take intervals")
      }
      plot = try kind == .pairs ? pairs(places, runs) : eachMetric(places, differences)
    case .pareto: plot = try pareto(places)
    case .response: plot = try response(places, over: parameter)
    }
    guard plot.panels.count <= Self.mostPanels else {
      throw PlotError(
        "--kind: it would have \(plot.panels.count) panels (\(kind.rawValue)); choose settings "
          + "with --set, or name fewer metrics")
    }
    plot.across = plot.panels.count > 1 ? 2 : 1
    plot.title = title
    plot.caption = captionText(plot.caption, places)
    return plot
  }

  /// Returns the places of the settings that have the values.
  private func sections(
    where choice: [(name: String, value: String)]
  ) throws(PlotError) -> [Int] {
    let axes = ParameterAxis.axes(of: analysis.sections.map(\.setting))
    for (name, value) in choice {
      guard let axis = axes.first(where: { $0.name == name }) else {
        let known = axes.map { printable($0.name) }.joined(separator: ", ")
        throw PlotError(
          "--set: the store has no such parameter (\(printable(name))); "
            + (axes.isEmpty ? "it has none: leave it out" : "it has \(known)"))
      }
      guard axis.texts.contains(value) else {
        let known = axis.texts.map(printable).joined(separator: ", ")
        throw PlotError(
          "--set: \(printable(name)) has no such value (\(printable(value))); it has \(known)")
      }
    }
    let places = analysis.sections.indices.filter { place in
      choice.allSatisfy { name, value in
        analysis.sections[place].setting.values.contains { $0.name == name && $0.text == value }
      }
    }
    guard !places.isEmpty else {
      throw PlotError("--set: no setting has all of these values; leave some out")
    }
    return places
  }

  /// Returns the caption of all panels: over what means are, and which policies have none.
  private func captionText(_ text: String, _ places: [Int]) -> String {
    let gaps = Set(
      places.flatMap { place in
        analysis.metrics.indices.prefix(shownCount).map {
          self.gaps(analysis.sections[place].comparisons[$0])
        }
      }.filter { !$0.isEmpty })
    return text
      + gaps.sorted().map { " \($0.prefix(1).uppercased())\($0.dropFirst())." }.joined()
      + policyFaults.map { " \(faultClause($0))." }.joined()
  }

  private var percent: String { "\(Int((analysis.level * 100).rounded())) %" }

  // MARK: Means and differences

  /// Returns a panel for each metric under each setting.
  func eachMetric(
    _ places: [Int], _ make: (Int, Int) -> (panel: Plot.Panel, caption: String)
  ) throws(PlotError) -> Plot {
    let made = analysis.metrics.indices.prefix(shownCount).filter(hasValues).flatMap { metric in
      places.map { make(metric, $0) }
    }
    guard let first = made.first else { throw PlotError("--metric: no run has a value of it") }
    // Panels of one metric have one range, so that they can be compared.
    var panels = made.map(\.panel)
    for number in panels.indices {
      let alike = made.map(\.panel.x).filter { $0.label == panels[number].x.label }
      panels[number].x.range =
        (alike.map(\.range.lowerBound).min() ?? 0)...(alike.map(\.range.upperBound).max() ?? 1)
    }
    return Plot(title: "", caption: first.caption, panels: panels)
  }

  private func intervals(_ metric: Int, _ place: Int) -> (panel: Plot.Panel, caption: String) {
    let comparison = analysis.sections[place].comparisons[metric]
    let rows = comparison.standings.enumerated().map { policy, standing in
      row(standing.estimate, policy)
    }
    let factor = scale(metric, under: place).factor
    let series = Plot.Series(
      columns: ["mean", "low", "high", "policy"], rows: rows,
      drawing: "using ($1*\(text(factor))):(-$4):($2*\(text(factor))):($3*\(text(factor))) "
        + "with xerrorbars pt 7 ps 0.8 lw 1.4 lc rgb '\(Plot.colour(0))'")
    return (
      policyPanel(
        metric, place, [series], range: Plot.range(rows.flatMap { $0[..<3] }.map { $0 * factor })),
      isOfOne
        ? "Means over \(sampled), without intervals."
        : "Means over \(sampled), and their \(percent) intervals."
    )
  }

  func differences(_ metric: Int, _ place: Int) -> (panel: Plot.Panel, caption: String) {
    let comparison = analysis.sections[place].comparisons[metric]
    let factor = scale(metric, under: place).factor
    var sets: [Bool: [[Double]]] = [true: [], false: []]
    for (policy, standing) in comparison.standings.enumerated() {
      guard let difference = standing.difference else { continue }
      sets[difference.isShown, default: []].append(row(difference.estimate, policy))
    }
    let series = [(true, 7, 0), (false, 6, 0)].map { isShown, sign, colour in
      Plot.Series(
        columns: ["difference", "low", "high", "policy"], rows: sets[isShown] ?? [],
        drawing: "using ($1*\(text(factor))):(-$4):($2*\(text(factor))):($3*\(text(factor))) "
          + "with xerrorbars pt \(sign) ps 0.9 lw 1.4 lc rgb '\(Plot.colour(colour))'")
    }.filter { !$0.rows.isEmpty }
    let values = series.flatMap(\.rows).flatMap { $0[..<3] }.map { $0 * factor }
    var panel = policyPanel(metric, place, series, range: Plot.range(values, withZero: true))
    panel.mark = 0
    let unit = differenceUnit(scale(metric, under: place).unit)
    panel.x.label = "difference in \(heading(analysis.metrics[metric], unit: unit))"
    panel.y.ticks?[experiment.baseline].text += " = 0"
    let differences =
      "Differences from \(baselineName), \(unitKind) by \(unitKind), over \(sampled), "
    if isOfOne { return (panel, differences + "without intervals: no difference is shown.") }
    let fixed = markWithoutChance(in: [comparison]) == nil ? "" : ", or without chance"
    return (
      panel,
      differences + "with \(percent) intervals. Filled: beyond chance (p by Holm below "
        + "\(text(((1 - analysis.level) * 1000).rounded() / 1000)))\(fixed); hollow: no difference "
        + "shown."
    )
  }

  /// Returns mean, low, high and place of a policy; without an interval all three are the mean.
  private func row(_ estimate: Estimate?, _ policy: Int) -> [Double] {
    let mean = estimate?.mean ?? .nan
    return [mean, estimate?.low ?? mean, estimate?.high ?? mean, Double(policy + 1)]
  }

  /// Returns a panel with the policies from top to bottom.
  private func policyPanel(
    _ metric: Int, _ place: Int, _ series: [Plot.Series], range: ClosedRange<Double>
  ) -> Plot.Panel {
    let count = experiment.policies.count
    return Plot.Panel(
      title: settingTitle(place),
      x: Plot.Axis(
        label: heading(analysis.metrics[metric], unit: scale(metric, under: place).unit),
        range: range),
      y: Plot.Axis(
        range: -Double(count) - 0.6 ... -0.4,
        ticks: zip(1...max(1, count), shortNames).map { .init(at: -Double($0), text: $1) }),
      height: Double(count) * 24 + 12, series: series)
  }

  func settingTitle(_ place: Int) -> String {
    hasSeveralSettings ? printable(analysis.sections[place].setting.description) : ""
  }

  private func text(_ value: Double) -> String { JSONValue.number(value).text }

  // MARK: Two metrics

  private func pareto(_ places: [Int]) throws(PlotError) -> Plot {
    guard shownCount == 2 else {
      throw PlotError("--metric: pareto shows two against each other; name two")
    }
    for metric in 0..<2 where !hasValues(metric) {
      throw PlotError("--metric: no run has a value of it (\(analysis.metrics[metric].name))")
    }
    let scales = (0..<2).map { scale($0, under: places[0]) }
    var panels: [Plot.Panel] = []
    var hasLine = false
    for place in places {
      let points = analysis.sections[place].comparisons.prefix(2).map { comparison in
        comparison.standings.map { standing in Array(row(standing.estimate, 0)[..<3]) }
      }
      var series = experiment.policies.indices.map { policy in
        Plot.Series(
          name: shortNames[policy], columns: ["x", "low", "high", "y", "low", "high"],
          rows: [points[0][policy] + points[1][policy]],
          drawing: "using ($1*\(text(scales[0].factor))):($4*\(text(scales[1].factor))):"
            + "($2*\(text(scales[0].factor))):($3*\(text(scales[0].factor))):"
            + "($5*\(text(scales[1].factor))):($6*\(text(scales[1].factor))) with xyerrorbars "
            + "pt \(Plot.sign(policy)) ps 1 lw 1.2 lc rgb '\(Plot.colour(policy))'")
      }
      // Bounds, which no phone can have, beat what can be chosen.
      let chosen = experiment.policies.indices.filter { !isBound($0) }
      let front = self.front(
        chosen.map { points[0][$0][0] }, chosen.map { points[1][$0][0] })
      if front.count > 1 {
        hasLine = true
        series.insert(
          Plot.Series(
            columns: ["x", "y"], rows: front,
            drawing: "using ($1*\(text(scales[0].factor))):($2*\(text(scales[1].factor))) "
              // As far as one policy goes before the next begins.
              + "with \(analysis.metrics[0].better == .lower ? "steps" : "fsteps") "
              + "lc rgb '#7d8692' dt 2"),
          at: 0)
      }
      panels.append(
        Plot.Panel(
          title: settingTitle(place),
          x: Plot.Axis(label: heading(analysis.metrics[0], unit: scales[0].unit), range: 0...1),
          y: Plot.Axis(label: heading(analysis.metrics[1], unit: scales[1].unit), range: 0...1),
          height: 300, series: series))
    }
    for axis in 0..<2 {
      let values = panels.flatMap(\.series).filter { $0.columns.count == 6 }.flatMap(\.rows)
        .flatMap { $0[axis * 3..<axis * 3 + 3] }.map { $0 * scales[axis].factor }
      for number in panels.indices {
        if axis == 0 {
          panels[number].x.range = Plot.range(values)
        } else {
          panels[number].y.range = Plot.range(values)
        }
      }
    }
    return Plot(
      title: "",
      caption: (isOfOne
        ? "Means over \(sampled), without intervals."
        : "Means over \(sampled), with \(percent) intervals.")
        + (hasLine ? " The line joins the policies whose means no other beats in both" : "")
        + (hasLine ? "\(boundsWords)." : ""),
      panels: panels)
  }

  /// The bounds that the line leaves out, in brackets; empty: there are none.
  private var boundsWords: String {
    let names = experiment.policies.indices.filter(isBound).map { shortNames[$0] }
    return names.isEmpty ? "" : " (bounds apart: \(names.joined(separator: ", ")))"
  }

  /// Returns the means that no policy beats in both metrics, from left to right; none where a
  /// metric has no better side.
  private func front(_ x: [Double], _ y: [Double]) -> [[Double]] {
    func worth(_ value: Double, _ metric: Int) -> Double {
      analysis.metrics[metric].better == .higher ? value : -value
    }
    guard analysis.metrics.prefix(2).allSatisfy({ $0.better != .neutral }) else { return [] }
    let points = zip(x, y).filter { $0.isFinite && $1.isFinite }
    return points.filter { point in
      !points.contains { other in
        let (a, b) = (worth(other.0, 0) - worth(point.0, 0), worth(other.1, 1) - worth(point.1, 1))
        return a >= 0 && b >= 0 && a + b > 0
      }
    }.map { [$0.0, $0.1] }.sorted { ($0[0], $0[1]) < ($1[0], $1[1]) }
  }
}
