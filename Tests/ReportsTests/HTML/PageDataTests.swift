import Device
import Simulation
import Testing

@testable import Reports

@Suite("What the page of a run hands to its script")
struct PageDataTests {
  private func micro(_ instant: Instant) -> Int { Int(instant.nanoseconds / 1_000) }

  private func contents(_ lines: [String], end: Double? = nil) throws -> PageContents {
    try PageContents(TimelinePage(try timeline(lines, end: end), ofTrace: "t"))
  }

  @Test("is the timeline, span for span and mark for mark", arguments: 1...5 as ClosedRange<UInt64>)
  func lanes(seed: UInt64) throws {
    let account = PlainAccount(seed: seed, records: 400)
    let timeline = try timeline(account.lines, end: Double(account.end))
    let page = try PageContents(TimelinePage(timeline, ofTrace: "t"))
    let lanes = try page.data.at("apps").list
    let decided = try page.times(page.data.at("decided"))
    #expect(lanes.count == timeline.apps.count)
    for (lane, app) in zip(lanes, timeline.apps) {
      #expect(try lane.at("name") == .string(app.name))
      let activities = try lane.at("activities")
      #expect(try activities.at("kind").integers == app.activities.map(\.activity.rawValue))
      #expect(try page.times(activities.at("at")) == app.activities.map { micro($0.from) })
      #expect(try page.texts(activities.at("cause")) == app.activities.map(\.cause))
      let spans = try lane.at("spans")
      #expect(try spans.at("kind").integers == app.spans.map(\.kind.rawValue))
      #expect(try spans.at("row").integers == app.spans.map(\.row))
      #expect(try page.texts(spans.at("name")) == app.spans.map(\.name))
      #expect(try page.numbers(spans.at("decision")) == app.spans.map { $0.decision ?? -1 })
      #expect(try page.times(spans.at("at")) == app.spans.map { micro($0.from) })
      #expect(try spans.at("lasted").integers == app.spans.map { micro($0.to) - micro($0.from) })
      let outcomes = try spans.at("outcome").integers.map { try $0 < 0 ? nil : page.text($0) }
      #expect(outcomes == app.spans.map(\.outcome))
      let marks = try lane.at("marks")
      #expect(try page.repeated(marks.at("kind")).integers == app.marks.map(\.kind.rawValue))
      // Marks of decisions are at the decisions' times.
      var own = try page.times(marks.at("at"))[...]
      let decisions = try page.numbers(page.repeated(marks.at("decision")))
      let times = decisions.map { number in
        number < 0 ? own.removeFirst() : decided[number]
      }
      #expect(times == app.marks.map { micro($0.at) } && own.isEmpty)
      let words = try page.texts(page.repeated(marks.at("words")))
      #expect(words == app.marks.map { timeline.words[$0.words] })
      #expect(decisions == app.marks.map { $0.decision ?? -1 })
      let reserved = try lane.at("reserved")
      #expect(try page.times(reserved.at("at")) == app.reserved.map { micro($0.at) })
      #expect(
        try reserved.at("until").integers == app.reserved.map { $0.until.map(micro) ?? -1 })
    }
    #expect(try page.data.at("end") == .integer(micro(timeline.end)))
  }

  @Test(
    "has the totals of each lane under the names of the JSON report",
    arguments: 1...5 as ClosedRange<UInt64>)
  func totals(seed: UInt64) throws {
    let account = PlainAccount(seed: seed, records: 400)
    let timeline = try timeline(account.lines, end: Double(account.end))
    let lanes = try PageContents(TimelinePage(timeline, ofTrace: "t")).data.at("apps").list
    for (place, lane) in lanes.enumerated() {
      let told = try lane.at("totals")
      let totals = timeline.totals(of: place)
      #expect(try told.at("time").integers == totals.time.map { Int($0.nanoseconds / 1_000) })
      for (name, count) in totals.counts {
        #expect(try told.at(name) == .integer(count), "\(name)")
      }
    }
    let names = timeline.totals(of: 0).counts.map(\.name)
    // Two are of several figures of the report, and are in it under names of their own.
    let own = names.filter { name in !AppFigures.all.contains { $0.key == name } }
    #expect(own == ["otherWork", "findings"])
  }

  @Test("has levels in the units of their axes, and leaves out what is nothing all the time")
  func levels() throws {
    let page = try contents([
      #"0 power - "level":0.625,"charging":false,"lowPowerMode":true"#,
      #"0.5 policy.explanation - "poolNs":1500000000"#, #"2 budget.refill - "addedNs":500000000"#,
      "3 fetch.start a", "4 fetch.complete a",
      #"5 power - "level":0.5,"charging":true,"lowPowerMode":false"#,
    ])
    let levels = try page.data.at("levels").list
    #expect(
      try levels.map { try $0.at("key") } == ["pool", "slots", "battery"].map { .string($0) })
    #expect(try levels.map { try $0.at("unit") } == ["s", "", "%"].map { .string($0) })
    #expect(try levels.map { try $0.at("most") } == [0, 0, 100].map { .integer($0) })
    #expect(try levels.map { try $0.at("value").doubles } == [[1.5, 2], [0, 1, 0], [62.5, 50]])
    #expect(
      try levels.map { try page.times($0.at("at")) }
        == [[500_000, 2_000_000], [0, 3_000_000, 4_000_000], [0, 5_000_000]])
  }

  @Test("has the device's conditions, each from when and for how long")
  func conditions() throws {
    let page = try contents(
      [
        #"0 power - "charging":true,"lowPowerMode":true"#, #"1.25 network - "to":"cellular""#,
        "2 user.open a", #"2.5 network - "to":"none""#, "3 user.close a",
      ], end: 4)
    let lanes = try page.data.at("conditions").list
    let told = try lanes.map { lane in
      let times = try zip(page.times(lane.at("at")), lane.at("lasted").integers)
      let stretches = try zip(times, page.texts(lane.at("text"))).map { time, text in
        "\(time.0)+\(time.1) \(text)"
      }
      return try "\(#require(lane.at("name").plainText)): \(stretches.joined(separator: "; "))"
    }
    #expect(
      told == [
        "user: 2000000+1000000 a", "network: 1250000+1250000 cellular; 2500000+1500000 none",
        "charger: 0+4000000 charging, Low Power Mode",
      ])
  }

  @Test("has decisions with all their candidates, and without those who were none")
  func decisions() throws {
    let lines = [
      #"5 policy.decision - "call":"fetches","chosen":["b"],"candidates":["a","b"]"#,
      #"5 policy.explanation - "call":"fetches","slots":1,"running":2,"poolNs":90000000000,"network":"cellular","measure":"wait","unit":"seconds","first":"highest""#,
      #"5 policy.explanation b "outcome":"started","rank":1,"score":90"#,
      #"5 policy.explanation a "outcome":"passedOver","score":30,"needs":"more""#,
      #"5 policy.explanation c "outcome":"notEligible","ineligible":["noInterval"]"#,
      #"5 policy.explanation d "outcome":"notEligible","ineligible":["noInterval","disabled"]"#,
    ]
    let blocks = DecisionPacker.blocks(of: try timeline(lines).decisions) { $0 }
    try #require(blocks.count == 1)
    let block = try JSONValue(parsing: blocks[0]).list
    let strings = try block[1].strings
    func text(_ number: JSONValue) throws -> String? {
      if case .string(let short) = number { return short }
      guard case .integer(let number) = number else { throw JSONError(column: 0, problem: "text") }
      return number < 0 ? nil : strings[number]
    }
    func texts(_ numbers: JSONValue) throws -> [String?] { try numbers.list.map(text) }
    let told = try block[0].list
    #expect(told[0] == .integer(5_000_000))
    func phrase(_ given: JSONValue) throws -> String? {
      guard case .array(let parts) = given else { return nil }
      var words = try text(parts[0]) ?? ""
      for place in stride(from: 2, to: parts.count, by: 2) {
        let value = try text(parts[place])
        words.replace("@", with: value ?? "", maxReplacements: 1)
      }
      return words
    }
    let shape = try told[1].list
    #expect(try text(shape[0]) == "wait, the highest first")
    #expect(try texts(shape[1]) == ["place", "wait", "outcome"])
    // Places, and scores in words.
    #expect(shape[2] == [2, 1].json)
    #expect(try texts(shape[3]) == ["slots", "pool", "battery", "network"])
    #expect(try phrase(told[2]) == "b chosen")
    let facts = try told[3].list
    #expect(
      try [0, 1, 3].map { try phrase(facts[$0]) } == ["1 free, 2 taken", "90.0 s", "cellular"])
    #expect(
      try facts[2].list.dropFirst() == [.integer(2), .integer(100)]
        && text(facts[2].list[0]) == "@%, off the charger")
    #expect(told[4] == .integer(0))
    // An app, its figures, and its words.
    let list = try told[5].list
    try #require(list.count == 8)
    #expect(try [text(list[0]), text(list[4])] == ["b", "a"])
    #expect(Array(list[1...2]) == [.integer(1), .string("1.5m")])
    #expect(Array(list[5...6]) == [.string("-"), .string("30.0s")])
    let words = try [list[3].list, list[7].list]
    let fates = try words.map { try $0[0].list }
    #expect(fates.map { $0[0] } == [.integer(1), .integer(0)])
    #expect(fates.map { $0[1] } == [.integer(-1), .integer(-1)])
    #expect(try fates.map { try phrase($0[2]) } == ["chosen", "passed over"])
    #expect(
      words.map { Array($0.dropFirst()) } == [
        [], [.array([.string("@"), .integer(1), .string("more")])],
      ])
  }

  @Test("figures of decisions are kinds and numbers, which the page puts into words")
  func quantities() throws {
    let now = SampleDecisions.app(1, waitingSince: 20)
    var standings = [
      SampleDecisions.standing(
        SampleDecisions.app(0, waitingSince: 10), .started, rank: 1, score: 0.12345),
      SampleDecisions.standing(
        now, .passedOver, rank: 2, score: .infinity, reason: "later",
        terms: [Term("age", 1.5, .seconds), Term("next", 3_600, .moment)],
        obstacle: Obstacle(needs: "luck", score: 0.2, until: .start + .seconds(300))),
    ]
    standings.append(standings[1])
    guard
      case .fetches(let review) = SampleDecisions.fetches(
        at: 60, standings, measure: Measure("chance", .number))
    else { return }
    let block = try JSONValue(
      parsing: DecisionPacker.blocks(of: [TimelineDecision(review)]) { $0 }[0]
    ).list
    // Places are whole numbers, scores ten-thousandths, moments milliseconds.
    #expect(try block[0].list[1].list[2] == [2, 3, 4, 5, 4].json)
    let list = try block[0].list[5].list
    func numbers(_ values: Int...) -> [JSONValue] { values.map { .integer($0) } }
    #expect(
      Array(list[1...5]) == numbers(1, 1235) + [.string("-"), .string("-")] + numbers(2_000))
    #expect(
      Array(list[8...12]) == numbers(2) + [.string("inf")] + numbers(60, 3_600_000, 1_600))
    #expect(
      try list[13].list[1].list.dropFirst()
        == [.integer(1), .string("luck")] + numbers(3, 2000, 1) + [.string("inf")]
        + numbers(5, 300_000))
    // What is told like the one before it has no words of its own.
    #expect(list.count == 20)
  }

  @Test(
    "a length of time is written as it is shown: four times the tenths of a unit, and the unit",
    arguments: [
      (0.04, 0), (12.34, 492), (59.97, 41), (-3.25, -132), (3_600.0, 42), (30_000.0, 334),
      (86_400 * 3.04, 123), (86_400 * 2_000.0, 80_003),
    ])
  func lengths(seconds: Double, number: Int) throws {
    var decision = TimelineDecision(at: .start, title: "t", columns: ["wait", "outcome"])
    let figures = [Quantity.measured(seconds, .seconds)]
    decision.add("a", figures: figures, isChosen: true, outcome: Phrase(words: "chosen"))
    let block = try JSONValue(parsing: DecisionPacker.blocks(of: [decision]) { $0 }[0]).list
    #expect(try block[0].list[5].list[1] == .integer(number))
    let unit = ((number % 4) + 4) % 4
    let decimals = number >= 40_000 && unit == 3 ? 0 : 1
    let shown = grouped(Double((number - unit) / 4) / 10, decimals: decimals)
    #expect(shown + ["s", "m", "h", "d"][unit] == shortSpan(seconds: seconds))
  }

  @Test("a decision repeats neither columns nor facts' names of the one before it in its block")
  func shapes() throws {
    func decision(_ columns: [String], fact: String) -> TimelineDecision {
      var decision = TimelineDecision(at: .start, title: "t", columns: columns)
      decision.addFact(fact, words: "x")
      return decision
    }
    let (like, other) = (decision(["wait"], fact: "pool"), decision(["score"], fact: "pool"))
    let renamed = decision(["score"], fact: "slots")
    let told = [like, like, other, other, renamed] + Array(repeating: renamed, count: 125)
    let blocks = try DecisionPacker.blocks(of: told, pack: { $0 }).map {
      try JSONValue(parsing: $0).list
    }
    let shapes = try blocks.map { try $0.dropLast().map { try $0.list[1] } }
    #expect(try shapes[0][0].list[1] == ["wait"].json)
    #expect(try shapes[0][0].list[3] == ["pool"].json)
    #expect(shapes[0][1] == .integer(0))
    #expect(try shapes[0][2].list[1] == ["score"].json)
    #expect(shapes[0][3] == .integer(0))
    #expect(try shapes[0][4].list[3] == ["slots"].json)
    #expect(shapes[0][5...].allSatisfy { $0 == .integer(0) })
    #expect(try shapes[1][0].list[3] == ["slots"].json, "a block stands alone")
  }

  @Test("a column that nobody has a figure in keeps its kind, and one of words does not")
  func keptKinds() throws {
    func decision(_ figures: Quantity...) -> TimelineDecision {
      var decision = TimelineDecision(at: .start, title: "t", columns: ["rank", "outcome"])
      for figure in figures {
        decision.add("a", figures: [figure], isChosen: true, outcome: Phrase(words: "chosen"))
      }
      return decision
    }
    let words = String(repeating: "words ", count: 4)
    let told = [
      decision(.none), decision(.none, .count(2)), decision(.none), decision(.count(1)),
      decision(.text(words)), decision(.none),
    ]
    let block = try JSONValue(parsing: DecisionPacker.blocks(of: told, pack: { $0 })[0]).list
    let kinds = try block.dropLast().map { decision in
      let shape = try decision.list[1]
      return shape == .integer(0) ? nil : try shape.list[2]
    }
    #expect(kinds == [[1].json, [2].json, nil, nil, [1].json, nil])
    #expect(try block[2].list[5].list[1] == .string("-"))
  }

  @Test("many decisions are in blocks that each stand alone, in their order")
  func blocks() throws {
    let lines = (1...300).map {
      "\($0) policy.decision - " + #""call":"fetches","chosen":["b"],"candidates":["b"]"#
    }
    let kept = try timeline(lines)
    let blocks = try DecisionPacker.blocks(of: kept.decisions, pack: { $0 }).map {
      try JSONValue(parsing: $0).list
    }
    #expect(blocks.map(\.count) == [129, 129, 45])
    let times = try blocks.flatMap { try $0.dropLast().map { try $0.list[0] } }
    #expect(times == (1...300).map { .integer($0 * 1_000_000) })
    // What is made for a page packs them as they come, and keeps none.
    var builder = TimelineBuilder(isForPage: true)
    for line in lines { builder.read(try record(line)) }
    let packed = builder.finished()
    #expect(packed.decisions.isEmpty)
    #expect(packed.packedDecisions == DecisionPacker.blocks(of: kept.decisions))
  }

  @Test("has findings in the words of the report, without a file where none is known")
  func findings() throws {
    let page = try contents([
      #"1 finding a "rule":"taskNeverEnded","file":"x.lua","line":7,"message":"m1""#,
      #"2 finding b "rule":"hang","line":0,"message":"m2""#,
      #"3.5 finding a "rule":"taskNeverEnded","file":"x.lua","line":7,"message":"m3""#,
    ])
    let findings = try page.data.at("findings").list
    let told = try findings.map { finding in
      try ["rule", "summary", "advice", "file", "message"].map {
        try #require(finding.at($0).plainText)
      }
    }
    let (open, hang) = (FindingRule.taskNeverEnded, FindingRule.hang)
    #expect(
      told == [
        ["taskNeverEnded", open.summary, open.advice, "x.lua", "m1"],
        ["hang", hang.summary, hang.advice, "", "m2"],
      ])
    #expect(try findings.map { try $0.at("app") } == [.integer(0), .integer(1)])
    #expect(try findings.map { try $0.at("line") } == [.integer(7), .integer(0)])
    #expect(
      try findings.map { try $0.at("times").integers } == [[1_000_000, 3_500_000], [2_000_000]])
  }

  @Test("advises an app for Android as Android has it, and one for iOS as iOS has it")
  func advice() throws {
    for (platform, advice) in [
      (Platform.android15, "move the work to a thread, wait for nothing, and return"),
      (.iOS18, "move the work to DispatchQueue.global(), wait for nothing, and return"),
    ] {
      var run = sampleRun()
      run.platform = platform
      let made = try timeline([#"2 finding b "rule":"hang","line":0,"message":"m""#])
      let page = try PageContents(TimelinePage(made, of: run))
      #expect(try page.data.at("findings").list.map { try $0.at("advice") } == [.string(advice)])
    }
  }

  @Test("a finding of a rule that there is not is refused")
  func unknownRule() {
    #expect(throws: RecordError.badField("rule", of: .finding, .string("unheardOf"))) {
      try contents([#"2 finding b "rule":"unheardOf","line":0,"message":"m2""#])
    }
  }

  @Test("has the kinds of activities, spans and marks by the numbers that it uses")
  func kinds() throws {
    let kinds = try contents([]).data.at("kinds")
    func words(_ key: String) throws -> [String] {
      try kinds.at(key).list.map { try #require($0.at("words").plainText) }
    }
    #expect(try words("activities") == Activity.allCases.map(\.words))
    #expect(try words("spans") == SpanKind.allCases.map(\.words))
    #expect(try words("marks") == MarkKind.allCases.map(\.words))
    #expect(
      try kinds.at("activities").list.map { try $0.at("key") }
        == Activity.allCases.map { .string($0.key) })
  }

  @Test("the figures of a page are those of the JSON report, in the text report's words")
  func figures() throws {
    let run = sampleRun()
    let report = RunReport(run).jsonValue
    let page = try PageContents(TimelinePage(try timeline([]), of: run))
    let shown = try page.data.at("figures").list.map { try $0.strings }
    var compared = 0
    for figure in DeviceFigures.all {
      let pair = shown.first { $0[0] == figure.name }
      let value = try report.at("device").at(figure.key)
      switch value {
      case .null: #expect(pair == nil, "\(figure.name)")
      case .integer(let integer):
        #expect(pair?[1].hasPrefix(figure.unit.text(Double(integer))) == true)
      case .number(let number): #expect(pair?[1].hasPrefix(figure.unit.text(number)) == true)
      default: Issue.record("\(figure.name): \(value)")
      }
      compared += 1
    }
    #expect(compared == DeviceFigures.all.count)
    // Each name once: a figure of the apps does not hide one of the device.
    #expect(Set(shown.map { $0[0] }).count == shown.count)
  }
}
