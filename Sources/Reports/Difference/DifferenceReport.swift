import Device
import Simulation

/// A report of where two runs part, and of what follows from it.
public struct DifferenceReport: Sendable {
  let comparison: TraceComparison
  /// The runs' names.
  let names: [String]
  /// The results of the runs; nil where there are only traces.
  let runs: (RunResult, RunResult)?

  public init(_ comparison: TraceComparison, names: (String, String), runs: (RunResult, RunResult)?)
  {
    self.comparison = comparison
    self.names = [names.0, names.1]
    self.runs = runs
  }

  /// Returns the report in lines of at most `style.width` columns, each with its newline.
  public func text(_ style: TextStyle = TextStyle()) -> String {
    let title = zip(["1", "2"], names).flatMap { mark, name in
      wrapped(printable(name), to: style.width, after: "\(mark)  ")
    }
    var sections = [title]
    // Of traces alone, the next section says where they part.
    if runs != nil || !comparison.isDifferent {
      sections.append(
        verdict.flatMap { sentence in
          wrapped(sentence.text, to: style.width).map { style.paint($0, sentence.ink) }
        })
    }
    if comparison.isDifferent {
      sections.append(firstDifference(style))
      sections.append(differingFields(style))
      sections.append(world(style))
      sections += runs.map { figures($0.0, $0.1, style) } ?? [kinds(style)]
    }
    return sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") + "\n" }
      .joined(separator: "\n")
  }

  /// The moment of the first record that is not the same in both runs; nil: there is none.
  var partsAt: Instant? {
    guard comparison.isDifferent else { return nil }
    return comparison.sides.compactMap { side in
      side.lines.first.flatMap { try? RecordEntry(parsing: $0) }
    }.map(\.at).min()
  }

  /// The runs' descriptions, and where they part, for the head of a page.
  var facts: [(name: String, value: String)] {
    var facts = [("1", names[0]), ("2", names[1])]
    guard comparison.isDifferent else { return facts }
    facts.append(("records", agreement))
    if let first = partsAt {
      facts.append(("they part at", comparison.sides[0].clock.text(first)))
    }
    let (one, two) = (comparison.sides[0], comparison.sides[1])
    if one.worldRecords + two.worldRecords > 0 {
      facts.append(("worlds", one.world == two.world ? "equal" : "differ"))
    }
    return facts
  }

  private func records(_ count: Int) -> String {
    "\(grouped(count)) record\(count == 1 ? "" : "s")"
  }

  var equal: String {
    let count = records(comparison.equalRecords)
    guard comparison.otherReasons > 0 else { return "The runs are equal: the same \(count)." }
    return "The runs do the same, in \(count): only the reasons that the policies give for "
      + "\(decisionsReworded) differ."
  }

  // MARK: Where they part

  private func firstDifference(_ style: TextStyle) -> [String] {
    let totals = comparison.sides.map { grouped($0.records) }
    let number = grouped(comparison.equalRecords + 1)
    let title = "\(agreement): number \(number) of \(totals[0]) and of \(totals[1])"
    var lines = wrapped(title, to: style.width).map { style.paint($0, .strong) }
    lines += comparison.common.map { "   " + shown($0, comparison.sides[0].clock, style) }
    for (index, side) in comparison.sides.enumerated() {
      let mark = style.paint("\(index + 1)", .strong)
      if side.lines.isEmpty { lines.append("\(mark)  (it ends here)") }
      lines += side.lines.map { "\(mark)  \(shown($0, side.clock, style))" }
    }
    return lines
  }

  var agreement: String {
    switch comparison.equalRecords {
    case 0: "The runs differ from the first record on"
    case 1: "The first record is equal\(butForReasons) then they differ"
    case let count:
      "The first \(grouped(count)) records are equal\(butForReasons) then they differ"
    }
  }

  private var butForReasons: String {
    comparison.otherReasons == 0
      ? "," : " but for the reasons that the policies give for \(decisionsReworded);"
  }

  /// The number of decisions that differ in their reasons only, with its noun.
  private var decisionsReworded: String {
    let count = comparison.otherReasons
    return "\(grouped(count)) decision\(count == 1 ? "" : "s")"
  }

  /// The width of the apps' names beside records: names that are longer are shortened.
  private var nameWidth: Int {
    let lines = comparison.common + comparison.sides.flatMap(\.lines)
    let names = lines.compactMap { try? RecordEntry(parsing: $0).app }
    return min(24, names.map { displayWidth(printable($0)) }.reduce(12, max))
  }

  /// Returns a record on one line, cut to the width.
  private func shown(_ line: [UInt8], _ clock: DayClock, _ style: TextStyle) -> String {
    let plain = TextStyle(width: style.width)
    let text =
      (try? RecordEntry(parsing: line).text(plain, clock, nameWidth: nameWidth))
      ?? printable(String(decoding: line, as: UTF8.self))
    return cut(text, to: style.width - 3)
  }

  /// Returns the fields of the first records that differ, if they are of one kind.
  private func differingFields(_ style: TextStyle) -> [String] {
    let records = comparison.sides.compactMap { side in
      side.lines.first.flatMap { try? RecordEntry(parsing: $0) }
    }
    guard records.count == 2, records[0].kind == records[1].kind else { return [] }
    let fields = records.map { record in
      [JSONValue.Member("ns", .integer(Int(record.at.nanoseconds)))]
        + [JSONValue.Member("app", record.app.map { .string($0) } ?? .null)] + record.fields
    }
    var keys: [String] = []
    for key in (fields[0] + fields[1]).map(\.key) where !keys.contains(key) { keys.append(key) }
    let differing = keys.filter { key in
      fields[0].first { $0.key == key }?.value != fields[1].first { $0.key == key }?.value
    }
    return [style.paint("Number \(grouped(comparison.equalRecords + 1)) differs in", .strong)]
      + differing.flatMap { key in
        fields.enumerated().flatMap { index, members in
          let value = members.first { $0.key == key }?.value.inLine ?? "(none)"
          let head = "  \(filled(printable(key), to: 12))  \(index + 1)  "
          return wrapped(value, to: style.width, after: head, indent: 19).prefix(6)
        }
      }
  }

  private func world(_ style: TextStyle) -> [String] {
    let (first, second) = (comparison.sides[0], comparison.sides[1])
    guard first.worldRecords + second.worldRecords > 0 else { return [] }
    let what = "of user, network and power"
    if first.world == second.world {
      return wrapped(
        "The worlds are equal: the same \(records(first.worldRecords)) \(what). What differs is of "
          + "policy, apps and device.", to: style.width)
    }
    return wrapped(
      "The worlds differ: \(records(first.worldRecords)) \(what) in 1, "
        + "\(grouped(second.worldRecords)) in 2. Much else follows from that.", to: style.width)
  }

  /// Returns how many records of each kind there are, where that differs.
  private func kinds(_ style: TextStyle) -> [String] {
    let counts = comparison.sides.map(\.kinds)
    let kinds = Set(counts[0].keys).union(counts[1].keys).sorted { $0.rawValue < $1.rawValue }
    let rows = kinds.compactMap { kind -> [Table.Cell]? in
      let (first, second) = (counts[0][kind] ?? 0, counts[1][kind] ?? 0)
      guard first != second else { return nil }
      return [
        kind.rawValue, grouped(first), grouped(second), signed(Double(second - first), .count),
      ].map { Table.Cell(text: $0) }
    }
    guard !rows.isEmpty else { return ["Both have equally many records of every kind."] }
    return [style.paint("Records", .strong)] + table("kind", rows).lines(style)
  }
}
