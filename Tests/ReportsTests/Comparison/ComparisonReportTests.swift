import Experiments
import Simulation
import Testing

@testable import Device
@testable import Reports

@Suite("A comparison's report")
struct ComparisonReportTests {
  @Test("a comparison reads so")
  func goldenText() throws {
    let sample = try sampleComparison()
    let text = try ComparisonReport(of: sample.store).text(.text)
    #expect(text == expectedText)
  }

  @Test("a comparison reads so in Markdown")
  func goldenMarkdown() throws {
    let sample = try sampleComparison()
    let metrics = try [#require(Metrics.named("wake ups"))]
    let report = try ComparisonReport(of: sample.store, metrics: metrics)
    #expect(report.text(.markdown) == expectedMarkdown)
  }

  @Test("a comparison reads so in LaTeX")
  func goldenLaTeX() throws {
    let sample = try sampleComparison()
    let metrics = try [#require(Metrics.named("wake ups"))]
    let report = try ComparisonReport(of: sample.store, metrics: metrics)
    #expect(report.text(.latex) == expectedLaTeX)
  }

  @Test(
    "the order in which runs were stored is not in the report", arguments: ReportFormat.allCases)
  func order(format: ReportFormat) throws {
    let first = try sampleComparison()
    let second = try sampleComparison { runs in
      var random = RandomStream(seed: 1, name: "order")
      var runs = runs
      for place in runs.indices.dropLast() {
        runs.swapAt(place, random.integer(in: place..<runs.count))
      }
      return runs
    }
    #expect(
      try ComparisonReport(of: first.store, detail: true).text(format)
        == ComparisonReport(of: second.store, detail: true).text(format))
  }

  @Test("no line is wider than asked for, whatever is compared", arguments: [80, 100, 132])
  func widths(width: Int) throws {
    for sample in [try sampleComparison(), try manyPolicies()] {
      let text = try ComparisonReport(of: sample.store, detail: true)
        .text(.text, TextStyle(width: width))
      for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
        #expect(displayWidth(String(line)) <= width, "\(line)")
      }
    }
  }

  @Test("colours change nothing but the colour, and are left out unless asked for")
  func colors() throws {
    let report = try ComparisonReport(of: sampleComparison().store)
    let plain = report.text(.text)
    let colored = report.text(.text, TextStyle(isColored: true))
    #expect(!plain.contains("\u{1B}"))
    #expect(colored.contains("\u{1B}[32mbetter"))
    #expect(colored.replacing(/\x1B\[[0-9]+m/, with: "") == plain)
    for format in [ReportFormat.csv, .json, .markdown] {
      #expect(!report.text(format, TextStyle(isColored: true)).contains("\u{1B}"))
    }
  }

  @Test("every table of the Markdown has as many cells in each of its rows")
  func markdownTables() throws {
    let text = try ComparisonReport(of: manyPolicies().store, detail: true).text(.markdown)
    var tables: [[Int]] = [[]]
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("|") {
        tables[tables.count - 1].append(line.matches(of: /(^|[^\\])\|/).count)
      } else if tables.last != [] {
        tables.append([])
      }
    }
    #expect(tables.count > 20)
    for table in tables { #expect(Set(table).count <= 1, "\(table)") }
  }

