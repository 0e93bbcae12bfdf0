import Simulation
import Testing

@testable import Device
@testable import Reports

@Suite("Where two runs part")
struct DifferenceReportTests {
  private let clock = #"{"ns":0,"kind":"clock","startsAtNs":28800000000000}"#

  private func opens(_ seconds: Int, _ app: String = "news") -> String {
    #"{"ns":\#(seconds)000000000,"kind":"user.open","app":"\#(app)"}"#
  }

  private func grant(_ seconds: Int, _ amount: Int, _ app: String = "news") -> String {
    #"{"ns":\#(seconds)000000000,"kind":"budget.grant","app":"\#(app)","grantNs":\#(amount)000000000}"#
  }

  private func decision(_ seconds: Int, _ reason: String) -> String {
    #"{"ns":\#(seconds)000000000,"kind":"policy.decision","call":"fetches","chosen":["news"],"#
      + #""candidates":["news"],"reasons":{"news":"\#(reason)"}}"#
  }

  private func text(
    _ first: [String], _ second: [String], runs: (RunResult, RunResult)? = nil,
    _ style: TextStyle = TextStyle()
  ) throws -> String {
    let comparison = try TraceComparison(of: first, second)
    return DifferenceReport(comparison, names: ("a.jsonl", "b.jsonl"), runs: runs).text(style)
  }

