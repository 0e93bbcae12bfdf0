import Device
import Simulation

/// The terms of a score, as a scheduler of scores would log them.
extension WhyReport {
  func score(_ table: ScoreTable, _ style: TextStyle) -> [String] {
    func cell(_ text: String) -> Table.Cell { Table.Cell(text: text) }
    var lines = Table(columns: [
      Table.Column(heading: "term"), Table.Column(heading: "weight"), Table.Column(heading: ""),
      Table.Column(heading: "score"), Table.Column(heading: ""), Table.Column(heading: "product"),
    ])
    lines.rows = table.terms.map { term in
      [
        cell("  \(term.name)"), cell(grouped(term.weight, decimals: 2)),
        cell(term.weightBasis.rawValue), cell(grouped(term.score, decimals: 4)),
        cell(term.scoreBasis.rawValue), cell(grouped(term.product, decimals: 4)),
      ]
    }
    lines.footer = [
      [
        cell("  sum"), cell(grouped(table.denominator, decimals: 2)), cell(""), cell(""), cell(""),
        cell(grouped(table.sum, decimals: 4)),
      ]
    ]
    let outcome =
      "\(grouped(table.sum, decimals: 4)) / \(grouped(table.denominator, decimals: 2)) = "
      + "\(grouped(table.score, decimals: 6)), threshold \(grouped(table.threshold, decimals: 6)) "
      + "(\(table.thresholdBasis.rawValue)): \(table.isEnough ? "enough" : "not enough")"
    return [style.paint("Score of \(name)", .strong)] + lines.lines(style)
      + wrapped(outcome, to: style.width - 2).map { "  \($0)" }
  }
}
