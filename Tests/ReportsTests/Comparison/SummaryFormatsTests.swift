import Experiments
import Simulation
import Testing

@testable import Device
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

  @Test(
    "ends with a sentence on the policy that gains, or that none does where others than bounds ran")
  func sentence() throws {
    let report = try ComparisonReport(of: sampleComparison().store)
    #expect(report.verdictTexts.count == 2)
    for text in report.verdictTexts {
      #expect(text.contains(": likely-next: fresh at open better (+"), "\(text)")
      #expect(text.contains("% of the wake ups (-"), "\(text)")
    }
    // What gets worse is named too.
    let cost = try SampleStore(
      Experiment(
        policies: [PolicyChoice("a"), PolicyChoice("b"), PolicyChoice("c")], replications: 6,
        metrics: ["wake ups", "jain index", "exits"]))
    try cost.record { run in
      let isOther = run.policy.label != "a"
      var app = AppStatistics(name: "app")
      if run.policy.label == "b" { app.exits[ExitReason.memoryPressure] = 3 }
      return .done(.of(run, wakeUps: isOther ? 5 : 10 + Int(run.seed % 2), apps: [app]))
    }
    let costs = try ComparisonReport(of: cost.store)
    #expect(
      costs.sentence(1, under: 0, in: costs.analysis)
        == "b: half the wake ups (-5.50 ± 0.57), jain index identical; worse: exits (+3 ± 0).")
    #expect(
      costs.sentence(2, under: 0, in: costs.analysis)?.hasSuffix(
        "; no other figure is shown to be worse.") == true)
    let alone = try SampleStore(
      Experiment(
        policies: [PolicyChoice("a"), PolicyChoice("far", source: "far-sighted{x=1}")],
        replications: 4, metrics: ["fresh at open", "wake ups"]))
    try alone.record { .done(.of($0, wakeUps: $0.policy.label == "far" ? 1 : 9)) }
    #expect(try ComparisonReport(of: alone.store).verdictTexts == [])
    // Where nobody gains, that is the answer.
    let alike = try SampleStore(
      Experiment(
        policies: [PolicyChoice("a"), PolicyChoice("b")], replications: 4,
        metrics: ["wake ups", "jain index"]))
    try alike.record { .done(.of($0, wakeUps: 9, apps: [AppStatistics(name: "app")])) }
    #expect(
      try ComparisonReport(of: alike.store).verdictTexts == [
        "No policy is shown to be better than a in wake ups or jain index."
      ])
  }

  @Test("the sentence tells of who gains most, and where none wins of the one that costs least")
  func winners() throws {
    func report(_ figures: [(wakeUps: Int, exits: Int)]) throws -> ComparisonReport {
      let names = ["a", "b", "c"]
      let sample = try SampleStore(
        Experiment(
          policies: names.map { PolicyChoice($0) }, replications: 8,
          metrics: ["wake ups", "exits"]))
      try sample.record { run in
        let own = figures[names.firstIndex(of: run.policy.label) ?? 0]
        var app = AppStatistics(name: "app")
        app.exits[ExitReason.memoryPressure] = own.exits
        return .done(.of(run, wakeUps: own.wakeUps + Int(run.seed % 2), apps: [app]))
      }
      return try ComparisonReport(of: sample.store)
    }
    // Both gain, and the one that gains more costs more.
    let gains = try report([(20, 1), (5, 4), (10, 2)])
    #expect(gains.verdictTexts.map { $0.prefix(2) } == ["b:"])
    #expect(gains.verdictTexts[0].contains("exits (+3 ± 0, worse)"))
    // One that is better in both goes before one that gains more.
    #expect(try report([(20, 3), (5, 4), (10, 2)]).verdictTexts.map { $0.prefix(2) } == ["c:"])
    let trade = try report([(5, 4), (10, 2), (20, 1)])
    #expect(trade.verdictTexts.map { $0.prefix(36) } == ["No policy wins. Best in exits is c: "])
  }
}
