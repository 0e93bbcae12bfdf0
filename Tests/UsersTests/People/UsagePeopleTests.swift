import Device
import Foundation
import Simulation
import Testing

@testable import Users

@Suite("Drawn people")
struct UsagePeopleTests {
  private static let apps = ["mail", "news", "maps", "chat", "notes", "games"]

  private func actions(
    _ change: (inout PeopleParameters) -> Void = { _ in }, person: UInt64? = nil, seed: UInt64 = 1,
    days: Int = 14, startsAt: TimeSpan = .zero, apps: [String] = apps,
    preferences: [AppPreference] = []
  ) throws -> [UserAction] {
    var parameters = PeopleParameters()
    change(&parameters)
    let people = try UsagePeople(parameters, person: person, preferences: preferences)
    let duration = TimeSpan.days(days)
    let actions = try people.actions(
      seed: seed, duration: duration, startsAt: startsAt, apps: apps)
    expectPlausible(actions, duration: duration)
    return actions
  }

  private func opens(_ actions: [UserAction]) -> [(at: Instant, app: Int)] {
    actions.compactMap { action in
      guard case .open(let app) = action.kind else { return nil }
      return (action.at, Int(app.index))
    }
  }

  /// When the phone is put away.
  private func ends(_ actions: [UserAction]) -> [Instant] {
    actions.filter { $0.kind == .close }.map(\.at)
  }

  private func counts(_ actions: [UserAction], apps: Int = apps.count) -> [Int] {
    var counts = Array(repeating: 0, count: apps)
    for open in opens(actions) { counts[open.app] += 1 }
    return counts
  }

  @Test("do the same under the same seed, and a longer run begins as a shorter one")
  func same() throws {
    let fortnight = try actions()
    #expect(try actions() == fortnight)
    let week = try actions(days: 7)
    #expect(week == fortnight.filter { $0.at < .start + .days(7) })
    #expect(try actions(seed: 2) != fortnight)
  }

  @Test("keep their habits from seed to seed, and live other days")
  func traits() throws {
    let first = try (1...8).map { try actions(person: 5, seed: $0, days: 60) }
    let favourites = first.map { actions in
      let counts = counts(actions)
      return counts.firstIndex(of: counts.max() ?? 0)
    }
    #expect(Set(favourites).count == 1)
    #expect(Set(first.map { opens($0).first?.at.nanoseconds }).count == 8)
    let amounts = try (0..<30).map { try opens(actions(person: $0)).count }
    let same = try (0..<30).map { try opens(actions(person: 5, seed: $0)).count }
    var between = RunningMoments()
    var within = RunningMoments()
    for amount in amounts { between.add(Double(amount)) }
    for amount in same { within.add(Double(amount)) }
    #expect(try #require(between.variance) > 4 * (try #require(within.variance)))
  }

  @Test("have the phone in hand at the same times whatever apps are liked, and however")
  func streams() throws {
    let ends = ends(try actions())
    #expect(self.ends(try actions { $0.fall = 3 }) == ends)
    #expect(self.ends(try actions { $0.returning = 0 }) == ends)
    #expect(self.ends(try actions(apps: Self.apps + ["more"])) == ends)
    #expect(self.ends(try actions { $0.pauseShape = 0.9 }) != ends)
  }

  @Test("like other apps no less for one more that nobody likes")
  func otherApps() throws {
    let liked = Self.apps.map { AppPreference($0, weight: 1) }
    let before = try actions(preferences: liked)
    #expect(try actions(apps: Self.apps + ["more"], preferences: liked) == before)
  }

  @Test("open the only app again and again, and nothing where there is none")
  func fewApps() throws {
    let one = try actions(apps: ["mail"])
    #expect(opens(one).count > 100)
    #expect(opens(one).count - ends(one).count <= 1)
    #expect(try actions(apps: []) == [])
    let two = opens(try actions(apps: ["mail", "news"]))
    #expect(Set(two.map(\.app)) == [0, 1])
  }

  @Test("follow the hours of the day, wherever the run begins")
  func hours() throws {
    for startsAt in [TimeSpan.zero, .hours(17)] {
      var night = 0
      var all = 0
      for person in UInt64(0)..<30 {
        for open in opens(try actions(person: person, startsAt: startsAt)) {
          let hour = Int((open.at - .start + startsAt).timeOfDay / .hours(1))
          if (1..<6).contains(hour) { night += 1 }
          all += 1
        }
      }
      // The curve of all people has 3.3 % there; a person's own may have more.
      #expect((0.01...0.08).contains(Double(night) / Double(all)))
    }
  }

