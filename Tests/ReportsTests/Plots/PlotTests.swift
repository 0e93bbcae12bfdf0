import Experiments
import Foundation
import Simulation
import Testing

@testable import Device
@testable import Reports

/// The rows of each block of data in a script, in order.
func blocks(_ script: String) -> [(head: String, rows: [[Double]])] {
  script.components(separatedBy: " << END\n").dropFirst().map { part in
    let lines = part.components(separatedBy: "\nEND\n")[0].split(separator: "\n")
    let rows = lines.dropFirst().map { $0.split(separator: " ").map { Double($0) ?? .nan } }
    return (String(lines[0]), rows)
  }
}

@Suite("Figures of a store")
struct PlotTests {
  /// What the JSON report has of each policy in a metric, a setting after the other.
  private func told(_ metric: String, _ report: ComparisonReport) throws -> [[JSONValue]] {
    let json = try JSONValue(parsing: Array(report.text(.json).utf8))
    return json["comparisons"].items.filter { $0["metric"] == .string(metric) }
      .map { $0["policies"].items }
  }

  private func report(_ metrics: String...) throws -> ComparisonReport {
    try ComparisonReport(of: sampleComparison().store, metrics: metrics.compactMap(Metrics.named))
  }

  private func numbers(_ estimate: JSONValue) -> [Double] {
    ["mean", "low", "high"].compactMap { estimate[$0].double }
  }

  @Test("the data of intervals are the JSON report's, bit for bit")
  func intervals() throws {
    let report = try report("fresh at open", "wake ups")
    let blocks = blocks(try report.plot(.intervals).script(.svg))
    let told = try told("freshAtOpen", report) + told("wakeUps", report)
    #expect(blocks.count == 4 && told.count == 4)
    for (block, policies) in zip(blocks, told) {
      #expect(block.head == "# mean low high policy")
      #expect(block.rows == policies.enumerated().map { numbers($1) + [Double($0 + 1)] })
    }
  }

  @Test("differences are the JSON report's too, hollow where none is shown")
  func differences() throws {
    let report = try report("wake ups")
    let blocks = blocks(
      try report.plot(.differences, where: [("poolMinutes", "5")]).script(.svg))
    let policies = try told("wakeUps", report)[0]
    let rows = policies.indices.dropFirst().map {
      numbers(policies[$0]["difference"]) + [Double($0 + 1)]
    }
    // By hand: likely-next is better beyond chance; the other two are not told apart.
    #expect(blocks.map(\.rows) == [[rows[0]], Array(rows[1...])])
    let script = try report.plot(.differences, where: [("poolMinutes", "5")]).script(.svg)
    #expect(script.contains("set arrow 1 from first 0, graph 0"))
  }

  @Test("a response goes over the values of its parameter, a line a policy")
  func response() throws {
    let report = try report("wake ups")
    let plot = try report.plot(.response)
    let blocks = blocks(plot.script(.svg))
    let told = try told("wakeUps", report)
    #expect(blocks.count == 4)
    for (policy, block) in blocks.enumerated() {
      #expect(block.rows.map { $0[0] } == [5, 10])
      #expect(block.rows.map { Array($0[1...]) } == told.map { numbers($0[policy]) })
    }
    #expect(plot.panels.map(\.x.label) == ["poolMinutes"])
  }

  @Test("two metrics stand against each other, and the line joins those that none beats in both")
  func pareto() throws {
    let report = try report("wake ups", "fresh at open")
    let plot = try report.plot(.pareto, where: [("poolMinutes", "10")])
    let blocks = blocks(plot.script(.svg))
    let wakeUps = try told("wakeUps", report)[1]
    let fresh = try told("freshAtOpen", report)[1]
    // likely-next alone is best in both, so there is no line.
    #expect(blocks.count == 4)
    for (policy, block) in blocks.enumerated() {
      #expect(block.rows == [numbers(wakeUps[policy]) + numbers(fresh[policy])])
    }
  }

  @Test("the line joins the policies that no other beats in both metrics")
  func front() throws {
    let means = ["a": (10, 0.5), "b": (20, 0.9), "c": (30, 0.8), "d": (10, 0.4), "e": (5, 0.3)]
    let sample = try SampleStore(
      Experiment(
        scenario: "s.lua", policies: means.keys.sorted().map { PolicyChoice($0) }, replications: 2))
    try sample.record { run in
      let (wakeUps, jain) = means[run.policy.label] ?? (0, 0)
      return .done(.of(run, wakeUps: wakeUps, jain: jain))
    }
    let report = try ComparisonReport(
      of: sample.store, metrics: ["wake ups", "jain index"].compactMap(Metrics.named))
    let blocks = blocks(try report.plot(.pareto).script(.svg))
    #expect(blocks[0].rows == [[5, 0.3], [10, 0.5], [20, 0.9]])
  }

