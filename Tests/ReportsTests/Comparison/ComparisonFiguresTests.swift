import Experiments
import Foundation
import Simulation
import Testing

@testable import Device
@testable import Reports

/// `wake ups` of the sample, by hand: 10, 20, 30, 40 under first-come and 5, 14, 25, 34 under
/// likely-next, which are 5, 6, 5 and 6 fewer.
@Suite("The figures of a comparison")
struct ComparisonFiguresTests {
  @Test("means, intervals, pairs, Holm's p, ranks and wins are those reckoned by hand")
  func truth() throws {
    let comparison = try comparison("wakeUps", of: sampleComparison().store)
    let baseline = try #require(comparison["first-come"])
    expect(baseline["mean"], 25)
    // √(500 / 3), and t(3) = 3.182446 times half of it.
    expect(baseline["deviation"], 12.909944)
    expect(baseline["low"], 25 - 20.542602)
    expect(baseline["high"], 25 + 20.542602)
    #expect(baseline["difference"] is NSNull)
    expect(baseline["meanRank"], 2.75)

    let other = try #require(comparison["likely-next"])
    expect(other["mean"], 19.5)
    expect(other["meanRank"], 1)
    expect(other["wins"], 1)
    let difference = try #require(other["difference"] as? [String: Any])
    expect(difference["mean"], -5.5)
    expect(difference["deviation"], (1.0 / 3).squareRoot())
    expect(difference["low"], -5.5 - 0.918693)
    expect(difference["high"], -5.5 + 0.918693)
    // t = 19.05256 with 3 degrees of freedom; the smaller of two, for one of the three is
    // identical.
    expect(difference["p"], 0.000315733)
    expect(difference["adjustedP"], 0.000631467)
    // (500 + 481) / 1: the sums of squares, each over 3.
    expect(difference["varianceReduction"], 981)
    #expect(difference["verdict"] as? String == "better")
  }

  @Test("a policy compared with itself differs by exactly zero, and is called identical")
  func identical() throws {
    let store = try sampleComparison().store
    for metric in ["wakeUps", "freshAtOpen", "slotWaitP95"] {
      let again = try #require(try comparison(metric, of: store)["again"])
      let difference = try #require(again["difference"] as? [String: Any])
      for figure in ["mean", "deviation", "low", "high"] {
        #expect(difference[figure] as? Double == 0, "\(metric) \(figure)")
      }
      #expect(difference["verdict"] as? String == "equal")
      #expect(difference["adjustedP"] as? Double == 1)
    }
    let rows = try lines(store).filter { $0.hasPrefix("again ") && $0.contains("±0 ") }
    #expect(rows.count == 3 && rows.allSatisfy { $0.hasSuffix("identical") })
  }

