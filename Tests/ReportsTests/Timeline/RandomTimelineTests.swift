import Simulation
import Testing

@testable import Reports

@Suite("A timeline of a trace made up at random")
struct RandomTimelineTests {
  /// What a plain account of a trace comes to, and the timeline of its lines.
  private func made(_ seed: UInt64) throws -> (PlainAccount, Timeline) {
    let account = PlainAccount(seed: seed, records: 500)
    return (account, try timeline(account.lines, end: Double(account.end)))
  }

  private func place(of name: String, in made: Timeline) throws -> Int {
    try #require(made.apps.firstIndex { $0.name == name })
  }

  @Test(
    "has each span in the lowest free row, from when to when, how it ended, and by whom",
    arguments: 1...20 as ClosedRange<UInt64>)
  func spans(seed: UInt64) throws {
    let (account, made) = try made(seed)
    let spans = made.apps.flatMap { lane in
      lane.spans.map { span in
        "\(lane.name) \(span.kind) \(span.row) \(span.name) \(whole(span.from))-\(whole(span.to)) "
          + (span.outcome ?? "open") + (span.decision.map { " by \($0)" } ?? "")
      }
    }
    #expect(spans.sorted() == account.spans)
    #expect(spans.count > 100)
    #expect(made.decisions.count == account.decisions)
  }

  @Test(
    "has what each app did, without a gap, and the app that the user saw",
    arguments: 1...20 as ClosedRange<UInt64>)
  func activities(seed: UInt64) throws {
    let (account, made) = try made(seed)
    for (index, name) in PlainAccount.names.enumerated() {
      let lane = made.apps[try place(of: name, in: made)]
      let told = lane.activities.map {
        "\(whole($0.from))-\(whole($0.to)) \($0.activity) \($0.cause)"
      }
      #expect(told == account.activities(of: index), "\(name)")
      #expect(zip(lane.activities, lane.activities.dropFirst()).allSatisfy { $0.to == $1.from })
    }
    let user = made.user.map { "\(whole($0.from))-\(whole($0.to)) \($0.name)" }
    #expect(user == account.userStretches)
  }

  @Test(
    "has the pool from when it is known, and the slots as they are taken and given back",
    arguments: 1...20 as ClosedRange<UInt64>)
  func levels(seed: UInt64) throws {
    let (account, made) = try made(seed)
    for level in [Level.pool, .slots, .processingSlots] {
      let steps = made.steps(of: level).map { "\(whole($0.at)) \(Int($0.value))" }
      // Slots are free until the first is taken.
      let free = level == .pool || account.steps(of: level).first?.hasPrefix("0 ") == true
      #expect(steps == (free ? [] : ["0 0"]) + account.steps(of: level), "\(level)")
      #expect(steps.count > 5)
    }
  }

  @Test(
    "adds up opens, exits, fetches by their results, and times that fill the run",
    arguments: 1...20 as ClosedRange<UInt64>)
  func totals(seed: UInt64) throws {
    let (account, made) = try made(seed)
    for (index, name) in PlainAccount.names.enumerated() {
      let totals = made.totals(of: try place(of: name, in: made))
      #expect(totals.opens == account.opens[index])
      #expect(totals.exits == account.exits[index])
      #expect(totals.fetchesNew == account.fetches["\(index) newData"] ?? 0)
      #expect(totals.fetchesNone == account.fetches["\(index) noData"] ?? 0)
      #expect(totals.fetchesFailed == account.fetches["\(index) failed"] ?? 0)
      #expect(totals.time.reduce(.zero, +) == .seconds(account.end))
    }
  }

  private func whole(_ instant: Instant) -> Int64 { instant.nanoseconds / 1_000_000_000 }
}
