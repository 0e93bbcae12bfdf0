import Device
import Simulation

/// One app's content: when it was last brought up to date, how often it changes, and how often it
/// is to be looked at.
struct WatchedContent {
  let app: AppID
  var minimumInterval: TimeSpan
  /// The change rate for which the period was made, per hour.
  var plannedRate = 0.0
  /// Whether the app has a share of its own.
  var isLearned = false
  /// The planned looks an hour.
  var frequency = 0.0 {
    didSet { period = .seconds(frequency > 0 ? 3_600 / frequency : .infinity) }
  }
  /// The time between two looks.
  private(set) var period = TimeSpan.zero
  /// The moment at which the content was last known to be new.
  private(set) var refreshed: Instant?
  /// The moment from which the period counts: an app that had to wait for a slot is due the sooner
  /// for it, or all would be fetched more seldom than planned.
  private(set) var periodBegan: Instant?
  private let countsItems: Bool
  private var byItems = ItemRateEstimate()
  /// The look up to which items are counted, and how many the app had received by then.
  private var counted: (at: Instant, items: Int)?
  /// Whether a fetch has brought something since.
  private var hasLooked = false
  private var foundSomething = false
  private var byResults = ChangeRateEstimate()

  /// Creates the content of an app.
  ///
  /// - Parameters:
  ///   - countsItems: whether the rate is estimated from received items; else only from whether a
  ///     fetch brought anything.
  init(_ app: AppID, minimumInterval: TimeSpan, countsItems: Bool) {
    self.app = app
    self.minimumInterval = minimumInterval
    self.countsItems = countsItems
  }

  /// The most looks an hour.
  var limit: Double { 3_600 / max(1e-9, minimumInterval.seconds) }

  /// The changes per hour.
  var rate: Double { countsItems ? byItems.rate : byResults.cautiousRate }

  /// The number of looks from which the rate is estimated.
  var looks: Int { countsItems ? byItems.looks : byResults.count }

  /// Whether the rate has moved so much that the period should be made anew.
  var isRateMoved: Bool { abs(rate - plannedRate) > 0.02 * plannedRate }

  /// Returns the part of its period that has passed: so much of its next fetch an open spares.
  func share(at now: Instant) -> Double {
    guard let refreshed, period > .zero else { return 0 }
    return min(1, max(0, (now - refreshed) / period))
  }

  /// Notes that the user opened the app, which refreshes its content.
  mutating func open(at now: Instant) {
    refreshed = max(refreshed ?? now, now)
    periodBegan = refreshed
    hasLooked = true
  }

  /// Notes a fetch that began then; `changed` is nil when its result did not say.
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

  /// Takes the number of items that the app has received since the start.
  mutating func receive(_ items: Int) {
    guard hasLooked, let refreshed else { return }
    if let counted, counted.at < refreshed {
      // News of a server that the device cannot count are one item.
      let new = max(items - counted.items, foundSomething ? 1 : 0)
      byItems.add(new, after: (refreshed - counted.at) / .hours(1))
    }
    counted = (refreshed, items)
    hasLooked = false
    foundSomething = false
  }
}
