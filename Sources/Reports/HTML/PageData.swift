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
  private let texts = Texts()
  /// The numbers of the words of marks by run.
  private let wordNumbers: [[Int]]

  /// The table of strings, which grows while the data is read.
  private final class Texts {
    private(set) var table = TextTable()

    func number(_ text: String?) -> Int { table.number(text) }
  }

  init(_ page: TimelinePage) {
    self.page = page
    var numbers = page.runs.map { _ in [Int: Int]() }
    for (number, lane) in page.lanes.enumerated() { numbers[lane.run][lane.app] = number }
    laneNumbers = numbers
    wordNumbers = page.runs.map { [texts] run in run.words.map { texts.number($0) } }
  }

  /// All data. O(spans + marks).
  var json: JSONValue {
    let data: JSONValue = [
      "startsAt": Self.microseconds(runs[0].clock.startsAt.nanoseconds),
      "end": runs.map { Self.time($0.end) }.max() ?? 0,
      "partsAt": page.partsAt.map(Self.time) ?? -1,
      "facts": page.facts.map { [$0.name, $0.value] },
      "figures": page.figures, "figureColumns": page.figureColumns,
      "kinds": kinds, "apps": page.lanes.map(lane), "conditions": conditions, "levels": levels,
      "decisionsInBlock": DecisionPacker.size, "decided": decided,
      "findings": findings, "scripts": scripts, "kills": kills, "verdict": verdict,
    ]
    // The strings come last, since all are known only now.
    return data.adding(["texts": texts.table.texts])
  }

  // MARK: Times

  private static func microseconds(_ nanoseconds: Int64) -> Int { Int(nanoseconds / 1000) }

  private static func time(_ instant: Instant) -> Int { microseconds(instant.nanoseconds) }

  /// Returns the first moment and the differences between the following ones, which are short.
  private static func differences(_ instants: some Sequence<Instant>) -> JSONValue {
    var last = 0
    return .integers(
      instants.map { instant in
        defer { last = time(instant) }
        return time(instant) - last
      })
  }

  private static func lengths(_ spans: some Sequence<(Instant, Instant)>) -> JSONValue {
    .integers(spans.map { time($0.1) - time($0.0) })
  }

  /// Returns numbers that often come many times in a row: each with how often it does.
  private static func repeated(_ numbers: some Sequence<Int>) -> JSONValue {
    var runs: [Int] = []
    var (last, count) = (0, 0)
    for number in numbers {
      if number != last {
        if count > 0 { runs += [last, count] }
        (last, count) = (number, 0)
      }
      count += 1
    }
    if count > 0 { runs += [last, count] }
    return .integers(runs)
  }

  // MARK: Names

  private var kinds: JSONValue {
    func list(_ kinds: [(key: String, words: String)]) -> [JSONValue] {
      kinds.map { ["key": $0.key, "words": $0.words] }
    }
    return [
      "activities": list(Activity.allCases.map { ("\($0)", $0.words) }),
      "spans": list(SpanKind.allCases.map { ("\($0)", $0.words) }),
      "marks": list(MarkKind.allCases.map { ("\($0)", $0.words) }),
    ]
  }

  // MARK: Apps

  private func lane(_ place: TimelinePage.Lane) -> JSONValue {
    let lane = runs[place.run].apps[place.app]
    let differs: JSONValue = [
      "at": Self.differences(place.differs.lazy.map(\.from)),
      "lasted": Self.lengths(place.differs.lazy.map { ($0.from, $0.to) }),
    ]
    let head: JSONValue = ["name": lane.name]
    return head.adding(
      isPair
        ? ["label": "\(place.run + 1) \(lane.name)", "run": place.run, "differs": differs] : [:]
    )
    .adding([
      "totals": totals(runs[place.run].totals(of: place.app)),
      "activities": activities(lane.activities), "spans": spans(lane.spans, of: place.run),
      "marks": marks(lane.marks, of: place.run), "reserved": reserved(lane.reserved),
    ])
  }

  private func activities(_ activities: [Timeline.ActivitySpan]) -> JSONValue {
    [
      "kind": JSONValue.integers(activities.map(\.activity.rawValue)),
      "at": Self.differences(activities.lazy.map(\.from)),
      "cause": JSONValue.integers(activities.map { texts.number($0.cause) }),
    ]
  }

  private func spans(_ spans: [Timeline.Span], of run: Int) -> JSONValue {
    [
      "kind": JSONValue.integers(spans.map(\.kind.rawValue)),
      "row": JSONValue.integers(spans.map(\.row)),
      "name": JSONValue.integers(spans.map { texts.number($0.name) }),
      "decision": JSONValue.integers(numbers(of: spans.lazy.map(\.decision), in: run)),
      "at": Self.differences(spans.lazy.map(\.from)),
      "lasted": Self.lengths(spans.lazy.map { ($0.from, $0.to) }),
      "outcome": JSONValue.integers(spans.map { texts.number($0.outcome) }),
    ]
  }

  /// The moments of decisions by their number among those of all runs, as far as there are marks
  /// of them.
  private var decided: JSONValue {
    var all: [Instant] = []
    for (run, timeline) in runs.enumerated() {
      let first = firstDecision(of: run)
      all += [Instant](repeating: .start, count: max(0, first - all.count))
      for app in timeline.apps {
        for mark in app.marks {
          guard let number = mark.decision.map({ first + $0 }) else { continue }
          if number >= all.count {
            all += [Instant](repeating: .start, count: number + 1 - all.count)
          }
          all[number] = mark.at
        }
      }
    }
    return Self.differences(all)
  }

  /// Returns the marks; those of decisions are at the decisions' times.
  private func marks(_ marks: [Timeline.Mark], of run: Int) -> JSONValue {
    [
      "kind": Self.repeated(marks.lazy.map(\.kind.rawValue)),
      "at": Self.differences(marks.lazy.filter { $0.decision == nil }.map(\.at)),
      "words": Self.repeated(marks.lazy.map { wordNumbers[run][$0.words] }),
      "decision": Self.repeated(numbers(of: marks.lazy.map(\.decision), in: run)),
    ]
  }

  private func reserved(_ reserved: [(at: Instant, until: Instant?)]) -> JSONValue {
    [
      "at": Self.differences(reserved.lazy.map(\.at)),
      "until": reserved.map { $0.until.map(Self.time) ?? -1 },
    ]
  }

  /// Returns the numbers of a run's decisions among those of all runs, which come one run after the
  /// other and begin with a block each; -1 where there is none, else as the difference from the
  /// last.
  private func numbers(of decisions: some Sequence<Int?>, in run: Int) -> [Int] {
    var last = -firstDecision(of: run)
    return decisions.map { decision in
      guard let decision else { return -1 }
      defer { last = decision }
      return decision - last
    }
  }

  private func firstDecision(of run: Int) -> Int {
    page.blocks[..<run].reduce(0) { $0 + $1.count } * DecisionPacker.size
  }

  private func totals(_ totals: Timeline.Totals) -> JSONValue {
    let time: JSONValue = ["time": totals.time.map { Self.microseconds($0.nanoseconds) }]
    return time.adding(.object(totals.counts.map { .init($0.name, $0.count.json) }))
  }

  // MARK: The device

  private var conditions: [JSONValue] {
    let lanes: [(key: String, of: (Timeline) -> [Timeline.Condition])] = [
      ("user", \.user), ("network", \.network), ("charger", \.charger),
    ]
    return lanes.flatMap { key, of in
      eachDistinct(of) { suffix, conditions in
        [
          "key": key, "name": key + suffix, "at": Self.differences(conditions.lazy.map(\.from)),
          "lasted": Self.lengths(conditions.lazy.map { ($0.from, $0.to) }),
          "text": conditions.map { texts.number($0.name) },
        ]
      }
    }
  }

  /// Returns what `value` returns for each run, with a suffix that tells its things from the
  /// other's, or for one where the part is the same in all.
  private func eachDistinct<Part: Equatable>(
    _ of: (Timeline) -> Part, _ value: (_ suffix: String, Part) -> JSONValue?
  ) -> [JSONValue] {
    let parts = runs.map(of)
    if parts.allSatisfy({ $0 == parts[0] }) { return value("", parts[0]).map { [$0] } ?? [] }
    return parts.enumerated().compactMap { run, part in value(" \(run + 1)", part) }
  }

  private var levels: [JSONValue] {
    Level.allCases.flatMap { level in
      eachDistinct {
        $0.steps(of: level)
      } _: { suffix, steps in
        self.level(level, level.words + suffix, steps)
      }
    }
  }

  private func level(_ level: Level, _ name: String, _ steps: [Timeline.Step]) -> JSONValue? {
    guard steps.contains(where: { $0.value != 0 }) else { return nil }
    // A charge is shown in per cent.
    let scale = level == .battery ? 100.0 : 1
    return [
      "key": "\(level)", "name": name,
      "unit": level == .battery ? "%" : level == .pool ? "s" : "",
      "most": level == .battery ? 100 : 0, "at": Self.differences(steps.lazy.map(\.at)),
      "value": steps.map { $0.value * scale },
    ]
  }

  // MARK: Findings

  private var findings: [JSONValue] {
    runs.enumerated().flatMap { run, timeline in
      timeline.findings.map { found in
        [
          "app": laneNumbers[run][found.app] ?? 0, "rule": found.rule.rawValue,
          "kind": found.rule.kind.rawValue,
          "summary": found.rule.summary, "advice": found.rule.advice(on: page.families[run]),
          "file": found.location?.file ?? "", "message": found.message,
          "line": found.location?.line ?? 0, "times": found.times.map(Self.time),
        ]
      }
    }
  }

  private var verdict: [JSONValue] {
    page.verdict.map { sentence in
      [
        "text": sentence.text, "tone": "\(sentence.ink)",
        "app": sentence.app.flatMap { laneNumbers[0][$0] } ?? -1, "finding": sentence.finding ?? -1,
      ]
    }
  }

  private var kills: [JSONValue] {
    runs.enumerated().flatMap { run, timeline in
      timeline.kills.map { kill in
        [
          "app": laneNumbers[run][kill.app] ?? 0, "at": Self.time(kill.at),
          "finding": RunVerdict.finding(of: kill, in: timeline).map {
            $0 + runs[..<run].reduce(0) { $0 + $1.findings.count }
          } ?? -1,
        ]
      }
    }
  }

  /// The number of lines of a long script that are shown before and after a finding.
  private static let around = 200

  private var scripts: [JSONValue] {
    var shown: Set<String> = []
    let findings = runs.flatMap(\.findings)
    return findings.compactMap { finding in
      guard let file = finding.location?.file, let text = page.scripts[file],
        shown.insert(file).inserted
      else { return nil }
      // Windows' end of a line is one character, and not a newline.
      let lines = text.split(omittingEmptySubsequences: false) {
        $0 == "\n" || $0 == "\r\n" || $0 == "\r"
      }
      let places = findings.compactMap(\.location).filter { $0.file == file }.map(\.line)
      let first = max(1, (places.min() ?? 1) - Self.around)
      let last = min(lines.count, (places.max() ?? 1) + Self.around)
      guard first <= last else { return nil }
      return [
        "file": file, "first": first, "lines": lines[(first - 1)..<last].map { String($0) },
      ]
    }
  }
}
