import Device
import Simulation
import Testing

@testable import Users

@Suite("Nights, weekends and days of drawn people")
struct NightsAndDaysTests {
  private static let apps = ["mail", "news", "maps"]

  private func portrait(
    people: Range<UInt64>, days: Int, _ change: (inout PeopleParameters) -> Void
  ) throws -> UsagePortrait {
    var parameters = PeopleParameters()
    change(&parameters)
    let model = try UsagePeople(parameters)
    var measuring = UsagePortrait.Measuring()
    for person in people {
      let actions = try model.actions(
        seed: person, duration: .days(days), startsAt: .zero, apps: Self.apps)
      measuring.add(
        UsageLog(
          name: "", apps: Self.apps, actions: actions, startsAt: .zero, duration: .days(days)))
    }
    return measuring.portrait()
  }

  /// Heavy users, whose nights are broken most.
  private func heavy(_ parameters: inout PeopleParameters) {
    parameters.pickUpsPerDay = 80
    parameters.pickUpsSigma = 0
  }

  @Test("who sleeps has quiet nights; who does not has many that are broken")
  func sleep() throws {
    let restless = try portrait(people: 0..<20, days: 15) { heavy(&$0) }
    let rested = try portrait(people: 0..<20, days: 15) {
      heavy(&$0)
      $0.sleep = 6
    }
    let before = try #require(restless.values[.nights])
    let after = try #require(rested.values[.nights])
    #expect((before[3] ?? 0) > 0.1)
    #expect((after[3] ?? 1) < 0.01)
    #expect((after[0] ?? 0) >= 5.5 && (after[0] ?? 0) > (before[0] ?? 0) + 1)
    // As many pick-ups a day as without: those of the night are made by day.
    let amounts = try [restless, rested].map { try #require($0.values[.pickUpsPerDay]?[1]) }
    #expect(abs(amounts[1] / amounts[0] - 1) < 0.1)
  }

  @Test("the hours of sleep are the quietest of one's own, and parts of hours count as such")
  func quietest() {
    var weights = Array(repeating: 2.0, count: 24)
    for hour in [23, 0, 1] { weights[hour] = 1 }
    #expect(HourWeights.quietest(0, of: weights).allSatisfy { $0 == 0 })
    let three = HourWeights.quietest(3, of: weights)
    #expect((0..<24).filter { three[$0] == 1 } == [0, 1, 23] && three.reduce(0, +) == 3)
    let more = HourWeights.quietest(3.25, of: weights)
    #expect(more[2] == 0.25 && more.reduce(0, +) == 3.25)
    let rest = HourWeights.without(three, weights)
    #expect(rest[0] == 0 && abs(rest.reduce(0, +) - weights.reduce(0, +)) < 1e-12)
    // All that is left at other hours grows alike.
    #expect(Set(rest.filter { $0 > 0 }).count == 1)
  }

  @Test("hours are later by whole hours and by parts of one, around midnight too")
  func later() {
    var weights = Array(repeating: 0.0, count: 24)
    weights[23] = 1
    #expect(HourWeights.later(0, weights) == weights)
    #expect(HourWeights.later(2, weights)[1] == 1)
    let part = HourWeights.later(1.25, weights)
    #expect(part[0] == 0.75 && part[1] == 0.25 && part.reduce(0, +) == 1)
  }

  @Test("weekends begin as much later as they are said to")
  func weekends() throws {
    for hours in [0.0, 2] {
      let portrait = try portrait(people: 0..<60, days: 29) {
        heavy(&$0)
        $0.sleep = 7
        $0.weekendLater = hours
        $0.weekendDifference = 0
      }
      let measured = try #require(portrait.values[.weekendLater]?[0])
      #expect(abs(measured - hours) < 0.4, "\(measured), not \(hours)")
    }
  }

  @Test("a day follows the day before as much as it is said to, and is as busy in the mean")
  func memory() throws {
    var correlations: [Double] = []
    var means: [Double] = []
    for memory in [0, 0.8] {
      let portrait = try portrait(people: 0..<40, days: 120) {
        heavy(&$0)
        $0.daySigma = 0.6
        $0.dayMemory = memory
      }
      correlations.append(try #require(portrait.values[.dayAfterDay]?[0]))
      means.append(try #require(portrait.values[.pickUpsPerDay]?[1]))
    }
    // Chance within a day takes some of it away.
    #expect(abs(correlations[0]) < 0.05 && (0.6...0.8).contains(correlations[1]))
    #expect(abs(means[1] / means[0] - 1) < 0.15)
  }

  @Test("where nothing is asked of nights and days, people are as they were")
  func unchanged() throws {
    let model = try UsagePeople(PeopleParameters())
    let actions = try model.actions(
      seed: 3, duration: .days(7), startsAt: .zero, apps: Self.apps)
    var parameters = PeopleParameters()
    parameters.sleep = 1e-9
    let other = try UsagePeople(parameters).actions(
      seed: 3, duration: .days(7), startsAt: .zero, apps: Self.apps)
    #expect(actions.count == other.count)
    #expect(zip(actions, other).allSatisfy { abs(($0.at - $1.at).seconds) < 1 })
  }
}