  @Test("captions say n, seeds and what the intervals are")
  func captions() throws {
    let report = try report("fresh at open")
    let intervals = try report.plot(.intervals)
    #expect(
      intervals.caption
        == "Means over 4 seeds, 1 to 4, and their 95 % intervals. Runs without a value: lottery 1.")
    let differences = try report.plot(.differences).caption
    #expect(
      differences.hasPrefix("Differences from first-come, seed by seed, over 4 seeds, 1 to 4"))
    #expect(differences.contains("p by Holm below 0.05"))
  }

  @Test("a figure that does not exist is refused, with what to ask for instead")
  func refusals() throws {
    let report = try report("fresh at open")
    func message(_ make: () throws(PlotError) -> Plot) -> String {
      do throws(PlotError) {
        _ = try make()
        return "no error"
      } catch {
        return error.description
      }
    }
    #expect(
      message { () throws(PlotError) in try report.plot(.intervals, where: [("slots", "3")]) }
        == "--set: the store has no such parameter (slots); it has poolMinutes")
    #expect(
      message { () throws(PlotError) in
        try report.plot(.intervals, where: [("poolMinutes", "7")])
      } == "--set: poolMinutes has no such value (7); it has 5, 10")
    #expect(
      message { () throws(PlotError) in try report.plot(.pareto) }
        == "--metric: pareto shows two against each other; name two")
    #expect(
      message { () throws(PlotError) in
        try report.plot(.response, where: [("poolMinutes", "5")])
      } == "--kind: no parameter has several values (response); take intervals")
    #expect(
      message { () throws(PlotError) in try report.plot(.response, over: "size") }
        == "--over: no parameter of that name has several values (size); there is poolMinutes")
  }

  @Test("names are texts to gnuplot, whatever is in them")
  func names() throws {
    let sample = try SampleStore(
      Experiment(
        title: "it's `date` \"$0\" @x", scenario: "s.lua",
        policies: [PolicyChoice("a'b\\_{c}"), PolicyChoice("tab\there\nEND")], replications: 2,
        metrics: ["wake ups"]))
    try sample.record { .done(.of($0, wakeUps: Int($0.seed))) }
    let report = try ComparisonReport(of: sample.store, metrics: [Metrics.named("wake ups")!])
    let script = try report.plot(.intervals).script(.svg)
    #expect(script.contains("set label 1 'it''s `date` \"$0\" @x' at screen"))
    #expect(script.contains(#"('a''b\_{c}' -1, 'tab\there\nEND' -2)"#))
    #expect(script.contains(" noenhanced "))
    #expect(script.split(separator: "\n").filter { $0 == "END" }.count == 1)
  }

  @Test(
    "a range holds its values with room, and 0 where that is near or must be",
    arguments: [
      ([10.0, 20], false, 9.5, 20.5), ([1, 20], false, 0, 21), ([2, 3], true, -0.15, 3.15),
      ([-3, -2], true, -3.15, 0.15), ([5, 5], false, 4.5, 5.5), ([.nan, 1, 2], false, 0.95, 2.05),
      ([], false, 0, 1.05),
    ])
  func ranges(values: [Double], withZero: Bool, low: Double, high: Double) {
    let range = Plot.range(values, withZero: withZero)
    #expect(abs(range.lowerBound - low) < 1e-9 && abs(range.upperBound - high) < 1e-9, "\(range)")
  }
}

@Suite("Round numbers of an axis")
struct PlotTickTests {
  @Test(
    "are as many as there is room for",
    arguments: [
      (0.0...71, 5, "0 20 40 60"), (0...71, 8, "0 10 20 30 40 50 60 70"),
      (0...1_500, 5, "0 500 1,000 1,500"), (-0.15...0.4, 4, "0 0.2 0.4"),
      (-22...(-4), 6, "-20 -15 -10 -5"), (0.95...1.05, 3, "0.95 1.00 1.05"), (3...3, 5, ""),
    ])
  func ticks(range: ClosedRange<Double>, most: Int, texts: String) {
    #expect(Plot.ticks(range, most: most).map(\.text).joined(separator: " ") == texts)
  }
}

extension JSONValue {
  fileprivate subscript(key: String) -> JSONValue {
    guard case .object(let members) = self else { return .null }
    return members.first { $0.key == key }?.value ?? .null
  }

  fileprivate var items: [JSONValue] { if case .array(let values) = self { values } else { [] } }

  fileprivate var double: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }
}
