import Simulation

/// A bound of wanted starts that are too few to be in each other's way, or too many for
/// `StartSearch`: thousands of apps that all want a few places.
///
/// A plan is reached by always starting what is over first. The bound is the least of several, each
/// of which forgets some of the rules: each app alone, with its interval; and all apps without,
/// where time is cut into cells as long as the window, none of which can have more starts than the
/// window. In cells, what is over first is best (a matching of jobs with release times and
/// deadlines), so that this counts exactly; where the cells begin is free, and some beginnings are
/// tried. Each part costs O(n log n) for n wants.
struct CrowdedStarts {
  /// In order of `from`, those left out that can never be had.
  private let wanted: [WantedStart]
  private let rules: StartRules
  /// Beginnings of cells that are tried.
  private static let beginnings = 8

  /// - Parameters:
  ///   - wanted: those of one app do not overlap.
  init(_ wanted: [WantedStart], _ rules: StartRules) {
    self.wanted =
      wanted
      .map { WantedStart(app: $0.app, from: rules.open(from: $0.from), to: $0.to) }
      .filter { $0.from <= $0.to }
      .sorted { ($0.from, $0.to, $0.app) < ($1.from, $1.to, $1.app) }
    self.rules = rules
  }

  func bound() -> StartBound {
    guard rules.starts > 0 else { return StartBound(reached: 0, bound: 0) }
    var bound = eachAlone()
    if rules.window <= .zero || wanted.count <= rules.starts {
      return StartBound(reached: bound, bound: bound)
    }
    let reached = reached()
    for number in 0..<Self.beginnings where bound > reached {
      let shift = TimeSpan(
        nanoseconds: rules.window.nanoseconds / Int64(Self.beginnings) * Int64(number))
      bound = min(bound, inCells(shiftedBy: shift))
    }
    return StartBound(reached: reached, bound: bound)
  }

  /// The starts of each app if there were no other: as early as may be is best.
  private func eachAlone() -> Int {
    var ready: [Int: Instant] = [:]
    var count = 0
    for want in wanted {
      let at = rules.open(from: max(want.from, ready[want.app] ?? .start))
      guard at <= want.to else { continue }
      count += 1
      ready[want.app] = at + rules.intervals[want.app]
    }
    return count
  }

  /// The most starts with no more of them in a cell than a window has room for.
  private func inCells(shiftedBy shift: TimeSpan) -> Int {
    guard var cell = wanted.first?.from else { return 0 }
    var waiting = NumbersByMoment()
    var coming = 0
    var count = 0
    while coming < wanted.count || !waiting.isEmpty {
      if waiting.isEmpty { cell = max(cell, wanted[coming].from) }
      cell = begin(ofCellAt: rules.open(from: cell), shiftedBy: shift)
      let end = cell + rules.window
      while coming < wanted.count, wanted[coming].from < end {
        waiting.add(coming, at: wanted[coming].to)
        coming += 1
      }
      var places = rules.starts
      while places > 0, let number = waiting.removeFirst() {
        guard wanted[number].to >= cell else { continue }
        count += 1
        places -= 1
      }
      cell = end
    }
    return count
  }

  private func begin(ofCellAt instant: Instant, shiftedBy shift: TimeSpan) -> Instant {
    let into = (instant - .start + shift).nanoseconds % rules.window.nanoseconds
    return instant - TimeSpan(nanoseconds: into)
  }

  /// The starts of a plan that keeps to all rules.
  private func reached() -> Int {
    var ready = [Instant](repeating: .start, count: rules.intervals.count)
    var starts: [Instant] = []
    var coming = NumbersByMoment()
    var waiting = NumbersByMoment()
    for (number, want) in wanted.enumerated() { coming.add(number, at: want.from) }
    var now = Instant.start
    while let moment = waiting.isEmpty ? coming.first : now {
      now = max(now, moment)
      if starts.count >= rules.starts {
        now = max(now, starts[starts.count - rules.starts] + rules.window)
      }
      now = rules.open(from: now)
      while let next = coming.first, next <= now, let number = coming.removeFirst() {
        waiting.add(number, at: wanted[number].to)
      }
      guard let number = waiting.removeFirst() else { continue }
      let want = wanted[number]
      if ready[want.app] > now {
        if ready[want.app] <= want.to { coming.add(number, at: ready[want.app]) }
      } else if now <= want.to {
        starts.append(now)
        ready[want.app] = now + rules.intervals[want.app]
      }
    }
    return starts.count
  }
}

/// Numbers, each with a moment; the earliest goes first, of two at one moment the lower number. A
/// binary heap: unlike with `EventQueue`, what is added may be earlier than what went last.
private struct NumbersByMoment {
  private var heap: [(at: Instant, number: Int)] = []

  var isEmpty: Bool { heap.isEmpty }
  var first: Instant? { heap.first?.at }

  /// O(log n).
  mutating func add(_ number: Int, at instant: Instant) {
    heap.append((instant, number))
    var place = heap.count - 1
    while place > 0, heap[place] < heap[(place - 1) / 2] {
      heap.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  /// Removes the first; nil when there is none. O(log n).
  mutating func removeFirst() -> Int? {
    guard let first = heap.first else { return nil }
    let last = heap.removeLast()
    guard !heap.isEmpty else { return first.number }
    heap[0] = last
    var place = 0
    while 2 * place + 1 < heap.count {
      var child = 2 * place + 1
      if child + 1 < heap.count, heap[child + 1] < heap[child] { child += 1 }
      guard heap[child] < heap[place] else { break }
      heap.swapAt(place, child)
      place = child
    }
    return first.number
  }
}