  @Test("settings and policies whose names have no room are shown in full, or at least kept apart")
  func longNames() throws {
    let label = { (budget: Int) in "ios-like{appUsage=0,budgetDaily=\(budget),rateInterval=600}" }
    let sample = try SampleStore(
      Experiment(
        settings: ["a", "b"].map {
          Setting([
            .init("network", "cellular"), .init("place", "home-\($0)-of-the-family-in-town"),
            .init("x", "1.25"),
          ])
        },
        policies: [1_200, 2_400].map { PolicyChoice(label($0)) }, replications: 3,
        metrics: ["staleness longest"]))
    try sample.record { run in
      var news = AppStatistics(name: "news")
      let isSecond = run.policy.label == label(2_400)
      for age in 0..<3 {
        news.staleness.add(Double(age * 1_000_000) * Double(run.seed) * (isSecond ? 1.1 : 1))
      }
      return .done(.of(run, wakeUps: Int(run.seed), apps: [news]))
    }
    let lines = try ComparisonReport(of: sample.store).text(.text, TextStyle(width: 80))
      .split(separator: "\n").map(String.init)
    #expect(lines.contains("network=cellular place=home-a-of-the-family-in-town x=1.25"))
    let names = lines.filter { $0.hasPrefix("i..") }.map { $0.prefix { $0 != " " } }
    // The same in every table.
    #expect(
      names.count >= 4 && Set(names) == ["i..200,rateInterval=600}", "i..400,rateInterval=600}"],
      "\(lines)")
    for pair in stride(from: 0, to: names.count - 1, by: 2) {
      #expect(names[pair] != names[pair + 1], "\(names)")
    }
  }

  @Test("with one setting only, tables do not repeat its parameters")
  func oneSetting() throws {
    let sample = try SampleStore(
      Experiment(
        settings: [Setting([.init("file", "usage.csv")])],
        policies: ["a", "b"].map { PolicyChoice($0) }, replications: 2, metrics: ["wake ups"]))
    try sample.record { .done(.of($0, wakeUps: Int($0.seed))) }
    let report = try ComparisonReport(of: sample.store)
    for format in [ReportFormat.text, .markdown] {
      let text = report.text(format)
      #expect(text.matches(of: /usage\.csv/).count == 1, "\(text)")
      #expect(text.contains("policy "))
    }
  }

  /// Long names with odd characters, extreme values, many metrics.
  private func manyPolicies() throws -> SampleStore {
    let labels = (1...9).map { "a policy | with a long *name*, number \($0)" }
    let sample = try SampleStore(
      Experiment(
        title: String(repeating: "title ", count: 30),
        settings: ["1", "2"].map { Setting([.init("a_long_parameter", $0), .init("b", "x y")]) },
        policies: labels.map { PolicyChoice($0) }, replications: 3, metrics: Metrics.all.map(\.name)
      ))
    try sample.record { run in
      if run.seed == 2, run.policy.label.hasSuffix("3") {
        return .failed("\(run.policy.label) " + String(repeating: "broken", count: 40))
      }
      var app = AppStatistics(name: "an app with a name that is longer than most")
      app.opens = Int(run.seed) * 1_000_000_007 * run.policy.label.hashed
      app[.fetch].stillWaiting = .days(run.policy.label.hashed)
      app[.fetch].wait.add(Double(run.seed) * 1e-9)
      app.exits[ExitReason.uncaughtException] = 1_000_000
      return .done(.of(run, wakeUps: Int(run.seed) * run.policy.label.hashed, apps: [app]))
    }
    return sample
  }
}

extension String {
  /// A small number that depends on the text alone.
  fileprivate var hashed: Int { utf8.reduce(7) { ($0 * 31 + Int($1)) % 1_009 } }
}

