import Device
import Simulation

extension DifferenceReport {
  /// The report as one JSON object, without a newline at its end: pairs are of run 1 and run 2,
  /// figures stand under their names in lowerCamelCase as in the report of a run, in full precision,
  /// and those that are equal are left out.
  public var json: String {
    let isOfRuns = runs != nil
    let value: JSONValue = [
      "runs": names.map { .string($0) } as [JSONValue], "isEqual": comparison.isEqual,
      "verdict": isOfRuns || !comparison.isDifferent
        ? verdict.map { .string($0.text) } as [JSONValue] : [],
      "records": comparison.sides.map { .integer($0.records) } as [JSONValue],
      "equalRecords": comparison.equalRecords, "decisionsReworded": comparison.otherReasons,
      "worldsAreEqual": comparison.sides[0].world == comparison.sides[1].world,
      "firstDifference": firstDifference, "recordsByKind": recordsByKind,
      "figures": isOfRuns ? JSONValue.object(figuresOfRuns) : .null,
      "apps": isOfRuns ? JSONValue.object(figuresOfApps) : .null,
    ]
    return value.text
  }

  /// The first records that differ, and what follows them; null where a run has ended there.
  private var firstDifference: JSONValue {
    guard comparison.isDifferent else { return .null }
    let records = comparison.sides.map { side -> JSONValue in
      guard let line = side.lines.first else { return .null }
      return (try? JSONValue(parsing: line)) ?? .null
    }
    return ["number": comparison.equalRecords + 1, "records": records]
  }

  /// How many records of each kind there are, where that differs, in the order of names.
  private var recordsByKind: JSONValue {
    let counts = comparison.sides.map(\.kinds)
    let kinds = Set(counts[0].keys).union(counts[1].keys).sorted { $0.rawValue < $1.rawValue }
    return .object(
      kinds.compactMap { kind in
        let pair = counts.map { $0[kind] ?? 0 }
        return pair[0] == pair[1] ? nil : .init(kind.rawValue, .integers(pair))
      })
  }

  private var figuresOfRuns: [JSONValue.Member] {
    guard let (first, second) = runs else { return [] }
    return Metrics.all.compactMap { metric in
      member(metric.key, metric.unit, metric.value(first), metric.value(second))
    }
  }

  /// By app; one that only one of the runs has is null in the other.
  private var figuresOfApps: [JSONValue.Member] {
    guard let (first, second) = runs else { return [] }
    let others = second.apps.filter { app in !first.apps.contains { $0.name == app.name } }
    return (first.apps + others).compactMap { app in
      let pair = [first, second].map { run in run.apps.first { $0.name == app.name } }
      let figures = Metrics.ofApps.compactMap { figure in
        member(
          figure.key, figure.unit, pair[0].flatMap(figure.value), pair[1].flatMap(figure.value))
      }
      return figures.isEmpty ? nil : .init(app.name, .object(figures))
    }
  }

  /// The pair of a figure; nil where both are equal.
  private func member(
    _ key: String, _ unit: FigureUnit, _ first: Double?, _ second: Double?
  ) -> JSONValue.Member? {
    guard first != second else { return nil }
    return .init(key, .array([first, second].map { $0.map(unit.json) ?? .null }))
  }
}
