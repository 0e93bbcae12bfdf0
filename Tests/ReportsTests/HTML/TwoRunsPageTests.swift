import Foundation
import Simulation
import Testing

@testable import Device
@testable import Reports

@Suite("The page of two runs")
struct TwoRunsPageTests {
  private typealias Members = [String: Any]

  private let first = [
    #"1 user.open mail"#, #"1 app.state mail "to":"active","reason":"user""#,
    #"2 app.state mail "to":"suspended","reason":"user""#,
    #"3 app.state chat "to":"background","reason":"fetch""#,
    #"4 finding chat "rule":"taskNeverEnded","file":"chat.lua","line":3,"message":"m""#,
    #"9 app.log mail "message":"end""#,
  ]
  private let second = [
    #"1 user.open mail"#, #"1 app.state mail "to":"active","reason":"user""#,
    #"6 app.state mail "to":"suspended","reason":"user""#,
    #"7 app.state news "to":"background","reason":"fetch""#, #"12 app.log mail "message":"end""#,
  ]

  private func data(_ first: [String], _ second: [String]) throws -> Members {
    let comparison = try TraceComparison(of: first.map(json), second.map(json))
    let report = DifferenceReport(comparison, names: ("a.jsonl", "b.jsonl"), runs: nil)
    let page = TimelinePage(try timeline(first), try timeline(second), of: report)
    let data = Data(page.data.compactText.utf8)
    return try #require(JSONSerialization.jsonObject(with: data) as? Members)
  }

  /// A line of a sample as a trace has it.
  private func json(_ line: String) throws -> String {
    let entry = try record(line)
    let head: [JSONValue.Member] = [
      .init("ns", .integer(Int(entry.at.nanoseconds))),
      .init("kind", .string(entry.kind.rawValue)),
      .init("app", .string(try #require(entry.app))),
    ]
    return JSONValue.object(head + entry.fields).text
  }

  @Test("has the lanes of an app above one another, and marks when they differ")
  func lanes() throws {
    let data = try data(first, second)
    let apps = try #require(data["apps"] as? [Members])
    #expect(apps.map { $0["label"] as? String } == ["1 mail", "2 mail", "1 chat", "2 news"])
    for mail in apps[..<2] {
      let differs = try #require(mail["differs"] as? [String: [Int]])
      #expect(differs == ["at": [2_000_000], "lasted": [4_000_000]])
    }
    #expect(data["end"] as? Int == 12_000_000)
  }

  @Test("marks the moment from which on the runs differ, and none where they do not")
  func parting() throws {
    #expect(try data(first, second)["partsAt"] as? Int == 2_000_000)
    #expect(try data(first, first)["partsAt"] as? Int == -1)
  }

  @Test("says of what it is and where the runs part")
  func head() throws {
    let facts = try #require(try data(first, second)["facts"] as? [[String]])
    #expect(
      facts == [
        ["1", "a.jsonl"], ["2", "b.jsonl"],
        ["records", "The first 2 records are equal, then they differ"],
        ["they part at", "00:00:02.000"], ["worlds", "equal"],
      ])
    let verdict = try #require(try data(first, first)["verdict"] as? [Members])
    #expect(verdict.map { $0["text"] as? String } == ["The runs are equal: the same 6 records."])
  }

  @Test("a finding is in the lane of its own run")
  func findings() throws {
    for (lines, lane) in [((first, second), 2), ((second, first), 3)] {
      let data = try data(lines.0, lines.1)
      let findings = try #require(data["findings"] as? [Members])
      #expect(findings.map { $0["app"] as? Int } == [lane])
      let apps = try #require(data["apps"] as? [Members])
      #expect(apps[lane]["name"] as? String == "chat")
    }
  }

  @Test("what is the same in both is there once")
  func conditions() throws {
    let same = try #require(try data(first, first)["conditions"] as? [Members])
    #expect(same.map { $0["name"] as? String } == ["user", "network", "charger"])
    let two = try #require(try data(first, second)["conditions"] as? [Members])
    #expect(
      two.map { $0["name"] as? String } == ["user 1", "user 2", "network", "charger"])
    #expect(two.map { $0["key"] as? String } == ["user", "user", "network", "charger"])
  }
}
