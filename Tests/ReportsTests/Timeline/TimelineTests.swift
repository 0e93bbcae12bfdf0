import Device
import Simulation
import Testing

@testable import Reports

@Suite("Timeline")
struct TimelineTests {
  @Test("an app's activities follow each other from the start to the end, with their causes")
  func activities() throws {
    let made = try timeline(
      [
        #"10 app.state chat "from":"notRunning","to":"inactive","reason":"user""#,
        #"10 app.state chat "from":"inactive","to":"active","reason":"user""#,
        #"40 app.state chat "from":"active","to":"inactive","reason":"user""#,
        #"40 app.state chat "from":"inactive","to":"background","reason":"user""#,
        #"40 budget.grant chat "grantNs":30000000000"#,
        #"50 budget.return chat "returnNs":20000000000"#,
        #"51 app.state chat "from":"background","to":"suspended","reason":"idle""#,
        #"90 fetch.start chat "launched":false"#,
        #"90 app.state chat "from":"suspended","to":"background","reason":"fetch""#,
        #"92 fetch.complete chat "result":"newData","tookNs":2000000000"#,
        #"92 app.state chat "from":"background","to":"suspended","reason":"idle""#,
      ], end: 100)
    #expect(
      made.activities(of: 0) == [
        "0-10 notRunning", "10-40 front user", "40-50 granted user", "50-51 background user",
        "51-90 suspended idle", "90-92 fetching fetch", "92-100 suspended idle",
      ])
  }

  @Test("the most telling of several reasons to run is shown: a fetch, a service, reserved time")
  func reasons() throws {
    let made = try timeline(
      [
        #"0 app.state a "from":"notRunning","to":"background","reason":"location""#,
        #"5 app.state a "from":"background","to":"suspended","reason":"idle""#,
        #"6 app.state a "from":"suspended","to":"background","reason":"refresh""#,
        #"6 work.start a "work":"refresh","launched":false"#,
        #"7 fetch.start a "launched":false"#,
        #"8 fetch.complete a "result":"noData","tookNs":1000000000"#,
        #"9 work.end a "work":"refresh","ending":"completed","result":"completed","tookNs":3000000000"#,
        #"9 audio.start a"#, #"12 audio.stop a"#,
      ], end: 13)
    #expect(
      made.activities(of: 0) == [
        "0-5 service location", "5-6 suspended idle", "6-7 service refresh", "7-8 fetching refresh",
        "8-12 service refresh", "12-13 background refresh",
      ])
    #expect(
      made.spans(of: 0) == [
        "work 0 refresh 6-9 completed, completed", "work 1 fetch 7-8 noData",
        "audio 0 audio 9-12 stopped",
      ])
  }

  @Test("spans of one kind that overlap have rows of their own, which are used again")
  func rows() throws {
    let made = try timeline(
      [
        #"0 task.begin a "id":1,"name":"one""#, #"1 task.begin a "id":2,"name":"two""#,
        #"2 task.end a "id":1"#, #"3 task.begin a "id":3,"name":null"#,
      ], end: 9)
    #expect(
      made.spans(of: 0) == [
        "task 0 one 0-2 ended", "task 1 two 1-9 open", "task 0 task 3 3-9 open",
      ])
  }

  @Test("the end of a process ends all that is under way in it, by its reason")
  func exit() throws {
    let made = try timeline(
      [
        #"0 app.state a "from":"notRunning","to":"background","reason":"fetch""#,
        #"0 fetch.start a "launched":true"#,
        #"1 request.start a "id":1,"url":"https://a.example/""#,
        #"2 lock.acquire a "name":"box","holder":null"#,
        #"30 fetch.timeout a"#,
        #"30 app.exit a "reason":"backgroundFetchTimeout","code":"0x2182bad4","detail":"never""#,
        #"30 app.state a "from":"background","to":"notRunning","reason":"backgroundFetchTimeout""#,
      ], end: 40)
    #expect(
      made.spans(of: 0) == [
        "work 0 fetch 0-30 backgroundFetchTimeout",
        "request 0 https://a.example/ 1-30 backgroundFetchTimeout",
        "lock 0 box 2-30 backgroundFetchTimeout",
      ])
    #expect(
      made.marks(of: 0, [.kill, .expiry]) == [
        "30 expiry the time of its fetch is over",
        "30 kill backgroundFetchTimeout (0x2182bad4): never",
      ])
    #expect(made.steps(of: .slots).map(\.value) == [1, 0])
    #expect(made.totals(of: 0).exits == 1)
  }

  @Test("a request that the system has cut off ends with why")
  func cutOff() throws {
    let made = try timeline(
      [
        #"1 request.start a "id":1,"url":"https://a.example/""#,
        #"2 request.finish a "id":1,"error":"networkConnectionLost","cut":"deviceIdle""#,
      ], end: 9)
    #expect(
      made.spans(of: 0) == ["request 0 https://a.example/ 1-2 networkConnectionLost: deviceIdle"])
  }

  @Test("the user's lane has the app in front, and ends with its process")
  func user() throws {
    let made = try timeline(
      [
        "1 user.open a", "4 user.open b", "6 user.close b", "7 user.open a",
        #"8 app.exit a "reason":"memoryLimit","code":"per-process-limit","detail":"""#,
      ], end: 9)
    #expect(
      made.user.map { "\($0.name) \($0.from.seconds)-\($0.to.seconds)" } == [
        "a 1.0-4.0", "b 4.0-6.0", "a 7.0-8.0",
      ])
    #expect(made.totals(of: 0).opens == 2)
  }

  @Test("a network or charger that stays as it is makes no new stretch")
  func conditions() throws {
    let made = try timeline(
      [
        #"0 network - "to":"wifi""#, #"5 network - "to":"wifi""#, #"6 network - "to":"none""#,
        #"0 power - "level":0.5,"charging":true,"lowPowerMode":false"#,
        #"7 power - "level":0.6,"charging":true,"lowPowerMode":false"#,
      ].sorted(), end: 8)
    #expect(made.network.map(\.name) == ["wifi", "none"])
    #expect(made.network.map(\.to.seconds) == [6, 8])
    #expect(made.charger.map(\.name) == ["charging"])
    #expect(made.steps(of: .battery).map(\.value) == [0.5, 0.6])
  }

  @Test("slots are free from the start of a trace on, until the first is taken")
  func freeSlots() throws {
    let made = try timeline(
      [
        #"10 fetch.start a "launched":false"#,
        #"12 fetch.complete a "result":"noData","tookNs":2000000000"#,
        #"20 power - "level":0.5,"charging":false,"lowPowerMode":false"#,
      ], end: 30)
    func steps(_ level: Level) -> [String] {
      made.steps(of: level).map { "\($0.at.nanoseconds / 1_000_000_000) \($0.value)" }
    }
    #expect(steps(.slots) == ["0 0.0", "10 1.0", "12 0.0"])
    #expect(steps(.processingSlots) == [])
    // What the battery held before is not known.
    #expect(steps(.battery) == ["20 0.5"])
  }

  @Test("a finding that is taken back is none, and leaves those beside it")
  func withdrawnFindings() throws {
    func place(_ rule: String, _ line: Int) -> String {
      #""rule":"\#(rule)","file":"a.lua","line":\#(line)"#
    }
    let made = try timeline([
      #"1 finding a \#(place("taskNotEndedInHandler", 7)),"message":"open""#,
      #"1 finding a \#(place("taskNotEndedInHandler", 8)),"message":"open too""#,
      #"2 finding a \#(place("hang", 9)),"message":"busy""#,
      #"6 finding.undone a \#(place("taskNotEndedInHandler", 7)),"message":"open""#,
      #"6 finding a \#(place("taskNeverEnded", 7)),"message":"never""#,
      // What was never told cannot be taken back.
      #"7 finding.undone a \#(place("taskNotEndedInHandler", 7)),"message":"open""#,
      #"7 finding.undone b \#(place("hang", 9)),"message":"busy""#,
      #"8 finding a \#(place("hang", 9)),"message":"busy again""#,
      #"9 finding.undone a \#(place("hang", 9)),"message":"busy again""#,
    ])
    #expect(
      made.findings.map { "\($0.rule) \($0.location?.line ?? 0) \($0.times.map(\.nanoseconds))" }
        == [
          "taskNotEndedInHandler 8 [1000000000]", "hang 9 [2000000000]",
          "taskNeverEnded 7 [6000000000]",
        ])
    #expect(
      made.marks(of: 0, [.finding]) == [
        "1 finding taskNotEndedInHandler: open too", "2 finding hang: busy",
        "6 finding taskNeverEnded: never",
      ])
    #expect(made.totals(of: 0).findings == 3)
  }

  @Test("of findings at one line, the one of those words is taken back, and the others keep theirs")
  func withdrawnByWords() throws {
    let place = #""rule":"hang","file":"a.lua","line":9"#
    let made = try timeline([
      #"1 finding a \#(place),"message":"one""#, #"2 finding a \#(place),"message":"two""#,
      #"3 finding a \#(place),"message":"three""#,
      #"4 finding.undone a \#(place),"message":"one""#,
      #"5 finding.undone a \#(place),"message":"none""#,
    ])
    let found = try #require(made.findings.first)
    #expect(found.message == "two")
    #expect(found.times.map(\.nanoseconds) == [2_000_000_000, 3_000_000_000])
    #expect(made.marks(of: 0, [.finding]) == ["2 finding hang: two", "3 finding hang: three"])
  }

  @Test("a finding at one line of an app is one, with each of its times")
  func findings() throws {
    let made = try timeline(
      [1, 2, 3].map {
        #"\#($0) finding a "rule":"taskNeverEnded","file":"a.lua","line":\#($0 < 3 ? 7 : 8),"message":"m""#
      })
    #expect(made.findings.map(\.times.count) == [2, 1])
    #expect(made.totals(of: 0).findings == 3)
  }

  @Test("without a scenario the pool is known from the first line that has it")
  func pool() throws {
    let grant = #"1 budget.grant a "grantNs":30000000000"#
    let explanation = #"2 policy.explanation - "call":"fetches","poolNs":570000000000"#
    #expect(try timeline([grant]).steps(of: .pool).isEmpty)
    let made = try timeline([grant, explanation, #"3 budget.return a "returnNs":10000000000"#])
    #expect(made.steps(of: .pool).map(\.value) == [570, 580])
  }

  @Test("records that do not follow from one another do no harm")
  func odd() throws {
    let made = try timeline([
      #"1 task.end a "id":99"#, #"3 policy.decision -"#,
      #"4 budget.grant a "grantNs":3155760000000000000"#,
      #"5 budget.grant a "grantNs":3155760000000000000"#, "7 audio.start a", "8 audio.start a",
    ])
    #expect(made.apps.count == 1)
    #expect(made.spans(of: 0) == ["audio 0 audio 7-8 ", "audio 0 audio 8-8 open"])
    #expect(made.decisions.count == 1)
  }

  @Test(
    "what no trace says is refused before it is in a timeline, by its kind and field",
    arguments: [
      (
        #""kind":"app.state","app":"a","from":"inactive","to":7,"reason":"user""#,
        RecordError.badField("to", of: .appState, .integer(7))
      ),
      (#""kind":"nonsense","app":"a""#, .noKind("nonsense")),
      (#""kind":"policy.decision""#, .badField("call", of: .policyDecision, .null)),
      (
        #""kind":"budget.grant","app":"a","grantNs":9223372036854775807"#,
        .badField("grantNs", of: .budgetGrant, .integer(.max))
      ),
      (
        #""kind":"budget.grant","app":"a","grantNs":-4"#,
        .badField("grantNs", of: .budgetGrant, .integer(-4))
      ),
      (
        #""kind":"power","level":"full","charging":true,"lowPowerMode":false"#,
        .badField("level", of: .power, .string("full"))
      ),
      (#""kind":"power","level":1,"lowPowerMode":false"#, .noField("charging", of: .power)),
    ])
  func refused(fields: String, error: RecordError) {
    #expect(throws: error) {
      try RecordEntry(parsing: Array(#"{"ns":0,\#(fields)}"#.utf8))
    }
  }

  @Test("nothing at all is a timeline too")
  func nothing() throws {
    let made = try timeline([])
    #expect(made.apps.isEmpty && made.end == .start && made.user.isEmpty)
  }
}
