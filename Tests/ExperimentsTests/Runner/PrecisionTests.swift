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

  /// Student's t of 4 degrees of freedom is 2.776445, so the half width of 1, 2, 3, 4, 5 is 1.963243.
  private let rows: [[Double?]] = [[1], [2], [3], [4], [5]]

  @Test("none are added when every interval is narrow enough")
  func enough() {
    #expect(next(rows, halfWidth: 1.97) == nil)
    #expect(next([[5], [5], [5], [5], [5]], halfWidth: 0.001) == nil)
  }

  @Test("as many are added as the interval's width asks for, at least one")
  func asNeeded() {
    // (1.963243 / 1.7)^2 x 5 = 6.7
    #expect(next(rows, halfWidth: 1.7) == 7)
    #expect(next(rows, halfWidth: 1.96) == 6)
  }

  @Test("a round at most doubles them, and none goes beyond the maximum")
  func limits() {
    #expect(next(rows, halfWidth: 0.01) == 10)
    #expect(next(rows, halfWidth: 0.01, maximum: 7) == 7)
    #expect(next(rows, halfWidth: 0.01, maximum: 5) == nil)
  }

  @Test("the widest interval of all policies counts; no values at all are enough")
  func widest() {
    let mixed = rows.map { [5.0, $0[0]] }
    #expect(next(mixed, halfWidth: 1.97) == nil)
    #expect(next(mixed, halfWidth: 1.7) == 7)
    #expect(next(Array(repeating: [nil], count: 5), halfWidth: 0.1) == nil)
  }

  @Test("less than five are never believed, unless the maximum is less")
  func few() {
    #expect(next([[0], [0]], halfWidth: 1) == 5)
    #expect(next([[0], [0]], halfWidth: 1, maximum: 3) == 3)
    #expect(next([[0], [0], [0]], halfWidth: 1, maximum: 3) == nil)
  }
}
