import Device
import Simulation
import Testing

@testable import Reports

@Suite("TestReport")
struct TestReportTests {
  private static let trace = [
    RecordEntry(
      at: .start + .milliseconds(1_500), app: "chat",
      .stateChanged(from: .inactive, to: .active, because: "user")),
    RecordEntry(at: .start + .seconds(2), app: "chat", .logged("hi\u{1B}[2J")),
  ]

  private func failure(
    _ place: String = "t.lua:3", statement: String = "check(n == 1)",
    message: String = "n is 2\nand not 1", circumstance: String = "seed 5", advice: [String] = [],
    at: String? = nil
  ) -> TestReport.Failure {
    TestReport.Failure(
      place: place, statement: statement, message: message, circumstance: circumstance, at: at,
      trace: at == nil ? [] : Self.trace, clock: DayClock(startsAt: .hours(8)), advice: advice)
  }

  private func test(
    _ name: String, runs: Int = 1, failedSeeds: [UInt64] = [],
    _ failures: [TestReport.Failure] = [],
    output: [String] = []
  ) -> TestReport.Test {
    TestReport.Test(
      name: name, runs: runs, failedSeeds: failedSeeds, failures: failures, output: output)
  }

  private var report: TestReport {
    TestReport([
      TestReport.File(
        path: "a.lua",
        tests: [
          test("passes"),
          test(
            "fails", runs: 20, failedSeeds: [5, 9],
            [failure(advice: ["end it", "or do not begin it"], at: "08:00:02.000")],
            output: ["one", "two\u{7}"]),
        ]),
      TestReport.File(path: "b.lua", problem: "b.lua:1: no such thing\nb.lua:2: nor this"),
      TestReport.File(path: "c.lua"),
    ])
  }

