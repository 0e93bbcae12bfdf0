import Device
import Simulation

/// Some of the settings that parameters span: `sample { ... }`.
struct ParameterSample {
  enum Method: String, CaseIterable {
    /// A Latin hypercube: of as many strata of each parameter as there are points, each has one
    /// point (McKay, Beckman and Conover, "A comparison of three methods for selecting values of
    /// input variables", Technometrics 1979).
    case latin
    /// Trajectories of points of which each differs from the one before in one parameter, until all
    /// have changed (Morris, "Factorial sampling plans for preliminary computational experiments",
    /// Technometrics 1991).
    case morris
  }

  /// The values that a parameter may have.
  fileprivate enum Extent {
    /// Any number from one to another.
    case between(Double, Double, SourceLocation?)
    case choices(ParameterGrid.Axis)
  }

  /// The axes, sorted by name.
  let axes: [ParameterGrid.Axis]
  /// Each by the places of its values on the axes; no two alike.
  let points: [[Int]]

  /// Reads `sample { ... }`; nil after reporting what is wrong with it.
  init?(_ value: PlacedValue, _ problems: ProblemLog) {
    guard let table = value.value.table(of: "sample", at: value.place) else { return nil }
    let place = value.place.table(table, named: "sample")
    var draft = ExperimentKeys.SampleDraft()
    guard ExperimentKeys.sample.read(table, at: place, into: &draft), let of = draft.parameters,
      let parameters = of.value.table(of: "parameters", at: of.place)
    else { return nil }
    let before = problems.count
    let others: [(String, Int?)] =
      draft.method == .latin
      ? [("trajectories", draft.trajectories), ("levels", draft.levels)]
      : [("points", draft.points)]
    for (name, given) in others where given != nil {
      let other = draft.method == .latin ? Method.morris : .latin
      place.key(name).report(
        "not of this method (\(quoted(draft.method.rawValue))); leave it out, or give method = "
          + quoted(other.rawValue))
    }
    var extents: [(name: String, extent: Extent)] = []
    for entry in parameters.entries {
      guard case .string(let name) = entry.key, !name.isEmpty else {
        of.place.reportNameless(entry, "a parameter")
        continue
      }
      if let extent = Self.extent(name, entry.value, at: of.place.key(name)) {
        extents.append((name, extent))
      }
    }
    let varied = extents.count { $0.extent.isVaried }
    if varied == 0, problems.count == before {
      of.place.report("nothing to vary (no between, no list); give one at least")
    }
    guard problems.count == before else { return nil }
    let seed = UInt64(draft.seed)
    switch draft.method {
    case .latin:
      (axes, points) = Self.latin(extents, points: draft.points ?? 40, seed: seed)
    case .morris:
      let trajectories = draft.trajectories ?? 10
      guard trajectories <= ParameterGrid.mostSettings / (varied + 1) else {
        place.key("trajectories").report(
          "too many settings (\(trajectories) times \(varied + 1)); give fewer, at most "
            + "\(ParameterGrid.mostSettings) settings")
        return nil
      }
      axes = extents.map { $0.extent.axis($0.name, levels: draft.levels ?? 4) }
      guard let points = Self.trajectories(trajectories, axes, seed: seed) else {
        place.key("trajectories").report(
          "too few combinations (for \(trajectories) trajectories without a setting twice); give "
            + "fewer, or more levels")
        return nil
      }
      self.points = points
    }
  }

  private static func extent(_ name: String, _ value: ScriptValue, at place: Place) -> Extent? {
    if case .table(let table) = value, table.origin?.constructor == "between",
      let ends = table.list?.compactMap(\.asNumber), ends.count == 2
    {
      return .between(ends[0], ends[1], place.location)
    }
    guard let axis = ParameterGrid.axis(name, value, at: place) else { return nil }
    if axis.values.count > 2, axis.values.contains(where: { $0.value.asNumber == nil }) {
      place.report(
        "no order among its values (\(axis.values.count)); give numbers, two values, or "
          + "between(low, high)")
      return nil
    }
    return .choices(axis)
  }

  // MARK: Latin hypercubes

