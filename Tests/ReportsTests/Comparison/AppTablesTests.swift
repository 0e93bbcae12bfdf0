import Experiments
import Foundation
import Simulation
import Testing

@testable import Device
@testable import Reports

/// Four days of two chats and a mail app, of which the chats are one group. Under `b` chat-1 has 2
/// opens more each day, chat-2 has 1 or 3 more in turn, and mail as many.
@Suite("Apps and groups in a comparison")
struct AppTablesTests {
  private func sample(
    blocks: Bool = false, labels: [String] = ["a", "b"]
  ) throws -> SampleStore {
    let users = blocks ? ["ann", "bob"].map { Setting([.init("user", $0)]) } : [Setting()]
    let sample = try SampleStore(
      Experiment(
        settings: users, policies: labels.map { PolicyChoice($0) }, replications: 4,
        blocks: blocks ? ["user"] : [], metrics: ["opens"]))
    try sample.record { run in
      // The seeds of a block's days are every second one.
      let day = blocks ? (Int(run.seed) + 1) / 2 : Int(run.seed)
      let isOther = run.policy.label == labels[1]
      let apps = [
        app("chat-1", in: "chats", opens: 10 * day + (isOther ? 2 : 0)),
        app("chat-2", in: "chats", opens: day + (isOther ? 1 + 2 * (day % 2) : 0)),
        app("mail", in: "", opens: 5),
      ]
      return .done(.of(run, apps: apps))
    }
    return sample
  }

  private func app(_ name: String, in group: String, opens: Int) -> AppStatistics {
    var app = AppStatistics(name: name, group: group)
    app.opens = opens
    return app
  }

  private func report(_ sample: SampleStore) throws -> ComparisonReport {
    let opens = try #require(Metrics.named("opens"))
    return try ComparisonReport(of: sample.store, metrics: [opens], apps: true)
  }