private let expectedText = """
  Two pools
    scenario      scenarios/morning.lua
    runs          30 done, 2 failed, 0 missing
    replications  4, seeds 1 to 4
    policies      first-come (baseline), likely-next, again, lottery
    settings      poolMinutes = 5, 10
    figures       mean ± half of its 95 % interval; difference from first-come, seed by seed in equal
                  worlds; p by Holm over all that differ; wins: share of seeds in which it is the best
    verdicts      in 4 tables: if no policy differed, up to 0.2 of them would show a difference by
                  chance; '--family report' keeps it to 5% of reports
    made by       dormouse 0.3.0 (0123456789ab), Swift 6.3, Lua 5.4.4, store schema 8, Linux x86_64

  fresh at open (%, differences in points, higher is better)
    opens at which nothing published was missing, of the opens of apps that follow a server
                                    - difference --  - rank --
  poolMinutes=5  mean   ±95%  dev.  mean  ±95%    p  rank mean  wins  verdict
  first-come     45.0  ±12.3   7.7     -     -    -    2=  3.0    0%  baseline
  likely-next    54.0  ±11.6   7.3  +9.0  ±1.8 .001     1  1.0  100%  better
  again          45.0  ±12.3   7.7     0    ±0    1    2=  3.0    0%  identical
  lottery        45.3  ±23.5   9.5  +1.3 ±12.5 .691    2=  3.0    0%  no difference shown
  common random numbers are worth 6.8x (lottery) to 85x (likely-next) the runs
  runs without a value: lottery 1

                                     - difference --  - rank --
  poolMinutes=10  mean   ±95%  dev.  mean  ±95%    p  rank mean  wins  verdict
  first-come      63.0  ±12.3   7.7     -     -    -    2=  3.0    0%  baseline
  likely-next     72.0  ±11.6   7.3  +9.0  ±1.8 .001     1  1.0  100%  better
  again           63.0  ±12.3   7.7     0    ±0    1    2=  3.0    0%  identical
  lottery         63.3  ±23.5   9.5  +1.3 ±12.5 .691    2=  3.0    0%  no difference shown
  common random numbers are worth 6.8x (lottery) to 85x (likely-next) the runs
  runs without a value: lottery 1

  wake ups (lower is better)
    times an app was resumed or launched into the background
                                    - difference -  - rank --
  poolMinutes=5  mean   ±95%  dev.  mean ±95%    p  rank mean  wins  verdict
  first-come     25.0  ±20.5  12.9     -    -    -    2=  2.8    0%  baseline
  likely-next    19.5  ±20.1  12.7  -5.5 ±0.9 .001     1  1.0  100%  better
  again          25.0  ±20.5  12.9     0   ±0    1    2=  2.8    0%  identical
  lottery        24.0  ±37.1  14.9  +0.7 ±6.3 .691     4  3.5    0%  no difference shown
  common random numbers are worth 72x (lottery) to 981x (likely-next) the runs
  runs without a value: lottery 1
  exactly the same under poolMinutes=10

  Distributions: quantiles within a run, mean over the runs
                 ------- slot wait --------  ----- staleness ------
  poolMinutes=5  p50, min p95, min p99, min  p50, min p95, h p99, h
  first-come         1.25     13.6     14.7      10.0   2.27   2.45
  likely-next        1.25      9.1      9.8      10.0   2.27   2.45
  again              1.25     13.6     14.7      10.0   2.27   2.45
  lottery            1.17     13.6     14.7      10.0   2.12   2.29
  exactly the same under poolMinutes=10

  Exits by reason, all runs
        30  backgroundFetchTimeout (0x2182bad4): first-come 8, likely-next 8, again 8, lottery 6
        20  memoryPressure (jetsam): likely-next 20

  Findings, all runs
        60  completion handler was never called (completionNeverCalled)
          60  apps/mail.lua:38: first-come 16, likely-next 16, again 16, lottery 12
  'dormouse explain RULE' shows more of each, with a wrong and a right example

  2 runs failed
    poolMinutes=5, lottery, seed 3 and 1 other
      lottery.lua:3: no tickets

  There are only 4 seeds, which may all be unusual: intervals, p and ranks rest on too little; 10 or
  more are better.

  Summary: means
                 -- fresh ---
  poolMinutes=5  at open, %    wake ups
  first-come           45.0        25.0
  likely-next          54.0 +      19.5 +
  again                45.0 =      25.0 =
  lottery              45.3 ~      24.0 ~

                  -- fresh ---
  poolMinutes=10  at open, %    wake ups
  first-come            63.0        25.0
  likely-next           72.0 +      19.5 +
  again                 63.0 =      25.0 =
  lottery               63.3 ~      24.0 ~
  Marks: + better, - worse than first-come (Holm's p < .05), ~ no difference shown, = identical

  Verdicts over settings: fresh at open, against first-come
  where           settings  likely-next  again  lottery
  anywhere               2           2+     2=       2~
  poolMinutes=5          1           1+     1=       1~
  poolMinutes=10         1           1+     1=       1~
  Each cell says in how many of the settings a verdict holds. Marks: + better, - worse than first-come
  (Holm's p < .05), ~ no difference shown, = identical

  likely-next: fresh at open better in all 2 settings.
  again: fresh at open identical in all 2 settings.
  lottery: no difference in fresh at open shown in any of the 2 settings.

  poolMinutes=5: likely-next: fresh at open better (+9.0 ± 1.8 points), 78% of the wake ups (-5.5 ±
    0.9).
  poolMinutes=10: likely-next: fresh at open better (+9.0 ± 1.8 points), 78% of the wake ups (-5.5 ±
    0.9).

  """