  private static func latin(
    _ extents: [(name: String, extent: Extent)], points count: Int, seed: UInt64
  ) -> (axes: [ParameterGrid.Axis], points: [[Int]]) {
    var axes: [ParameterGrid.Axis] = []
    var columns: [[Int]] = []
    for (name, extent) in extents {
      // A stream of its own, so that no parameter shifts another's draws.
      var random = RandomStream(seed: seed, name: "sample \(name)")
      var strata = Array(0..<count)
      random.shuffle(&strata)
      switch extent {
      case .choices(let axis):
        axes.append(axis)
        columns.append(strata.map { $0 * axis.values.count / count })
      case .between(let low, let high, let location):
        let width = (high - low) / Double(count)
        axes.append(
          ParameterGrid.Axis(
            name: name,
            values: (0..<count).map { stratum in
              let start = low + width * Double(stratum)
              return .init(
                rounded(start + width * random.uniform(), within: start...(start + width)),
                location)
            }))
        columns.append(strata)
      }
    }
    var known = Set<[Int]>()
    let points = (0..<count).map { point in columns.map { $0[point] } }
      .filter { known.insert($0).inserted }
    return (axes, points)
  }

  /// With no more digits than tell it from its neighbours, a thousandth of the range away.
  private static func rounded(_ value: Double, within range: ClosedRange<Double>) -> Double {
    let step = (range.upperBound - range.lowerBound) / 1_000
    var scale = 1.0
    while scale * step < 1, scale < 1e15 { scale *= 10 }
    let near = (value * scale).rounded() / scale
    return range.contains(near) ? near : value
  }

  // MARK: Trajectories

  /// Tries to find another trajectory in place of one that has a setting of an earlier one.
  private static let mostTries = 1_000

  /// Returns some trajectories; nil where so many without a setting twice are not found.
  ///
  /// - Parameters:
  ///   - first: the point from which the first one starts; nil: any.
  static func trajectories(
    _ count: Int, _ axes: [ParameterGrid.Axis], seed: UInt64, first: [Int]? = nil
  ) -> [[Int]]? {
    let varied = axes.indices.filter { axes[$0].values.count > 1 }
    var random = RandomStream(seed: seed, name: "sample trajectories")
    // So that each parameter has each of its lower values about as often, in another order each.
    let bases = axes.map { axis in
      let span = axis.values.count - step(of: axis)
      var bases = (0..<count).map { $0 % max(1, span) }
      random.shuffle(&bases)
      return bases
    }
    var known = Set<[Int]>()
    var points: [[Int]] = []
    for trajectory in 0..<count {
      var found: [[Int]]?
      for attempt in 0..<mostTries where found == nil {
        var order = varied
        random.shuffle(&order)
        var point = axes.indices.map { axis -> Int in
          let span = axes[axis].values.count - step(of: axes[axis])
          return attempt == 0 ? bases[axis][trajectory] : random.integer(in: 0..<max(1, span))
        }
        var falling = Set(varied.filter { _ in random.bernoulli(0.5) })
        for axis in varied where falling.contains(axis) { point[axis] += step(of: axes[axis]) }
        if let first, trajectory == 0 {
          point = first
          falling = Set(
            varied.filter { first[$0] + step(of: axes[$0]) >= axes[$0].values.count })
        }
        var own = [point]
        for axis in order {
          point[axis] += (falling.contains(axis) ? -1 : 1) * step(of: axes[axis])
          own.append(point)
        }
        if own.allSatisfy({ !known.contains($0) }) { found = own }
      }
      guard let found else { return nil }
      known.formUnion(found)
      points += found
    }
    return points
  }

  /// Half of its values: with four, Morris's Δ of two thirds.
  private static func step(of axis: ParameterGrid.Axis) -> Int { axis.values.count / 2 }
}

extension ParameterSample.Extent {
  fileprivate var isVaried: Bool {
    switch self {
    case .between: true
    case .choices(let axis): axis.values.count > 1
    }
  }

  /// With so many values, if it has not its own.
  fileprivate func axis(_ name: String, levels: Int) -> ParameterGrid.Axis {
    switch self {
    case .choices(let axis): axis
    case .between(let low, let high, let location):
      ParameterGrid.Axis(
        name: name,
        values: (0..<levels).map { level in
          let share = Double(level) / Double(levels - 1)
          let value = level == levels - 1 ? high : low + (high - low) * share
          return .init(value.toSixDigits(of: high - low), location)
        })
    }
  }
}

extension ParameterGrid.Axis.Value {
  /// A whole number has no point, so that it is taken where one is wanted.
  fileprivate init(_ number: Double, _ location: SourceLocation?) {
    let whole = Int64(exactly: number)
    let value: ScriptValue = whole.map { .integer($0) } ?? .number(number)
    self.init(value: value, text: ScenarioParameter.text(value.asLua), location: location)
  }
}

extension Double {
  /// Rounded to a millionth of a range.
  fileprivate func toSixDigits(of range: Double) -> Double {
    var scale = 1.0
    while scale * range < 1e6, scale < 1e15 { scale *= 10 }
    let near = (self * scale).rounded() / scale
    return near.isFinite ? near : self
  }
}
