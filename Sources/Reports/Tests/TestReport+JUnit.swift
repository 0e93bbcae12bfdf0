import Simulation

extension TestReport {
  /// The report as the XML of JUnit that build servers read; without times, which would differ from
  /// run to run.
  public var junit: String {
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    let errors = files.count { $0.problem != nil }
    text +=
      "<testsuites tests=\"\(testCount)\" failures=\"\(failureCount)\" errors=\"\(errors)\">\n"
    for file in files {
      let failures = file.tests.count { !$0.hasPassed }
      text +=
        "  <testsuite name=\(attribute(file.path)) tests=\"\(file.tests.count)\" "
        + "failures=\"\(failures)\" errors=\"\(file.problem == nil ? 0 : 1)\">\n"
      if let problem = file.problem {
        text += "    <testcase classname=\(attribute(file.path)) name=\"load\">\n"
        text += "      <error>\(escaped(problem))</error>\n    </testcase>\n"
      }
      for test in file.tests { text += element(of: test, in: file) }
      text += "  </testsuite>\n"
    }
    return text + "</testsuites>\n"
  }

  private func element(of test: Test, in file: File) -> String {
    let head = "    <testcase classname=\(attribute(file.path)) name=\(attribute(test.name))"
    if test.hasPassed { return head + "/>\n" }
    var text = head + ">\n"
    for failure in test.failures {
      let first = failure.message.split(separator: "\n").first.map(String.init) ?? ""
      let lines = failure.lines + (test.repetition.map { [$0] } ?? []) + failure.advice
      text +=
        "      <failure message=\(attribute(first))>"
        + escaped(lines.joined(separator: "\n")) + "</failure>\n"
    }
    if !test.output.isEmpty {
      text += "      <system-out>\(escaped(test.output.joined(separator: "\n")))</system-out>\n"
    }
    return text + "    </testcase>\n"
  }

  private func attribute(_ text: String) -> String {
    // As plain characters, both would be read as spaces.
    let text = escaped(text).replacing("\n", with: "&#10;").replacing("\t", with: "&#9;")
    return "\"\(text)\""
  }

  /// Returns the string as XML shows it; a character that XML 1.0 cannot hold becomes U+FFFD.
  private func escaped(_ text: String) -> String {
    htmlText(
      String(
        String.UnicodeScalarView(
          text.unicodeScalars.map { isValidInXML($0) ? $0 : "\u{FFFD}" })))
  }

  private func isValidInXML(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\n", "\t": true
    case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": false
    default: true
    }
  }
}