  @Test("one replication gives means, and neither intervals nor verdicts, and says why")
  func oneReplication() throws {
    let sample = try SampleStore(
      Experiment(
        policies: [PolicyChoice("a"), PolicyChoice("b")], replications: 1, metrics: ["wake ups"]))
    try sample.record { .done(.of($0, wakeUps: $0.policy.label == "a" ? 3 : 5)) }
    let other = try #require(try comparison("wakeUps", of: sample.store)["b"])
    let difference = try #require(other["difference"] as? [String: Any])
    expect(difference["mean"], 2)
    for figure in ["low", "high", "p", "adjustedP", "varianceReduction"] {
      #expect(difference[figure] is NSNull, "\(figure)")
    }
    let text = try ComparisonReport(of: sample.store).text(.text)
    #expect(
      text.contains("\nb          5     -     -    +2    - -     2  2.0    0%  one pair only\n"))
    #expect(text.contains("There is only one run of each"))
    #expect(!text.contains("common random numbers"))
  }

  @Test(
    "what failed or is missing is counted, named with its message, and leaves the rest as it is")
  func failedRuns() throws {
    let sample = try sampleComparison()
    let json = try object(sample.store)
    #expect(
      json["runs"] as? [String: Int] == [
        "done": 30, "failed": 2, "stalled": 0, "missing": 0,
      ])
    let failures = try #require(json["failures"] as? [[String: Any]])
    #expect(failures.map { $0["seed"] as? Int } == [3, 3])
    #expect(
      failures.map { $0["message"] as? String }.allSatisfy { $0 == "lottery.lua:3: no tickets" })
    let lottery = try #require(try comparison("wakeUps", of: sample.store)["lottery"])
    #expect(lottery["count"] as? Int == 3 && lottery["missing"] as? Int == 1)
    let text = try lines(sample.store)
    #expect(text.contains("2 runs failed"))
    #expect(text.contains("runs without a value: lottery 1"))
  }

  @Test("a policy that failed in calls is reported as that, in every format but that of figures")
  func policyFaults() throws {
    let sample = try SampleStore(
      Experiment(policies: [PolicyChoice("a"), PolicyChoice("b.lua")], replications: 3))
    try sample.record { run in
      let hasFailed = run.policy.label == "b.lua" && run.seed > 1
      return .done(.of(run, policyFault: hasFailed ? "b.lua:\(run.seed): \u{1B}no" : nil))
    }
    let report = try ComparisonReport(of: sample.store)
    let note =
      "b.lua failed in calls of 2 of its 3 runs, and gave nothing in these (b.lua:2: \\x1bno); fix it "
      + "before you trust its figures."
    #expect(report.notes.contains(note))
    let words = { (text: String) in
      text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    #expect(words(report.text(.text)).contains(note))
    #expect(words(report.summary(TextStyle())).contains(note))
    #expect(report.text(.markdown).contains("- b.lua failed in calls of 2 of its 3 runs"))
    let clause = "b.lua failed in calls of 2 of its 3 runs"
    #expect(report.faultNotes == [note])
    #expect(report.text(.latex).contains("; \(clause)."))
    #expect(report.summary(.latex, TextStyle()).contains("; \(clause)."))
    #expect(try report.plot(.intervals).caption.hasSuffix(" \(clause)."))
    let faults = try #require(try object(sample.store)["policyFaults"] as? [[String: Any]])
    #expect(faults.map { $0["policy"] as? String } == ["b.lua"])
    #expect(faults.map { $0["runs"] as? Int } == [2] && faults.map { $0["done"] as? Int } == [3])
  }

  @Test("a plan of which nothing is done is reported as that, in every format")
  func nothingDone() throws {
    let sample = try SampleStore(Experiment(policies: [PolicyChoice("a"), PolicyChoice("b")]))
    let report = try ComparisonReport(of: sample.store, detail: true)
    #expect(report.text(.text).contains("\n  runs          0 done, 0 failed, 60 missing\n"))
    #expect(report.text(.text).contains("No run is done yet"))
    #expect(report.text(.markdown).contains("\n- No run is done yet"))
    #expect(report.text(.csv).split(separator: "\n").count == 1 + 2 * report.analysis.metrics.count)
    #expect(try object(sample.store)["notes"] as? [String] != [])
  }

  @Test("a store into which nothing was run is refused")
  func emptyStore() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("dormouse-report-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = try Store(folder.appendingPathComponent("runs.db").path, access: .write)
    #expect(throws: StoreError.self) { try ComparisonReport(of: store) }
  }

  @Test("blocks are the units: their seeds' means are compared")
  func blocks() throws {
    let sample = try SampleStore(
      Experiment(
        settings: ["ann", "bob", "eve"].map { Setting([.init("user", $0)]) },
        policies: [PolicyChoice("a"), PolicyChoice("b")], replications: 2, blocks: ["user"],
        metrics: ["wake ups"]))
    try sample.record { run in
      let user = ["ann": 10, "bob": 20, "eve": 60][run.setting.values[0].text] ?? 0
      // Of three blocks: seeds 1 to 3 are the first replication, 4 to 6 the second.
      let replication = (Int(run.seed) + 2) / 3
      return .done(
        .of(run, wakeUps: user + 2 * replication + (run.policy.label == "b" ? 1 : 0)))
    }
    let own = try #require(try comparison("wakeUps", of: sample.store)["a"])
    // 13, 23 and 63, each the mean of two seeds.
    #expect(own["count"] as? Int == 3)
    expect(own["mean"], 33)
    #expect(try lines(sample.store).contains { $0.hasPrefix("  blocks        3 of user;") })
  }

  @Test("in detail apps are told apart")
  func apps() throws {
    let sample = try sampleComparison()
    let report = try ComparisonReport(of: sample.store, detail: true)
    let text = report.text(.text)
    // news was fresh at 13, 16, 19 and 22 of 40 opens with the small pool, and mail at 5 of 10.
    #expect(text.contains("fresh at open (%, higher is better), by app: means\n"))
    #expect(text.contains("\nmail                 50.0         50.0   50.0     50.0\n"))
    #expect(text.contains("\nnews                 43.8         55.0   43.8     44.2\n"))
    let row =
      "poolMinutes=5,first-come,first-come,true,news,,fresh at open,freshAtOpen,0 to 1,higher,4,0,0.4375,"
    #expect(report.text(.csv).contains("\n\(row)"))
    #expect(!(try ComparisonReport(of: sample.store).text(.csv)).contains(",news,"))
  }

  @Test("the cost of deciding is in the text alone, by policies that decided")
  func costs() throws {
    let sample = try SampleStore(
      Experiment(policies: [PolicyChoice("a"), PolicyChoice("b")], replications: 4))
    try sample.record { run in
      guard run.policy.label == "a" else { return .done(.of(run)) }
      var result = RunResult.of(run, decisions: 250)
      result.decisionRealTime = .milliseconds(20)
      return .done(result)
    }
    let text = try lines(sample.store)
    let title = try #require(text.firstIndex(of: "Cost of deciding, in real time"))
    #expect(text[title + 1] == "policy  calls a run  us a call  ms a run  of the run's time")
    #expect(text[title + 2] == "a               250       80.0     20.00               2.0%")
    #expect(!text[title + 3].hasPrefix("b "))
    for format in [ReportFormat.csv, .json, .markdown] {
      #expect(!(try ComparisonReport(of: sample.store).text(format)).contains("deciding"))
    }
  }

  @Test("metrics that this version does not know are named, and the others shown")
  func unknownMetric() throws {
    let sample = try SampleStore(
      Experiment(
        policies: [PolicyChoice("a")], replications: 2, metrics: ["wake ups", "happiness"]))
    try sample.record { .done(.of($0, wakeUps: Int($0.seed))) }
    let text = try lines(sample.store)
    #expect(text.contains("This version has no metric of this name: happiness."))
    #expect(text.contains("wake ups (lower is better)"))
    #expect(text.contains("There is only one policy: there is nothing to compare it with."))
  }

  private func expect(_ value: Any?, _ expected: Double, line: Int = #line) {
    let isNear = (value as? Double).map { abs($0 - expected) < 1e-6 * max(1, abs(expected)) }
    #expect(isNear == true, "\(value ?? "none") for \(expected), line \(line)")
  }

  private func lines(_ store: Store) throws -> [String] {
    try ComparisonReport(of: store).text(.text).split(separator: "\n").map(String.init)
  }

  private func object(_ store: Store) throws -> [String: Any] {
    let text = try ComparisonReport(of: store).text(.json)
    return try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  /// The first one of a metric, by policy.
  private func comparison(_ key: String, of store: Store) throws -> [String: [String: Any]] {
    let all = try #require(try object(store)["comparisons"] as? [[String: Any]])
    let one = try #require(all.first { $0["metric"] as? String == key })
    let policies = try #require(one["policies"] as? [[String: Any]])
    return Dictionary(
      policies.map { ($0["policy"] as? String ?? "", $0) }, uniquingKeysWith: { first, _ in first })
  }
}
