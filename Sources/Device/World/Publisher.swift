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
    case .perHour(let rate):
      guard rate > 0 else { return nil }
      while times.count <= index { drawOne(rate) }
      return times[index]
    }
  }

  private mutating func draw(until now: Instant) {
    guard case .perHour(let rate) = publication, rate > 0 else { return }
    while (times.last ?? .start) <= now { drawOne(rate) }
  }

  private mutating func drawOne(_ rate: Double) {
    let gap = TimeSpan.seconds(stream.exponential(mean: 3_600 / rate))
    times.append((times.last ?? .start) + max(gap, TimeSpan(nanoseconds: 1)))
  }
}
