import Device
import Simulation

// The findings, grouped by rule and within a rule by line of source.

extension RunReport {
  func findings(_ style: TextStyle) -> [String] {
    guard !run.findings.isEmpty else { return [style.paint("Findings: none", .good)] }
    // The gravest first, else in the order of the catalogue.
    let order = FindingRule.Kind.allCases.reversed().flatMap { kind in
      FindingRule.allCases.filter { $0.kind == kind }
    }
    let rules = order.map { rule in
      (rule: rule, places: places(run.findings.filter { $0.rule == rule }))
    }.filter { !$0.places.isEmpty }
    let total = grouped(run.findings.reduce(0) { $0 + $1.count })
    let noun = run.findings.count == 1 && total == "1" ? "finding" : "findings"
    var lines = [style.paint("\(total) \(noun)", .strong)]
    for (rule, places) in rules {
      let count = places.reduce(0) { $0 + $1.count }
      lines.append(
        "\(padded(grouped(count), to: 6))  "
          + "\(style.paint(rule.kindAndSummary, .doubtful)) "
          + style.paint("(\(rule.rawValue))", .faint))
      let shown = places.prefix(style.rows ?? places.count)
      lines += shown.flatMap { self.lines($0, style) }
      if shown.count < places.count {
        lines.append("        and at \(grouped(places.count - shown.count)) other places")
      }
      lines += wrapped(
        "what to do: \(rule.advice(on: run.platform.family))", to: style.width,
        after: filled("", to: 8), indent: 10)
    }
    let isKilled = run.apps.contains { app in
      zip(ExitReason.allCases, app.exits).contains { !$0.isOrderly && $1 > 0 }
    }
    let way = isKilled ? "; 'dormouse why SCENARIO' what led to the first exit" : ""
    return lines + wrapped(RunReport.moreOfFindings + way, to: style.width)
  }

  /// The command that shows more of the findings than there is room for in a report.
  static let moreOfFindings =
    "'dormouse explain RULE' shows more of each, with a wrong and a right example"

  /// The findings of one rule at one line, whichever apps made them.
  private struct Place {
    let first: Finding
    var findings: [Finding]
    var count: Int { findings.reduce(0) { $0 + $1.count } }
  }

  /// Returns the places of findings in order of first appearance.
  private func places(_ findings: [Finding]) -> [Place] {
    var places: [Place] = []
    var index: [SourceLocation?: Int] = [:]
    for finding in findings {
      // Findings without a line have nothing that two apps share.
      if let known = index[finding.location], finding.location != nil {
        places[known].findings.append(finding)
      } else {
        index[finding.location] = places.count
        places.append(Place(first: finding, findings: [finding]))
      }
    }
    return places
  }

  private func withPath(_ location: SourceLocation) -> SourceLocation {
    SourceLocation(file: scriptPaths[location.file] ?? location.file, line: location.line)
  }

  private func lines(_ place: Place, _ style: TextStyle) -> [String] {
    let indent = String(repeating: " ", count: 8)
    let location = place.first.location.map { printable("\(withPath($0))") } ?? "no line known"
    let apps = place.findings.map { name(of: $0) }
    let others = apps.count > 1 ? " and \(grouped(apps.count - 1)) others" : ""
    let times = place.count == 1 ? "once" : "\(grouped(place.count)) times"
    let head = "\(location): \(apps[0])\(others), \(times), first at \(clock(place.first))"
    return wrapped(head, to: style.width, after: indent, indent: 10)
      + wrapped(printable(place.first.message), to: style.width - 10).map { indent + "  " + $0 }
  }

  private func clock(_ finding: Finding) -> String { run.clock.text(finding.firstAt) }

  func name(of finding: Finding) -> String { printable(run.apps[Int(finding.app.index)].name) }
}

extension FindingRule {
  /// The summary, after how grave it is where it is no fault.
  var kindAndSummary: String { kind == .fault ? summary : "\(kind.rawValue): \(summary)" }
}
