import Device
import Testing

@testable import Reports

@Suite("What a check advises, by the family of the system")
struct CheckAdviceTests {
  private let android = "move the work to a thread, wait for nothing, and return"
  private let iOS = "move the work to DispatchQueue.global(), wait for nothing, and return"

  private func report(_ families: SystemFamily?...) -> CheckReport {
    CheckReport(
      families.map { family in
        var item = CheckReport.Item(.risk, rule: .hang, at: nil, "stood still")
        item.family = family
        return CheckReport.File(path: "a.lua", kind: "app", items: [item])
      })
  }

  @Test("as text, JSON and SARIF an app for Android is advised as Android has it")
  func families() throws {
    for (family, own, other) in [(SystemFamily.android, android, iOS), (.iOS, iOS, android)] {
      let report = report(family)
      for text in [report.json, report.sarif(version: "1")] {
        #expect(text.contains(own) && !text.contains(other), "\(family)")
      }
    }
  }

  @Test("SARIF, which tells a rule once, has the advice of both where apps of both have it")
  func both() {
    let sarif = report(.android, .iOS).sarif(version: "1")
    #expect(sarif.contains("\"\(FindingRule.hang.advice)\""))
  }
}
