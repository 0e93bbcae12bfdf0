/// Points at which something was measured, and the parameters that vary among them.
struct ParameterStudy {
  struct Axis: Equatable {
    let name: String
    /// The parameter's values as written, each once: numbers ascending, `false` before `true`, else
    /// in order of first appearance.
    let texts: [String]
    /// The place of each value between 0, the least, and 1, the greatest; nil where values have no
    /// order: more than two that are not numbers.
    let places: [Double]?
  }

  /// The parameters that vary, in order of first appearance.
  let axes: [Axis]
  /// The points by axis: each value's place among the axis' texts.
  let points: [[Int]]

  /// Creates a study of points that have the same parameters, in any order. O(values · log values).
  init(_ points: [Setting]) {
    let axes = ParameterAxis.axes(of: points).filter { $0.texts.count > 1 }.map(Axis.init)
    let numbers = axes.map { axis in
      Dictionary(uniqueKeysWithValues: axis.texts.enumerated().map { ($1, $0) })
    }
    self.axes = axes
    self.points = points.map { point in
      zip(axes, numbers).map { axis, numbers in
        let text = point.values.first { $0.name == axis.name }?.text
        return text.flatMap { numbers[$0] } ?? 0
      }
    }
  }

  /// The way in which the parameters' effects can be told apart at these points; nil: not at all.
  var method: EffectTable.Method? {
    guard !axes.isEmpty else { return nil }
    if isFactorial { return .factorial }
    guard axes.allSatisfy({ $0.places != nil }) else { return nil }
    if trajectories != nil { return .screening }
    return points.count >= axes.count + 2 ? .linear : nil
  }

  /// The most values of parameters for a table; with more, a line through them tells more.
  private static let mostLevels = 200

  /// Whether every combination of values is there once.
  private var isFactorial: Bool {
    let size = axes.reduce(1) { $0.multipliedReportingOverflow(by: $1.texts.count).partialValue }
    return points.count == size && Set(points).count == size
      && axes.reduce(0) { $0 + $1.texts.count } <= ParameterStudy.mostLevels
  }

  /// The first point of each trajectory: points that follow each other, of which each differs from
  /// the one before in one parameter, and every parameter is changed once (Morris 1991). Nil unless
  /// all points belong to trajectories, and there are at least two.
  var trajectories: [Range<Int>]? {
    let length = axes.count + 1
    guard points.count % length == 0, points.count >= 2 * length else { return nil }
    let found = stride(from: 0, to: points.count, by: length).map { $0..<$0 + length }
    let areAll = found.allSatisfy { trajectory in
      let changed = trajectory.dropFirst().map { point in
        axes.indices.filter { points[point][$0] != points[point - 1][$0] }
      }
      return changed.allSatisfy { $0.count == 1 } && Set(changed.map { $0[0] }).count == axes.count
    }
    return areAll ? found : nil
  }

  /// Returns the place of a point on an axis, from 0 to 1.
  func place(_ point: Int, _ axis: Int) -> Double {
    axes[axis].places.map { $0[points[point][axis]] } ?? 0
  }
}

extension ParameterStudy.Axis {
  init(_ axis: ParameterAxis) {
    name = axis.name
    let numbers = axis.texts.map { Double($0) }
    if numbers.allSatisfy({ $0?.isFinite ?? false }) {
      let ordered = zip(axis.texts, numbers).map { (text: $0, number: $1 ?? 0) }
        .sorted { $0.number < $1.number }
      texts = ordered.map(\.text)
      let (least, greatest) = (ordered[0].number, ordered[ordered.count - 1].number)
      // Two texts of one number, such as 1 and 1.0, have the same place and could not be told
      // apart.
      places =
        greatest > least ? ordered.map { ($0.number - least) / (greatest - least) } : nil
    } else if axis.texts.count == 2 {
      texts = axis.texts.sorted()
      places = [0, 1]
    } else {
      texts = axis.texts
      places = nil
    }
  }
}
