import Device
import Experiments
import Testing

@Suite("Replications for precision")
struct PrecisionTests {
  /// Of as many replications as there are rows, of one value a policy.
  private func analysis(
    _ rows: [[Double?]], of metric: String = "pool used", blocks: [String] = []
  ) -> ExperimentAnalysis {
    let policies = rows[0].indices.map { PolicyChoice("\($0)") }
    return ExperimentAnalysis(
      of: Experiment(policies: policies, replications: rows.count, blocks: blocks),
      metrics: [metric].compactMap { Metrics.named($0) }
    ) { _ in rows.flatMap { $0 } }
  }

  private func precision(
    _ metric: String = "pool used", _ subject: Experiment.Precision.Subject = .mean,
    halfWidth: Double, maximum: Int = 1_000
  ) -> Experiment.Precision {
    Experiment.Precision(
      metric: metric, subject: subject, halfWidth: halfWidth, maximum: maximum)
  }

  private func next(
    _ rows: [[Double?]], halfWidth: Double, maximum: Int = 1_000
  ) -> Int? {
    precision(halfWidth: halfWidth, maximum: maximum).nextReplications(after: analysis(rows))
  }

  /// 1 to 40: deviation 11.690452, and Student's t of 39 degrees of freedom is 2.022691, so that
  /// the half width is 3.738788.
  private let rows: [[Double?]] = (1...40).map { [Double($0)] }

  @Test("none are added when every interval is narrow enough")
  func enough() {
    #expect(next(rows, halfWidth: 3.739) == nil)
    #expect(precision(halfWidth: 3.739).shortfall(in: analysis(rows)) == nil)
  }

  @Test("as many are added as the interval's width asks for, at least one")
  func asNeeded() {
    // (3.738788 / 3)^2 x 40 = 62.1
    #expect(next(rows, halfWidth: 3) == 63)
    #expect(next(rows, halfWidth: 3.738) == 41)
    guard case .tooWide(let widest) = precision(halfWidth: 3).shortfall(in: analysis(rows)) else {
      Issue.record("not too wide")
      return
    }
    #expect(abs(widest - 3.738788) < 1e-6)
  }

  @Test("a round at most doubles them, and none goes beyond the maximum")
  func limits() {
    #expect(next(rows, halfWidth: 0.01) == 80)
    #expect(next(rows, halfWidth: 0.01, maximum: 70) == 70)
    #expect(next(rows, halfWidth: 0.01, maximum: 40) == nil)
  }

  @Test("the widest interval of all policies counts; no values at all are enough")
  func widest() {
    let mixed = rows.map { [$0[0].map { 20 + $0 / 100 }, $0[0]] }
    #expect(next(mixed, halfWidth: 3.739) == nil)
    #expect(next(mixed, halfWidth: 3) == 63)
    #expect(next(Array(repeating: [nil], count: 40), halfWidth: 0.1) == nil)
  }

  @Test("less than thirty are never believed, unless the maximum is less")
  func few() {
    #expect(next([[0], [0]], halfWidth: 1) == 30)
    #expect(next([[0], [0]], halfWidth: 1, maximum: 3) == 3)
    #expect(next([[0], [0], [0]], halfWidth: 1, maximum: 3) == nil)
    let few = analysis([[1], [1.1], [0.9]])
    #expect(precision(halfWidth: 1).shortfall(in: few) == .tooFew(30))
    #expect(precision(halfWidth: 1).shortfall(in: analysis([[1]])) == .noInterval)
  }

  @Test("equal values are believed when so rare an event as they allow would not matter")
  func rareEvents() throws {
    let zeros = analysis(Array(repeating: [0], count: 40), of: "tasks expired")
    // 1 - .05^(1/40) = .0721575 of all runs may have one, and one is the least that a count can
    // differ.
    #expect(precision("tasks expired", halfWidth: 0.08).shortfall(in: zeros) == nil)
    let shortfall = precision("tasks expired", halfWidth: 0.05).shortfall(in: zeros)
    guard case .rareEvents(let doubt) = shortfall else {
      Issue.record("no doubt: \(String(describing: shortfall))")
      return
    }
    #expect(abs(doubt - 0.0721575) < 1e-6)
    // ln .05 / ln .95 = 58.4, ln .05 / ln .99 = 298.07, of which a round gets half way at most.
    #expect(precision("tasks expired", halfWidth: 0.05).nextReplications(after: zeros) == 59)
    #expect(precision("tasks expired", halfWidth: 0.01).nextReplications(after: zeros) == 80)
    // A share may change from 0 to 1, and a size by as much as it is elsewhere.
    let shares = analysis(Array(repeating: [0.25], count: 40), of: "fresh at open")
    #expect(precision("fresh at open", halfWidth: 0.05).nextReplications(after: shares) == 59)
    let sizes = analysis(Array(repeating: [0, 100], count: 40))
    #expect(precision(halfWidth: 5).nextReplications(after: sizes) == 59)
    let nothing = analysis(Array(repeating: [0], count: 40))
    #expect(precision(halfWidth: 5).nextReplications(after: nothing) == nil)
  }

  @Test("skewed values are believed only when there are as many as Cochran's rule asks for")
  func skewed() {
    // One in 40: G1 = (1 - 2/40) / √(1/40 · 39/40) = 6.0849, and 25 G1² = 925.64.
    let rows = (0..<40).map { [$0 == 3 ? 1.0 : 0] }
    let wide = precision("tasks expired", halfWidth: 0.06)
    #expect(wide.shortfall(in: analysis(rows, of: "tasks expired")) == .tooSkewed(926))
    #expect(wide.nextReplications(after: analysis(rows, of: "tasks expired")) == 80)
  }

  @Test("the difference from the baseline may be what has to be known, pair by pair")
  func differences() {
    // Days differ by far more than policies on one day.
    let rows = (1...40).map { (day: Int) -> [Double?] in
      let more: Double = day.isMultiple(of: 2) ? 1 : 2
      return [Double(day), Double(day) + more]
    }
    let days = analysis(rows)
    #expect(precision(halfWidth: 0.2).nextReplications(after: days) == 80)
    // 1 and 2 in turn: ±0.161945.
    let subject = Experiment.Precision.Subject.difference
    #expect(precision("pool used", subject, halfWidth: 0.2).nextReplications(after: days) == nil)
    #expect(precision("pool used", subject, halfWidth: 0.1).nextReplications(after: days) == 80)
  }

  @Test("of blocks, which replications do not add to, the width alone is asked for")
  func blocks() {
    let settings = (1...40).map { Setting([.init("user", "\($0)")]) }
    let experiment = Experiment(
      settings: settings, policies: [PolicyChoice("a")], replications: 30, blocks: ["user"])
    let analysis = ExperimentAnalysis(
      of: experiment, metrics: ["tasks expired"].compactMap { Metrics.named($0) }
    ) { _ in experiment.runs().map { _ in 0 } }
    let precision = precision("tasks expired", halfWidth: 0.01)
    #expect(precision.nextReplications(after: analysis) == nil)
    #expect(precision.shortfall(in: analysis) == nil)
  }
}
