import Experiments
import Foundation
import Simulation
import Testing

@testable import Device
@testable import Reports

@Suite("ComparisonPage")
struct ComparisonPageTests {
  private typealias Members = [String: Any]

  private func page(_ store: Store) throws -> ComparisonPage { try ComparisonPage(of: store) }

  /// What the page's script reads.
  private func data(_ page: ComparisonPage) throws -> Members {
    let text = Data(page.data.compactText.utf8)
    return try #require(JSONSerialization.jsonObject(with: text) as? Members)
  }

  private func list(_ value: Any?) throws -> [Members] { try #require(value as? [Members]) }

  @Test("is one file that asks for nothing else")
  func alone() throws {
    let page = String(
      decoding: try page(try sampleComparison().store).bytes, as: UTF8.self)
    #expect(page.hasPrefix("<!DOCTYPE html>"))
    #expect(page.hasSuffix("</html>\n"))
    #expect(page.contains("default-src 'none'"))
    for asking in ["src=\"http", "href=\"http", "url(", "@import", "fetch(\"", "innerHTML"] {
      #expect(!page.contains(asking), "\(asking)")
    }
  }

  @Test("has every figure of the report, to the last bit")
  func figures() throws {
    let store = try sampleComparison().store
    let report = try ComparisonReport(of: store)
    let json = try #require(
      JSONSerialization.jsonObject(with: Data(report.text(.json).utf8)) as? Members)
    let data = try data(page(store))
    let sections = try #require(data["sections"] as? [[[Members]]])
    let metrics = try list(data["metrics"])
    let reported = try list(json["comparisons"])
    let asked = report.analysis.metrics.count
    var compared = 0
    for (place, comparison) in reported.enumerated() {
      let own = sections[place / asked][place % asked]
      for (policy, standing) in try list(comparison["policies"]).enumerated() {
        var (mine, theirs) = (own[policy], standing)
        for key in ["count", "missing", "mean", "deviation", "low", "high"] {
          #expect(mine[key] as? Double == theirs[key] as? Double, "\(key)")
          compared += 1
        }
        mine = mine["difference"] as? Members ?? [:]
        theirs = theirs["difference"] as? Members ?? [:]
        for key in ["count", "mean", "low", "high", "p", "adjustedP"] {
          #expect(mine[key] as? Double == theirs[key] as? Double, "\(key)")
        }
        #expect(mine["verdict"] as? String == theirs["verdict"] as? String)
      }
    }
    #expect(compared == 2 * asked * 4 * 6)
    let shown = metrics.filter { $0["role"] as? String == "shown" }
    #expect(shown.map { $0["name"] as? String } == ["fresh at open", "wake ups"])
    #expect(metrics.contains { $0["name"] as? String == "energy background" })
  }

  @Test("charts that the experiment did not ask for do not count among its verdicts")
  func extras() throws {
    let store = try sampleComparison().store
    let report = try ComparisonReport(of: store, family: .report)
    let page = try ComparisonPage(of: store, family: .report)
    for (own, section) in zip(page.report.analysis.sections, report.analysis.sections) {
      #expect(own.comparisons == section.comparisons)
    }
    let names = Set(report.analysis.metrics.map(\.name))
    #expect(!page.extras.metrics.isEmpty)
    #expect(page.extras.metrics.allSatisfy { !names.contains($0.name) })
  }

