import Experiments
import Simulation

extension ComparisonReport {
  /// Returns the lines on the real time that policies took to decide. It depends on the machines
  /// that made the runs and differs from time to time, so that only the text for people has it.
  func costLines(_ style: TextStyle) -> [String] {
    let costs = costs.filter { $0.decisions > 0 && $0.decisionSeconds > 0 }
    guard !costs.isEmpty else { return [] }
    var table = Table(
      columns: ["policy", "calls a run", "us a call", "ms a run", "of the run's time"].map {
        .init(heading: $0)
      })
    table.keepsNames = true
    let names = shortNames
    table.rows = costs.map { cost in
      let (runs, calls) = (Double(cost.runs), Double(cost.decisions))
      let share = cost.realSeconds > 0 ? cost.decisionSeconds / cost.realSeconds : 0
      return [
        names[cost.policy], grouped(calls / runs, decimals: 0),
        grouped(cost.decisionSeconds / calls * 1e6, decimals: 1),
        grouped(cost.decisionSeconds / runs * 1e3, decimals: 2),
        grouped(share * 100, decimals: 1) + "%",
      ].map { Table.Cell(text: $0) }
    }
    return [style.paint("Cost of deciding, in real time", .strong)] + table.fittingLines(style)
  }
}
