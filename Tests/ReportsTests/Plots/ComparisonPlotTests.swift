import Experiments
import Simulation
import Testing

@testable import Device
@testable import Reports

/// Figures of small plans whose means are reckoned by hand.
@Suite("A figure of a comparison")
struct ComparisonPlotTests {
  /// - Parameters:
  ///   - wakeUps: of a run; nil: it failed.
  private func report(
    _ experiment: Experiment, metrics: [String] = ["wake ups"],
    jain: (PlannedRun) -> Double = { _ in 1 }, wakeUps: (PlannedRun) -> Int?
  ) throws -> ComparisonReport {
    let sample = try SampleStore(experiment)
    try sample.record { run in
      guard let count = wakeUps(run) else { return .failed("no") }
      return .done(.of(run, wakeUps: count, jain: jain(run)))
    }
    return try ComparisonReport(
      of: sample.store, metrics: metrics.map { try #require(Metrics.named($0)) })
  }

  private func plan(
    _ labels: String..., baseline: Int = 0, replications: Int = 2, firstSeed: UInt64 = 1,
    settings: [Setting] = [Setting()], blocks: [String] = []
  ) -> Experiment {
    Experiment(
      scenario: "s.lua", settings: settings, policies: labels.map { PolicyChoice($0) },
      baseline: baseline, replications: replications, firstSeed: firstSeed, blocks: blocks)
  }

  private func values(_ name: String, _ texts: String...) -> [Setting] {
    texts.map { Setting([.init(name, $0)]) }
  }

  private func message(_ make: () throws(PlotError) -> Plot) -> String {
    do throws(PlotError) {
      _ = try make()
      return "no error"
    } catch {
      return error.description
    }
  }

  // MARK: How much there is

  @Test("one seed has means without intervals, and is named in the caption")
  func oneSeed() throws {
    let report = try report(plan("a", "b", replications: 1, firstSeed: 7)) {
      $0.policy.label == "a" ? 3 : 5
    }
    let intervals = try report.plot(.intervals)
    #expect(intervals.title == "An experiment without a title")
    #expect(intervals.caption == "Means over seed 7 alone, without intervals.")
    #expect(intervals.panels[0].series.map(\.rows) == [[[3, 3, 3, 1], [5, 5, 5, 2]]])
    let differences = try report.plot(.differences)
    #expect(
      differences.caption
        == "Differences from a, seed by seed, over seed 7 alone, without intervals: no difference is shown."
    )
    #expect(differences.panels[0].series.map(\.rows) == [[[2, 2, 2, 2]]])
    #expect(differences.panels[0].series[0].drawing.contains(" pt 6 "))
    #expect(differences.panels[0].x.range == -0.1...2.1)
    #expect(
      report.text(.latex).contains("Means over seed 7 alone, without intervals; "))
    #expect(!report.text(.latex).contains("\\,\\% intervals"))
  }

