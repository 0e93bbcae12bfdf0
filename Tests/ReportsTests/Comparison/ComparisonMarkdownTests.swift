import Experiments
import Foundation
import Simulation
import Testing

@testable import Reports

@Suite("Names in a comparison's formats")
struct ComparisonMarkdownTests {
  private func report(_ labels: [String], _ settings: [String] = []) throws -> ComparisonReport {
    let sample = try SampleStore(
      Experiment(
        title: "# 1 < 2", settings: settings.map { Setting([.init("x", $0)]) },
        policies: labels.map { PolicyChoice($0) }, replications: 2, metrics: ["wake ups"]))
    try sample.record { run in .done(.of(run, wakeUps: Int(run.seed) + run.policy.label.count)) }
    return try ComparisonReport(of: sample.store)
  }

  @Test(
    "Markdown takes no name for its own signs, not even below an accent",
    arguments: [
      ("plain-name", "plain-name"), ("a|b", #"a\|b"#), ("*a*_b_", #"\*a\*\_b\_"#),
      ("[x](y)", #"\[x\](y)"#), ("<b>", #"\<b\>"#), ("`a`", #"\`a\`"#), (#"a\b"#, #"a\\b"#),
      ("~~a~~", #"\~\~a\~\~"#), ("a|\u{301}b", "a\\|\u{301}b"), ("two\nlines", #"two\\nlines"#),
      ("\u{1B}[31mred", #"\\x1b\[31mred"#),
    ])
  func escapes(label: String, text: String) throws {
    let markdown = try report(["first", label], ["1"]).text(.markdown)
    #expect(markdown.hasPrefix("# \\# 1 \\< 2\n"))
    let rows = markdown.split(separator: "\n").filter { $0.hasPrefix("| ") }
    #expect(
      rows.contains { $0.unicodeScalars.starts(with: "| \(text) | ".unicodeScalars) }, "\(rows)")
  }

  @Test(
    "JSON has settings as numbers and flags only where they are written as JSON would write them")
  func settings() throws {
    let texts = ["10", "-3", "007", "1.25", "+1", "99999999999999999999", "x y", "true", "1e3"]
    let value = try JSONValue(parsing: Array(try report(["a", "b"], texts).text(.json).utf8))
    guard case .object(let members) = value else { throw JSONError(column: 1, problem: "") }
    let found = members.first { $0.key == "settings" }?.value
    let expected: [JSONValue] = [
      .integer(10), .integer(-3), .string("007"), .number(1.25), .string("+1"),
      .string("99999999999999999999"), .string("x y"), .bool(true), .string("1e3"),
    ]
    #expect(found == .array(expected.map { .object([.init("x", $0)]) }))
  }

  @Test("JSON and CSV have names as they are, control characters and all")
  func names() throws {
    let label = "\u{1B}[2J|\"\\"
    let report = try report(["first", label], ["1"])
    let json = try JSONSerialization.jsonObject(with: Data(report.text(.json).utf8))
    let policies = (json as? [String: Any])?["policies"] as? [[String: String]]
    #expect(policies?.map { $0["label"] } == ["first", label])
    #expect(report.text(.csv).contains("\n\"x=1\",") == false)
    #expect(report.text(.csv).contains("\nx=1,\"\u{1B}[2J|\"\"\\\","))
    #expect(!report.text(.text).contains("\u{1B}"))
  }
}
