import Device
import Simulation
import Testing

@testable import Policies

@Suite("likely-next")
struct LikelyNextTests {
  /// Ten days on, at eight: app 0 is opened at eight, app 1 less often, app 2 in the evening.
  private let waiting = [
    candidate(app(2, opens: [19: 10])), candidate(app(1, opens: [8: 4])),
    candidate(app(0, opens: [8: 10])),
  ]
  private let morning = device(at: 10 * 86_400 + 8 * 3_600)

  private func policy(_ settings: String = "") throws -> any SchedulingPolicy {
    try PolicyCatalogue.policy("likely-next{\(settings)}")
  }

  @Test("the likeliest apps are fetched for, the unlikely wait for their hour")
  func likeliest() throws {
    for (slots, chosen) in [(3, [0, 1]), (1, [0]), (0, [])] {
      let decision = try policy().fetches(waiting, slots: slots, device: morning)
      #expect(decision.indices == chosen)
      #expect(decision.reason(for: 2) == "not likely to be opened soon")
      #expect(decision.askAgainAfter == .minutes(15))
    }
    let evening = device(at: 10 * 86_400 + 18 * 3_600)
    #expect(try policy().fetches(waiting, slots: 3, device: evening).indices == [2])
  }

  @Test("without history everybody is likely enough, in order of waiting")
  func start() throws {
    let new = [candidate(1, since: 5), candidate(0, since: 9), candidate(2, since: 1)]
    let decision = try policy().fetches(new, slots: 3, device: device(at: 10))
    #expect(decision.indices == [2, 1, 0])
    #expect(decision.askAgainAfter == nil)
  }

  @Test("threshold and horizon decide who is likely")
  func parameters() throws {
    func chosen(_ settings: String) throws -> [Int] {
      try policy(settings).fetches(waiting, slots: 3, device: morning).indices
    }
    #expect(try chosen("threshold=0") == [0, 1, 2])
    #expect(try chosen("threshold=0.3") == [0])
    #expect(try chosen("horizon=86400,threshold=0.3").sorted() == [0, 1, 2])
  }

  @Test("a grant is the allowance or what the pool still has")
  func grants() throws {
    #expect(try policy().backgroundTime(request(0), device: device()) == .seconds(30))
    #expect(try policy().backgroundTime(request(0), device: device(available: 4)) == .seconds(4))
  }
}
