import Simulation

/// The weights by which effects of a study's parameters are computed: each effect is a sum of the
/// values at the points, with a weight for each.
struct EffectContrasts {
  let study: ParameterStudy
  let method: EffectTable.Method
  let terms: [EffectTable.Term]
  /// For each term, the place of the first that says the same: what one of two values adds, the
  /// other takes away.
  let firstEqual: [Int]
  /// The weights by term and point.
  private let weights: [[Double]]

  /// Creates the contrasts of a study; nil where its effects cannot be told apart.
  init?(_ study: ParameterStudy) {
    guard let method = study.method else { return nil }
    self.study = study
    self.method = method
    switch method {
    case .factorial: (terms, weights) = study.factorial
    case .screening:
      terms = study.spans
      weights = study.screening
    case .linear:
      guard let fitted = study.leastSquares else { return nil }
      terms = study.spans
      weights = fitted
    }
    let places = Dictionary(uniqueKeysWithValues: terms.enumerated().map { ($1, $0) })
    let first = Dictionary(
      uniqueKeysWithValues: study.axes.filter { $0.texts.count == 2 }.map { ($0.name, $0.texts[0]) }
    )
    firstEqual = terms.enumerated().map { place, term in
      let texts = zip(term.parameters, term.texts).map { first[$0] ?? $1 }
      return places[.init(parameters: term.parameters, texts: texts)] ?? place
    }
  }

  /// Returns the column of a subject from one row a unit, of one value a point; nil without units.
  func column(
    of rows: [[Double]], _ subject: EffectTable.Subject, level: Double
  ) -> EffectTable.Column? {
    guard let mean = Estimate(rows.map { $0.reduce(0, +) / Double($0.count) }, level: level)
    else { return nil }
    // The mean over the units, by point.
    let center = study.points.indices.map { point in
      rows.reduce(0) { $0 + $1[point] } / Double(rows.count)
    }
    let effects = terms.indices.compactMap { term -> EffectTable.Effect? in
      guard let estimate = Estimate(rows.map { effect(term, of: $0) }, level: level) else {
        return nil
      }
      let elementary = method == .screening ? study.elementaryEffects(of: center, axis: term) : []
      let spread = Estimate(elementary, level: level)
      return EffectTable.Effect(
        estimate: estimate, adjustedP: nil,
        size: Estimate(elementary.map(\.magnitude), level: level), deviation: spread?.deviation)
    }
    return EffectTable.Column(
      subject: subject, units: rows.count, mean: mean, effects: effects, shares: shares(center))
  }

  /// Returns an effect, exactly 0 where only rounding makes it differ from 0.
  private func effect(_ term: Int, of values: [Double]) -> Double {
    let weights = weights[term]
    let (sum, size) = zip(weights, values).reduce((0.0, 0.0)) { sums, pair in
      let product = pair.0 * pair.1
      return (sums.0 + product, sums.1 + product.magnitude)
    }
    return sum.magnitude <= 1e-9 * size ? 0 : sum
  }

  private func shares(_ values: [Double]) -> [EffectTable.Share] {
    let grand = values.reduce(0, +) / Double(values.count)
    let total = values.reduce(0) { $0 + ($1 - grand) * ($1 - grand) }
    let size = values.reduce(0) { max($0, $1.magnitude) }
    guard method != .screening, total > 1e-18 * size * size else { return [] }
    let parts = method == .factorial ? factorialParts(values, grand) : linearParts(values)
    return parts.map {
      EffectTable.Share(parameters: $0.parameters, value: min(1, max(0, $0.squares / total)))
    }
  }

  /// Returns the sums of squares of each parameter, of each pair, and of all of these.
  private func factorialParts(
    _ values: [Double], _ grand: Double
  ) -> [(parameters: [String], squares: Double)] {
    var parts: [(parameters: [String], squares: Double)] = []
    let alone = study.axes.indices.map { study.means(of: values, by: [$0]) }
    for (axis, means) in alone.enumerated() {
      parts.append(
        ([study.axes[axis].name], means.reduce(0) { $0 + ($1 - grand) * ($1 - grand) }))
    }
    for (first, second) in study.pairs {
      let both = study.means(of: values, by: [first, second])
      let squares = both.indices.reduce(0) { sum, point in
        let rest = both[point] - alone[first][point] - alone[second][point] + grand
        return sum + rest * rest
      }
      parts.append(([study.axes[first].name, study.axes[second].name], squares))
    }
    return parts + [([], parts.reduce(0) { $0 + $1.squares })]
  }

  /// Returns the sums of squares along each parameter, as if it were independent of the others, and
  /// of all.
  private func linearParts(_ values: [Double]) -> [(parameters: [String], squares: Double)] {
    let slopes = terms.indices.map { effect($0, of: values) }
    let columns = study.centered
    var fitted = Array(repeating: 0.0, count: values.count)
    let parts = study.axes.indices.map { axis -> (parameters: [String], squares: Double) in
      var squares = 0.0
      for point in values.indices {
        let part = slopes[axis] * columns[axis][point]
        fitted[point] += part
        squares += part * part
      }
      return ([study.axes[axis].name], squares)
    }
    return parts + [([], fitted.reduce(0) { $0 + $1 * $1 })]
  }
}

extension ParameterStudy {
  /// The most cells of two parameters' table, and the most points; beyond it only the share of both
  /// is reported.
  private static let mostCells = 144
  private static let mostPoints = 10_000

