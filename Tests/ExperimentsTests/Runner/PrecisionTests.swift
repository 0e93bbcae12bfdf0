import Device
import Experiments
import Testing

@Suite("Replications for precision")
struct PrecisionTests {
  private let metrics = ["pool used"].compactMap { Metrics.named($0) }

  /// Of as many replications as there are rows, of one value a policy.
  private func analysis(_ rows: [[Double?]]) -> ExperimentAnalysis {
    let policies = rows[0].indices.map { PolicyChoice("\($0)") }
    return ExperimentAnalysis(
      of: Experiment(policies: policies, replications: rows.count), metrics: metrics
    ) { _ in rows.flatMap { $0 } }
  }

  private func next(
    _ rows: [[Double?]], halfWidth: Double, maximum: Int = 1_000
  ) -> Int? {
    Experiment.Precision(metric: "pool used", halfWidth: halfWidth, maximum: maximum)
      .nextReplications(after: analysis(rows))
  }

  /// Student's t of 3 degrees of freedom is 3.182446, so the half width of 1, 2, 3, 4 is 2.054260.
  private let rows: [[Double?]] = [[1], [2], [3], [4]]

  @Test("none are added when every interval is narrow enough")
  func enough() {
    #expect(next(rows, halfWidth: 2.06) == nil)
    #expect(next([[5], [5], [5]], halfWidth: 0.001) == nil)
  }

  @Test("as many are added as the interval's width asks for, at least one")
  func asNeeded() {
    // (2.054260 / 1.8)^2 x 4 = 5.2
    #expect(next(rows, halfWidth: 1.8) == 6)
    #expect(next(rows, halfWidth: 2.05) == 5)
  }

  @Test("a round at most doubles them, and none goes beyond the maximum")
  func limits() {
    #expect(next(rows, halfWidth: 0.01) == 8)
    #expect(next(rows, halfWidth: 0.01, maximum: 7) == 7)
    #expect(next(rows, halfWidth: 0.01, maximum: 4) == nil)
  }

  @Test("the widest interval of all policies counts; a single value is never enough, none always")
  func widest() {
    let mixed = rows.map { [5.0, $0[0]] }
    #expect(next(mixed, halfWidth: 2.06) == nil)
    #expect(next(mixed, halfWidth: 1.8) == 6)
    #expect(next([[1]], halfWidth: 100) == 2)
    #expect(next([[nil], [nil]], halfWidth: 0.1) == nil)
  }
}