private let expectedMarkdown = """
  # Two pools

  |  |  |
  |---|---|
  | scenario | scenarios/morning.lua |
  | runs | 30 done, 2 failed, 0 missing |
  | replications | 4, seeds 1 to 4 |
  | policies | first-come (baseline), likely-next, again, lottery |
  | settings | poolMinutes = 5, 10 |
  | figures | mean ± half of its 95 % interval; difference from first-come, seed by seed in equal worlds; p by Holm over all that differ; wins: share of seeds in which it is the best |
  | verdicts | in 2 tables: if no policy differed, up to 0.1 of them would show a difference by chance; '--family report' keeps it to 5% of reports |
  | made by | dormouse 0.3.0 (0123456789ab), Swift 6.3, Lua 5.4.4, store schema 8, Linux x86\\_64 |

  - There are only 4 seeds, which may all be unusual: intervals, p and ranks rest on too little; 10 or more are better.
  - All settings have exactly the same figures: the parameters make no difference to them.

  ## wake ups (lower is better)

  times an app was resumed or launched into the background

  ### poolMinutes=5

  | policy | verdict | mean | 95 % interval | deviation | difference | 95 % interval | p (Holm) | rank | mean rank | wins |
  |---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|
  | first-come | baseline | 25.0 | 4.5 to 45.5 | 12.9 | - | - | - | 2= | 2.8 | 0% |
  | likely-next | better | 19.5 | -0.6 to 39.6 | 12.7 | -5.5 | -6.4 to -4.6 | .001 | 1 | 1.0 | 100% |
  | again | identical | 25.0 | 4.5 to 45.5 | 12.9 | 0 | 0 to 0 | 1 | 2= | 2.8 | 0% |
  | lottery | no difference shown | 24.0 | -13.1 to 61.1 | 14.9 | +0.7 | -5.6 to +6.9 | .691 | 4 | 3.5 | 0% |

  common random numbers are worth 72x (lottery) to 981x (likely-next) the runs; runs without a value: lottery 1; exactly the same under poolMinutes=10

  ## Verdicts over settings: wake ups, against first-come

  | where | settings | likely-next | again | lottery |
  |---|---:|---:|---:|---:|
  | anywhere | 2 | 2+ | 2= | 2\\~ |
  | poolMinutes=5 | 1 | 1+ | 1= | 1\\~ |
  | poolMinutes=10 | 1 | 1+ | 1= | 1\\~ |

  Each cell says in how many of the settings a verdict holds. Marks: + better, - worse than first-come (Holm's p \\< .05), \\~ no difference shown, = identical

  ## Exits by reason, all runs

  - 30 backgroundFetchTimeout (0x2182bad4): first-come 8, likely-next 8, again 8, lottery 6
  - 20 memoryPressure (jetsam): likely-next 20

  ## Findings, all runs

  - completion handler was never called (`completionNeverCalled`)
    - 60 at apps/mail.lua:38: first-come 16, likely-next 16, again 16, lottery 12

  `dormouse explain RULE` shows more of each, with a wrong and a right example

  ## Runs that failed or stalled

  2 runs failed:

  - poolMinutes=5, lottery, seed 3 and 1 other: lottery.lua:3: no tickets

  """

private let expectedLaTeX = #"""
  % Two pools: tables for a document with \usepackage{booktabs}

  \begin{table}
    \centering
    \caption{Wake ups for poolMinutes=5: times an app was resumed or launched into the background. Means over 4 seeds, 1 to 4, and half of their 95\,\% intervals; differences are from first-come, seed by seed, with $p$ by Holm; $+$ better, $-$ worse, $\sim$ no difference shown, $=$ identical; runs without a value: lottery 1.}
    \label{tab:wakeUps:1}
    \begin{tabular}{lrrrrrc}
      \toprule
      policy & mean & $\pm$95\,\% & difference & $\pm$95\,\% & $p$ &  \\
      \midrule
      first-come & $25.0$ & $\pm 20.5$ & -- & -- & -- &  \\
      likely-next & $19.5$ & $\pm 20.1$ & $-5.5$ & $\pm 0.9$ & $.001$ & $+$ \\
      again & $25.0$ & $\pm 20.5$ & $0$ & $\pm 0$ & $1$ & $=$ \\
      lottery & $24.0$ & $\pm 37.1$ & $+0.7$ & $\pm 6.3$ & $.691$ & $\sim$ \\
      \bottomrule
    \end{tabular}
  \end{table}

  """#
