import Experiments
import Simulation
import Testing

@testable import Reports

@Suite("The summary of a comparison")
struct SummaryFormatsTests {
  private func summary(_ format: ReportFormat) throws -> [String] {
    try ComparisonReport(of: sampleComparison().store).summary(format, TextStyle())
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test("as CSV has a row for each setting and policy, means in full precision and verdicts")
  func csv() throws {
    let rows = try summary(.csv)
    #expect(
      rows[0]
        == "poolMinutes,policy,fresh at open,fresh at open verdict,wake ups,wake ups verdict")
    #expect(rows.count == 1 + 2 * 4 + 1)
    #expect(rows[1].hasPrefix("5,first-come,0.45,,25,"))
    #expect(rows[2].contains(",better,"))
  }

  @Test("as Markdown and LaTeX has one table a setting, with the marks of the text")
  func tables() throws {
    let markdown = try summary(.markdown)
    #expect(markdown.count { $0.hasPrefix("| policy |") } == 2)
    #expect(markdown.contains { $0.hasPrefix("| likely-next |") && $0.contains(" + |") })
    let latex = try summary(.latex)
    #expect(latex.count { $0 == "\\begin{table}" } == 2)
    #expect(latex.contains { $0.contains("\\label{tab:summary:2}") })
  }

  @Test("ends with a sentence on the policy that gains, and none where only bounds gain")
  func sentence() throws {
    let report = try ComparisonReport(of: sampleComparison().store)
    #expect(report.verdictTexts.count == 2)
    for text in report.verdictTexts {
      #expect(text.contains(": likely-next: fresh at open better (+"), "\(text)")
      #expect(text.contains("% of the wake ups (-"), "\(text)")
    }
    let alone = try SampleStore(
      Experiment(
        policies: [PolicyChoice("a"), PolicyChoice("far", source: "far-sighted{x=1}")],
        replications: 4, metrics: ["fresh at open", "wake ups"]))
    try alone.record { .done(.of($0, wakeUps: $0.policy.label == "far" ? 1 : 9)) }
    #expect(try ComparisonReport(of: alone.store).verdictTexts == [])
  }
}
