import Device
import Simulation
import Testing

@testable import Policies

@Suite("history of opens")
struct OpenHistoryTests {
  private let app = AppID(3)

  @Test("an open counts half after each half-life, in the hour of the day at which it was")
  func fades() {
    var history = OpenHistory(halfLife: .days(2), startsAt: .hours(22))
    history.add(app, at: .start + .hours(3))
    history.add(app, at: .start + .hours(3) + .days(2))
    let counts = history.counts(of: app, at: .start + .hours(3) + .days(4))
    #expect(abs(counts[1] - 0.75) < 1e-12)
    #expect(counts.enumerated().allSatisfy { $0.offset == 1 || $0.element == 0 })
    #expect(history.counts(of: AppID(4), at: .start).allSatisfy { $0 == 0 })
  }

  @Test(
    "days fade alike, so that one open a day is a rate of one, however long it goes on",
    arguments: [1, 10, 1_000])
  func rate(days: Int) {
    var history = OpenHistory(halfLife: .days(7), startsAt: .zero)
    // In the middle of each day, where its weight is that of the day but for a part in a thousand.
    for day in 0..<days { history.add(app, at: .start + .days(day) + .hours(12)) }
    let now = Instant.start + .days(days)
    let rate = history.counts(of: app, at: now)[12] / history.days(at: now)
    #expect(abs(rate - 1) < 0.001)
  }

  @Test("days are those since the start at first, and never more than the half-life allows")
  func days() {
    let history = OpenHistory(halfLife: .days(7), startsAt: .zero)
    #expect(history.days(at: .start) == 0)
    #expect(abs(history.days(at: .start + .hours(1)) - 1 / 24) < 1e-4)
    #expect(abs(history.days(at: .start + .days(10_000)) - 10.0989) < 1e-4)
  }
}

extension OpenHistory {
  /// Returns the opens of an app in each hour of the day, as they still count. O(1).
  fileprivate func counts(of app: AppID, at now: Instant) -> [Double] {
    (0..<Self.hours).map { hour in
      var weights = [Double](repeating: 0, count: Self.hours)
      weights[hour] = 1
      return sums(at: now, weights: weights)[app]
    }
  }
}
