import Simulation

/// The items that a server has published, and when; a function of the seed alone.
struct Publisher {
  private let publication: ServerConfiguration.Publication
  /// The items so far known; for a Poisson process drawn as far as was asked.
  private var times: [Instant] = []
  private var stream: RandomStream

  init(_ server: ServerConfiguration, seed: UInt64) {
    publication = server.publication
    stream = RandomStream(seed: seed, name: "server/\(server.host)/publication")
    if case .at(let instants) = server.publication { times = instants }
  }

  /// Whether it ever publishes.
  var publishes: Bool {
    switch publication {
    case .never: false
    case .every(let period): period > .zero
    case .perHour(let rate): rate > 0
    case .byHour(let rates, _): rates.contains { $0 > 0 }
    case .at(let instants): !instants.isEmpty
    }
  }

  /// Items published up to and including a moment. O(log n).
  mutating func count(at now: Instant) -> Int {
    guard publishes else { return 0 }
    if case .every(let period) = publication {
      return Int((now - .start).nanoseconds / period.nanoseconds)
    }
    draw(until: now)
    var low = 0
    var high = times.count
    while low < high {
      let middle = (low + high) / 2
      if times[middle] <= now { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// When an item already counted was published; the first is number 0.
  func instant(ofItem index: Int) -> Instant {
    if case .every(let period) = publication { return .start + period * (index + 1) }
    return times[index]
  }

  /// When an item is published, which may be still to come; nil: never.
  mutating func publication(ofItem index: Int) -> Instant? {
    switch publication {
    case .never: return nil
    case .every(let period): return period > .zero ? instant(ofItem: index) : nil
    case .at(let instants): return index < instants.count ? instants[index] : nil
    case .perHour, .byHour:
      guard publishes else { return nil }
      while times.count <= index { drawOne() }
      return times[index]
    }
  }

  private mutating func draw(until now: Instant) {
    switch publication {
    case .never, .every, .at: return
    case .perHour, .byHour: while (times.last ?? .start) <= now { drawOne() }
    }
  }

  private mutating func drawOne() {
    let last = times.last ?? .start
    let next: Instant
    switch publication {
    case .never, .every, .at: fatalError("Publisher: nothing to draw (\(publication))")
    case .perHour(let rate):
      next = last + TimeSpan.seconds(stream.exponential(mean: 3_600 / rate))
    case .byHour(let rates, let startsAt):
      next = Publisher.moment(
        after: last, expecting: stream.exponential(mean: 1), rates, startsAt: startsAt)
    }
    times.append(max(next, last + TimeSpan(nanoseconds: 1)))
  }

  /// Returns the moment by which so many more items are expected. If that number is drawn from an
  /// exponential distribution of mean 1, it is when the next item comes (Çinlar, Introduction to
  /// Stochastic Processes, 1975, section 4.7). O(hours of a day).
  static func moment(
    after last: Instant, expecting items: Double, _ rates: [Double], startsAt: TimeSpan
  ) -> Instant {
    let aDay = rates.reduce(0, +)
    // No run is as long as this.
    let days = min((items / aDay).rounded(.down), 40_000)
    var at = last + TimeSpan.days(1) * Int(days)
    var rest = min(max(0, items - days * aDay), aDay)
    let hour = TimeSpan.hours(1).nanoseconds
    // One hour more than a day, for the first is not whole.
    for _ in 0...24 {
      let clock = (startsAt + (at - .start)).nanoseconds
      let left = TimeSpan(nanoseconds: hour - clock % hour)
      let rate = rates[Int(clock / hour % 24)] / 3_600
      if rate * left.seconds > rest { return at + .seconds(rest / rate) }
      rest -= rate * left.seconds
      at = at + left
    }
    return at
  }
}
