import Simulation
import TestSizes
import Testing

@testable import Users

/// Some of the people that scripts/people draws 2,000 of, held to the same figures with the room that
/// their smaller number needs.
@Suite("Drawn people are near the published figures of their calibration")
struct CalibrationTests {
  private func portrait(
    _ calibration: PeopleParameters.Calibration, people: UInt64, days: Int
  ) throws -> UsagePortrait {
    let model = try UsagePeople(PeopleParameters(calibration))
    let apps = (1...87).map { "app-\($0)" }
    var measuring = UsagePortrait.Measuring()
    for seed in 1...people {
      let actions = try model.actions(
        seed: seed, duration: .days(days), startsAt: .zero, apps: apps)
      measuring.add(
        UsageLog(
          name: "", apps: apps, actions: actions, startsAt: .zero, duration: .days(days)))
    }
    return measuring.portrait()
  }

  /// - Parameters:
  ///   - room: how much farther than all of them a few people may be.
  private func expectNear(
    _ portrait: UsagePortrait, _ source: UsageFigure.Source, room: Double
  ) throws {
    for figure in UsageFigure.allCases {
      guard let published = figure.published, published.source == source else { continue }
      let values = try #require(portrait.values[figure], "\(figure)")
      for (index, wanted) in published.values.enumerated()
      where !published.givenUp.contains(index) {
        let value = try #require(values[index])
        let nearer = wanted + (value - wanted) / room
        #expect(
          figure.isNear(nearer, wanted),
          "\(figure) \(figure.labels[index]): \(value), not \(wanted)")
      }
    }
  }

  @Test("LSApp: amounts, sessions and the hit rates of five predictors", .fullSize)
  func lsapp() throws {
    try expectNear(portrait(.lsapp, people: 120, days: 15), .lsapp, room: 1.8)
  }

  @Test("one phone: pauses, and what is used again next day", .fullSize)
  func phone() throws {
    try expectNear(portrait(.phone, people: 40, days: 31), .phone, room: 1.5)
  }

  @Test("2,000 phones on one day: entropies, shares and the fall with rank", .fullSize)
  func dpi() throws {
    try expectNear(portrait(.dpi, people: 1_200, days: 1), .dpi, room: 1.8)
  }

  @Test("what is given up is what others of the same source exclude")
  func givenUp() throws {
    // A session of 48.7 / 17.4 launches has no 5.46 changes of app between them.
    #expect(48.7 / 17.4 - 1 < 5.46)
    #expect(UsageFigure.changesPerSession.published?.givenUp == [0])
    // A Weibull of shape .47 and median 271 s has its first quartile at 42 s, not at 61.
    #expect(UsageFigure.pauses.published?.givenUp == [1])
    // An exponential fall at the rate .83 gives the top app .56, not .72.
    #expect(UsageFigure.topShare.published?.givenUp == [2])
    // More sleep would make other hours be used again than those of the phone.
    #expect(UsageFigure.nights.published?.givenUp == [0, 1, 2])
    // One phone's month tells nothing of a correlation: .113 with an error of .19.
    #expect(UsageFigure.dayAfterDay.published?.givenUp == [0])
    let all = UsageFigure.allCases.compactMap { figure in
      figure.published.map { ($0.source, $0.givenUp.count) }
    }
    #expect(all.filter { $0.0 != .others }.reduce(0) { $0 + $1.1 } == 10)
  }
}
