import Device
import Simulation

extension RunReport {
  /// Returns the results of each kind of work, where there was other work than fetches.
  func work(_ style: TextStyle) -> [String] {
    let kinds = WorkKind.allCases.filter { kind in run.apps.contains { $0[kind].occurred } }
    guard kinds.contains(where: { $0 != .fetch }) else { return [] }
    let headings = ["started", "wait", "late", "completed", "expired", "cancelled"]
    var table = Table(
      columns: [Table.Column(heading: "kind")] + headings.map { Table.Column(heading: $0) })
    table.rows = kinds.map { kind in
      let all = run.apps.map { $0[kind] }
      func sum(_ value: (WorkStatistics) -> Int) -> Table.Cell {
        let count = all.reduce(0) { $0 + value($1) }
        return Table.Cell(text: grouped(count), ink: count == 0 ? .faint : .plain)
      }
      var delay = Sample()
      for statistics in all { delay.add(statistics.delay) }
      return [
        Table.Cell(text: kind.words), sum(\.started),
        Table.Cell(text: delay.mean.map { shortSpan(seconds: $0) } ?? "-"), sum(\.late),
        sum(\.completed), sum(\.expired), sum(\.cancelled),
      ]
    }
    return [style.paint("Work by kind", .strong)] + table.lines(style)
  }
}
