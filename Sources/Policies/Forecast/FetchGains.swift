import Device
import Foundation
import Simulation

/// What a fetch of each app gains: the chance that the app's next open is fresh by it.
///
/// That changes from moment to moment, and to reckon it takes long. So a ceiling of each app's gain
/// is kept until an open, a fetch, or the end of a quarter of an hour changes it, and gains are
/// reckoned only of those who may have enough.
struct FetchGains {
  /// What is expected of a fetch at one moment.
  struct Prospect {
    /// Likely to be opened soon.
    let isSoon: Double
    /// Opens to be expected within the horizon.
    let opens: Double
    /// The chance that its next open is fresh by the fetch.
    let gain: Double

    /// That the app is opened soon or within the horizon.
    func probability() -> Double { 1 - (1 - isSoon) * exp(-opens) }
  }

  /// What is the same for all apps at one moment.
  struct Moment {
    let now: Instant
    /// The chance that any app is opened soon.
    let anySoon: Double
    let outlook: OpenForecast.Outlook
    /// Of the horizon.
    let hours: Double
  }

  /// What is known of an app until it is opened or fetched for.
  private struct Known {
    /// When its content was last known to be new; nil: never.
    var refreshed: Instant?
    /// Changes of its content an hour.
    var rate = FetchGains.unknownRate
    /// The chance that content fetched now is fresh at an open soon.
    var staysFresh: Double
    /// That it is the next to be opened.
    var likelihood: Double
  }

  /// No part of an app's gain is higher before the ceilings end.
  private struct Ceiling {
    /// That its content has changed.
    var stale = 1.0
    /// That it is fresh at an open soon, should one come soon.
    var soon = 1.0
    /// That it is fresh at a later one.
    var later = 1.0
    /// The number of the ceilings that it is one of; zero: it does not hold any more.
    var number = 0
  }

  /// More than all roundings come to.
  private static let margin = 1 + 1e-9
  /// Changes an hour of content that was never looked at twice.
  private static let unknownRate = 1.0

  /// In hours.
  private let lead: Double
  /// Apps are told apart by when they were met: a place in the three below.
  private var places = ByApp(-1)
  private var contents: [WatchedContent] = []
  private var known: [Known] = []
  private var ceilings: [Ceiling] = []
  /// Which app is opened next, given that one is; nil: that is to be predicted anew.
  private var next: NextOpen.Prediction?
  /// Of the opens of each app, by which the ceilings with this number are made.
  private var most: OpenForecast.Ceiling?
  private var number = 0

  /// - Parameters:
  ///   - lead: how long before an open soon a fetch is taken to be.
  init(lead: TimeSpan) { self.lead = lead / .hours(1) }

  // MARK: Learning

  mutating func open(_ app: AppID, at now: Instant) {
    let place = place(of: app)
    contents[place].open(at: now)
    note(place)
  }

  /// A fetch has ended which began then.
  mutating func look(_ app: AppID, at began: Instant, changed: Bool) {
    let place = place(of: app)
    contents[place].look(at: began, changed: changed)
    note(place)
  }

  /// Forgets which app is opened next, so that what it is told from is not copied when it changes.
  mutating func forgetNext() { next = nil }

  var knowsNext: Bool { next != nil }

  /// O(apps).
  mutating func expect(_ next: NextOpen.Prediction) {
    self.next = next
    for place in known.indices {
      known[place].likelihood = next[contents[place].app]
      ceilings[place].soon = known[place].likelihood * known[place].staysFresh
    }
  }

  @inline(__always)
  private mutating func place(of app: AppID) -> Int {
    let place = places[app]
    return place >= 0 ? place : meet(app)
  }

  private mutating func meet(_ app: AppID) -> Int {
    places[app] = contents.count
    contents.append(WatchedContent(app, minimumInterval: .zero, countsItems: true))
    known.append(
      Known(staysFresh: exp(-Self.unknownRate * lead), likelihood: next.map { $0[app] } ?? 0))
    ceilings.append(Ceiling())
    return contents.count - 1
  }

  /// Its content has changed, or more is known of it.
  private mutating func note(_ place: Int) {
    let rate = contents[place].looks > 0 ? contents[place].rate : Self.unknownRate
    known[place].refreshed = contents[place].refreshed
    known[place].rate = rate
    known[place].staysFresh = exp(-rate * lead)
    ceilings[place].number = 0
  }

  // MARK: Expecting

  /// Who may be worth a fetch.
  struct Contender {
    /// Among the candidates.
    let position: Int
    let prospect: Prospect
  }

  /// All candidates that gain so much, in their order; beside them may be some who do not. O(n).
  mutating func contenders(
    among candidates: [WorkCandidate], gaining least: Double, at moment: Moment,
    ceiling makeCeiling: () -> OpenForecast.Ceiling
  ) -> [Contender] {
    if most.map({ moment.outlook.isBelow($0, at: moment.now) }) != true {
      most = makeCeiling()
      number += 1
    }
    var contenders: [Contender] = []
    for position in candidates.indices {
      let place = place(of: candidates[position].app.id)
      if ceilings[place].number != number {
        if ceilings[place].number == 0 {
          contents[place].receive(candidates[position].app.newItems)
          note(place)
        }
        raise(place, at: moment)
      }
      let ceiling = ceilings[place]
      let most = ceiling.stale * (moment.anySoon * ceiling.soon + ceiling.later)
      guard most * Self.margin >= least else { continue }
      contenders.append(Contender(position: position, prospect: prospect(of: place, at: moment)))
    }
    return contenders
  }

  private func prospect(of place: Int, at moment: Moment) -> Prospect {
    let rate = known[place].rate
    let isSoon = moment.anySoon * known[place].likelihood
    let later = moment.outlook.expectedOpens(of: contents[place].app) / moment.hours
    let freshLater = Self.freshLater(opens: later, changes: rate, within: moment.hours)
    let fresh = isSoon * known[place].staysFresh + (1 - isSoon) * freshLater
    return Prospect(
      isSoon: isSoon, opens: later * moment.hours, gain: stale(place, at: moment.now) * fresh)
  }

  /// The chance that its content has changed since it was new.
  private func stale(_ place: Int, at now: Instant) -> Double {
    let known = known[place]
    guard let refreshed = known.refreshed else { return 1 }
    return -expm1(-known.rate * (max(.zero, now - refreshed) / .hours(1)))
  }

  /// The chance that the next open comes before the next news, and within the horizon. Both rates
  /// are an hour's.
  private static func freshLater(
    opens: Double, changes: Double, within hours: Double
  ) -> Double {
    guard opens > 0 else { return 0 }
    return opens / (opens + changes) * -expm1(-(opens + changes) * hours)
  }

  /// How high its gain may be until the ceilings end: what has changed only grows, and to more opens
  /// belongs a higher chance.
  private mutating func raise(_ place: Int, at moment: Moment) {
    guard let most else { return }
    let app = contents[place].app
    let opens = moment.outlook.mostOpens(of: app, until: most) / moment.hours
    ceilings[place] = Ceiling(
      stale: stale(place, at: most.until),
      soon: known[place].likelihood * known[place].staysFresh,
      later: Self.freshLater(opens: opens, changes: known[place].rate, within: moment.hours),
      number: number)
  }
}
