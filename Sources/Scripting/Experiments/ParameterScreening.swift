import Foundation
import Lua
import Simulation

/// The settings of `compare --sensitivity`: over all that parameters may plausibly be.
///
/// A parameter for which the experiment lists values has these; another one of the scenario has its
/// choices, or four values from the least to the greatest plausible one. Where that makes few
/// combinations all are taken, else Morris's trajectories. The first setting is that of the
/// experiment as it stands.
struct ParameterScreening {
  private static let trajectories = 10
  private static let levels = 4
  /// Ends this much apart, both above 0, are divided by ratios: as far from 3 to 6 as from 6 to 12.
  private static let wide = 8.0

  /// The axes, sorted by name.
  private let axes: [ParameterGrid.Axis]
  /// The experiment as it stands, by the place of its value on each axis.
  private let own: [Int]

  /// Creates the settings of a scenario's parameters, and of what the experiment itself says.
  init(_ declared: [ScenarioParameter], besides grid: ParameterGrid) {
    let unlisted = declared.filter { parameter in
      !grid.axes.contains { $0.name == parameter.name }
    }
    let listed = grid.axes.map { axis in
      let parameter = declared.first { $0.name == axis.name }
      guard axis.values.count == 1, let parameter,
        let screened = Self.axis(of: parameter, own: axis.values[0])
      else {
        let own = parameter.flatMap { axis.place(of: ScenarioParameter.text($0.standard)) }
        return (axis: axis, own: own ?? 0)
      }
      return screened
    }
    let all = (listed + unlisted.compactMap { Self.axis(of: $0, own: .init($0.standard)) })
      .sorted { Array($0.axis.name.utf8).lexicographicallyPrecedes(Array($1.axis.name.utf8)) }
    axes = all.map(\.axis)
    own = all.map(\.own)
  }

  /// Returns the settings, that of the experiment first; nil where nothing varies.
  func grid(seed: UInt64) -> ParameterGrid? {
    let varied = axes.count { $0.values.count > 1 }
    guard varied > 0 else { return nil }
    let combinations = axes.reduce(1.0) { $0 * Double($1.values.count) }
    if combinations <= Double(Self.trajectories * (varied + 1)) {
      let all = axes.reduce([[Int]]([[]])) { rows, axis in
        rows.flatMap { row in axis.values.indices.map { row + [$0] } }
      }
      return ParameterGrid(axes: axes, design: [own] + all.filter { $0 != own })
    }
    let points = stride(from: Self.trajectories, through: 1, by: -1).lazy.compactMap {
      ParameterSample.trajectories($0, axes, seed: seed, first: own)
    }.first
    return points.map { ParameterGrid(axes: axes, design: $0) }
  }

  /// Returns the values of a parameter with its own among them, and the place of that; nil where it
  /// declares none.
  private static func axis(
    of parameter: ScenarioParameter, own: ParameterGrid.Axis.Value
  ) -> (axis: ParameterGrid.Axis, own: Int)? {
    var values: [ParameterGrid.Axis.Value]
    if !parameter.choices.isEmpty {
      values = parameter.choices.map { .init($0) }
    } else if case .boolean = parameter.standard {
      values = [false, true].map { .init(.boolean($0)) }
    } else if let number = own.value.asNumber, let range = range(of: parameter) {
      let isWhole = [number, range.lowerBound, range.upperBound].allSatisfy { $0 == $0.rounded() }
      values = numbers(from: range, own: number, isWhole: isWhole).map {
        .init(isWhole ? .integer(Int($0)) : .number($0))
      }
    } else {
      return nil
    }
    let axis = ParameterGrid.Axis(name: parameter.name, values: values)
    guard let place = axis.place(of: own.text) else { return nil }
    return (axis, place)
  }

  private static func range(of parameter: ScenarioParameter) -> ClosedRange<Double>? {
    if let plausible = parameter.plausible { return plausible }
    guard let low = parameter.minimum, let high = parameter.maximum, low < high else { return nil }
    return low...high
  }

  /// Returns values from the least to the greatest of a range, each once; in place of the one that
  /// is nearest to the parameter's own there is that.
  private static func numbers(
    from range: ClosedRange<Double>, own: Double, isWhole: Bool
  ) -> [Double] {
    let (low, high) = (min(range.lowerBound, own), max(range.upperBound, own))
    let isByRatio = low > 0 && high / low >= wide
    let scale: (Double) -> Double = { isByRatio ? log($0) : $0 }
    var values = (0..<levels).map { level -> Double in
      if level == 0 { return low }
      if level == levels - 1 { return high }
      let share = Double(level) / Double(levels - 1)
      let value = isByRatio ? low * pow(high / low, share) : low + (high - low) * share
      return isWhole ? value.rounded() : value.toTwoDigits
    }
    let nearest = values.indices.min {
      (scale(values[$0]) - scale(own)).magnitude < (scale(values[$1]) - scale(own)).magnitude
    }
    if let nearest, !values.contains(own) { values[nearest] = own }
    return Set(values).sorted()
  }
}

extension ParameterGrid.Axis {
  /// Returns the place of the value that a text stands for; nil when it is none of them.
  fileprivate func place(of text: String) -> Int? { values.firstIndex { $0.text == text } }
}

extension ParameterGrid.Axis.Value {
  fileprivate init(_ value: LuaValue) {
    let read: ScriptValue =
      switch value {
      case .boolean(let value): .boolean(value)
      case .integer(let value): .integer(Int64(value))
      case .number(let value): .number(value)
      default: .string(value.text ?? "")
      }
    self.init(value: read, text: ScenarioParameter.text(value), location: nil)
  }
}

extension Double {
  /// Rounded to two digits.
  fileprivate var toTwoDigits: Double {
    guard self != 0, magnitude < 10 else { return rounded() }
    let unit = pow(10, 1 - log10(magnitude).rounded(.down))
    return (self * unit).rounded() / unit
  }
}