  @Test("equal traces are said to be equal, with how many records they have")
  func equal() throws {
    #expect(
      try text([opens(1)], [opens(1)]) == """
        1  a.jsonl
        2  b.jsonl

        The runs are equal: the same 1 record.

        """)
    #expect(try text([], []).hasSuffix("\nThe runs are equal: the same 0 records.\n"))
  }

  @Test("runs that differ in the words of their policies only do the same")
  func reasons() throws {
    let text = try text([decision(1, "longest"), opens(2)], [decision(1, "first"), opens(2)])
    #expect(
      text.hasSuffix(
        "\nThe runs do the same, in 2 records: only the reasons that the policies give for 1 decision "
          + "differ.\n"), "\(text)")
  }

  @Test("long names of apps are shortened in their middle, so that columns stand in line")
  func longNames() throws {
    let names = ["mail", "messages"].map { "com.example.company.division.product.\($0)" }
    let text = try text(
      [opens(1, names[0]), opens(2, "news"), opens(3, names[1])],
      [opens(1, names[0]), grant(2, 30, "news"), opens(3, names[1])])
    for line in [
      "   00:00:01.000  com.example..roduct.mail  user.open\n",
      "1  00:00:02.000  news                      user.open\n",
      "2  00:00:02.000  news                      budget.grant     grant=30s\n",
      "1  00:00:03.000  com.example..ct.messages  user.open\n",
    ] {
      #expect(text.contains("\n" + line), "\(text)")
    }
  }

  @Test("the first difference is shown between what came before and what came after, by the clock")
  func difference() throws {
    let start = [clock, opens(10), opens(20)]
    let first = start + [grant(60, 30), opens(70), opens(80), opens(90), opens(100)]
    let second = start + [grant(60, 12), opens(70), opens(80)]
    #expect(
      try text(first, second) == """
        1  a.jsonl
        2  b.jsonl

        The first 3 records are equal, then they differ: number 4 of 8 and of 6
           08:00:00.000  -             clock            startsAt=28800s
           08:00:10.000  news          user.open
           08:00:20.000  news          user.open
        1  08:01:00.000  news          budget.grant     grant=30s
        1  08:01:10.000  news          user.open
        1  08:01:20.000  news          user.open
        2  08:01:00.000  news          budget.grant     grant=12s
        2  08:01:10.000  news          user.open
        2  08:01:20.000  news          user.open

        Number 4 differs in
          grantNs       1  30000000000
          grantNs       2  12000000000

        The worlds differ: 6 records of user, network and power in 1, 4 in 2. Much else follows from that.

        Records
        kind       run 1  run 2  difference
        user.open      6      4          -2

        """)
  }

  @Test("traces whose worlds are equal say so")
  func worlds() throws {
    let text = try text([opens(1), grant(2, 30)], [opens(1), grant(2, 29)])
    #expect(
      text.contains("\nThe first record is equal, then they differ: number 2 of 2 and of 2\n"))
    #expect(
      text.contains(
        """

        The worlds are equal: the same 1 record of user, network and power. What differs is of policy, apps
        and device.

        Both have equally many records of every kind.

        """), "\(text)")
  }

  @Test("a trace that ends first is said to end, and other kinds have no fields to compare")
  func end() throws {
    let text = try text([grant(1, 30), grant(2, 30)], [grant(1, 30)])
    #expect(text.contains("\n2  (it ends here)\n"))
    #expect(!text.contains(" differs in\n"))
    let kinds = try self.text([opens(1)], [grant(1, 30)])
    #expect(kinds.contains("\nThe runs differ from the first record on: number 1 of 1 and of 1\n"))
    #expect(!kinds.contains(" differs in\n"))
    #expect(
      kinds.contains(
        "\nkind          run 1  run 2  difference\nbudget.grant      0      1          +1\n"))
  }

  @Test("records that differ in time, app and fields are compared field by field")
  func fields() throws {
    let text = try text([grant(1, 30, "mail")], [grant(2, 30, "news")])
    #expect(
      text.contains(
        """

        Number 1 differs in
          ns            1  1000000000
          ns            2  2000000000
          app           1  mail
          app           2  news

        """), "\(text)")
    func submission(_ detail: String) -> String {
      #"{"ns":1,"kind":"bgtask.submit","app":"a","identifier":"i","work":"processing","#
        + #"\#(detail),"error":null}"#
    }
    let missing = try self.text(
      [submission(#""earliestNs":5"#)], [submission(#""requires":["power","two words"]"#)])
    #expect(
      missing.contains(
        """

        Number 1 differs in
          earliestNs    1  5
          earliestNs    2  (none)
          requires      1  (none)
          requires      2  [power,"two words"]

        """), "\(missing)")
  }

  @Test("decisions alike but for their reasons do not count as the difference")
  func otherReasons() throws {
    let text = try text(
      [decision(1, "a"), decision(2, "b"), opens(3)],
      [decision(1, "x"), decision(2, "y"), opens(4)])
    #expect(
      text.contains(
        "\nThe first 2 records are equal but for the reasons that the policies give for 2 decisions; "
      ))
  }

  @Test("what cannot be a record is refused")
  func noRecords() throws {
    #expect(throws: RecordError.self) { try TraceComparison(of: ["hello"], ["hello"]) }
    #expect(throws: RecordError.self) { try TraceComparison(of: [opens(1)], ["{}"]) }
    #expect(try TraceComparison.isComment(Array(#"{"ns":1,"kind":"policy.explanation"}"#.utf8)))
    #expect(try TraceComparison.isComment(Array(#"{"ns":1,"kind":"run.origin"}"#.utf8)))
    #expect(try !TraceComparison.isComment(Array(opens(1).utf8)))
    #expect(
      try !TraceComparison.isComment(Array(#"{ "kind": "user.open", "ns": 1 }"#.utf8)))
  }

  // MARK: Figures

  private func run(_ change: (inout RunResult) -> Void) -> RunResult {
    var run = sampleRun()
    change(&run)
    return run
  }

  @Test("of two runs every figure that differs is shown, with the difference")
  func figures() throws {
    let first = sampleRun()
    var device = first.device
    device.wakeUps += 3
    device.energy.cpu = .zero
    var apps = first.apps
    apps[0].opens -= 2
    let second = RunResult(
      title: first.title, policy: "other", seed: 7, duration: first.duration, events: 1,
      fingerprint: first.fingerprint, device: device, apps: apps, findings: [])
    let text = try text([grant(1, 30)], [grant(1, 20)], runs: (first, second))
    #expect(text.contains("\nFigures of the whole run\nfigure "))
    let rows = text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    #expect(rows.contains(["wake", "ups", "41", "44", "+3"]))
    #expect(rows.contains(["energy", "cpu", "45.0", "J", "0.0", "J", "-45.0", "J"]), "\(text)")
    #expect(rows.contains(["news:", "opens", "12", "10", "-2"]))
    #expect(!text.contains("leaky:"))
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 100 })
  }

  @Test("runs of the same figures say so; apps of one run only are named")
  func strangers() throws {
    let first = sampleRun()
    #expect(
      try text([grant(1, 30)], [grant(1, 20)], runs: (first, first)).hasSuffix(
        "\nNo figure differs.\n"))
    let second = RunResult(
      title: "", policy: "p", seed: 1, duration: first.duration, events: 1,
      fingerprint: first.fingerprint, device: first.device,
      apps: [first.apps[0], AppStatistics(name: "new\nname")], findings: [])
    let text = try text([grant(1, 30)], [grant(1, 20)], runs: (first, second))
    #expect(
      text.hasSuffix("\nApps of one run only: leaky (1), idle (1), new\\nname (2)\n"), "\(text)")
  }

  @Test("of many figures of apps the first are shown, and how many there are more")
  func manyFigures() throws {
    let first = sampleRun()
    var apps = first.apps
    for index in apps.indices {
      apps[index].opens += 1
      apps[index].granted += .seconds(1)
      apps[index].used += .seconds(1)
      apps[index].tasksBegun += 1
    }
    let second = RunResult(
      title: "", policy: "p", seed: 1, duration: first.duration, events: 1,
      fingerprint: first.fingerprint, device: first.device, apps: apps, findings: [])
    let short = try text(
      [grant(1, 30)], [grant(1, 20)], runs: (first, second), TextStyle(rows: 3))
    #expect(short.contains(" others; --all shows them\n"))
    let whole = try text(
      [grant(1, 30)], [grant(1, 20)], runs: (first, second), TextStyle(rows: nil))
    #expect(!whole.contains("--all"))
    #expect(whole.count > short.count)
  }
}