  /// Each pair of axes, an axis with each later one.
  var pairs: [(Int, Int)] {
    axes.indices.flatMap { first in (first + 1..<axes.count).map { (first, $0) } }
  }

  /// Returns, for each point, the mean over the points that have the same values on some axes.
  /// O(points).
  func means(of values: [Double], by some: [Int]) -> [Double] {
    var sums: [[Int]: (sum: Double, count: Double)] = [:]
    let cells = points.map { point in some.map { point[$0] } }
    for (cell, value) in zip(cells, values) {
      let known = sums[cell] ?? (0, 0)
      sums[cell] = (known.sum + value, known.count + 1)
    }
    return cells.map { cell in
      let known = sums[cell] ?? (0, 1)
      return known.sum / known.count
    }
  }

  /// The terms and weights of a factorial study: what each value adds to the mean over all points,
  /// and what each two do beyond that.
  fileprivate var factorial: ([EffectTable.Term], [[Double]]) {
    var terms: [EffectTable.Term] = []
    var weights: [[Double]] = []
    for (number, axis) in axes.enumerated() {
      for (level, text) in axis.texts.enumerated() {
        terms.append(.init(parameters: [axis.name], texts: [text]))
        weights.append(contrast(number, level))
      }
    }
    for (first, second) in pairs where points.count <= ParameterStudy.mostPoints {
      let (one, other) = (axes[first], axes[second])
      guard one.texts.count * other.texts.count <= ParameterStudy.mostCells else { continue }
      for (level, text) in one.texts.enumerated() {
        for (otherLevel, otherText) in other.texts.enumerated() {
          terms.append(.init(parameters: [one.name, other.name], texts: [text, otherText]))
          // The cell's own contrast is the product of those of its sides, by the points' number.
          let count = Double(points.count)
          weights.append(
            zip(contrast(first, level), contrast(second, otherLevel)).map { $0 * $1 * count })
        }
      }
    }
    return (terms, weights)
  }

  /// Returns the weights of the mean over the points with this value, less that over all.
  private func contrast(_ axis: Int, _ level: Int) -> [Double] {
    let (count, levels) = (Double(points.count), Double(axes[axis].texts.count))
    return points.map { (($0[axis] == level ? levels : 0) - 1) / count }
  }

  /// The terms of a study by trajectories or by a plane: one for each parameter, over all of its
  /// values.
  fileprivate var spans: [EffectTable.Term] {
    axes.map { EffectTable.Term(parameters: [$0.name], texts: []) }
  }

  /// The weights of a screening by axis and point: the mean of the elementary effects.
  fileprivate var screening: [[Double]] {
    var weights = Array(
      repeating: Array(repeating: 0.0, count: points.count), count: axes.count)
    let count = Double(points.count / (axes.count + 1))
    for step in steps {
      weights[step.axis][step.point] += 1 / step.length / count
      weights[step.axis][step.point - 1] -= 1 / step.length / count
    }
    return weights
  }

  /// Returns what one parameter's change did in each trajectory, scaled to what it would have done
  /// over all of the parameter's values.
  fileprivate func elementaryEffects(of values: [Double], axis: Int) -> [Double] {
    steps.filter { $0.axis == axis }.map { step in
      (values[step.point] - values[step.point - 1]) / step.length
    }
  }

  /// The steps at which a parameter differs from the point before in the trajectory, and by how
  /// much.
  private var steps: [(axis: Int, point: Int, length: Double)] {
    (trajectories ?? []).flatMap { trajectory in
      trajectory.dropFirst().compactMap { point in
        let axis = axes.indices.first { points[point][$0] != points[point - 1][$0] }
        return axis.map { ($0, point, place(point, $0) - place(point - 1, $0)) }
      }
    }
  }

  /// The points' places from 0 to 1, less the mean of all, by axis and point.
  fileprivate var centered: [[Double]] {
    axes.indices.map { axis in
      let places = points.indices.map { place($0, axis) }
      let middle = places.reduce(0, +) / Double(places.count)
      return places.map { $0 - middle }
    }
  }

  /// The weights of the slopes of least squares, by axis and point: (Z Zᵀ)⁻¹ Z, Z having one
  /// centred row an axis. Nil where parameters vary in step.
  fileprivate var leastSquares: [[Double]]? {
    let rows = centered
    let products = rows.map { one in
      rows.map { other in zip(one, other).reduce(0) { $0 + $1.0 * $1.1 } }
    }
    return solved(products, rows)
  }
}

/// Returns X of A X = B, by elimination with the greatest pivot; nil where A is as good as
/// singular. O(n² (n + m)) for n equations and m right sides.
private func solved(_ matrix: [[Double]], _ right: [[Double]]) -> [[Double]]? {
  var (a, b) = (matrix, right)
  let scale = matrix.flatMap(\.self).reduce(0) { max($0, $1.magnitude) }
  for column in a.indices {
    guard
      let pivot = (column..<a.count).max(by: {
        a[$0][column].magnitude < a[$1][column].magnitude
      }), a[pivot][column].magnitude > 1e-9 * scale
    else { return nil }
    a.swapAt(column, pivot)
    b.swapAt(column, pivot)
    for row in a.indices where row != column {
      let factor = a[row][column] / a[column][column]
      guard factor != 0 else { continue }
      for place in column..<a.count { a[row][place] -= factor * a[column][place] }
      for place in b[row].indices { b[row][place] -= factor * b[column][place] }
    }
  }
  return b.indices.map { row in b[row].map { $0 / a[row][row] } }
}
