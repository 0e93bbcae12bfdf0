import Experiments
import Foundation
import Simulation
import Testing

@testable import Device
@testable import Reports

@Suite("A comparison in LaTeX and Markdown")
struct LaTeXTests {
  private func report(
    _ labels: [String], title: String = "t", settings: [String] = []
  ) throws -> ComparisonReport {
    let sample = try SampleStore(
      Experiment(
        title: title, settings: settings.map { Setting([.init("x", $0)]) },
        policies: labels.map { PolicyChoice($0) }, replications: 2, metrics: ["wake ups"]))
    try sample.record { run in
      // Settings that came to the same would share a table.
      let place = run.setting.values.first?.text == "1" ? 0 : 7
      return .done(.of(run, wakeUps: Int(run.seed) + run.policy.label.count + place))
    }
    return try ComparisonReport(of: sample.store)
  }

  @Test(
    "LaTeX takes no name for its own signs, not even below an accent",
    arguments: [
      ("plain-name", "plain-name"), ("a&b", #"a\&b"#), ("100%", #"100\%"#), ("$x$", #"\$x\$"#),
      ("#1", "\\#1"), ("a_b^c", #"a\_b\textasciicircum{}c"#), ("{x}", #"\{x\}"#),
      ("~", #"\textasciitilde{}"#), (#"\input{x}"#, #"\textbackslash{}input\{x\}"#),
      ("a<b>c|d", #"a$<$b$>$c$\mid$d"#), ("±", #"$\pm$"#),
      ("two\nlines", #"two\textbackslash{}nlines"#),
      ("&\u{301}", "\\&\u{301}"), ("%\u{20DD}", "\\%\u{20DD}"),
      ("\\\u{301}", "\\textbackslash{}\u{301}"),
      ("\u{1B}[31m", #"\textbackslash{}x1b[31m"#), ("é ü 日本", "é ü 日本"),
    ])
  func escapes(label: String, text: String) throws {
    let latex = try report(["first", label], title: label, settings: ["1", label]).text(.latex)
    let rows = latex.split(separator: "\n").filter {
      $0.unicodeScalars.starts(with: "    \(text) & ".unicodeScalars)
    }
    #expect(rows.count == 2, "\(latex)")
    #expect(
      latex.unicodeScalars.contains(" for x=\(text): times an app was".unicodeScalars), "\(latex)")
    // A title is a comment, which ends with its line.
    #expect(latex.hasPrefix("% \(printable(label)): tables for a document"))
  }

  @Test("groups of LaTeX are closed, and its mathematics too, whatever names are")
  func balance() throws {
    let hostile = #"}{$ \end{table} % & \\ _"#
    let latex = try report([hostile, "b"], title: hostile, settings: [hostile, "2"]).text(.latex)
    for table in latex.components(separatedBy: "\\begin{table}").dropFirst() {
      var depth = 0
      var isMath = false
      var isEscaped = false
      for scalar in table.unicodeScalars {
        switch scalar {
        case _ where isEscaped: isEscaped = false
        case "\\": isEscaped = true
        case "{": depth += 1
        case "}": depth -= 1
        case "$": isMath.toggle()
        case "%", "#": Issue.record("\(scalar) is not escaped")
        default: break
        }
        #expect(depth >= 0)
      }
      #expect(depth == 0 && !isMath)
      #expect(table.components(separatedBy: "\\end{table}").count == 2)
    }
  }

  /// Rows of LaTeX's tables, cell by cell, without what sets them.
  private func latexRows(_ text: String) -> [[String]] {
    text.split(separator: "\n").filter { $0.hasSuffix(" \\\\") && !$0.contains("policy &") }.map {
      $0.dropFirst(4).dropLast(3).components(separatedBy: " & ").map { cell in
        var plain = cell
        for (sign, text) in [
          ("\\,\\%", "%"), ("\\pm ", "±"), ("{,}", ","), ("$", ""), ("\\sim", "~"), ("--", "-"),
        ] {
          plain = plain.replacing(sign, with: text)
        }
        return plain
      }
    }
  }

  /// Rows of Markdown's tables with as many cells.
  private func markdownRows(_ text: String, cells: Int) -> [[String]] {
    text.split(separator: "\n").filter { $0.hasPrefix("| ") }.map {
      $0.dropFirst(2).dropLast(2).components(separatedBy: " | ").map {
        $0.replacing("\\", with: "")
      }
    }.filter { $0.count == cells && $0[0] != "policy" }
  }

  /// By setting, metric and policy: the rows of the CSV.
  private func rows(_ report: ComparisonReport) -> [[String: String]] {
    let rows = csvRows(report.text(.csv))
    return rows.dropFirst().map { row in
      Dictionary(uniqueKeysWithValues: zip(rows[0], row))
    }
  }

  /// Whether a number that is shown is another to as many digits as it has.
  private func isShown(_ text: String, _ exact: String?, factor: Double = 1) -> Bool {
    let plain = text.replacing(",", with: "").replacing("%", with: "").replacing("±", with: "")
    guard let exact, let value = Double(exact) else { return text == "-" }
    guard let shown = Double(plain) else { return false }
    let decimals = plain.components(separatedBy: ".").dropFirst().first?.count ?? 0
    return abs(shown - value * factor) <= 0.5000001 * pow(10, -Double(decimals))
  }

  private func halfWidth(_ low: String?, _ high: String?) -> String? {
    guard let low = low.flatMap(Double.init), let high = high.flatMap(Double.init) else {
      return nil
    }
    return "\((high - low) / 2)"
  }

  @Test("LaTeX says what the CSV says, row for row, rounded")
  func latex() throws {
    let sample = try sampleComparison()
    let report = try ComparisonReport(of: sample.store)
    let told = latexRows(report.text(.latex))
    // By metric first, then by setting; the CSV has them the other way round.
    let csv = ["fresh at open", "wake ups"].flatMap { metric in
      rows(report).filter { $0["metric"] == metric }
    }
    #expect(
      told.map { $0[0] }
        == Array(repeating: ["first-come", "likely-next", "again", "lottery"], count: 3).flatMap(
          \.self))
    // Wake-ups do not differ between the settings, and have one table.
    for (cells, row) in zip(told, csv.prefix(12)) {
      let factor = row["metric"] == "fresh at open" ? 100.0 : 1
      #expect(isShown(cells[1], row["mean"], factor: factor), "\(cells) \(row)")
      #expect(isShown(cells[2], halfWidth(row["low"], row["high"]), factor: factor), "\(cells)")
      #expect(isShown(cells[3], row["difference"], factor: factor), "\(cells) \(row)")
      #expect(
        isShown(
          cells[4], halfWidth(row["difference_low"], row["difference_high"]), factor: factor),
        "\(cells) \(row)")
      let verdict = ["+": "better", "-": "worse", "~": "noDifferenceShown", "=": "equal", "": ""]
      #expect(verdict[cells[6]] == row["verdict"].map { $0 }, "\(cells) \(row)")
    }
  }

  @Test("Markdown says what the CSV says, row for row, rounded")
  func markdown() throws {
    let sample = try sampleComparison()
    let report = try ComparisonReport(of: sample.store)
    let told = markdownRows(report.text(.markdown), cells: 11)
    let csv = ["fresh at open", "wake ups"].flatMap { metric in
      rows(report).filter { $0["metric"] == metric }
    }
    #expect(told.count == 12)
    for (cells, row) in zip(told, csv) {
      let factor = row["metric"] == "fresh at open" ? 100.0 : 1
      #expect(cells[0] == row["policy"])
      #expect(isShown(cells[2], row["mean"], factor: factor), "\(cells) \(row)")
      let interval = cells[3].components(separatedBy: " to ")
      #expect(isShown(interval[0], row["low"], factor: factor), "\(cells) \(row)")
      #expect(isShown(interval[interval.count - 1], row["high"], factor: factor), "\(cells)")
      #expect(isShown(cells[4], row["deviation"], factor: factor), "\(cells) \(row)")
      #expect(isShown(cells[5], row["difference"], factor: factor), "\(cells) \(row)")
      #expect(isShown(cells[9], row["mean_rank"]), "\(cells) \(row)")
      #expect(isShown(cells[10], row["wins"], factor: 100), "\(cells) \(row)")
    }
  }
}
