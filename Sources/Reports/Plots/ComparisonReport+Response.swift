import Device
import Experiments
import Simulation

extension ComparisonReport {
  /// Returns each policy's means over the values of a parameter, a panel for each metric and each
  /// setting of the other parameters.
  func response(_ places: [Int], over name: String?) throws(PlotError) -> Plot {
    let axis = try parameter(places, name)
    let rest = distinctSettings(places, without: axis.name)
    let values = axis.texts.map { Double($0) ?? .nan }
    let isNumber = values.allSatisfy(\.isFinite)
    var panels: [Plot.Panel] = []
    for metric in analysis.metrics.indices.prefix(shownCount).filter(hasValues) {
      let scale = scale(metric, under: places[0])
      for setting in rest {
        panels.append(
          panel(metric, scale, axis, isNumber ? values : nil, setting, places))
      }
      let drawn = panels.suffix(rest.count).flatMap(\.series).flatMap(\.rows)
      let range = Plot.range(drawn.flatMap { $0[1...] }.map { $0 * scale.factor })
      for number in panels.indices.suffix(rest.count) { panels[number].y.range = range }
    }
    guard !panels.isEmpty else { throw PlotError("--metric: no run has a value of it") }
    return Plot(
      title: "",
      caption: (isOfOne
        ? "Means over \(sampled), without intervals, "
        : "Means over \(sampled), and their \(Int((analysis.level * 100).rounded())) % intervals, ")
        + "over \(printable(axis.name))"
        + (experiment.policies.count > 1 ? ", policies a little beside each other." : "."),
      panels: panels)
  }

  private func parameter(_ places: [Int], _ name: String?) throws(PlotError) -> ParameterAxis {
    let axes = ParameterAxis.axes(of: places.map { analysis.sections[$0].setting })
    let several = axes.filter { $0.texts.count > 1 }
    let known = several.map { printable($0.name) }.joined(separator: ", ")
    if let name {
      guard let axis = several.first(where: { $0.name == name }) else {
        throw PlotError(
          "--over: no parameter of that name has several values (\(printable(name))); "
            + (several.isEmpty ? "none has: take --kind intervals" : "there is \(known)"))
      }
      return axis
    }
    guard several.count <= 1 else {
      throw PlotError("--over: several parameters vary (\(known)); name one")
    }
    guard let axis = several.first else {
      throw PlotError("--kind: no parameter has several values (response); take intervals")
    }
    return axis
  }

  private func distinctSettings(_ places: [Int], without name: String) -> [Setting] {
    var settings: [Setting] = []
    for place in places {
      let setting = analysis.sections[place].setting.without([name])
      if !settings.contains(setting) { settings.append(setting) }
    }
    return settings
  }

  /// Returns the panel of one metric.
  ///
  /// - Parameters:
  ///   - values: the parameter's values; nil where they are words, which are drawn at even
  ///     distances.
  private func panel(
    _ metric: Int, _ scale: MetricScale, _ axis: ParameterAxis, _ values: [Double]?,
    _ setting: Setting, _ places: [Int]
  ) -> Plot.Panel {
    let factor = JSONValue.number(scale.factor).text
    let drawn = values ?? (1...axis.texts.count).map(Double.init)
    let (first, last) = (drawn.min() ?? 0, drawn.max() ?? 1)
    // As on the page.
    let isLogarithmic = values != nil && first > 0 && last >= 8 * first
    let series = experiment.policies.indices.map { policy in
      let rows = axis.texts.enumerated().compactMap { place, value -> [Double]? in
        let section = places.first { candidate in
          let other = analysis.sections[candidate].setting
          return other.without([axis.name]) == setting
            && other.values.contains { $0.name == axis.name && $0.text == value }
        }
        guard let section,
          let estimate = analysis.sections[section].comparisons[metric].standings[policy].estimate
        else { return nil }
        return [
          values?[place] ?? Double(place + 1), estimate.mean, estimate.low ?? estimate.mean,
          estimate.high ?? estimate.mean,
        ]
      }
      return Plot.Series(
        name: shortNames[policy], columns: [axis.name, "mean", "low", "high"],
        rows: rows.sorted { $0[0] < $1[0] },
        drawing:
          "using \(place(of: policy, drawn, isLogarithmic, isOfWords: values == nil)):($2*\(factor)):($3*\(factor)):($4*\(factor)) "
          // Between words there is nothing to go through.
          + "with \(values == nil ? "yerrorbars" : "yerrorlines") "
          + "pt \(Plot.sign(policy)) ps 0.8 lw 1.3 lc rgb '\(Plot.colour(policy))'")
    }
    let room = values == nil ? 0.3 : (last - first) * 0.04
    let factorOfRoom = isLogarithmic ? (last / first).squareRoot().squareRoot().squareRoot() : 1
    return Plot.Panel(
      title: printable(setting.description),
      x: Plot.Axis(
        label: printable(axis.name) + (isLogarithmic ? " (logarithmic)" : ""),
        range: isLogarithmic
          ? first / factorOfRoom...last * factorOfRoom : first - room...last + room,
        ticks: drawn.count > 10
          ? nil : zip(drawn, axis.texts).map { .init(at: $0, text: printable($1)) },
        isLogarithmic: isLogarithmic),
      y: Plot.Axis(label: heading(analysis.metrics[metric], unit: scale.unit), range: 0...1),
      height: 260, series: series.filter { !$0.rows.isEmpty })
  }

  /// Returns the place of a policy's values in what gnuplot reads: a little beside those of others,
  /// whose intervals would lie on one line.
  ///
  /// - Parameters:
  ///   - values: of the parameter, as they are drawn.
  private func place(
    of policy: Int, _ values: [Double], _ isLogarithmic: Bool, isOfWords: Bool
  ) -> String {
    let count = Double(experiment.policies.count)
    let sorted = values.sorted()
    guard count > 1, let first = sorted.first, let last = sorted.last, first < last else {
      return "1"
    }
    // From -1/2 to 1/2.
    let part = Double(policy) / (count - 1) - 0.5
    let number = { (value: Double) in JSONValue.number((value * 1e6).rounded() / 1e6).text }
    if isLogarithmic { return "($1*\(number(last / first))**(\(number(part * 0.04))))" }
    let least = zip(sorted, sorted.dropFirst()).map { $1 - $0 }.min() ?? 0
    let width = isOfWords ? 0.4 * least : min(0.04 * (last - first), 0.4 * least)
    return "($1+(\(JSONValue.number(part * width).text)))"
  }
}
