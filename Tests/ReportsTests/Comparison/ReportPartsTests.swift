import Experiments
import Foundation
import Simulation
import Testing

@testable import Device
@testable import Reports

/// A pool of 5 or 10 minutes, two slots or four; on each of four days (seeds) a policy wakes the
/// device 100 times, 10 for each minute more than 5, 20 less with four slots, and by a number of
/// its own, which for `b` is smaller by what the day says.
@Suite("Units, effects and regret in a comparison")
struct ReportPartsTests {
  private func sample() throws -> SampleStore {
    let sample = try SampleStore(
      Experiment(
        settings: ["5", "10"].flatMap { pool in
          ["2", "4"].map { Setting([.init("poolMinutes", pool), .init("slots", $0)]) }
        },
        policies: ["a", "b", "far-sighted"].map { PolicyChoice($0) }, replications: 4,
        metrics: ["wake ups"]))
    try sample.record { run in
      let isLarge = run.setting.values[0].text == "10"
      let isWide = run.setting.values[1].text == "4"
      let gain =
        switch run.policy.label {
        case "b": [4, 8, 12, -2][Int(run.seed) - 1]
        case "far-sighted": 44
        default: 0
        }
      return .done(.of(run, wakeUps: 100 + (isLarge ? 50 : 0) - (isWide ? 20 : 0) - gain))
    }
    return sample
  }

  private func report(_ sample: SampleStore) throws -> ComparisonReport {
    try ComparisonReport(of: sample.store, units: true, effects: true)
  }

