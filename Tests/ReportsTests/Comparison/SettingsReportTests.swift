import Experiments
import Simulation
import Testing

@testable import Device
@testable import Reports

@Suite("A comparison over settings")
struct SettingsReportTests {
  /// Three policies under four settings; `b` is better where slots are few, else worse, and `c` is
  /// the same as `a`.
  private func report(given: [GivenOption] = []) throws -> ComparisonReport {
    let settings = [1, 2, 4, 8].map { slots in
      Setting([.init("habit", "1"), .init("slots", "\(slots)")])
    }
    let sample = try SampleStore(
      Experiment(
        title: "Four slots", settings: settings,
        policies: [PolicyChoice("a"), PolicyChoice("b"), PolicyChoice("c", source: "own/c.lua")],
        replications: 12, metrics: ["wake ups"]), given: given)
    try sample.record { run in
      let isFew = ["1", "2", "4"].contains(run.setting.values[1].text)
      let gain = run.policy.label == "b" ? (isFew ? -5 : 5) - Int(run.seed % 2) : 0
      return .done(.of(run, wakeUps: 20 + Int(run.seed) + gain))
    }
    return try ComparisonReport(of: sample.store)
  }

  @Test("shows means by setting, in how many of them verdicts hold, and where they turn over")
  func text() throws {
    let report = try report()
    let text = report.sensitivity(.text, TextStyle(width: 80))
    let tables = text[try #require(text.range(of: "wake ups (lower")).lowerBound...]
    #expect(
      tables == """
        wake ups (lower is better): means
        setting     a       b       c
        slots=1  26.5  21.0 +  26.5 =
        slots=2  26.5  21.0 +  26.5 =
        slots=4  26.5  21.0 +  26.5 =
        slots=8  26.5  31.0 -  26.5 =
        Marks: + better, - worse than a (Holm's p < .05), ~ no difference shown, =
        identical

        Verdicts over settings: wake ups, against a
        where     settings      b   c
        anywhere         4  3+ 1-  4=
        slots=1          1     1+  1=
        slots=2          1     1+  1=
        slots=4          1     1+  1=
        slots=8          1     1-  1=
        Each cell says in how many of the settings a verdict holds. Marks: + better, -
        worse than a (Holm's p < .05), ~ no difference shown, = identical

        b: wake ups better in 3 of 4 settings; turns over: worse in 1 (where slots=8:
          1 of 1).
        c: wake ups identical in all 4 settings.

        """)
    // A summary of a single metric is the same, and a file of Lua is named.
    #expect(report.summary(TextStyle(width: 80)) == text)
    #expect(text.contains("a (baseline), b, c (own/c.lua)\n"))
    #expect(report.text(TextStyle(width: 80)).contains("\nVerdicts over settings: wake ups"))
  }

