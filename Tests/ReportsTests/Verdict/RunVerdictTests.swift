import Simulation
import Testing

@testable import Device
@testable import Reports

@Suite("The verdict of a run")
struct RunVerdictTests {
  private func texts(_ lines: [String]) throws -> [String] {
    RunVerdict(try timeline(lines)).sentences.map(\.text)
  }

  private func found(
    _ at: Int, _ app: String, _ rule: String = "taskNeverEnded", _ file: String = "leaky.lua"
  ) -> String {
    "\(at) finding \(app) "
      + #""rule":"\#(rule)","file":"\#(file)","line":7,"message":"m""#
  }

  private func exit(
    _ at: Int, _ app: String, _ reason: String = "backgroundTaskAssertionTimeout",
    _ code: String = "0x2182bad2"
  ) -> String {
    #"\#(at) app.exit \#(app) "reason":"\#(reason)","code":"\#(code)","detail":"""#
  }

  private let advice = FindingRule.taskNeverEnded.advice

  @Test("names the app, how often, the code, the finding, its line and what to do")
  func killed() throws {
    let lines = [
      found(1, "coupons"), exit(1, "coupons"), found(9, "coupons"), exit(9, "coupons"),
    ]
    #expect(
      try texts(lines) == [
        "coupons was killed 2 times (0x2182bad2): background task never ended, leaky.lua:7: \(advice)"
      ])
  }

  @Test(
    "apps that die of one line are one sentence; of another line, another, the more often first")
  func grouped() throws {
    let lines =
      ["a", "b", "c"].flatMap { [found(1, $0), exit(2, $0)] }
      + [found(3, "d", "taskNeverEnded", "other.lua"), exit(4, "d")]
    let texts = try texts(lines)
    #expect(texts.count == 2)
    #expect(
      texts[0].hasPrefix("a and 2 others were killed 3 times in all (0x2182bad2): background task"))
    #expect(
      texts[1].hasPrefix("d was killed once (0x2182bad2): background task never ended, other"))
  }

  @Test("kills of Android's that two mistakes led to are two sentences")
  func android() throws {
    let texts = try texts([
      found(1, "a", "foregroundServiceNotStarted"),
      exit(1, "a", "uncaughtException", "REASON_CRASH"),
      found(2, "b", "exactAlarmNotPermitted", "b.lua"),
      exit(2, "b", "uncaughtException", "REASON_CRASH"),
    ])
    #expect(texts.count == 2)
    #expect(texts[0].hasPrefix("a was killed once (REASON_CRASH): service did not come to"))
    #expect(texts[1].hasPrefix("b was killed once (REASON_CRASH): exact alarm without the"))
  }

  @Test("a kill without a finding says its reason, and one for the phone's sake is none")
  func reasons() throws {
    #expect(
      try texts([
        exit(1, "a", "cpuLimit", "EXC_RESOURCE"), exit(2, "b", "memoryPressure", "jetsam"),
      ])
        == ["a was killed once (EXC_RESOURCE): cpuLimit"])
  }

  @Test("says that nothing was wrong, or that there are mistakes though nothing was killed")
  func alive() throws {
    #expect(
      try texts(["1 user.open a"])
        == ["No app was killed, and the device saw no mistake of an app."])
    #expect(
      try texts([found(1, "a"), found(2, "a"), found(3, "b")]) == [
        "No app was killed.",
        "a and b, 3 times: background task never ended, leaky.lua:7: \(advice)",
      ])
  }

  @Test("risks and notes are counted, and no verdict")
  func lesser() throws {
    #expect(
      try texts([found(1, "a", "hang"), found(2, "a", "hang"), found(3, "b", "modeUnused")]) == [
        "No app was killed, and no fault was found.",
        "Also 2 risks and 1 note; see the findings.",
      ])
  }

  @Test("of many places it tells three and how many more there are")
  func many() throws {
    let lines = (1...9).map { found($0, "app\($0)", "taskNotCompleted", "\($0).lua") }
    let texts = try texts(lines)
    #expect(texts.count == 5)
    #expect(texts[4] == "And 6 more mistakes; see the findings.")
  }

  @Test("of many kills it tells three, and then whose the others are, before other mistakes")
  func manyKills() throws {
    let lines =
      (1...6).flatMap {
        [found($0, "app\($0)", "taskNeverEnded", "\($0).lua"), exit($0, "app\($0)")]
      }
      + [found(7, "other", "taskNotCompleted")]
    let texts = try texts(lines)
    #expect(texts.prefix(3).allSatisfy { $0.contains("was killed once") })
    #expect(texts[3] == "And 3 more kills, of app4, app5, app6; see the findings.")
    #expect(texts[4].hasPrefix("other, once: "))
  }

  @Test("the page of a run has the sentences of the terminal, and where each leads")
  func page() throws {
    var lines = [
      found(95, "leaky", "taskNeverEnded", "../apps/leaky.lua"),
      exit(96, "leaky"), "1 user.open news",
    ]
    lines.sort { (Int($0.prefix { $0 != " " }) ?? 0) < (Int($1.prefix { $0 != " " }) ?? 0) }
    let page = TimelinePage(try timeline(lines), of: sampleRun())
    let told = try #require(try page.data.at("verdict").list.first)
    #expect(try told.at("finding") == .integer(0))
    #expect(try told.at("tone") == .string("bad"))
    let kills = try page.data.at("kills").list
    #expect(try kills.map { try $0.at("at") } == [.integer(96_000_000)])
    let text = RunReport(sampleRun()).text()
    let sentences = RunVerdict(sampleRun()).sentences.map(\.text)
    #expect(sentences.count == 2)
    #expect(
      sentences[0].hasPrefix(
        "leaky was killed 5 times (0x2182bad2): background task never ended, leaky.lua:9: ")
    )
    let flat = text.replacing("\n  ", with: " ")
    for sentence in sentences { #expect(flat.contains(sentence)) }
  }
}