  @Test("a file for people has each test, and all that is known of what failed")
  func text() {
    let style = TextStyle(width: 80)
    let texts = report.files.map { TestReport.text(of: $0, style) }
    #expect(
      texts == [
        """
        a.lua
          ok    passes
          FAIL  fails
                failed under 2 of 20 seeds (5, 9); try it with --seed 5
                t.lua:3: seed 5
                  check(n == 1)
                  n is 2
                  and not 1
                  what the phone had found by then, and what to do
                    end it
                    or do not begin it
                  the phone's trace until 08:00:02.000
                    08:00:01.500  chat          app.state        from=inactive to=active reason=user
                    08:00:02.000  chat          app.log          hi\\x1b[2J
                it printed
                  one
                  two\\x07

        """,
        """
        b.lua
          cannot be used
            b.lua:1: no such thing
            b.lua:2: nor this

        """, "c.lua\n",
      ])
  }

  @Test("colours are for marks alone, and only where they are wanted")
  func colours() {
    let text = TestReport.text(of: report.files[0], TextStyle(width: 80, isColored: true))
    #expect(text.contains("  \u{1B}[32mok  \u{1B}[0m  passes\n"))
    #expect(text.contains("  \u{1B}[31mFAIL\u{1B}[0m  fails\n"))
    let stripped = text.replacing(/\u{1B}\[\d+m/, with: "")
    #expect(stripped == TestReport.text(of: report.files[0], TextStyle(width: 80)))
  }

  @Test("of a test that prints much the last twenty lines are shown")
  func output() {
    let noisy = test(
      "noisy", failedSeeds: [1], [failure()], output: (1...25).map { "line \($0)" })
    let text = TestReport.text(of: TestReport.File(path: "a.lua", tests: [noisy]), TextStyle())
    let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }
    #expect(lines.filter { $0.hasPrefix("line ") } == (6...25).map { "line \($0)" })
  }

  @Test(
    "how often a test failed is shown where seeds differ, with the first ten of them",
    arguments: [
      (1, [7] as [UInt64], nil), (20, [], nil),
      (20, [7], "failed under 1 of 20 seeds (7); try it with --seed 7"),
      (
        20, Array(3...13),
        "failed under 11 of 20 seeds (3, 4, 5, 6, 7, 8, 9, 10, 11, 12, ...); try it with --seed 3"
      ),
    ] as [(Int, [UInt64], String?)])
  func repetition(runs: Int, seeds: [UInt64], words: String?) {
    #expect(test("t", runs: runs, failedSeeds: seeds).repetition == words)
  }

  @Test("the summary counts tests that passed and failed, and files that could not be used")
  func summary() {
    #expect(report.summary == "2 tests: 1 passed, 1 failed, 1 file could not be used")
    #expect(TestReport([]).summary == "0 tests: 0 passed")
    let one = TestReport.File(path: "a.lua", tests: [test("t")])
    #expect(TestReport([one]).summary == "1 test: 1 passed")
    let broken = TestReport.File(path: "b.lua", problem: "p")
    #expect(
      TestReport([broken, broken]).summary == "0 tests: 0 passed, 2 files could not be used")
    let crowd = TestReport.File(path: "c.lua", tests: (0..<1_200).map { test("\($0)") })
    #expect(TestReport([crowd]).summary == "1,200 tests: 1,200 passed")
  }

  @Test("TAP numbers tests and files that could not be used, and reports failures in YAML")
  func tap() {
    #expect(
      report.tap == #"""
        TAP version 14
        1..3
        ok 1 - a.lua: passes
        not ok 2 - a.lua: fails
          ---
          message: "n is 2\nand not 1"
          at: "t.lua:3"
          when: "seed 5"
          seeds: "failed under 2 of 20 seeds (5, 9); try it with --seed 5"
          advice: "end it\nor do not begin it"
          ...
        not ok 3 - b.lua
          ---
          message: "b.lua:1: no such thing\nb.lua:2: nor this"
          ...

        """#)
  }

  @Test(
    "a name is a description of TAP, and no directive, plan or second line of it",
    arguments: [
      ("a # SKIP it", "a \\# SKIP it"), (#"a\b"#, #"a\\b"#), ("two\nlines", #"two\\nlines"#),
      ("#\u{301} todo", "\\#\u{301} todo"), ("1..9", "1..9"), ("דוח 🐭", "דוח 🐭"),
    ])
  func directives(name: String, text: String) {
    let report = TestReport([TestReport.File(path: "a.lua", tests: [test(name)])])
    #expect(
      Array(report.tap.unicodeScalars)
        == Array("TAP version 14\n1..1\nok 1 - a.lua: \(text)\n".unicodeScalars))
  }

  @Test("JUnit has a suite a file, with its failures, its errors and what was printed")
  func junit() {
    #expect(
      report.junit == #"""
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites tests="2" failures="1" errors="1">
          <testsuite name="a.lua" tests="2" failures="1" errors="0">
            <testcase classname="a.lua" name="passes"/>
            <testcase classname="a.lua" name="fails">
              <failure message="n is 2">t.lua:3: seed 5
          check(n == 1)
          n is 2
          and not 1
        failed under 2 of 20 seeds (5, 9); try it with --seed 5
        end it
        or do not begin it</failure>
              <system-out>one
        two\#u{FFFD}</system-out>
            </testcase>
          </testsuite>
          <testsuite name="b.lua" tests="0" failures="0" errors="1">
            <testcase classname="b.lua" name="load">
              <error>b.lua:1: no such thing
        b.lua:2: nor this</error>
            </testcase>
          </testsuite>
          <testsuite name="c.lua" tests="0" failures="0" errors="0">
          </testsuite>
        </testsuites>

        """#)
  }

  @Test(
    "a name is one attribute of XML, whatever is in it",
    arguments: [
      ("a < b & c > d", "a &lt; b &amp; c &gt; d"), ("\"q\" 'r'", "&quot;q&quot; 'r'"),
      ("two\nlines", "two&#10;lines"), ("a\tb", "a&#9;b"),
      ("\u{0}\u{1B}\r\u{FFFE}", "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
      ("<\u{301}&\u{301}", "&lt;\u{301}&amp;\u{301}"), ("]]>", "]]&gt;"), ("דוח 🐭", "דוח 🐭"),
    ])
  func attributes(name: String, text: String) {
    let report = TestReport([TestReport.File(path: "a.lua", tests: [test(name)])])
    #expect(report.junit.contains("    <testcase classname=\"a.lua\" name=\"\(text)\"/>\n"))
  }

  @Test(
    "a failure without a place, a statement or circumstances is shown with what there is",
    arguments: [
      ("t.lua:3", "check(x)", "wrong", "t.lua:3: day 1\n  check(x)\n  wrong"),
      ("", "", "wrong", "day 1\n  wrong"),
      ("t.lua:3", "", "", "t.lua:3: day 1"),
      ("t.lua:3", "", "a\u{1B}b\n\nc", "t.lua:3: day 1\n  a\\x1bb\n  c"),
    ])
  func failures(place: String, statement: String, message: String, text: String) {
    let failure = failure(place, statement: statement, message: message, circumstance: "day 1")
    #expect(failure.text == text)
    let alone = self.failure("", statement: "", message: "m", circumstance: "", advice: ["do it"])
    #expect(alone.text == "  m\n  what the phone had found by then, and what to do\n    do it")
  }
}
