import Device
import Simulation

/// The values that an experiment's parameters take.
struct ParameterGrid: Sendable {
  /// One parameter.
  struct Axis: Sendable {
    let name: String
    let values: [Value]
    /// Positions in `values` by text; looked up only.
    private let positions: [String: Int]

    init(name: String, values: [Value]) {
      self.name = name
      self.values = values
      positions = Dictionary(
        values.enumerated().map { ($1.text, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The value that a text stands for; nil when it is none of them.
    func value(_ text: String) -> Value? { positions[text].map { values[$0] } }

    struct Value: Sendable {
      let value: ScriptValue
      /// The value as `--set` takes it; unique on the axis.
      let text: String
      let location: SourceLocation?
    }
  }

  /// More settings than these are a mistake.
  static let mostSettings = 100_000

  /// The axes, sorted by name.
  let axes: [Axis]
  /// The settings of a sample, each by the places of its values on the axes; nil: all combinations.
  private let design: [[Int]]?

  /// Reads `parameters`, reporting what cannot be varied. Parameters come by name, as scripts see
  /// the keys of a table.
  init(_ value: PlacedValue?, _ problems: ProblemLog) {
    if let value, value.value.constructor == "sample" {
      let sample = ParameterSample(value, problems)
      axes = sample?.axes ?? []
      design = sample?.points
      return
    }
    design = nil
    guard let value, let table = value.value.table(of: "parameters", at: value.place) else {
      axes = []
      return
    }
    axes = table.entries.compactMap { entry in
      guard case .string(let name) = entry.key, !name.isEmpty else {
        value.place.reportNameless(entry, "a parameter")
        return nil
      }
      return Self.axis(name, entry.value, at: value.place.key(name))
    }
    let size = axes.reduce(1.0) { $0 * Double($1.values.count) }
    if size > Double(Self.mostSettings) {
      value.place.report(
        "too many settings (\(plainNumber(size))); vary less, at most \(Self.mostSettings)")
    }
  }

  /// Creates a grid of some settings, each by the places of its values on the axes.
  init(axes: [Axis], design: [[Int]]) {
    self.axes = axes
    self.design = design
  }

  /// Whether its settings are some of many.
  var isSample: Bool { design != nil }

  /// One value, or a list of them.
  static func axis(_ name: String, _ value: ScriptValue, at place: Place) -> Axis? {
    var items = [PlacedValue(value: value, place: place)]
    if case .table = value {
      guard let list = value.list(of: "values", at: place) else { return nil }
      items = list
      if list.isEmpty { place.report("empty (no values); give at least one") }
    }
    var texts = Set<String>()
    let values = items.compactMap { item -> Axis.Value? in
      switch item.value {
      case .boolean, .integer, .string: break
      case .number(let number) where number.isFinite: break
      default:
        item.place.report(
          "no plain value (\(item.value.shown)); give a boolean, number or string")
        return nil
      }
      let text = ScenarioParameter.text(item.value.asLua)
      if !texts.insert(text).inserted {
        item.place.report("given twice (\(item.value.shown)); give each value once")
      }
      return Axis.Value(value: item.value, text: text, location: item.place.location)
    }
    return Axis(name: name, values: values)
  }

  /// Every combination, later parameters varying fastest, or those of the sample. O(settings).
  var settings: [LoadedExperiment.Setting] {
    if let design {
      return design.map { point in
        LoadedExperiment.Setting(
          values: zip(axes, point).map { .init(name: $0.name, text: $0.values[$1].text) })
      }
    }
    var rows: [[LoadedExperiment.Setting.Value]] = [[]]
    for axis in axes {
      rows = rows.flatMap { row in
        axis.values.map { row + [.init(name: axis.name, text: $0.text)] }
      }
    }
    return rows.map { LoadedExperiment.Setting(values: $0) }
  }

  /// The value that a setting's text stands for. Traps on what is not in the grid.
  func value(_ value: LoadedExperiment.Setting.Value) -> Axis.Value {
    guard let axis = axes.first(where: { $0.name == value.name }),
      let found = axis.value(value.text)
    else {
      fatalError(
        "LoadedExperiment: no such value (\(value.name) = \(value.text)); "
          + "give one of its settings")
    }
    return found
  }
}
