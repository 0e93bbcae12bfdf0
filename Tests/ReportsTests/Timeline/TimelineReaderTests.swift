import Device
import Simulation
import Testing

@testable import Reports

/// What each kind of record says, event by event.
@Suite("TimelineReader")
struct TimelineReaderTests {
  /// The events of some records, read by a reader that has read others before.
  private func events(
    after before: [String] = [], _ lines: [String], apps: [String] = ["a", "b"],
    pool: (initial: Int, capacity: Int)? = nil
  ) throws -> [TimelineEvent] {
    var reader = TimelineReader(apps: apps, pool: pool)
    for line in before { reader.read(try record(line)) { _ in } }
    var events: [TimelineEvent] = []
    for line in lines { reader.read(try record(line)) { events.append($0) } }
    return events
  }

  private let second = 1_000_000_000

  @Test(
    "before the first record it reports apps, the pool if it is known, and that no slot is taken")
  func begin() {
    for (pool, levels) in [
      (nil, []), ((initial: 90 * second, capacity: 600 * second), [TimelineEvent.level(.pool, 90)]),
    ] as [((initial: Int, capacity: Int)?, [TimelineEvent])] {
      var events: [TimelineEvent] = []
      TimelineReader(apps: ["a", "b"], pool: pool).begin { events.append($0) }
      #expect(
        events == [.app(0, name: "a"), .app(1, name: "b")] + levels + [.level(.slots, 0)])
    }
  }

  @Test("an app that was not known is reported at its first record, and only by that")
  func newApp() throws {
    #expect(
      try events([#"1 app.log c "message":"hi""#, #"2 app.log c "message":"ho""#]) == [
        .app(2, name: "c"), .mark(2, .log, "hi", decision: nil),
        .mark(2, .log, "ho", decision: nil),
      ])
  }

  @Test(
    "conditions of the device",
    arguments: [
      (#"1 network - "to":"cellular""#, [TimelineEvent.network("cellular")]),
      (
        #"1 power - "level":0.25,"charging":true,"lowPowerMode":true"#,
        [.power(isCharging: true, isLowPowerMode: true), .level(.battery, 0.25)]
      ),
      ("1 unlock -", []),
    ])
  func conditions(line: String, expected: [TimelineEvent]) throws {
    #expect(try events([line]) == expected)
  }

  @Test(
    "the pool loses what is granted, gains what is returned or added, up to what it can hold"
  )
  func pool() throws {
    let told = try events(
      [
        #"1 budget.grant a "grantNs":40000000000"#, #"2 budget.return a "returnNs":10000000000"#,
        #"3 budget.refill - "addedNs":100000000000"#, #"4 budget.refill - "addedNs":0"#,
        #"5 policy.explanation - "poolNs":100000000000"#,
        #"6 policy.explanation - "poolNs":70000000000"#,
      ], pool: (initial: 50 * second, capacity: 100 * second))
    let levels = told.filter { if case .level = $0 { true } else { false } }
    // The fourth adds nothing, and the fifth is no news.
    #expect(levels == [10, 20, 100, 100, 70].map { .level(.pool, $0) })
  }

  @Test("time is reserved from where the last reservation ends, and shortened by what is returned")
  func reserved() throws {
    let told = try events(
      after: [#"0 app.state a "to":"background","reason":"user""#],
      [
        #"10 budget.grant a "grantNs":30000000000"#, #"20 budget.grant a "grantNs":5000000000"#,
        #"21 budget.return a "returnNs":10000000000"#,
        #"22 budget.return a "returnNs":99000000000"#,
        #"23 budget.return a "returnNs":1000000000"#,
        #"24 budget.grant a "grantNs":6000000000"#,
      ])
    func until(_ seconds: Int?) -> TimelineEvent {
      .reserved(0, until: seconds.map { .start + .seconds($0) })
    }
    #expect(
      told == [
        until(40), .activity(0, .granted, cause: "user"), until(45), until(35), until(nil),
        .activity(0, .background, cause: "user"), until(nil), until(30),
        .activity(0, .granted, cause: "user"),
      ])
  }

  @Test("no time is reserved for an app that does not run")
  func reservedForNobody() throws {
    #expect(
      try events([#"10 budget.grant a "grantNs":30000000000"#]) == [
        .reserved(0, until: .start + .seconds(40)), .reserved(0, until: nil),
      ])
  }

  @Test("a reservation that is over is none from the app's next record on")
  func over() throws {
    let told = try events(
      after: [
        #"0 app.state a "to":"background","reason":"user""#,
        #"1 budget.grant a "grantNs":5000000000"#,
      ], [#"5 app.log a "message":"still""#, #"6 app.log a "message":"late""#])
    #expect(
      told == [
        .mark(0, .log, "still", decision: nil), .mark(0, .log, "late", decision: nil),
        .reserved(0, until: nil), .activity(0, .background, cause: "user"),
      ])
  }

  @Test(
    "the user",
    arguments: [
      ("user.open a", [TimelineEvent.user(0), .mark(0, .note, "user.open", decision: nil)]),
      ("user.open b", [.mark(1, .note, "user.open", decision: nil)]),
      ("user.close b", [.user(nil), .mark(1, .note, "user.close", decision: nil)]),
      ("user.close a", [.mark(0, .note, "user.close", decision: nil)]),
      (
        "user.forceQuit b",
        [.user(nil), .mark(1, .forceQuit, "the user swipes it away", decision: nil)]
      ),
      ("user.forceQuit a", [.mark(0, .forceQuit, "the user swipes it away", decision: nil)]),
    ])
  func user(line: String, expected: [TimelineEvent]) throws {
    #expect(try events(after: ["1 user.open b"], ["2 \(line)"]) == expected)
  }

  @Test(
    "the end of a process is a kill unless it was in good order",
    arguments: [
      (#""reason":"normal""#, MarkKind.exit, "normal"),
      (#""reason":"memoryPressure","detail":"""#, .exit, "memoryPressure"),
      (#""reason":"forceQuit""#, .exit, "forceQuit"),
      (
        #""reason":"watchdog","code":"0x8badf00d","detail":"5 s""#, .kill,
        "watchdog (0x8badf00d): 5 s"
      ),
    ])
  func exits(fields: String, kind: MarkKind, words: String) throws {
    let killed: [TimelineEvent] =
      kind == .kill ? [.killed(app: 0, reason: .watchdog, code: "0x8badf00d")] : []
    #expect(
      try events(["1 app.exit a \(fields)"]) == [.mark(0, kind, words, decision: nil)] + killed)
  }

  @Test("a decision about slots marks who was chosen, refused and passed over, and comes last")
  func slots() throws {
    let line =
      #"3 policy.decision - "call":"fetches","chosen":["a","b"],"refused":["b"],"#
      + #""candidates":["a","b","c"],"reasons":{"a":"waited"}"#
    #expect(
      try events([line]) == [
        .mark(0, .grant, "given a slot: waited", decision: 0),
        .mark(1, .refusal, "refused by the device", decision: 0), .app(2, name: "c"),
        .mark(2, .refusal, "passed over", decision: 0), .decision(0, try record(line)),
      ])
  }

  @Test("a decision about background time marks how much was given of how much")
  func time() throws {
    let lines = [30, 0].map {
      #"1 policy.decision a "call":"backgroundTime","grantNs":\#($0 * 1_000_000_000),"allowanceNs":30000000000"#
    }
    #expect(
      try events(lines) == [
        .mark(0, .grant, "30.0 s of 30.0 s of background time", decision: 0),
        .decision(0, try record(lines[0])),
        .mark(0, .refusal, "0.0 s of 30.0 s of background time", decision: 1),
        .decision(1, try record(lines[1])),
      ])
  }

  @Test("of a pool that was short, those who are told to end early are marked, and nobody else")
  func reclaim() throws {
    let line =
      #"1 policy.decision - "call":"reclaim","chosen":["b"],"candidates":["a","b"]"#
    #expect(
      try events([line]) == [
        .mark(1, .refusal, "told to end early", decision: 0), .decision(0, try record(line)),
      ])
  }

  @Test(
    "marks of an app",
    arguments: [
      (#"task.expire a "id":4"#, MarkKind.expiry, "expiration handler of task 4"),
      (#"task.begin a "id":0"#, .refusal, "background task refused: task 0"),
      (#"bgtask.expire a "identifier":"sync""#, .expiry, "sync"),
      ("fetch.timeout a", .expiry, "the time of its fetch is over"),
      (#"push.arrive a "id":1"#, .push, "push.arrive id=1"),
      (#"push.drop a "id":1,"reason":"lowPower""#, .push, "push.drop id=1 reason=lowPower"),
      (#"notification.arrive a "id":1"#, .alert, "notification.arrive id=1"),
      (#"voip.arrive a "id":1"#, .call, "voip.arrive id=1"),
      (#"app.callback a "name":"x y""#, .note, #"app.callback name="x y""#),
      ("unlock a", .note, "unlock"),
      ("app.log a", .log, ""),
    ])
  func marks(line: String, kind: MarkKind, words: String) throws {
    #expect(try events(["1 \(line)"]) == [.mark(0, kind, words, decision: nil)])
  }

  @Test("a finding has its rule, place and message, or what is known of them")
  func findings() throws {
    #expect(
      try events([
        #"1 finding a "rule":"hang","file":"x.lua","line":9,"message":"m""#, "2 finding a",
      ]) == [
        .finding(0, .hang, SourceLocation(file: "x.lua", line: 9), message: "m"),
        .finding(0, .hang, nil, message: ""),
      ])
  }

  @Test("a push takes the slot's work where it has one, and a row of its own where it has none")
  func pushes() throws {
    let deliver = #"2 push.deliver a "id":7"#
    let mark = TimelineEvent.mark(0, .push, "push.deliver id=7", decision: nil)
    #expect(
      try events(after: [#"1 work.start a "work":"push""#], [deliver]) == [mark])
    let complete = #"3 push.complete a "id":7,"result":"newData","tookNs":2500000000"#
    #expect(
      try events([deliver, complete]) == [
        .began(0, .work, row: 0, name: "push", decision: nil), mark,
        .ended(0, .work, row: 0, how: "newData"),
        .mark(0, .push, "push.complete id=7 result=newData took=2.5s", decision: nil),
      ])
  }

  @Test("work of the long lane takes a processing slot, and all other work a short one")
  func lanes() throws {
    let levels = try events([
      #"1 work.start a "work":"processing""#, #"1 work.start a "work":"refresh""#,
      #"1 work.start b "work":"transfer""#, #"1 fetch.start b"#,
      #"2 work.end a "work":"processing""#, #"3 app.state b "to":"active","reason":"user""#,
      #"4 fetch.complete b "result":"noData""#,
    ]).filter { if case .level = $0 { true } else { false } }
    #expect(
      levels == [
        .level(.processingSlots, 1), .level(.slots, 1), .level(.slots, 2), .level(.slots, 3),
        .level(.processingSlots, 0), .level(.slots, 2), .level(.slots, 1),
      ])
  }

  @Test("what begins in the moment of a grant follows from it, and what begins later does not")
  func causes() throws {
    let decision = #"1 policy.decision - "call":"fetches","chosen":["a"],"candidates":["a","b"]"#
    let begun = try events(
      after: [decision],
      [
        "1 fetch.start a", #"1 task.begin a "id":1,"name":"t""#, "1 fetch.start b",
        #"2 task.begin a "id":2,"name":"u""#,
      ]
    ).filter { if case .began = $0 { true } else { false } }
    #expect(
      begun == [
        .began(0, .work, row: 0, name: "fetch", decision: 0),
        .began(0, .task, row: 0, name: "t", decision: 0),
        .began(1, .work, row: 0, name: "fetch", decision: nil),
        .began(0, .task, row: 1, name: "u", decision: nil),
      ])
  }
}
