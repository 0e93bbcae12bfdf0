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
        "  <testsuite name=\(xmlAttribute(file.path)) tests=\"\(file.tests.count)\" "
        + "failures=\"\(failures)\" errors=\"\(file.problem == nil ? 0 : 1)\">\n"
      if let problem = file.problem {
        text += "    <testcase classname=\(xmlAttribute(file.path)) name=\"load\">\n"
        text += "      <error>\(xmlText(problem))</error>\n    </testcase>\n"
      }
      for test in file.tests { text += element(of: test, in: file) }
      text += "  </testsuite>\n"
    }
    return text + "</testsuites>\n"
  }

  private func element(of test: Test, in file: File) -> String {
    let head = "    <testcase classname=\(xmlAttribute(file.path)) name=\(xmlAttribute(test.name))"
    if test.hasPassed { return head + "/>\n" }
    var text = head + ">\n"
    for failure in test.failures {
      let first = failure.message.split(separator: "\n").first.map(String.init) ?? ""
      let lines = failure.lines + (test.repetition.map { [$0] } ?? []) + failure.advice
      text +=
        "      <failure message=\(xmlAttribute(first))>"
        + xmlText(lines.joined(separator: "\n")) + "</failure>\n"
    }
    if !test.output.isEmpty {
      text += "      <system-out>\(xmlText(test.output.joined(separator: "\n")))</system-out>\n"
    }
    return text + "    </testcase>\n"
  }
}
