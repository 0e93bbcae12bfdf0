import Device
import Simulation

/// The data that the page's script reads (page/model.js): times in whole microseconds, those of a
/// list as differences, strings by their number.
struct PageData {
  private let page: TimelinePage
  private var runs: [Timeline] { page.runs }
  private var isPair: Bool { runs.count > 1 }
  /// The numbers of lanes by run and app.
  private let laneNumbers: [[Int: Int]]

  init(_ page: TimelinePage) {
    self.page = page
    var numbers = page.runs.map { _ in [Int: Int]() }
    for (number, lane) in page.lanes.enumerated() { numbers[lane.run][lane.app] = number }
    laneNumbers = numbers
  }

  /// Returns the number that is added to those of a run's decisions, which come one run after the
  /// other.
  private func firstDecision(of run: Int) -> Int {
    runs[..<run].reduce(0) { $0 + $1.decisions.count }
  }

  /// Returns the suffix that tells things of one run from the other's.
  private func suffix(_ run: Int) -> String { " \(run + 1)" }

  /// Returns all data as JSON. O(spans + marks).
  func json() -> [UInt8] {
    var json = PageJSON()
    var texts = TextTable()
    json.object { json in
      json.key("startsAt")
      json.value(Self.microseconds(runs[0].clock.startsAt.nanoseconds))
      json.key("end")
      json.value(runs.map { Self.time($0.end) }.max() ?? 0)
      rows("facts", page.facts.map { [$0.name, $0.value] }, &json)
      rows("figures", page.figures, &json)
      json.list("figureColumns", page.figureColumns) { json, name in json.value(name) }
      kinds(&json)
      json.key("apps")
      json.array { json in for lane in page.lanes { self.lane(lane, &json, &texts) } }
      conditions(&json, &texts)
      levels(&json)
      decisions(&json, &texts)
      findings(&json)
      scripts(&json)
      // The strings come last, since all are known only now.
      json.key("texts")
      json.array { json in for text in texts.texts { json.value(text) } }
    }
    return json.bytes
  }

  // MARK: Times

  private static func microseconds(_ nanoseconds: Int64) -> Int { Int(nanoseconds / 1000) }

  private static func time(_ instant: Instant) -> Int { microseconds(instant.nanoseconds) }

  /// Returns the first moment and the differences between the following ones, which are short.
  private static func differences(_ instants: some Sequence<Instant>) -> [Int] {
    var last = 0
    return instants.map { instant in
      defer { last = time(instant) }
      return time(instant) - last
    }
  }

  private static func lengths(_ spans: some Sequence<(Instant, Instant)>) -> [Int] {
    spans.map { time($0.1) - time($0.0) }
  }

  // MARK: Names

  private func rows(_ key: String, _ rows: [[String]], _ json: inout PageJSON) {
    json.list(key, rows) { json, row in
      json.array { json in for text in row { json.value(text) } }
    }
  }

  private func kinds(_ json: inout PageJSON) {
    func list(_ key: String, _ kinds: [(key: String, words: String)], _ json: inout PageJSON) {
      json.key(key)
      json.array { json in
        for kind in kinds {
          json.object { json in
            json.key("key")
            json.value(kind.key)
            json.key("words")
            json.value(kind.words)
          }
        }
      }
    }
    json.key("kinds")
    json.object { json in
      list("activities", Activity.allCases.map { ("\($0)", $0.words) }, &json)
      list("spans", SpanKind.allCases.map { ("\($0)", $0.words) }, &json)
      list("marks", MarkKind.allCases.map { ("\($0)", $0.words) }, &json)
    }
  }

  // MARK: Apps

