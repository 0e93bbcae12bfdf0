import Device
import Experiments

/// How the values of one metric are shown for people: all in one unit, with as many decimals as
/// they are known to.
struct MetricScale {
  /// Beside a heading; empty for numbers.
  let unit: String
  /// The metric's unit holds so many of the shown.
  private let factor: Double
  private let decimals: Int

  /// One scale for all settings, so that they can be compared.
  init(_ metric: FigureUnit, _ comparisons: [Comparison]) {
    let standings = comparisons.flatMap(\.standings)
    let greatest = standings.compactMap { $0.estimate?.mean.magnitude }.max() ?? 0
    let spreads = standings.compactMap { $0.estimate?.halfWidth }.filter { $0 > 0 }.sorted()
    // A difference that was found must not be shown as zero.
    let least = standings.compactMap(\.difference).filter(\.isShown)
      .map { $0.estimate.mean.magnitude }.min()
    self.init(
      metric, greatest: greatest, spread: spreads.isEmpty ? nil : spreads[spreads.count / 2],
      least: least)
  }

  init(_ apps: AppTable) {
    let estimates = apps.rows.flatMap(\.estimates).compactMap(\.self)
    let spreads = estimates.compactMap(\.halfWidth).filter { $0 > 0 }.sorted()
    self.init(
      apps.metric.unit, greatest: estimates.map(\.mean.magnitude).max() ?? 0,
      spread: spreads.isEmpty ? nil : spreads[spreads.count / 2])
  }

  /// - Parameters:
  ///   - greatest: the greatest magnitude that is shown.
  ///   - spread: how far values are uncertain; two digits of it are shown.
  ///   - least: of which one digit is shown.
  init(_ metric: FigureUnit, greatest: Double, spread: Double?, least: Double? = nil) {
    (factor, unit) = MetricScale.unit(metric, greatest)
    let place = { [factor] (value: Double, digits: Int) -> Int in
      guard value * factor > 0, (value * factor).isFinite else { return 0 }
      return digits - 1 - Int(MetricScale.power(value * factor))
    }
    let known = spread.map { place($0, 2) } ?? place(greatest, 3)
    let wanted = max(known, least.map { place($0, 1) } ?? 0)
    // More than six digits are no help to a reader.
    let most = min(4, max(0, place(greatest, 6)))
    decimals = max(0, min(wanted, most))
    isWhole = metric.isCount && spread == nil
  }

  private let isWhole: Bool

  /// Of ten, at or below the value.
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

  private static func unit(_ unit: FigureUnit, _ greatest: Double) -> (Double, String) {
    let units: [(Double, String)] =
      switch unit {
      case .count, .index: [(1, "")]
      case .seconds: [(1, "s")]
      case .share: [(100, "%")]
      case .span: [(1, "s"), (1.0 / 60, "min"), (1.0 / 3600, "h"), (1.0 / 86_400, "d")]
      case .joules: [(1, "J"), (1e-3, "kJ"), (1e-6, "MJ"), (1e-9, "GJ")]
      case .bytes: [(1, "B"), (1e-3, "KB"), (1e-6, "MB"), (1e-9, "GB"), (1e-12, "TB")]
      }
    return units.last { $0.0 == units[0].0 || greatest * $0.0 >= 1 } ?? units[0]
  }

  func text(_ value: Double) -> String {
    let shown = value * factor
    guard shown.magnitude < 1e9 else { return (shown < 0 ? "-" : "") + powerOfTen(shown.magnitude) }
    return grouped(shown, decimals: isWhole && shown == shown.rounded() ? 0 : decimals)
  }

  /// With its sign, but for an exact zero.
  func signed(_ value: Double) -> String {
    value == 0 ? "0" : (value < 0 ? "-" : "+") + text(value.magnitude)
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
    case .better, .worse, .higher, .lower: true
    case .equal, .noDifferenceShown, .tooFewPairs: false
    }
  }
}
