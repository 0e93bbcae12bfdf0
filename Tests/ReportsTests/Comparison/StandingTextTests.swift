import Device
import Experiments
import Testing

@testable import Reports

@Suite("How the figures of a comparison are shown")
struct StandingTextTests {
  /// Of one row a seed, of one value a policy; the first is the baseline.
  private func comparison(_ rows: [[Double?]], _ better: Better = .lower) -> Comparison {
    Comparison(units: rows.map { [$0] }, policies: rows[0].count, better: better)
  }

  private func text(
    of policy: Int, _ rows: [[Double?]], _ better: Better = .lower, unit: FigureUnit = .count
  ) -> StandingText {
    let comparison = comparison(rows, better)
    return StandingText(comparison, policy, MetricScale(unit, comparison, all: [comparison]))
  }

  @Test(
    "p has as many digits as it takes to tell on which side of .05 it is",
    arguments: [
      (0, "<.001"), (0.0004, "<.001"), (0.0006, ".001"), (0.12345, ".123"), (0.999, ".999"),
      (0.9996, "1"), (1, "1"), (0.05, ".050"), (0.0499, ".0499"), (0.0501, ".0501"),
      (0.04999, ".04999"), (0.050001, ".050001"), (0.0499999, ".050000"),
    ])
  func p(value: Double, text: String) {
    #expect(StandingText.p(value) == text)
  }

  @Test("a difference that is the same in every seed has no width, and is judged by their number")
  func constant() {
    let rows: [[Double?]] = [[100, 90], [110, 100], [120, 110]]
    let base = text(of: 0, rows)
    #expect(base.verdict == "baseline" && base.mark == "")
    #expect([base.mean, base.halfWidth, base.interval] == ["110", "±25", "85 to 135"])
    #expect([base.deviation, base.rank, base.meanRank, base.wins] == ["10", "2", "2.0", "0%"])
    #expect([base.difference, base.differenceInterval, base.adjustedP] == ["-", "-", "-"])
    let other = text(of: 1, rows)
    #expect([other.verdict, other.mark] == ["no difference shown", "~"])
    #expect(
      [other.difference, other.differenceHalfWidth, other.adjustedP] == ["-10", "±0", ".250"])
    #expect(other.differenceInterval == "-10 to -10")
    #expect([other.rank, other.meanRank, other.wins] == ["1", "1.0", "100%"])
    #expect(comparison(rows).reductions.isEmpty)
  }

  @Test(
    "verdicts have a word and a mark",
    arguments: [
      (Better.lower, [90.0, 100, 111], "better", "+"), (.higher, [90, 100, 111], "worse", "-"),
      (.neutral, [90, 100, 111], "lower", "<"), (.neutral, [110, 120, 131], "higher", ">"),
      (.lower, [100, 110, 120], "identical", "="),
      (.lower, [90, 120, 121], "no difference shown", "~"),
    ])
  func verdicts(better: Better, values: [Double], verdict: String, mark: String) {
    let text = text(of: 1, zip([100, 110, 120], values).map { [$0, $1] }, better)
    #expect([text.verdict, text.mark] == [verdict, mark])
  }

  @Test("what there is no value of is a dash, and the reason is reported")
  func missing() {
    let none = text(of: 1, [[1, nil], [2, nil]])
    #expect(none.verdict == "no value")
    #expect(
      [none.mean, none.halfWidth, none.interval, none.deviation, none.difference]
        == Array(repeating: StandingText.none, count: 5))
    let unpaired = text(of: 1, [[nil, 3], [nil, 4]])
    #expect(unpaired.verdict == "no pairs")
    #expect(unpaired.mean == "3.50" && unpaired.difference == StandingText.none)
    let single = text(of: 1, [[1, 3]])
    #expect(single.verdict == "one pair only" && single.mark == "")
    #expect([single.difference, single.differenceHalfWidth, single.adjustedP] == ["+2", "-", "-"])
  }

  @Test("identical policies share their place, and their difference is an exact zero")
  func identical() {
    let text = text(of: 1, [[5, 5], [7, 7]])
    #expect([text.difference, text.differenceHalfWidth, text.adjustedP] == ["0", "±0", "1"])
    #expect([text.rank, text.meanRank, text.wins] == ["1=", "1.5", "50%"])
  }

  @Test(
    "all values are in the unit that suits them",
    arguments: [
      (FigureUnit.count, 5e7, ""), (.index, 0.5, ""), (.share, 0.5, "%"), (.seconds, 1e6, "s"),
      (.span, 0, "s"), (.span, 59, "s"), (.span, 61, "min"), (.span, 3_599, "min"),
      (.span, 3_601, "h"), (.span, 86_399, "h"), (.span, 86_401, "d"), (.joules, 999, "J"),
      (.joules, 1_001, "kJ"), (.joules, 2e6, "MJ"), (.joules, 2e9, "GJ"), (.joules, 2e15, "GJ"),
      (.bytes, 5, "B"), (.bytes, 5e3, "KB"), (.bytes, 5e6, "MB"), (.bytes, 5e9, "GB"),
      (.bytes, 5e12, "TB"),
    ])
  func units(unit: FigureUnit, value: Double, name: String) {
    let comparison = comparison([[value]])
    #expect(MetricScale(unit, comparison, all: [comparison]).unit == name)
    #expect(MetricScale(unit, [comparison]).unit == name)
  }

  @Test("whole numbers of which nothing varies have no decimals, others three digits")
  func decimals() {
    #expect(text(of: 0, [[25]]).mean == "25")
    #expect(text(of: 0, [[25], [25]]).mean == "25")
    #expect(text(of: 0, [[25], [26]]).mean == "25.5")
    #expect(text(of: 0, [[0.125]], unit: .index).mean == "0.125")
    #expect(text(of: 0, [[0.5]], unit: .share).mean == "50.0")
    #expect(text(of: 0, [[2e9]]).mean == "2.00e9")
    #expect(text(of: 0, [[-2e9]]).mean == "-2.00e9")
    #expect(text(of: 0, [[0]], unit: .span).mean == "0")
  }

  @Test("a difference that was found is not shown as zero, however small beside the means")
  func smallDifferences() {
    let rows: [[Double?]] = (0..<8).map { seed in
      let base = 100 + 10 * Double(seed)
      return [base, base + 0.04 + 0.001 * Double(seed % 2)]
    }
    let text = text(of: 1, rows)
    #expect(text.verdict == "worse")
    #expect(text.difference.hasPrefix("+0.04"), "\(text.difference)")
  }
}
