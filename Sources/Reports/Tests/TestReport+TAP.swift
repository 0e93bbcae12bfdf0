import Simulation

extension TestReport {
  /// The report by the Test Anything Protocol, version 14 (testanything.org): a line each, with a
  /// block of YAML where a test failed.
  public var tap: String {
    let broken = files.count { $0.problem != nil }
    var text = "TAP version 14\n1..\(testCount + broken)\n"
    var number = 0
    for file in files {
      if let problem = file.problem {
        number += 1
        text += "not ok \(number) - \(TestReport.escaped(file.path))\n"
        text += TestReport.yaml([("message", problem)])
      }
      for test in file.tests {
        number += 1
        text +=
          "\(test.hasPassed ? "ok" : "not ok") \(number) - "
          + TestReport.escaped("\(file.path): \(test.name)") + "\n"
        for failure in test.failures {
          text += TestReport.yaml([
            ("message", failure.message), ("at", failure.place), ("when", failure.circumstance),
            ("seeds", test.repetition ?? ""), ("advice", failure.advice.joined(separator: "\n")),
          ])
        }
      }
    }
    return text
  }

  /// Returns a description that neither is more than a line nor begins a directive.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    // By scalars: one with an accent is another character.
    for scalar in printable(text).unicodeScalars {
      if scalar == "\\" || scalar == "#" { escaped += "\\" }
      escaped.unicodeScalars.append(scalar)
    }
    return escaped
  }

  /// Returns a block of YAML; strings of JSON are strings of YAML.
  private static func yaml(_ fields: [(String, String)]) -> String {
    let lines = fields.filter { !$0.1.isEmpty }
      .map { "  \($0.0): \(JSONValue.string($0.1).text)\n" }
    return "  ---\n\(lines.joined())  ...\n"
  }
}