  private func lane(
    _ place: TimelinePage.Lane, _ json: inout PageJSON, _ texts: inout TextTable
  ) {
    let lane = runs[place.run].apps[place.app]
    let firstDecision = firstDecision(of: place.run)
    json.object { json in
      json.key("name")
      json.value(lane.name)
      if isPair {
        json.member("label", "\(place.run + 1) \(lane.name)")
        json.key("differs")
        json.object { json in
          list("at", Self.differences(place.differs.lazy.map(\.from)), &json)
          list("lasted", Self.lengths(place.differs.lazy.map { ($0.from, $0.to) }), &json)
        }
      }
      totals(runs[place.run].totals(of: place.app), &json)
      json.key("activities")
      json.object { json in
        list("kind", lane.activities.map(\.activity.rawValue), &json)
        list("at", Self.differences(lane.activities.lazy.map(\.from)), &json)
        list("cause", lane.activities.map { texts.number($0.cause) }, &json)
      }
      spans(lane.spans, firstDecision, &json, &texts)
      json.key("marks")
      json.object { json in
        list("kind", lane.marks.map(\.kind.rawValue), &json)
        list("at", Self.differences(lane.marks.lazy.map(\.at)), &json)
        list("words", lane.marks.map { texts.number($0.words) }, &json)
        list("decision", lane.marks.map { $0.decision.map { $0 + firstDecision } ?? -1 }, &json)
      }
      json.key("reserved")
      json.object { json in
        list("at", Self.differences(lane.reserved.lazy.map(\.at)), &json)
        list("until", lane.reserved.map { $0.until.map(Self.time) ?? -1 }, &json)
      }
    }
  }

  private func list(_ key: String, _ numbers: [Int], _ json: inout PageJSON) {
    json.key(key)
    json.values(numbers)
  }

  private func spans(
    _ spans: [Timeline.Span], _ firstDecision: Int, _ json: inout PageJSON,
    _ texts: inout TextTable
  ) {
    json.key("spans")
    json.object { json in
      list("kind", spans.map(\.kind.rawValue), &json)
      list("row", spans.map(\.row), &json)
      list("name", spans.map { texts.number($0.name) }, &json)
      list("decision", spans.map { $0.decision.map { $0 + firstDecision } ?? -1 }, &json)
      list("at", Self.differences(spans.lazy.map(\.from)), &json)
      list("lasted", Self.lengths(spans.lazy.map { ($0.from, $0.to) }), &json)
      list("outcome", spans.map { texts.number($0.outcome) }, &json)
    }
  }

  private func totals(_ totals: Timeline.Totals, _ json: inout PageJSON) {
    json.key("totals")
    json.object { json in
      list("time", totals.time.map { Self.microseconds($0.nanoseconds) }, &json)
      for (key, count) in totals.counts {
        json.key(key)
        json.value(count)
      }
    }
  }

  // MARK: The device

  private func conditions(_ json: inout PageJSON, _ texts: inout TextTable) {
    let lanes: [(key: String, of: (Timeline) -> [Timeline.Condition])] = [
      ("user", \.user), ("network", \.network), ("charger", \.charger),
    ]
    json.key("conditions")
    json.array { json in
      for (key, of) in lanes {
        eachDistinct(of) { suffix, conditions in
          condition(key, key + suffix, conditions, &json, &texts)
        }
      }
    }
  }

  /// Calls `body` for each run, or once where the part is the same in all.
  private func eachDistinct<Part: Equatable>(
    _ of: (Timeline) -> Part, _ body: (_ suffix: String, Part) -> Void
  ) {
    let parts = runs.map(of)
    if parts.allSatisfy({ $0 == parts[0] }) { return body("", parts[0]) }
    for (run, part) in parts.enumerated() { body(suffix(run), part) }
  }

  private func condition(
    _ key: String, _ name: String, _ conditions: [Timeline.Condition], _ json: inout PageJSON,
    _ texts: inout TextTable
  ) {
    json.object { json in
      json.member("key", key)
      json.member("name", name)
      list("at", Self.differences(conditions.lazy.map(\.from)), &json)
      list("lasted", Self.lengths(conditions.lazy.map { ($0.from, $0.to) }), &json)
      list("text", conditions.map { texts.number($0.name) }, &json)
    }
  }

  private func levels(_ json: inout PageJSON) {
    json.key("levels")
    json.array { json in
      for level in Level.allCases {
        eachDistinct {
          $0.steps(of: level)
        } _: { suffix, steps in
          self.level(level, level.words + suffix, steps, &json)
        }
      }
    }
  }