  /// With single spaces.
  private func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map {
      $0.split(separator: " ").joined(separator: " ")
    }
  }

  @Test("each seed stands with its differences, and for how many a policy is better")
  func units() throws {
    let lines = lines(try report(sample()).text(.text))
    #expect(lines.contains("b 3 of 4 75% 30% to 95% -12 (3) -11 -6 +0 +2 (4)"))
    #expect(lines.contains("far-sighted 4 of 4 100% 51% to 100% -44 (1) -44 -44 -44 -44 (1)"))
    let place = try #require(
      lines.firstIndex(of: "wake ups (lower is better), by seed: differences from a ±95%"))
    #expect(
      Array(lines[(place + 1)...(place + 5)]) == [
        "poolMinutes=5 slots=2 b far-sighted", "seed 1 -4 -44", "seed 2 -8 -44", "seed 3 -12 -44",
        "seed 4 +2 -44",
      ])
  }

  @Test("what each value adds stands with its interval, and how much of the variance is whose")
  func effects() throws {
    let lines = lines(try report(sample()).text(.text))
    let place = try #require(
      lines.firstIndex(of: "Effects of parameters on wake ups (lower is better)"))
    #expect(
      Array(lines[(place + 1)...(place + 11)]) == [
        "parameter a b far-sighted", "mean 115.0 109.5 71.0",
        "poolMinutes=5 -25.0 ±0 -25.0 ±0 -25.0 ±0", "poolMinutes=10 +25.0 ±0 +25.0 ±0 +25.0 ±0",
        "slots=2 +10.0 ±0 +10.0 ±0 +10.0 ±0", "slots=4 -10.0 ±0 -10.0 ±0 -10.0 ±0",
        "poolMinutes=5 slots=2 0 ±0 0 ±0 0 ±0", "share of poolMinutes 86% 86% 86%",
        "share of slots 14% 14% 14%", "share of poolMinutes with slots 0% 0% 0%",
        "share of all these 100% 100% 100%",
      ])
    #expect(
      lines.contains("Effects of parameters on differences from a in wake ups (lower is better)"))
  }

  @Test("regret is shown beside the means, with what it is measured by")
  func regret() throws {
    let lines = lines(try report(sample()).text(.text))
    let place = try #require(
      lines.firstIndex(of: "Regret: what is left of the way from a to the best that is known"))
    // 5.5 ±9.6 of 44.
    #expect(
      Array(lines[(place + 1)...(place + 5)]) == [
        "---- wake ups ----", "poolMinutes=5 slots=2 regret 95%", "a 100% -",
        "b 88% 66% to 109%", "far-sighted 0% -",
      ])
    #expect(lines.contains { $0.hasPrefix("100%: as a; 0%: as the best (far-sighted); below 0%") })
  }

  @Test("all of it fits the width, and has as many cells as headings in Markdown, CSV and LaTeX")
  func layout() throws {
    let report = try report(sample())
    for width in [80, 100] {
      for line in report.text(.text, TextStyle(width: width)).split(separator: "\n") {
        #expect(displayWidth(String(line)) <= width, "\(line)")
      }
    }
    let rows = report.text(.csv).split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    #expect(rows.allSatisfy { $0.count == rows[0].count })
    var table: [Int] = []
    for line in report.text(.latex).split(separator: "\n") {
      if line.contains("\\begin{tabular}") { table = [] }
      if line.hasSuffix("\\\\") { table.append(line.split(separator: "&").count) }
      if line.contains("\\end{tabular}") { #expect(Set(table).count == 1, "\(table)") }
    }
    let markdown = report.text(.markdown)
    #expect(markdown.contains("## Regret: what is left of the way from a"))
    #expect(markdown.contains("| share of slots | 14% | 14% | 14% |"))
    #expect(markdown.contains("| seed 3 | -12 | -44 |"))
  }

  @Test("CSV has it in columns of its own")
  func csv() throws {
    let text = try report(sample()).text(.csv).split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let rows = text.dropFirst().map { row in
      Dictionary(zip(text[0], row), uniquingKeysWith: { first, _ in first })
    }
    let seed = try #require(
      rows.first { $0["seed"] == "3" && $0["policy"] == "b" && $0["parameter.slots"] == "4" })
    #expect(seed["difference"] == "-12" && seed["count"] == "1" && seed["difference_low"] == "")
    let effect = try #require(
      rows.first { $0["effect"] == "poolMinutes=10" && $0["policy"] == "b" })
    #expect(effect["mean"] == "25" && effect["difference"] == "0" && effect["count"] == "4")
    // 2 / 2⁴, of equal effects; eight of them are not 0 and no mirror of another: 6 by Holm.
    #expect(effect["p"] == "1" && effect["effect_p"] == "0.125")
    #expect(effect["effect_adjusted_p"] == "0.75")
    let share = try #require(rows.first { $0["effect"] == "slots" && $0["policy"] == "a" })
    #expect(share["share"]?.hasPrefix("0.1379") == true && share["mean"] == "")
    let whole = try #require(rows.first { $0["policy"] == "b" })
    #expect(whole["regret"] == "0.875" && whole["seed"] == "" && whole["effect"] == "")
  }

  @Test("JSON has it under names of its own")
  func json() throws {
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(report(sample()).text(.json).utf8))
        as? [String: Any])
    let units = try #require(object["units"] as? [[String: Any]])
    let spreads = try #require(units[0]["spreads"] as? [[String: Any]])
    #expect(spreads.map { $0["policy"] as? String } == ["b", "far-sighted"])
    #expect(spreads[0]["better"] as? Double == 0.75 && spreads[0]["p50"] as? Double == -6)
    #expect((spreads[0]["least"] as? [String: Any])?["seed"] as? Int == 3)
    let rows = try #require(units[0]["units"] as? [[String: Any]])
    #expect(rows.map { $0["seed"] as? Int } == [1, 2, 3, 4])
    let effects = try #require(object["effects"] as? [[String: Any]])
    #expect(effects.map { $0["of"] as? String } == ["mean", "difference"])
    #expect(effects[0]["method"] as? String == "factorial")
    let columns = try #require(effects[0]["columns"] as? [[String: Any]])
    let own = try #require(columns[1]["effects"] as? [[String: Any]])
    #expect(own[1]["mean"] as? Double == 25 && own[1]["values"] as? [String] == ["10"])
    let regret = try #require(object["regret"] as? [[String: Any]])
    #expect(regret.count == 4 && regret[0]["referencePolicy"] as? String == "far-sighted")
    let policies = try #require(regret[0]["policies"] as? [[String: Any]])
    #expect(policies[1]["regret"] as? Double == 0.875)
    let bare = try JSONSerialization.jsonObject(
      with: Data(ComparisonReport(of: sample().store).text(.json).utf8))
    #expect(
      (bare as? [String: Any])?["units"] == nil && (bare as? [String: Any])?["effects"] == nil)
  }
}
