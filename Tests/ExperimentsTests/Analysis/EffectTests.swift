import Device
import Simulation
import Testing

@testable import Experiments

/// Effects at settings whose values are known formulas.
@Suite("Effects of parameters")
struct EffectTests {
  private let metric = Metrics.all[0]

  private func setting(_ values: [(String, String)]) -> Setting {
    Setting(values.map { .init($0.0, $0.1) })
  }

  private func grid(_ a: [String], _ b: [String]) -> [Setting] {
    a.flatMap { a in b.map { setting([("a", a), ("b", $0)]) } }
  }

  /// Of one row a unit.
  private func table(_ settings: [Setting], _ rows: [[Double]]) throws -> EffectTable {
    let contrasts = try #require(EffectContrasts(ParameterStudy(settings)))
    return try #require(EffectTable(metric, contrasts, [(.value(0), rows: rows)], level: 0.95))
  }

  private func number(_ setting: Setting, _ name: String) -> Double {
    setting.values.first { $0.name == name }.flatMap { Double($0.text) } ?? .nan
  }

  @Test("of a full grid are those of the two-way table, with intervals over the units")
  func factorial() throws {
    // 10 + 2 a, b adding 0, 3 or -3, and 5 more where a = 1 and b = y.
    let settings = grid(["0", "1"], ["x", "y", "z"])
    let base = [10.0, 13, 7, 12, 20, 9]
    // Seeds differ in level, and in the effect of a by -1, 0 and 1.
    let rows = [-1.0, 0, 1].map { shift in
      base.enumerated().map { $1 + 100 * shift + ($0 >= 3 ? shift : 0) }
    }
    let table = try table(settings, rows)
    #expect(table.method == .factorial && table.parameters.map(\.name) == ["a", "b"])
    #expect(
      table.terms.map { $0.texts.joined(separator: ",") }
        == ["0", "1", "x", "y", "z", "0,x", "0,y", "0,z", "1,x", "1,y", "1,z"])
    let column = table.columns[0]
    // Rows 10 13 7 (mean 10) and 12 20 9 (41/3), all 71/6; columns 11, 16.5, 8.
    let grand = 71.0 / 6
    let expected =
      [10 - grand, 41.0 / 3 - grand, 11 - grand, 16.5 - grand, 8 - grand]
      + [
        10 - 10 - 11 + grand, 13 - 10 - 16.5 + grand, 7 - 10 - 8 + grand,
        12 - 41.0 / 3 - 11 + grand, 20 - 41.0 / 3 - 16.5 + grand, 9 - 41.0 / 3 - 8 + grand,
      ]
    for (effect, value) in zip(column.effects, expected) {
      #expect(abs(effect.estimate.mean - value) < 1e-9)
    }
    // a's effect of each seed is ∓(11/6 + shift/2): deviation .5, and t(2) = 4.30265.
    let ofA = column.effects[0].estimate
    #expect(abs((ofA.deviation ?? 0) - 0.5) < 1e-9)
    #expect(abs((ofA.halfWidth ?? 0) - 4.302653 * 0.5 / 3.0.squareRoot()) < 1e-5)
    // Those of b do not differ among the seeds at all.
    #expect(column.effects[2...].allSatisfy { $0.estimate.halfWidth.map { $0 < 1e-9 } ?? false })
    // Mirrors are one hypothesis: a counts once, b three times, their interactions three times.
    #expect(table.isFirst.count { $0 } == 7)
    #expect(column.effects[0].adjustedP == column.effects[1].adjustedP)
    // Sums of squares add up, for there are but two parameters.
    #expect(column.shares.map(\.parameters) == [["a"], ["b"], ["a", "b"], []])
    #expect(abs(column.shares[..<3].reduce(0) { $0 + $1.value } - 1) < 1e-12)
    let total = base.reduce(0) { $0 + ($1 - grand) * ($1 - grand) }
    let squares = 3 * ((10 - grand) * (10 - grand) + (41.0 / 3 - grand) * (41.0 / 3 - grand))
    #expect(abs(column.shares[0].value - squares / total) < 1e-12)
  }

  @Test("without interaction have none, and rounding makes none")
  func additive() throws {
    let settings = grid(["0.1", "0.2", "0.3"], ["1", "2"])
    let rows = (1...4).map { seed in
      settings.map { 0.1 * Double(seed) + 0.7 * number($0, "a") + 0.3 * number($0, "b") }
    }
    let table = try table(settings, rows)
    let pairs = zip(table.terms, table.columns[0].effects).filter { $0.0.texts.count == 2 }
    #expect(!pairs.isEmpty && pairs.allSatisfy { $0.1.estimate.mean == 0 })
    #expect(pairs.allSatisfy { $0.1.adjustedP == nil && !$0.1.isShown() })
    #expect(abs(table.columns[0].effects[0].estimate.mean + 0.07) < 1e-12)
  }

  /// y = 1 + 2 a + 3 b: over a from 0 to 10 and b from 0 to 4 that is 20 and 12.
  @Test("of other settings are the slopes of the plane through them")
  func linear() throws {
    let points = [(0, 1), (10, 0), (3, 4), (7, 2), (5, 3)]
    let settings = points.map { setting([("a", "\($0.0)"), ("b", "\($0.1)"), ("c", "4")]) }
    let rows = [0.0, 5].map { shift in
      settings.map { 1 + shift + 2 * number($0, "a") + 3 * number($0, "b") }
    }
    let table = try table(settings, rows)
    #expect(table.method == .linear && table.parameters.map(\.name) == ["a", "b"])
    let column = table.columns[0]
    #expect(abs(column.effects[0].estimate.mean - 20) < 1e-9)
    #expect(abs(column.effects[1].estimate.mean - 12) < 1e-9)
    #expect(abs(try #require(column.shares.last).value - 1) < 1e-12)
  }

  /// By numpy.linalg.lstsq of the same points, scaled to 0 to 1.
  @Test("of points on no plane are those of least squares")
  func leastSquares() throws {
    let points = [(1.0, 2.0), (2, 1), (3, 5), (4, 3), (6, 4), (7, 9)]
    let settings = points.map { setting([("a", "\($0.0)"), ("b", "\($0.1)")]) }
    let table = try table(settings, [[3, 1, 4, 1, 5, 9]])
    let column = table.columns[0]
    #expect(abs(column.effects[0].estimate.mean - 0.2919463087) < 1e-9)
    #expect(abs(column.effects[1].estimate.mean - 7.5469798658) < 1e-9)
    #expect(abs(try #require(column.shares.last).value - 0.8486658267) < 1e-9)
    #expect(column.effects[0].estimate.halfWidth == nil && column.effects[0].adjustedP == nil)
  }

  @Test("parameters that vary in step cannot be told apart, nor can too few settings")
  func inStep() {
    let inStep = [(0, 0), (1, 2), (2, 4), (3, 6)].map {
      setting([("a", "\($0.0)"), ("b", "\($0.1)")])
    }
    #expect(EffectContrasts(ParameterStudy(inStep)) == nil)
    #expect(EffectContrasts(ParameterStudy(Array(inStep.prefix(3)))) == nil)
    #expect(EffectContrasts(ParameterStudy([setting([("a", "1")])])) == nil)
    let words = [("x", "0"), ("y", "1"), ("z", "1"), ("x", "2"), ("z", "0")].map {
      setting([("a", $0.0), ("b", $0.1)])
    }
    #expect(EffectContrasts(ParameterStudy(words)) == nil)
  }

  /// Two trajectories of two parameters over 0 to 3: y = 6 a + b². SALib 1.6 (analyze.morris) has the
  /// same μ, μ* and σ: 18 and 9, 18 and 9, 0 and 4.24264069.
  @Test("of trajectories are the elementary effects, over the whole of a parameter")
  func screening() throws {
    let points = [(0, 1), (2, 1), (2, 3), (3, 2), (3, 0), (1, 0)]
    let settings = points.map { setting([("a", "\($0.0)"), ("b", "\($0.1)")]) }
    let row = points.map { Double(6 * $0.0 + $0.1 * $0.1) }
    let table = try table(settings, [row, row.map { $0 + 7 }])
    #expect(table.method == .screening)
    let effects = table.columns[0].effects
    // a: 12 over two thirds, twice. b: 9 - 1 over two thirds, and 0 - 4 over minus two thirds.
    #expect(
      abs(effects[0].estimate.mean - 18) < 1e-9 && effects[0].deviation.map { $0 < 1e-9 } ?? false)
    #expect(abs(effects[1].estimate.mean - 9) < 1e-9)
    #expect(abs(try #require(effects[1].size).mean - 9) < 1e-9)
    // 12 and 6 deviate by √18 from their mean.
    #expect(abs(try #require(effects[1].deviation) - 18.0.squareRoot()) < 1e-9)
    #expect(table.columns[0].shares.isEmpty)
  }

  @Test("of policies' own parameters are shown for policies that differ in them alone")
  func families() throws {
    let policies = [
      "first-come", "wfq.lua{share=0.2}", "ios{a=1,b=2}", "wfq.lua{ share = 0.5 }", "ios{a=1}",
      "ios{b=4,a=1}", "{odd}.lua",
    ].map { PolicyChoice($0) }
    let families = PolicyFamily.families(of: policies)
    #expect(families.map(\.name) == ["wfq.lua", "ios"])
    #expect(families.map { $0.members.map(\.place) } == [[1, 3], [2, 5]])
    let study = families[1].study(of: grid(["0", "1"], ["5"]))
    #expect(study.axes.map(\.name) == ["a", "ios.b"] && study.method == .factorial)
    #expect(study.points == [[0, 0], [0, 1], [1, 0], [1, 1]])
  }
}