  @Test("of a screening the first setting is the experiment as it stands")
  func reference() throws {
    let texts = try report(given: [.sensitivity]).turnTexts
    #expect(
      texts[0]
        == "b: wake ups better as the experiment stands, which holds in 3 of 4 settings; turns over: "
        + "worse in 1 (where slots=8: 1 of 1).")
  }

  @Test("a verdict of no difference is told as a sentence")
  func noDifference() throws {
    let sample = try SampleStore(
      Experiment(
        settings: ["1", "2"].map { Setting([.init("slots", $0)]) },
        policies: [PolicyChoice("a"), PolicyChoice("b")], replications: 4, metrics: ["wake ups"]),
      given: [.sensitivity])
    try sample.record { run in
      let gain = run.policy.label == "b" ? [-2, 1, 2, -1][Int(run.seed) - 1] : 0
      return .done(.of(run, wakeUps: 20 + gain))
    }
    #expect(
      try ComparisonReport(of: sample.store).turnTexts == [
        "b: no difference in wake ups shown in any of the 2 settings."
      ])
  }

  @Test("a verdict turns over where its opposite is shown, not where it is only not shown")
  func notShown() throws {
    let sample = try SampleStore(
      Experiment(
        settings: ["1", "2", "4"].map { Setting([.init("slots", $0)]) },
        policies: [PolicyChoice("a"), PolicyChoice("b")], replications: 4, metrics: ["wake ups"]),
      given: [.sensitivity])
    try sample.record { run in
      let isUnsure = run.setting.values[0].text == "4"
      let gain = isUnsure ? [-2, 1, 2, -1][Int(run.seed) - 1] : -5 - Int(run.seed % 2)
      return .done(.of(run, wakeUps: 20 + (run.policy.label == "b" ? gain : 0)))
    }
    #expect(
      try ComparisonReport(of: sample.store).turnTexts == [
        "b: wake ups better as the experiment stands, which holds in 2 of 3 settings; not shown in 1 "
          + "(where slots=4: 1 of 1)."
      ])
  }

  @Test("of one run each it says nothing of what chance would show")
  func oneRun() throws {
    func facts(replications: Int) throws -> [String] {
      let sample = try SampleStore(
        Experiment(
          policies: [PolicyChoice("a"), PolicyChoice("b")], replications: replications,
          metrics: ["wake ups", "jain index"]))
      try sample.record { .done(.of($0)) }
      return try ComparisonReport(of: sample.store).facts.map(\.name)
    }
    #expect(try facts(replications: 2).contains("verdicts"))
    #expect(try !facts(replications: 1).contains("verdicts"))
  }

  @Test("has its tables in Markdown and LaTeX, and in CSV the rows of the summary")
  func formats() throws {
    let report = try report()
    let style = TextStyle()
    let markdown = report.sensitivity(.markdown, style)
    #expect(markdown.contains("| slots=8 | 26.5 | 31.0 - | 26.5 = |"))
    #expect(markdown.contains("| anywhere | 4 | 3+ 1- | 4= |"))
    #expect(report.sensitivity(.latex, style).contains("\\label{tab:settings:2}"))
    #expect(report.sensitivity(.csv, style) == report.summary(.csv, style))
    #expect(report.text(.markdown).contains("## Verdicts over settings: wake ups"))
  }

  @Test("of a single metric names the policy that is better in it")
  func singleMetric() throws {
    let texts = try report().verdictTexts
    #expect(texts[0].hasPrefix("habit=1 slots=1: b: 79% of the wake ups"))
    #expect(
      texts[3].hasSuffix(
        "No policy is shown to be better than a in wake ups; worse: b (+4.50 ± 0.33)."))
  }

  @Test("replications that are one run are named as that")
  func repeatedRuns() throws {
    func notes(_ fingerprint: @escaping (PlannedRun) -> UInt64?) throws -> [String] {
      let sample = try SampleStore(
        Experiment(policies: [PolicyChoice("a"), PolicyChoice("b")], replications: 6))
      try sample.record { .done(.of($0, fingerprint: fingerprint($0))) }
      return try ComparisonReport(of: sample.store).notesOnChance
    }
    #expect(try notes { _ in nil } == [])
    let all = try notes { $0.policy.label == "a" ? 1 : 2 }
    #expect(
      all.map { $0.prefix(76) } == [
        "All replications of each policy are one and the same run, event by event: no"
      ])
    let some = try notes { $0.policy.label == "a" ? 1 : nil }
    #expect(some.map { $0.prefix(32) } == ["6 of 12 runs are under each seed"])
  }

  @Test(
    "a difference of runs that do not depend on the seed has no p, however often they are copied",
    arguments: [2, 5, 6])
  func withoutChance(replications: Int) throws {
    let sample = try SampleStore(
      Experiment(
        policies: ["a", "b", "same", "drawn"].map { PolicyChoice($0) }, replications: replications,
        metrics: ["wake ups", "jain index"]))
    try sample.record { run in
      let wakeUps = ["a": 4, "b": 9, "same": 4][run.policy.label] ?? Int(run.seed)
      let kind: UInt64? = ["a": 1, "b": 2, "same": 3][run.policy.label]
      return .done(.of(run, wakeUps: wakeUps, fingerprint: kind))
    }
    let report = try ComparisonReport(of: sample.store)
    let standings = report.analysis.sections[0].comparisons[0].standings
    let differences = standings.map(\.difference)
    #expect(differences[1]?.verdict == .differsWithoutChance)
    #expect(differences[1]?.p == nil && differences[1]?.adjustedP == nil)
    #expect(differences[2]?.verdict == .equal)
    // What is drawn is paired with the baseline's runs as ever.
    #expect(differences[3]?.isOnePair == false && differences[3]?.p != nil)
    #expect(report.text(.text).contains("  differs without chance\n"))
    let words = report.text(.text).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("≠ differs without chance, = identical"))
    let rows = csvRows(report.text(.csv))
    let columns = ["p", "adjusted_p", "verdict"].compactMap { rows[0].firstIndex(of: $0) }
    #expect(columns.map { rows[2][$0] } == ["", "", "differsWithoutChance"])
    #expect(report.text(.latex).contains("$\\neq$"))
    #expect(try report.plot(.differences).caption.contains("or without chance; hollow"))
  }

  @Test("without a second pair in any setting, that is all that is said")
  func onePair() throws {
    let sample = try SampleStore(
      Experiment(
        settings: ["1", "2"].map { Setting([.init("x", $0)]) },
        policies: [PolicyChoice("a"), PolicyChoice("b")], replications: 1, metrics: ["wake ups"]))
    try sample.record { .done(.of($0, wakeUps: $0.policy.label == "a" ? 3 : 5)) }
    #expect(
      try ComparisonReport(of: sample.store).turnTexts == ["b: one pair only of wake ups."])
  }

  @Test("of one block the note asks for blocks")
  func oneBlock() throws {
    let sample = try SampleStore(
      Experiment(
        settings: [Setting([.init("user", "ann")])],
        policies: [PolicyChoice("a"), PolicyChoice("b")], replications: 3, blocks: ["user"],
        metrics: ["wake ups"]))
    try sample.record { .done(.of($0, wakeUps: Int($0.seed))) }
    #expect(
      try ComparisonReport(of: sample.store).notes.contains {
        $0.hasPrefix("There is only one block (user): ") && $0.contains("need two blocks at least")
      })
  }

  @Test("intervals of values too skewed for Cochran's rule are named, with what it asks for")
  func skewed() throws {
    func notes(_ wakeUps: @escaping (PlannedRun) -> Int) throws -> [String] {
      let sample = try SampleStore(
        Experiment(
          policies: [PolicyChoice("a"), PolicyChoice("b")], replications: 30,
          metrics: ["wake ups"]))
      try sample.record { .done(.of($0, wakeUps: wakeUps($0))) }
      return try ComparisonReport(of: sample.store).notesOnChance
    }
    #expect(try notes { Int($0.seed) } == [])
    // One of thirty: G₁ = (1 - 2/30) / √(1/30 · 29/30) = 5.199, squared 27.03, times 25.
    let rare = try notes { $0.policy.label == "b" && $0.seed == 7 ? 1 : 0 }
    #expect(
      rare == [
        "Some values or differences are skewed, so that their 95 % intervals may hold the true mean "
          + "less often. Cochran's rule asks for more replications: 676 for wake ups (b)."
      ])
    // Both vary evenly, and their difference does not.
    let difference = try notes {
      100 * Int($0.seed % 2) + ($0.policy.label == "b" && $0.seed == 7 ? 1 : 0)
    }
    #expect(difference.first?.contains("676 for wake ups (b less a)") == true, "\(difference)")
  }

  @Test("an interval that leaves out 0 beside an adjusted p that shows nothing is explained")
  func intervalWithoutZero() throws {
    let sample = try SampleStore(
      Experiment(
        policies: ["a", "b", "c"].map { PolicyChoice($0) }, replications: 6,
        metrics: ["wake ups"]))
    // Of b alone: mean 1.667, s 1.366, so t = 2.99 and p = .0305; of two policies .061.
    let gains = ["a": [0, 0, 0, 0, 0, 0], "b": [0, 1, 1, 2, 2, 4], "c": [1, -1, 2, -2, 3, -3]]
    try sample.record { run in
      .done(.of(run, wakeUps: 20 + (gains[run.policy.label]?[Int(run.seed) - 1] ?? 0)))
    }
    let report = try ComparisonReport(of: sample.store)
    #expect(
      report.notesOnChance == [
        "Intervals are of one difference alone, and those of regret too; verdicts go by p, which "
          + "Holm's method adjusts for all policies. So an interval leaves out 0, or regret's 100%, "
          + "where no difference is shown: wake ups (b)."
      ])
    #expect(
      report.sentence(1, under: 0, in: report.analysis)
        == "b: wake ups not shown to differ (+1.7 ± 1.4, p .061 by Holm).")
    #expect(
      report.sentence(2, under: 0, in: report.analysis)?.hasPrefix(
        "c: wake ups not shown to differ (0 ± ") == true)
  }
}