  private func level(
    _ level: Level, _ name: String, _ steps: [Timeline.Step], _ json: inout PageJSON
  ) {
    guard steps.contains(where: { $0.value != 0 }) else { return }
    // A charge is shown in per cent.
    let scale = level == .battery ? 100.0 : 1
    json.object { json in
      json.member("key", "\(level)")
      json.member("name", name)
      json.member("unit", level == .battery ? "%" : level == .pool ? "s" : "")
      json.member("most", level == .battery ? 100 : 0)
      list("at", Self.differences(steps.lazy.map(\.at)), &json)
      json.list("value", steps) { json, step in json.value(step.value * scale) }
    }
  }

  // MARK: Decisions and findings

  private func decisions(_ json: inout PageJSON, _ texts: inout TextTable) {
    json.key("decisions")
    json.array { json in
      for decision in runs.flatMap(\.decisions) { self.decision(decision, &json, &texts) }
    }
  }

  private func decision(
    _ decision: TimelineDecision, _ json: inout PageJSON, _ texts: inout TextTable
  ) {
    json.object { json in
      json.key("at")
      json.value(Self.time(decision.at))
      json.key("title")
      json.value(texts.number(decision.title))
      json.key("facts")
      json.array { json in
        for fact in decision.facts {
          json.values([texts.number(fact.name), texts.number(fact.value)])
        }
      }
      json.key("order")
      json.value(texts.number(decision.order))
      list("columns", decision.columns.map { texts.number($0) }, &json)
      json.key("others")
      json.value(decision.others)
      json.key("candidates")
      json.array { json in
        for candidate in decision.candidates {
          json.object { json in
            json.key("app")
            json.value(texts.number(candidate.app))
            list("cells", candidate.cells.map { texts.number($0) }, &json)
            json.key("isChosen")
            json.value(candidate.isChosen ? 1 : 0)
            json.key("verdict")
            json.value(texts.number(candidate.verdict))
            list("remedies", candidate.remedies.map { texts.number($0) }, &json)
          }
        }
      }
      json.key("bystanders")
      json.array { json in
        for group in decision.bystanders {
          json.array { json in
            json.value(texts.number(group.reason))
            json.values(group.apps.map { texts.number($0) })
          }
        }
      }
    }
  }

  private func findings(_ json: inout PageJSON) {
    json.key("findings")
    json.array { json in
      for (run, timeline) in runs.enumerated() {
        for found in timeline.findings { finding(found, laneNumbers[run][found.app] ?? 0, &json) }
      }
    }
  }

  private func finding(_ finding: Timeline.FindingPlace, _ lane: Int, _ json: inout PageJSON) {
    let rule = FindingRule(rawValue: finding.rule)
    json.object { json in
      json.member("app", lane)
      for (key, text) in [
        ("rule", finding.rule), ("summary", rule?.summary ?? finding.rule),
        ("advice", rule?.advice ?? ""), ("file", finding.file ?? ""),
        ("message", finding.message),
      ] { json.member(key, text) }
      json.member("line", finding.line)
      list("times", finding.times.map(Self.time), &json)
    }
  }

  /// The number of lines of a long script that are shown before and after a finding.
  private static let around = 200

  private func scripts(_ json: inout PageJSON) {
    json.key("scripts")
    json.array { json in
      var shown: Set<String> = []
      let findings = runs.flatMap(\.findings)
      for finding in findings {
        guard let file = finding.file, let text = page.scripts[file],
          shown.insert(file).inserted
        else { continue }
        // Windows' end of a line is one character, and not a newline.
        let lines = text.split(omittingEmptySubsequences: false) {
          $0 == "\n" || $0 == "\r\n" || $0 == "\r"
        }
        let places = findings.filter { $0.file == file }.map(\.line)
        let first = max(1, (places.min() ?? 1) - Self.around)
        let last = min(lines.count, (places.max() ?? 1) + Self.around)
        guard first <= last else { continue }
        json.object { json in
          json.key("file")
          json.value(file)
          json.key("first")
          json.value(first)
          json.key("lines")
          json.array { json in
            for line in lines[(first - 1)..<last] { json.value(String(line)) }
          }
        }
      }
    }
  }
}
