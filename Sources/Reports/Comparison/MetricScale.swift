import Device
import Experiments
import Simulation

/// The scale by which the values of one metric are shown: all in one unit, with as many decimals as
/// they are known to.
struct MetricScale {
  /// The unit beside a heading; empty for numbers.
  let unit: String
  /// The number of shown units in the metric's own unit.
  let factor: Double
  private let decimals: Int
  /// The decimals of differences: pairs show differences far better than means are known.
  private let differenceDecimals: Int
  private let isWhole: Bool

  /// Creates the scale of one comparison.
  ///
  /// - Parameters:
  ///   - all: the comparisons under all settings, which share a unit so that they can be compared.
  ///   - isRough: ignores intervals and differences, for means alone.
  init(
    _ metric: FigureUnit, _ comparison: Comparison, all: [Comparison], isRough: Bool = false
  ) {
    let means = comparison.standings.compactMap(\.estimate)
    let unit = MetricScale.unit(
      metric, all.flatMap(\.standings).compactMap { $0.estimate?.mean.magnitude })
    guard !isRough else {
      self.init(metric, unit, means: means.compactMap { Estimate([$0.mean]) })
      return
    }
    let differences = comparison.standings.compactMap(\.difference)
    self.init(
      metric, unit, means: means, differences: differences.map(\.estimate),
      // A difference that was found must not be shown as zero.
      least: differences.filter(\.isShown).map { $0.estimate.mean.magnitude }.min())
  }

  /// Creates the scale of several comparisons that are shown in one table.
  init(_ metric: FigureUnit, _ comparisons: [Comparison]) {
    let standings = comparisons.flatMap(\.standings)
    let means = standings.compactMap(\.estimate)
    let unit = MetricScale.unit(metric, means.map(\.mean.magnitude))
    self.init(
      metric, unit, means: means, differences: standings.compactMap { $0.difference?.estimate })
  }

  /// Creates the scale of estimates that are shown in one table.
  ///
  /// - Parameters:
  ///   - least: a difference of which at least one digit is shown.
  init(_ metric: FigureUnit, means: [Estimate], differences: [Estimate], least: Double?) {
    let unit = MetricScale.unit(metric, means.map(\.mean.magnitude))
    self.init(metric, unit, means: means, differences: differences, least: least)
  }

  /// Creates a scale.
  ///
  /// - Parameters:
  ///   - least: a value of which at least one digit is shown.
  private init(
    _ metric: FigureUnit, _ scale: (factor: Double, unit: String), means: [Estimate],
    differences: [Estimate] = [], least: Double? = nil
  ) {
    let greatest = means.map(\.mean.magnitude).max() ?? 0
    let usual = MetricScale.median(means.map(\.mean.magnitude))
    let factor = scale.factor
    // The uncertain part has two digits, the greatest value three at least and six at most.
    let place = { (value: Double, digits: Int) -> Int in
      let shown = value * factor
      return shown > 0 && shown.isFinite ? digits - 1 - MetricScale.power(shown) : 0
    }
    let most = min(4, max(0, place(greatest, 6)))
    let spread = MetricScale.halfWidth(means, 0.5)
    decimals = max(0, min(max(place(greatest, 3), place(spread ?? usual, 2)), most))
    // Differences of policies that are close to the baseline are known best, and matter most.
    let known = MetricScale.halfWidth(differences, 0.25).map { place($0, 2) } ?? decimals
    differenceDecimals = max(
      decimals, min(max(min(known, decimals + 1), least.map { place($0, 1) } ?? 0), most))
    isWhole = metric.isCount && spread == nil
    (self.factor, unit) = scale
  }

  /// Returns a quantile of the half widths that are not zero.
  private static func halfWidth(_ estimates: [Estimate], _ probability: Double) -> Double? {
    quantile(probability, of: estimates.compactMap(\.halfWidth).filter { $0 > 0 })
  }

  /// Returns the power of ten at or below the value.
  private static func power(_ value: Double) -> Int {
    var power = 0
    var rest = value
    while rest >= 10 {
      rest /= 10
      power += 1
    }
    while rest < 1 {
      rest *= 10
      power -= 1
    }
    return power
  }

  /// Returns the median of the values that are not zero; 0 without any.
  private static func median(_ values: [Double]) -> Double {
    let sizes = values.filter { $0 > 0 }.sorted()
    return sizes.isEmpty ? 0 : sizes[sizes.count / 2]
  }

  /// Returns the unit that suits most of the values, and how many of it the metric's own unit
  /// holds.
  private static func unit(
    _ unit: FigureUnit, _ values: [Double]
  ) -> (factor: Double, unit: String) {
    let usual = median(values)
    let units: [(Double, String)] =
      switch unit {
      case .count, .index: [(1, "")]
      case .seconds: [(1, "s")]
      case .share, .ratio: [(100, "%")]
      case .span: [(1, "s"), (1.0 / 60, "min"), (1.0 / 3600, "h"), (1.0 / 86_400, "d")]
      case .joules: [(1, "J"), (1e-3, "kJ"), (1e-6, "MJ"), (1e-9, "GJ")]
      case .bytes: [(1, "B"), (1e-3, "KB"), (1e-6, "MB"), (1e-9, "GB"), (1e-12, "TB")]
      }
    return units.last { $0.0 == units[0].0 || usual * $0.0 >= 1 } ?? units[0]
  }

  func text(_ value: Double) -> String { text(value, decimals) }

  /// Returns a part of a difference, without a sign if it has none.
  func difference(_ value: Double) -> String { text(value, differenceDecimals) }

  /// Returns a difference with its sign, except for an exact zero.
  func signed(_ value: Double) -> String {
    value == 0 ? "0" : (value < 0 ? "-" : "+") + difference(value.magnitude)
  }

  private func text(_ value: Double, _ decimals: Int) -> String {
    let shown = value * factor
    guard shown.magnitude < 1e9 else { return (shown < 0 ? "-" : "") + powerOfTen(shown.magnitude) }
    return grouped(shown, decimals: isWhole && shown == shown.rounded() ? 0 : decimals)
  }
}

extension FigureUnit {
  fileprivate var isCount: Bool {
    if case .count = self { true } else { false }
  }
}

extension PairedDifference {
  /// Whether there is a difference beyond chance.
  var isShown: Bool {
    switch verdict {
    case .better, .worse, .higher, .lower, .differsWithoutChance: true
    case .equal, .noDifferenceShown, .tooFewPairs: false
    }
  }

  /// Whether no difference is shown where there would be one if it were alone: its interval leaves
  /// out 0.
  var isShownAlone: Bool {
    verdict == .noDifferenceShown && p.map { $0 < 1 - Estimate.usualLevel } ?? false
  }
}