  @Test("are paired with the baseline, seed by seed, a group by the mean over its apps")
  func figures() throws {
    let table = try #require(try report(sample()).apps.first)
    #expect(table.apps.map(\.name) == ["chat-1", "chat-2", "mail"])
    #expect(table.groups.map(\.name) == ["chats"])
    let differences = try table.rows.map { row in
      try #require(row.comparison.standings[1].difference)
    }
    #expect(differences.map(\.estimate.mean) == [2, 2, 0, 2])
    // 3, 1, 3, 1: deviation √(4/3), times t(3) = 3.182446 over 2.
    let width = try #require(differences[1].estimate.halfWidth)
    #expect(abs(width - 1.837386) < 1e-6)
    // Half of that for the mean with another that does not vary.
    #expect(abs(try #require(differences[3].estimate.halfWidth) - width / 2) < 1e-12)
    #expect(
      differences.map(\.verdict) == [.noDifferenceShown, .noDifferenceShown, .equal, .higher])
    // Holm over the apps of the table: .0407 and .125, by the sign test, are two hypotheses, mail's
    // is none.
    let p = try #require(differences[1].p)
    #expect(differences[1].adjustedP == 2 * p && differences[0].adjustedP == 0.125)
  }

  @Test("tell whose runs have no value where another policy's have one")
  func gaps() throws {
    let sample = try SampleStore(
      Experiment(
        policies: [PolicyChoice("a"), PolicyChoice("b")], replications: 4,
        metrics: ["fresh at open"]))
    try sample.record { run in
      var news = AppStatistics(name: "news")
      news.opensWithContent = run.policy.label == "b" && run.seed > 2 ? 0 : 4
      return .done(.of(run, apps: [news]))
    }
    let text = try ComparisonReport(of: sample.store, apps: true).text(.text)
    #expect(text.contains("\nruns without a value where another policy has one: news (b 2)\n"))
  }

  @Test("shorten long names of policies as all other tables do")
  func longNames() throws {
    let labels = [1_200, 2_400].map { "ios-like{appUsage=0,budgetDaily=\($0),rateInterval=600}" }
    let report = try report(sample(labels: labels))
    let text = report.text(.text)
    let short = report.shortNames
    #expect(short.allSatisfy { $0.count <= 24 } && Set(short).count == 2)
    let lines = text.split(separator: "\n").map(String.init)
    for heading in ["group", "app"] {
      let line = try #require(lines.first { $0.hasPrefix("\(heading) ") })
      #expect(short.allSatisfy(line.contains) && !labels.contains(where: line.contains))
    }
  }

  @Test("have their means and their differences with intervals in text and Markdown")
  func text() throws {
    let report = try report(sample())
    let text = report.text(.text)
    #expect(text.contains("\nopens, by group: means\ngroup     a     b\nchats  13.8  15.8\n"))
    #expect(text.contains("\nopens, by app: means\napp        a     b\nchat-1  25.0  27.0\n"))
    let lines = text.split(separator: "\n").map(String.init)
    let title = try #require(lines.firstIndex(of: "opens, by app: differences from a ±95%"))
    #expect(
      lines[(title + 2)...].prefix(3).map { $0.split(separator: " ").joined(separator: " ") }
        == ["chat-1 +2.0 ±0 ~", "chat-2 +2.0 ±1.8 ~", "mail 0 ±0 ="])
    #expect(
      lines[title + 5].hasPrefix("Marks: > higher, < lower (Holm's p over all apps of the table"))
    let markdown = report.text(.markdown)
    #expect(markdown.contains("## opens, by app: differences from a ±95%"))
    #expect(markdown.contains("| chat-2 | +2.0 ±1.8 "))
    #expect(markdown.contains("## opens, by group: means"))
  }

  @Test("have all their figures in CSV and JSON")
  func machine() throws {
    let report = try report(sample())
    let rows = report.text(.csv).split(separator: "\n").map(String.init)
    #expect(rows.count == 1 + 2 + 2 * 4)
    #expect(rows.contains { $0.hasPrefix(",b,b,false,chat-1,,opens,opens,number,neutral,4,0,27,") })
    let group = try #require(rows.first { $0.hasPrefix(",b,b,false,,chats,opens,") })
    #expect(group.contains(",15.75,") && group.contains(",4,2,"))
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(report.text(.json).utf8)) as? [String: Any])
    let apps = try #require(json["apps"] as? [[String: Any]])
    let groups = try #require(apps[0]["groups"] as? [[String: Any]])
    #expect(groups.map { $0["group"] as? String } == ["chats"])
    let policies = try #require(groups[0]["policies"] as? [[String: Any]])
    let difference = try #require(policies[1]["difference"] as? [String: Any])
    #expect(difference["mean"] as? Double == 2 && difference["verdict"] as? String == "higher")
    let own = try #require(apps[0]["apps"] as? [[String: Any]])
    #expect(own.map { $0["app"] as? String } == ["chat-1", "chat-2", "mail"])
  }

  @Test("count a block once, as the comparison of the whole does")
  func blocks() throws {
    let table = try #require(try report(sample(blocks: true)).apps.first)
    let standing = table.rows[1].comparison.standings[1]
    #expect(standing.estimate?.count == 2 && standing.difference?.estimate == Estimate([2, 2]))
  }
}

@Suite("What a comparison says of its verdicts")
struct VerdictWordsTests {
  @Test("p has as many digits as show on which side of .05 it is")
  func digits() {
    #expect(StandingText.p(0.04) == ".040" && StandingText.p(0.0004) == "<.001")
    #expect(StandingText.p(0.0496) == ".0496" && StandingText.p(0.0503) == ".0503")
    #expect(StandingText.p(0.05001) == ".05001" && StandingText.p(0.049996) == ".049996")
    #expect(StandingText.p(0.05) == ".050" && StandingText.p(0.9999) == "1")
    #expect(StandingText.p(0.0504999) == ".0505")
  }