  @Test("pairs have a dot for each seed, beside its mean, on an axis that has them all")
  func pairs() throws {
    let sample = try SampleStore(plan("a", "b", "c", replications: 4))
    try sample.record { run in
      guard !(run.policy.label == "c" && run.seed == 2) else { return .failed("no") }
      return .done(.of(run, wakeUps: run.policy.label == "a" ? 10 : 10 + Int(run.seed)))
    }
    let report = try ComparisonReport(
      of: sample.store, metrics: [try #require(Metrics.named("wake ups"))])
    let plot = try report.plot(.pairs, runs: report.singleRuns(in: sample.store))
    let dots = plot.panels[0].series[0]
    #expect(dots.rows.map { $0[0] } == [1, 2, 3, 4, 1, 3, 4])
    #expect(dots.rows.map { $0[1].rounded() } == [2, 2, 2, 2, 3, 3, 3])
    #expect(plot.panels[0].series.dropFirst().flatMap(\.rows).map { $0[0] } == [2.5, 8.0 / 3])
    #expect(plot.panels[0].x.range.contains(0) && plot.panels[0].x.range.contains(4))
    #expect(plot.caption.contains("Each dot is a seed."))
  }

  @Test("one policy has all figures but differences")
  func onePolicy() throws {
    let report = try report(
      plan("a", settings: values("slots", "1", "2")), metrics: ["wake ups", "jain index"],
      jain: { $0.seed == 1 ? 0.25 : 0.75 },
      wakeUps: { $0.setting.values[0].text == "1" ? 4 : 6 })
    #expect(
      message { () throws(PlotError) in try report.plot(.differences) }
        == "--kind: there is only one policy (differences); take intervals")
    let intervals = try report.plot(.intervals)
    #expect(
      intervals.across == 2 && intervals.panels.map(\.title).prefix(2) == ["slots=1", "slots=2"])
    #expect(
      intervals.panels.prefix(2).flatMap(\.series).map(\.rows) == [
        [[4, 4, 4, 1]], [[6, 6, 6, 1]],
      ])
    #expect(intervals.panels[0].y.range == -1.6 ... -0.4 && intervals.panels[0].height == 36)
    // Panels of a metric have one range: half around 4, and a tenth around 6.
    #expect(intervals.panels.prefix(2).map(\.x.range) == [3.5...6.6, 3.5...6.6])
    let pareto = try report.plot(.pareto)
    #expect(pareto.panels.map(\.series.count) == [1, 1])
    // 0.25 and 0.75: a deviation of 0.25 · √2, and t(1) = 12.7062 times half of 0.5, of an index
    // that has its ends at 0 and 1.
    let row = pareto.panels[0].series[0].rows[0]
    #expect(row == [4, 4, 4, 0.5, 0, 1])
    let response = try report.plot(.response).panels[0].series[0]
    #expect(response.rows == [[1, 4, 4, 4], [2, 6, 6, 6]])
    #expect(response.drawing.hasPrefix("using 1:($2*1):($3*1):($4*1) with yerrorlines pt 7 "))
  }

  @Test("a policy without a value keeps its place, and widens no range")
  func noValue() throws {
    let report = try report(
      plan("a", "b", "c", settings: values("slots", "1", "2")),
      metrics: ["wake ups", "jain index"]
    ) { $0.policy.label == "b" ? nil : $0.policy.label == "a" ? 10 : 20 }
    let one = [(name: "slots", value: "1")]
    let intervals = try report.plot(.intervals, where: one)
    #expect(
      intervals.caption
        == "Means over 2 seeds, 1 to 2, and their 95 % intervals. Runs without a value: b 2.")
    #expect(
      blocks(intervals.script(.svg))[0].rows.map { $0.map { $0.isNaN ? "-" : "\(Int($0))" } }
        == [["10", "10", "10", "1"], ["-", "-", "-", "2"], ["20", "20", "20", "3"]])
    #expect(intervals.panels[0].x.range == 9.5...20.5)
    #expect(intervals.panels[0].y.ticks?.map(\.text) == ["a", "b", "c"])
    // Ten more in both pairs: no chance about it.
    let differences = try report.plot(.differences, where: one).panels[0]
    #expect(differences.series.flatMap(\.rows) == [[10, 10, 10, 3]])
    #expect(differences.y.ticks?.map(\.text) == ["a = 0", "b", "c"])
    #expect(differences.mark == 0)
    #expect(differences.x.label == "difference in wake ups (lower is better)")
    // What has no value is in no line, and the others keep their colours and signs.
    let response = try report.plot(.response).panels[0].series
    #expect(response.map(\.name) == ["a", "c"])
    #expect(response[1].drawing.hasSuffix("pt 9 ps 0.8 lw 1.3 lc rgb '#009e73'"))
    let pareto = try report.plot(.pareto, where: one).panels[0].series
    #expect(pareto.map(\.name) == ["a", "b", "c"])
    #expect(pareto[1].rows[0].filter { !$0.isNaN }.isEmpty)
  }

  @Test("where no run has a value there is no figure, of any kind")
  func nothing() throws {
    let report = try report(
      plan("a", "b", settings: values("slots", "1", "2")), metrics: ["wake ups", "jain index"]
    ) { _ in nil }
    for kind in [PlotKind.intervals, .differences, .response] {
      #expect(
        message { () throws(PlotError) in try report.plot(kind) }
          == "--metric: no run has a value of it")
    }
    #expect(
      message { () throws(PlotError) in try report.plot(.pareto) }
        == "--metric: no run has a value of it (wake ups)")
  }

  @Test("blocks are named blocks, one of them a block", arguments: [1, 3])
  func inBlocks(count: Int) throws {
    let days = (1...count).map { Setting([.init("day", "\($0)")]) }
    let report = try report(plan("a", "b", settings: days, blocks: ["day"])) { Int($0.seed) }
    let sampled = count == 1 ? "1 block of day" : "3 blocks of day"
    let intervals = count == 1 ? "without intervals." : "and their 95 % intervals."
    #expect(try report.plot(.intervals).caption == "Means over \(sampled), \(intervals)")
    #expect(
      try report.plot(.differences).caption.hasPrefix(
        "Differences from a, block by block, over \(sampled), "
          + (count == 1 ? "without intervals: " : "with 95 % intervals. ")))
  }

  // MARK: Which settings and parameters

  @Test("settings are chosen by values that there are together")
  func choices() throws {
    let grid = [("1", "x"), ("1", "y"), ("2", "x")].map {
      Setting([.init("slots", $0), .init("user", $1)])
    }
    let report = try report(plan("a", "b", settings: grid)) { Int($0.seed) }
    let chosen = try report.plot(.intervals, where: [("slots", "1")])
    #expect(chosen.panels.map(\.title) == ["slots=1 user=x", "slots=1 user=y"])
    #expect(
      message { () throws(PlotError) in
        try report.plot(.intervals, where: [("slots", "2"), ("user", "y")])
      } == "--set: no setting has all of these values; leave some out")
    #expect(
      message { () throws(PlotError) in try report.plot(.response) }
        == "--over: several parameters vary (slots, user); name one")
    let response = try report.plot(.response, over: "slots")
    #expect(response.panels.map(\.title) == ["user=x", "user=y"])
    #expect(response.panels.map { $0.series[0].rows.map { $0[0] } } == [[1, 2], [1]])
    let plain = try self.report(plan("a")) { Int($0.seed) }
    #expect(
      message { () throws(PlotError) in try plain.plot(.intervals, where: [("slots", "1")]) }
        == "--set: the store has no such parameter (slots); it has none: leave it out")
    #expect(
      message { () throws(PlotError) in try plain.plot(.response, over: "slots") }
        == "--over: no parameter of that name has several values (slots); none has: take --kind "
        + "intervals")
  }

  @Test("twelve panels can be read, thirteen are refused")
  func panels() throws {
    func report(_ count: Int) throws -> ComparisonReport {
      let settings = (1...count).map { Setting([.init("slots", "\($0)")]) }
      return try self.report(plan("a", "b", replications: 1, settings: settings)) { _ in 1 }
    }
    #expect(try report(12).plot(.intervals).panels.count == 12)
    let many = try report(13)
    #expect(
      message { () throws(PlotError) in try many.plot(.intervals) }
        == "--kind: it would have 13 panels (intervals); choose settings with --set, or name fewer "
        + "metrics")
    // Of so many values only round ones are told.
    let response = try many.plot(.response)
    #expect(response.panels.count == 1 && response.across == 1)
    #expect(response.panels[0].x.ticks == nil && response.panels[0].x.isLogarithmic)
    #expect(response.panels[0].x.range.lowerBound > 0)
    #expect(try many.plot(.response).script(.svg).contains("set logscale x; set xrange ["))
  }

  @Test("values that are words stand at even distances, numbers where they are")
  func responses() throws {
    let words = try report(plan("a", "b", settings: values("network", "wifi", "none", "5"))) {
      $0.setting.values[0].text.utf8.count
    }.plot(.response).panels[0]
    #expect(
      words.x.ticks == [
        .init(at: 1, text: "wifi"), .init(at: 2, text: "none"), .init(at: 3, text: "5"),
      ])
    #expect(words.x.range == 0.7...3.3 && words.x.label == "network")
    #expect(words.series[0].rows == [[1, 4, 4, 4], [2, 4, 4, 4], [3, 1, 1, 1]])
    #expect(
      zip(words.series, ["using ($1+(-0.2)):", "using ($1+(0.2)):"]).allSatisfy {
        $0.drawing.hasPrefix($1)
      }, "\(words.series.map(\.drawing))")
    let numbers = try report(plan("a", settings: values("slots", "10", "2.5", "-10"))) {
      $0.setting.values[0].text.utf8.count
    }.plot(.response).panels[0]
    #expect(numbers.series[0].rows == [[-10, 3, 3, 3], [2.5, 3, 3, 3], [10, 2, 2, 2]])
    #expect(numbers.x.range == -10.8...10.8)
  }

  // MARK: Two metrics

  @Test(
    "the line has all of those that are equally good, and none of a metric without a better side")
  func fronts() throws {
    let means = ["a": (10, 0.5), "b": (10, 0.5), "c": (20, 1), "d": (20, 0.75), "e": (5, 0.25)]
    func figure(_ metrics: [String]) throws -> Plot {
      try report(
        plan("a", "b", "c", "d", "e"), metrics: metrics,
        jain: { means[$0.policy.label]?.1 ?? 0 }, wakeUps: { means[$0.policy.label]?.0 }
      ).plot(.pareto)
    }
    let plot = try figure(["wake ups", "jain index"])
    let front = [[5, 0.25], [10, 0.5], [10, 0.5], [20, 1]]
    #expect(plot.panels[0].series.map(\.rows).first == front)
    #expect(plot.panels[0].x.range == 0...21 && plot.panels[0].y.range == 0...1.05)
    #expect(
      plot.caption
        == "Means over 2 seeds, 1 to 2, with 95 % intervals. The line joins the policies whose means "
        + "no other beats in both.")
    #expect(
      plot.panels[0].series[3].drawing
        == "using ($1*1):($4*1):($2*1):($3*1):($5*1):($6*1) with xyerrorbars pt 9 ps 1 lw 1.2 "
        + "lc rgb '#009e73'")
    // The other way round it is the same line, from left to right again.
    let turned = try figure(["jain index", "wake ups"])
    #expect(turned.panels[0].series.map(\.rows).first == front.map { Array($0.reversed()) })
    // Less of one is better: what a policy reaches holds up to where the next begins.
    #expect(plot.panels[0].series[0].drawing.contains(" with steps "))
    #expect(turned.panels[0].series[0].drawing.contains(" with fsteps "))
    let neutral = try figure(["wake ups", "slots used"]).panels[0].series
    #expect(neutral.map(\.name) == ["a", "b", "c", "d", "e"])
  }

  @Test("shares are drawn in percent and kept as shares; long names are shortened, and stay apart")
  func units() throws {
    let sample = try sampleComparison()
    let report = try ComparisonReport(
      of: sample.store, metrics: [#require(Metrics.named("fresh at open"))])
    let panel = try report.plot(.intervals, where: [("poolMinutes", "5")]).panels[0]
    // 18, 21, 24 and 27 of 50 opens.
    #expect(abs(panel.series[0].rows[0][0] - 0.45) < 1e-12)
    #expect(panel.series[0].drawing.hasPrefix("using ($1*100):(-$4):($2*100):($3*100) "))
    #expect(panel.x.label == "fresh at open (%, higher is better)")
    let long = String(repeating: "policies/", count: 5)
    let names = try self.report(plan("\(long)one.lua", "\(long)two.lua", baseline: 1)) { _ in 1 }
    let differences = try names.plot(.differences)
    #expect(
      differences.panels[0].y.ticks?.map(\.text)
        == ["policies/po..ies/one.lua", "policies/po..ies/two.lua = 0"])
    #expect(differences.caption.hasPrefix("Differences from \(long)two.lua, seed by seed, over 2 "))
  }
}
