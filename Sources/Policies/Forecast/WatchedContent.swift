import Device
import Simulation

/// One app's content: when it was last brought up to date, how often it changes, and how often it
/// is to be looked at.
struct WatchedContent {
  let app: AppID
  var minimumInterval: TimeSpan
  /// The rate that its period was made for, per hour.
  var plannedRate = 0.0
  /// Whether it has a share of its own.
  var isLearned = false
  /// Looks an hour, by the plan.
  var frequency = 0.0 {
    didSet { period = .seconds(frequency > 0 ? 3_600 / frequency : .infinity) }
  }
  /// Between two looks.
  private(set) var period = TimeSpan.zero
  /// When its content was last known to be new.
  private(set) var refreshed: Instant?
  /// From when its period counts: who had to wait for a slot is due the sooner for it, or all would
  /// be fetched more seldom than planned.
  private(set) var periodBegan: Instant?
  private let countsItems: Bool
  private var byItems = ItemRateEstimate()
  /// Up to which look items are counted, and how many the app had received by then.
  private var counted: (at: Instant, items: Int)?
  /// Something was brought since.
  private var hasLooked = false
  private var foundSomething = false
  private var byResults = ChangeRateEstimate()

  /// - Parameters:
  ///   - countsItems: else only whether a fetch brought anything tells of the rate.
  init(_ app: AppID, minimumInterval: TimeSpan, countsItems: Bool) {
    self.app = app
    self.minimumInterval = minimumInterval
    self.countsItems = countsItems
  }

  /// The most looks an hour.
  var limit: Double { 3_600 / max(1e-9, minimumInterval.seconds) }

  /// Changes per hour.
  var rate: Double { countsItems ? byItems.rate : byResults.cautiousRate }

  /// From which the rate is estimated.
  var looks: Int { countsItems ? byItems.looks : byResults.count }

  /// A period for a rate that has hardly moved is as good as a new one.
  var isRateMoved: Bool { abs(rate - plannedRate) > 0.02 * plannedRate }

  /// Whether nothing is to be learnt of it when it waits, the usual case.
  func isUnmoved(by interval: TimeSpan, looksToLearn: Int) -> Bool {
    guard interval == minimumInterval, !hasLooked else { return false }
    return looks < looksToLearn || isLearned && !isRateMoved
  }

  /// What part of its period has passed: so much of its next fetch an open spares.
  func share(at now: Instant) -> Double {
    guard let refreshed, period > .zero else { return 0 }
    return min(1, max(0, (now - refreshed) / period))
  }

  /// The user had it refresh itself.
  mutating func open(at now: Instant) {
    refreshed = max(refreshed ?? now, now)
    periodBegan = refreshed
    hasLooked = true
  }

  /// A fetch began then; `changed` is nil when it did not tell.
  mutating func look(at began: Instant, changed: Bool?) {
    defer {
      refreshed = began
      let late = periodBegan.map { began - ($0 + period) } ?? .zero
      periodBegan = began - max(.zero, min(late, period / 2))
    }
    guard let changed else { return }
    hasLooked = true
    foundSomething = foundSomething || changed
    if let refreshed, refreshed < began {
      byResults.add(changed: changed, after: (began - refreshed) / .hours(1))
    }
  }

  /// What the app has received since the start.
  mutating func receive(_ items: Int) {
    guard hasLooked, let refreshed else { return }
    if let counted, counted.at < refreshed {
      // News of a server that the device cannot count is one item.
      let new = max(items - counted.items, foundSomething ? 1 : 0)
      byItems.add(new, after: (refreshed - counted.at) / .hours(1))
    }
    counted = (refreshed, items)
    hasLooked = false
    foundSomething = false
  }
}