  @Test("have another weekend, from the Saturday of day 6 on")
  func weekend() throws {
    let only: (Int) -> [Double] = { hour in (0..<24).map { $0 == hour ? 1 : 0 } }
    // With one hour for all, weekday and weekend are alike; with two, a person's shares of them differ.
    let alike = try actions({ $0.byHour = only(9) }, days: 7)
    #expect(Set(opens(alike).map { Int(($0.at - .start) / .days(1)) }).count == 7)
    var differing = 0
    for person in UInt64(0)..<40 {
      let actions = try actions(
        {
          $0.hourConcentration = 0.5
          $0.weekendDifference = 1
          $0.byHour = zip(only(9), only(21)).map { $0 + $1 }
          $0.daySigma = 0
        }, person: person, days: 14)
      var shares = [RunningMoments(), RunningMoments()]
      for open in opens(actions) {
        let day = Int((open.at - .start) / .days(1))
        shares[day % 7 >= 5 ? 1 : 0].add((open.at - .start).timeOfDay > .hours(15) ? 1 : 0)
      }
      let (week, end) = (try #require(shares[0].mean), try #require(shares[1].mean))
      if abs(week - end) > 0.5 { differing += 1 }
    }
    #expect((10...30).contains(differing), "two draws of 0 or 1 differ about half the time")
  }

  @Test("go back to the app before as often as they are said to, and without habit by chance")
  func habit() throws {
    let share = { (habit: Double) throws -> Double in
      let opened = opens(
        try actions(
          {
            $0.habit = habit
            $0.returning = 0.5
            $0.following = 0
            $0.resuming = 0
            $0.fall = 0
            $0.hourHabit = 0
            $0.launchesPerPickUp = 4
          }, days: 90)
      ).map(\.app)
      let triples = zip(opened, opened.dropFirst(2)).count { $0 == $1 }
      return Double(triples) / Double(opened.count - 2)
    }
    // Of five others each is the one before with probability 1/5, or, as the first of a pick-up, the
    // last itself may come again.
    #expect((0.12...0.24).contains(try share(0)))
    #expect((0.5...0.62).contains(try share(1)))
    #expect((0.85...0.97).contains(try share(2)))
  }

  @Test("use apps at hours of their own, by as much as they are said to")
  func hourHabit() throws {
    // The information that the hour gives on the app, in bits, over what chance alone would show.
    let information = { (habit: Double) throws -> Double in
      var joint = Array(repeating: Array(repeating: 0.0, count: 24), count: 2)
      for open in opens(
        try actions(
          {
            $0.hourHabit = habit
            $0.returning = 0
            $0.following = 0
            $0.resuming = 0
            $0.fall = 0
            $0.launchesPerPickUp = 1
          }, days: 200, apps: ["a", "b", "c"]))
      where open.app < 2 {
        joint[open.app][Int((open.at - .start).timeOfDay / .hours(1))] += 1
      }
      let total = joint.joined().reduce(0, +)
      var bits = 0.0
      for hour in 0..<24 {
        let both = joint[0][hour] + joint[1][hour]
        for app in 0..<2 where joint[app][hour] > 0 {
          let expected = both * joint[app].reduce(0, +) / total
          bits += joint[app][hour] / total * log2(joint[app][hour] / expected)
        }
      }
      return bits - 23 / (2 * total * log(2))
    }
    #expect(abs(try information(0)) < 0.01)
    #expect(try information(1) > 0.01)
    #expect(try information(2) > 1.5 * information(1))
  }

  @Test("cannot be drawn from what contradicts itself or is no number")
  func impossible() throws {
    let changes: [(inout PeopleParameters) -> Void] = [
      { $0.pickUpsPerDay = 0 }, { $0.fall = -1 }, { $0.taste = .nan }, { $0.fallSigma = .infinity },
      { $0.glanceShare = 1.1 }, { $0.launchesPerPickUp = 0.5 }, { $0.byHour = [1] },
      { $0.byHour[3] = -1 }, { $0.sleep = 17 }, { $0.weekendLater = -1 }, { $0.dayMemory = 1 },
      { $0.byHour = Array(repeating: 0, count: 24) },
      {
        $0.returning = 0.6
        $0.following = 0.6
      },
    ]
    for change in changes {
      #expect(throws: UserModelError.self) { try actions(change) }
    }
    #expect(throws: UserModelError.self) {
      try actions(preferences: [AppPreference("mail", weight: -1)])
    }
    #expect(throws: UserModelError.self) {
      try actions(preferences: [AppPreference("mial", weight: 1)])
    }
  }

  @Test("live through the extremes of what may be asked")
  func extremes() throws {
    let changes: [(inout PeopleParameters) -> Void] = [
      { $0.pickUpsPerDay = 0.001 }, { $0.pickUpsPerDay = 10_000 }, { $0.hourConcentration = 0.1 },
      { $0.hourConcentration = 1e9 }, { $0.pauseShape = 0.1 }, { $0.pauseShape = 10 },
      { $0.againShare = 1 }, { $0.glanceShare = 1 }, { $0.longest = 1 }, { $0.fall = 100 },
      { $0.exploring = 1 }, { $0.followers = 0.001 }, { $0.followers = 1e9 }, { $0.resuming = 1 },
      { $0.hourHabit = 5 }, { $0.taste = 100 }, { $0.pickUpsSigma = 3 }, { $0.daySigma = 3 },
      { $0.launchesPerPickUp = 1_000 }, { $0.habit = 0 }, { $0.habit = 2 }, { $0.staySigma = 5 },
      { $0.weekendLater = 6 }, { $0.dayMemory = 0.99 },
      {
        $0.sleep = 16
        $0.hourConcentration = 0.1
      },
    ]
    for change in changes { _ = try actions(change, days: 2) }
  }
}
