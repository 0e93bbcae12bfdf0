import Device
import Simulation
import Testing

@testable import Policies

@Suite("Policies of one predictor")
struct PredictedOrderTests {
  private let waiting = [candidate(2), candidate(1), candidate(0), candidate(3)]

  /// Ten days on which 0 is opened at eight, 1 at eight and at nine, 2 at nineteen, four times; the
  /// last open is of 0, which 2 has followed most.
  private func policy(_ text: String) throws -> any SchedulingPolicy {
    let policy = try PolicyCatalogue.policy(text)
    var opens = opened(0, onDays: 0...9, atHour: 8) + opened(1, onDays: 0...9, atHour: 9)
    opens += opened(1, onDays: 0...9, atHour: 8, and: 60)
    for minute in [0, 600, 1_200, 1_800] {
      opens += opened(2, onDays: 0...9, atHour: 19, and: minute + 60)
      opens += opened(0, onDays: 0...9, atHour: 19, and: minute)
    }
    func moment(_ outcome: PolicyOutcome) -> Instant {
      if case .opened(_, let at) = outcome { at } else { .start }
    }
    policy.observe(all: opens.sorted { moment($0) < moment($1) })
    policy.observe(.opened(app: AppID(0), at: .start + .days(10) + .hours(7)))
    return policy
  }

  @Test(
    "the likeliest by the predictor go first, and those that it does not name wait",
    arguments: [
      ("most-used", [0, 2]), ("most-recent", [0, 2]), ("hour-of-day", [1, 0]), ("markov", [2, 1]),
    ])
  func order(name: String, chosen: [Int]) throws {
    let morning = device(at: 10 * 86_400 + 8 * 3_600)
    let decision = try policy("\(name){top=2}").fetches(waiting, slots: 4, device: morning)
    #expect(decision.indices == chosen)
    #expect(decision.reason(for: chosen[0]) == "among the likeliest to be opened next")
    #expect(decision.reason(for: 3) == "others are likelier to be opened next")
    #expect(decision.askAgainAfter == (name == "hour-of-day" ? .hours(1) : nil))
    #expect(
      try policy("\(name){top=2}").fetches(waiting, slots: 1, device: morning).indices
        == [chosen[0]])
  }

  @Test("another hour names others")
  func hours() throws {
    let evening = device(at: 10 * 86_400 + 19 * 3_600)
    let decision = try policy("hour-of-day{top=1}").fetches(waiting, slots: 4, device: evening)
    #expect(decision.indices == [2] || decision.indices == [0])
  }

  @Test("while fewer apps than it names were opened, nobody is held back")
  func start() throws {
    let policy = try PolicyCatalogue.policy("markov")
    policy.observe(.opened(app: AppID(1), at: .start + .seconds(5)))
    let new = [candidate(2, since: 1), candidate(1, since: 5), candidate(0, since: 9)]
    #expect(policy.fetches(new, slots: 3, device: device(at: 10)).indices.sorted() == [0, 1, 2])
  }
}
