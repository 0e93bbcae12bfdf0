import Foundation
import Simulation
import Testing

@testable import Device
@testable import Reports

@Suite struct RunReportJSONTests {
  @Test("the JSON is one object with the parts of the scripting contract")
  func parts() throws {
    let run = try object(RunReport(sampleRun()).json)
    #expect(
      Set(run.keys) == [
        "scenario", "os", "policy", "seed", "parameters", "run", "warmUp", "startsAt", "duration",
        "events", "fingerprint",
        "device",
        "apps",
        "findings",
      ])
    #expect(run["scenario"] as? String == "A morning with three apps")
    #expect(run["duration"] as? Double == 21_600)
    #expect(run["fingerprint"] as? String == "0123456789abcdef000000000000fedc")
    let findings = try #require(run["findings"] as? [[String: Any]])
    #expect(findings.map { $0["line"] as? Int } == [9, 38])
    #expect(findings.map { $0["count"] as? Int } == [5, 1])
    let advice = [FindingRule.taskNeverEnded, .completionNeverCalled].map(\.advice)
    #expect(findings.map { $0["advice"] as? String } == advice)
  }

  @Test("text and JSON hold the same numbers under the same names")
  func sameNumbers() throws {
    let run = sampleRun()
    let report = RunReport(run)
    let text = report.text()
    let apps = try #require(object(report.json)["apps"] as? [String: [String: Any]])
    for figures in [AppFigures.background, AppFigures.fetch] {
      for app in run.apps where figures[0].key == "opens" || app.fetches > 0 {
        let cells = figures.map { figure in
          (apps[app.name]?[figure.key] as? Double).map(figure.unit.text) ?? "-"
        }
        #expect(rows(of: app.name, in: text).contains(cells), "\(app.name): \(cells)")
      }
    }
    let device = try #require(object(report.json)["device"] as? [String: Any])
    for figure in DeviceFigures.pool + DeviceFigures.slots + DeviceFigures.energy
      + DeviceFigures.battery + DeviceFigures.bytes
    {
      let value = try #require(device[figure.key] as? Double)
      #expect(text.contains("\(figure.heading) \(figure.unit.text(value))"))
    }
    #expect(text.contains("Jain's index  0.624 "))
    #expect(device["jainIndex"] as? Double == 0.62371)
    let leaky = try #require(apps["leaky"]?["exitsByReason"] as? [String: Int])
    #expect(leaky == ["backgroundTaskAssertionTimeout": 5, "memoryPressure": 1])
  }

  @Test("every figure has a key of its own")
  func distinctKeys() {
    #expect(Set(AppFigures.all.map(\.key)).count == AppFigures.all.count)
    #expect(Set(DeviceFigures.all.map(\.key)).count == DeviceFigures.all.count)
  }

  @Test("real time is not in the JSON, so that equal runs give equal bytes")
  func reproducible() {
    let slow = RunReport(sampleRun(), realTime: .seconds(9)).json
    #expect(slow == RunReport(sampleRun(), realTime: nil).json)
  }

  @Test("texts of every kind come through JSON unharmed")
  func escapes() throws {
    let text = "quote \" backslash \\ newline \n tab \t bell \u{7} é 🌙"
    let value = JSONValue.object([.init("key", .string(text)), .init("seed", .unsigned(.max))])
    let object = try object(value.text)
    #expect(object["key"] as? String == text)
    #expect(value.text.contains("\"seed\": 18446744073709551615"))
    #expect(JSONValue.number(.infinity).text == "null")
    #expect(JSONValue.number(12).text == "12")
    #expect(JSONValue.array([]).text == "[]")
  }

  private func object(_ json: String) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
  }

  /// The cells of each line that begins with the name.
  private func rows(of name: String, in text: String) -> [[String]] {
    text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
      .filter { $0.first == name }.map { Array($0.dropFirst()) }
  }
}