  @Test("has each policy as a baseline: differences from it, and a sentence about each other one")
  func baselines() throws {
    let store = try sampleComparison().store
    let report = try ComparisonReport(of: store)
    let data = try data(page(store))
    let baselines = try #require(data["baselines"] as? [Any])
    #expect(baselines.count == 4 && baselines[report.experiment.baseline] is NSNull)
    let own = try #require(data["sections"] as? [[[Members]]])
    let other = try #require(baselines[1] as? [[[Members]]])
    for (section, metrics) in other.enumerated() {
      for (metric, standings) in metrics.enumerated() {
        #expect(standings[1]["difference"] == nil)
        let there = (standings[0]["difference"] as? Members)?["mean"] as? Double
        let here = (own[section][metric][1]["difference"] as? Members)?["mean"] as? Double
        #expect(there.map { -$0 } == here, "the difference turned round")
      }
    }
    let sentences = try #require(data["sentences"] as? [[[String]]])
    for (baseline, sections) in sentences.enumerated() {
      for section in sections { #expect(section[baseline].isEmpty) }
    }
  }

  @Test("has each run's value beside its seed, and none of a run that failed")
  func runs() throws {
    let store = try sampleComparison().store
    let data = try data(page(store))
    let runs = try list(data["runs"])
    #expect(runs.count == 2)
    #expect(runs[1]["seeds"] as? [String] == ["1", "2", "3", "4"])
    let experiment = try store.experiment()
    let values = try store.values(of: "wake ups", in: experiment, replications: 4)
    let own = try #require(runs[1]["values"] as? [[[Any]]])
    for policy in 0..<4 {
      let wanted = (0..<4).map { values[(4 + $0) * 4 + policy] }
      #expect(own[1][policy].map { $0 as? Double } == wanted)
    }
    #expect(own[1][3][2] is NSNull)
  }

  @Test("of many runs it has quantiles and not each of them")
  func manyRuns() throws {
    let count = ComparisonReport.Runs.mostDrawn + 1
    let sample = try SampleStore(
      Experiment(policies: [PolicyChoice("a")], replications: count, metrics: ["wake ups"]))
    try sample.record { .done(.of($0, wakeUps: Int($0.seed))) }
    let runs = try #require(try list(try data(page(sample.store))["runs"]).first)
    #expect((runs["seeds"] as? [String])?.isEmpty == true)
    #expect((runs["values"] as? [Any])?.isEmpty == true)
    let spread = try #require(runs["spreads"] as? [[[Double]]])
    #expect(spread == [[[1, 21, 101, 201, 301, 381, 401]]])
  }

  @Test("the units of a block's parameter are runs of one setting")
  func blocks() throws {
    let sample = try SampleStore(
      Experiment(
        settings: ["1", "2", "3"].map { Setting([.init("user", $0)]) },
        policies: [PolicyChoice("a"), PolicyChoice("b")], replications: 2, blocks: ["user"],
        metrics: ["wake ups"]))
    try sample.record { run in
      let user = Int(run.setting.values[0].text) ?? 0
      return .done(.of(run, wakeUps: 10 * (user - 1) + Int(run.seed)))
    }
    let data = try data(page(sample.store))
    #expect(data["unit"] as? String == "block")
    let runs = try list(data["runs"])
    #expect(runs.count == 1)
    #expect(runs[0]["seeds"] as? [String] == ["1", "4", "2", "5", "3", "6"])
    #expect((runs[0]["blocks"] as? [String])?.last == "user=3")
    #expect((runs[0]["values"] as? [[[Double]]])?[0][1] == [1, 4, 12, 15, 23, 26])
  }

  @Test("of one policy, of one seed, and of no run at all there is a page that says so")
  func small() throws {
    let alone = try SampleStore(
      Experiment(policies: [PolicyChoice("a")], replications: 1, metrics: ["wake ups"]))
    let empty = try data(page(alone.store))
    let notes = try #require(empty["notes"] as? [String])
    #expect(notes.contains("No run is done yet: there is nothing to compare."))
    try alone.record { .done(.of($0, wakeUps: 7)) }
    let one = try data(page(alone.store))
    let sections = try #require(one["sections"] as? [[[Members]]])
    #expect(sections[0][0][0]["mean"] as? Double == 7)
    #expect(sections[0][0][0]["low"] is NSNull)
    #expect(sections[0][0][0]["difference"] == nil)
  }

  @Test("nothing that others have named gets out of its place")
  func escaped() throws {
    let hostile = "</script><script>alert('1')</script>&\"{{data}}<!--"
    let sample = try SampleStore(
      Experiment(
        title: hostile, settings: [Setting([.init(hostile, hostile)])],
        policies: [PolicyChoice(hostile), PolicyChoice("b")], replications: 2,
        metrics: ["wake ups"]))
    try sample.record { .done(.of($0, wakeUps: Int($0.seed))) }
    let page = try page(sample.store)
    let text = String(decoding: page.bytes, as: UTF8.self)
    #expect(text.contains("<title>&lt;/script&gt;&lt;script&gt;alert('1')"))
    #expect(text.components(separatedBy: "</script>").count == 4)
    #expect(try data(page)["policies"] as? [String] == [hostile, "b"])
  }
}
