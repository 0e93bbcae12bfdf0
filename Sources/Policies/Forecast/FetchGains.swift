import Device
import Foundation
import Simulation

/// The gain of a fetch for each app: the chance that the app's next open is fresh by it.
///
/// It changes from moment to moment, and computing it takes long. So a ceiling of each app's gain
/// is kept until an open, a fetch, or the end of a quarter of an hour changes it, and gains are
/// computed only for apps that may have enough.
struct FetchGains {
  /// The prospect of a fetch at one moment.
  struct Prospect {
    /// The chance that the app is opened soon.
    let isSoon: Double
    /// The number of opens to be expected within the horizon.
    let opens: Double
    /// The chance that the app's next open is fresh by the fetch.
    let gain: Double

    /// Returns the chance that the app is opened soon or within the horizon.
    func probability() -> Double { 1 - (1 - isSoon) * exp(-opens) }
  }

  /// The quantities that are the same for all apps at one moment.
  struct Moment {
    let now: Instant
    /// The chance that any app is opened soon.
    let anySoon: Double
    let outlook: OpenForecast.Outlook
    /// The length of the horizon in hours.
    let hours: Double
  }

  /// The knowledge of an app until it is opened or fetched for.
  private struct Known {
    /// The moment at which its content was last known to be new; nil: never.
    var refreshed: Instant?
    /// The changes of its content an hour.
    var rate = FetchGains.unknownRate
    /// The chance that content fetched now is fresh at an open soon.
    var staysFresh: Double
    /// The chance that it is the next app to be opened.
    var likelihood: Double
  }

  /// The upper bounds of the parts of an app's gain until the ceilings end.
  private struct Ceiling {
    /// The bound of the chance that its content has changed.
    var stale = 1.0
    /// The bound of the chance that it is fresh at an open soon, should one come soon.
    var soon = 1.0
    /// The bound of the chance that it is fresh at a later open.
    var later = 1.0
    /// The number of the set of ceilings to which it belongs; zero: it does not hold any more.
    var number = 0
  }

  /// A factor above the error of all roundings.
  private static let margin = 1 + 1e-9
  /// The changes an hour of content that was never looked at twice.
  private static let unknownRate = 1.0

  /// The lead in hours.
  private let lead: Double
  /// The apps' places in the three arrays below, in the order in which they were met.
  private var places = ByApp(-1)
  private var contents: [WatchedContent] = []
  private var known: [Known] = []
  private var ceilings: [Ceiling] = []
  /// The prediction of the next app, given that one is opened; nil: it has to be made anew.
  private var next: NextOpen.Prediction?
  /// The ceiling of the apps' opens by which the ceilings with this number are made.
  private var most: OpenForecast.Ceiling?
  private var number = 0

  /// Creates the gains of apps of which nothing is known.
  ///
  /// - Parameters:
  ///   - lead: how long before an open soon a fetch is taken to be.
  init(lead: TimeSpan) { self.lead = lead / .hours(1) }

  // MARK: Learning

  mutating func open(_ app: AppID, at now: Instant) {
    let place = place(of: app)
    contents[place].open(at: now)
    note(place)
  }

  /// Notes a fetch that has ended, by when it began.
  mutating func look(_ app: AppID, at began: Instant, changed: Bool) {
    let place = place(of: app)
    contents[place].look(at: began, changed: changed)
    note(place)
  }

  /// Forgets the prediction of the next app, so that its source is not copied when it changes.
  mutating func forgetNext() { next = nil }

  var knowsNext: Bool { next != nil }

  /// Takes the prediction of the next app. O(apps).
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
    return place >= 0 ? place : register(app)
  }

  private mutating func register(_ app: AppID) -> Int {
    places[app] = contents.count
    contents.append(WatchedContent(app, minimumInterval: .zero, countsItems: true))
    known.append(
      Known(staysFresh: exp(-Self.unknownRate * lead), likelihood: next.map { $0[app] } ?? 0))
    ceilings.append(Ceiling())
    return contents.count - 1
  }

  /// Notes that an app's content has changed, or that more is known of it.
  private mutating func note(_ place: Int) {
    let rate = contents[place].looks > 0 ? contents[place].rate : Self.unknownRate
    known[place].refreshed = contents[place].refreshed
    known[place].rate = rate
    known[place].staysFresh = exp(-rate * lead)
    ceilings[place].number = 0
  }

  // MARK: Expecting

  /// A candidate that may be worth a fetch.
  struct Contender {
    /// The position among the candidates.
    let position: Int
    let prospect: Prospect
  }

  /// Returns all candidates that gain so much, in their order; some that gain less may be among
  /// them. O(n).
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

  /// Returns the chance that an app's content has changed since it was new.
  private func stale(_ place: Int, at now: Instant) -> Double {
    let known = known[place]
    guard let refreshed = known.refreshed else { return 1 }
    return -expm1(-known.rate * (max(.zero, now - refreshed) / .hours(1)))
  }

  /// Returns the chance that the next open comes before the next news, and within the horizon. Both
  /// rates are per hour.
  private static func freshLater(
    opens: Double, changes: Double, within hours: Double
  ) -> Double {
    guard opens > 0 else { return 0 }
    return opens / (opens + changes) * -expm1(-(opens + changes) * hours)
  }

  /// Raises the ceilings to what the app's gain may be until they end: what has changed only grows,
  /// and more opens have a higher chance.
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