  @Test(
    "the number of tables that may be wrong is reported, and p may be adjusted over all of them")
  func family() throws {
    let sample = try sampleComparison()
    let own = try ComparisonReport(of: sample.store)
    let text = own.text(.text).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      text.contains(
        "in 4 tables: if no policy differed, up to 0.2 of them would show a difference by chance; "
          + "'--family report' keeps it to 5% of reports"))
    let whole = try ComparisonReport(of: sample.store, family: .report)
    let words = whole.text(.text).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      words.contains("p by Holm over all 4 tables: if no policy differed, 5% of such reports"))
    // Every p of these tables that is no identical policy's, as if they were of one table; the
    // quantiles beside them are tables of their own.
    func differences(
      _ report: ComparisonReport, _ part: ([Comparison]) -> ArraySlice<Comparison>
    ) -> [PairedDifference?] {
      report.analysis.sections.flatMap { part($0.comparisons) }.flatMap(\.standings)
        .map { $0.difference.flatMap { $0.isIdentical ? nil : $0 } }
    }
    let shown = { (comparisons: [Comparison]) in comparisons.prefix(own.shownCount) }
    let rest = { (comparisons: [Comparison]) in comparisons.dropFirst(own.shownCount) }
    let p = differences(own, shown).map { $0?.p }
    #expect(differences(whole, shown).map { $0?.adjustedP } == holmAdjusted(p))
    #expect(p.compactMap(\.self).count > 3)
    #expect(
      differences(whole, rest).map { $0?.adjustedP } == differences(own, rest).map { $0?.adjustedP }
    )
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(whole.text(.json).utf8)) as? [String: Any])
    #expect(json["family"] as? String == "report")
  }

  @Test("two blocks are said to be few")
  func fewBlocks() throws {
    let sample = try SampleStore(
      Experiment(
        settings: ["ann", "bob"].map { Setting([.init("user", $0)]) },
        policies: [PolicyChoice("a"), PolicyChoice("b")], replications: 20, blocks: ["user"],
        metrics: ["wake ups"]))
    try sample.record { .done(.of($0, wakeUps: Int($0.seed) + ($0.policy.label == "a" ? 0 : 1))) }
    let notes = try ComparisonReport(of: sample.store).notes
    #expect(notes.contains { $0.hasPrefix("There are only 2 blocks, which may all be unusual: ") })
  }

  @Test(
    "why precision is not reached is reported",
    arguments: [
      (0.5, 40, "; reached"), (0.1, 40, "; not reached: ±0.162 at the widest"),
      (1, 4, "; not reached: less than 30 replications are too few to trust"),
      (0.5, 1, "; not reached: there is no interval"),
      (1e-9, 40, "; not reached: ±0.162 at the widest"),
    ])
  func precision(halfWidth: Double, count: Int, words: String) throws {
    var experiment = Experiment(
      policies: [PolicyChoice("a")], replications: count, metrics: ["wake ups"])
    experiment.precision = .init(metric: "wake ups", halfWidth: halfWidth, maximum: count)
    let sample = try SampleStore(experiment)
    // One and two in turn have deviation .5 and a little.
    try sample.record { .done(.of($0, wakeUps: 1 + Int($0.seed % 2))) }
    let fact = try #require(
      try ComparisonReport(of: sample.store).facts.first { $0.name == "precision" })
    #expect(fact.value.hasPrefix("wake ups to ±"))
    #expect(!fact.value.hasPrefix("wake ups to ±0.0000,"), "\(fact.value)")
    #expect(fact.value.hasSuffix(words), "\(fact.value)")
  }

  @Test("rare events and skewed values are reported as the reason why precision is not reached")
  func doubt() throws {
    for (values, words) in [
      ({ (_: Int) in 0 }, "where all values are equal, rare events may add ±0.072"),
      ({ (seed: Int) in seed == 7 ? 1 : 0 }, "so skewed that about 926 replications are needed"),
    ] {
      var experiment = Experiment(
        policies: [PolicyChoice("a")], replications: 40, metrics: ["wake ups"])
      experiment.precision = .init(metric: "wake ups", halfWidth: 0.06, maximum: 40)
      let sample = try SampleStore(experiment)
      try sample.record { .done(.of($0, wakeUps: values(Int($0.seed)))) }
      let fact = try #require(
        try ComparisonReport(of: sample.store).facts.first { $0.name == "precision" })
      #expect(fact.value.contains("; not reached: \(words)"), "\(fact.value)")
    }
  }
}
