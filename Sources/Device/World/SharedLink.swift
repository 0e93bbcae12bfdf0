import Simulation

/// Flows of bytes that share the rate of one link by max-min fairness: none gets more than its own
/// server gives, and what that leaves is shared evenly by those that could take more.
///
/// Flows of servers with one rate are always equally fast, so that they are a group: it knows how
/// much each of its flows has got since it was last empty, and each flow the amount at which it will
/// be done. A change costs O(rates of servers), beside finding the flow's place in its group.
///
/// Pure: it knows flows by number, bytes and moments, but no network and no device. Moments never
/// go backwards.
struct SharedLink {
  private struct Flow {
    let number: Int
    let bytes: Double
    let most: Double
    /// When its bytes begin to flow.
    let from: Instant
    /// The bytes that its group will have got when it is done; nil: its bytes do not flow yet.
    var goal: Double?
  }

  private struct Group {
    /// The most that a flow gets, in bytes a second.
    let most: Double
    /// The rate that each gets now.
    var rate = 0.0
    /// The bytes that each that was there all the time has got.
    var got = 0.0
    /// The next that is done is the last.
    var queue: [QueuePlace<Double>] = []
  }

  private let bytesPerSecond: Double
  /// By rising number, and so in order of their beginning: found by halving.
  private var flows: [Flow] = []
  /// Those whose bytes do not flow yet; the next is the last.
  private var waiting: [QueuePlace<Instant>] = []
  /// The groups by rising rate, none empty.
  private var groups: [Group] = []
  /// Up to then is counted what they have got.
  private var countedUntil = Instant.start

  init(bytesPerSecond: Double) {
    self.bytesPerSecond = bytesPerSecond
  }

  private func index(of number: Int) -> Int? {
    var (low, high) = (0, flows.count)
    while low < high {
      let middle = (low + high) / 2
      if flows[middle].number < number { low = middle + 1 } else { high = middle }
    }
    return low < flows.count && flows[low].number == number ? low : nil
  }

  private func flow(_ number: Int) -> Flow? { index(of: number).map { flows[$0] } }

  // MARK: Changes

  /// Adds a flow; its number is new, and higher than all before.
  ///
  /// - Parameters:
  ///   - most: bytes a second that its server gives.
  ///   - from: when its bytes begin to flow, now or later.
  mutating func add(_ number: Int, bytes: Double, most: Double, from: Instant, at now: Instant) {
    begin(until: now)
    flows.append(
      Flow(number: number, bytes: bytes, most: min(most, bytesPerSecond), from: from))
    waiting.insertFalling(QueuePlace(key: from, number: number))
    begin(until: now)
  }

  /// Takes a flow out, done or not. What has flowed of it.
  mutating func remove(_ number: Int, at now: Instant) -> Double {
    begin(until: now)
    let moved = moved(number, at: now)
    guard let place = index(of: number) else { return 0 }
    let flow = flows.remove(at: place)
    guard let goal = flow.goal else {
      waiting.removeFalling(QueuePlace(key: flow.from, number: number))
      return moved
    }
    count(until: now)
    if let place = groups.firstIndex(where: { $0.most == flow.most }) {
      groups[place].queue.removeFalling(QueuePlace(key: goal, number: number))
      if groups[place].queue.isEmpty { groups.remove(at: place) }
    }
    share()
    return moved
  }

  /// Lets those begin to flow whose moment has come.
  mutating func begin(until now: Instant) {
    while let next = waiting.last, next.key <= now {
      waiting.removeLast()
      guard let flow = index(of: next.number) else { continue }
      count(until: next.key)
      let place = group(of: flows[flow].most)
      let goal = groups[place].got + flows[flow].bytes
      groups[place].queue.insertFalling(QueuePlace(key: goal, number: next.number))
      flows[flow].goal = goal
      share()
    }
  }

  private mutating func group(of most: Double) -> Int {
    let place = groups.firstIndex { $0.most >= most } ?? groups.count
    if place == groups.count || groups[place].most != most {
      groups.insert(Group(most: most), at: place)
    }
    return place
  }

  private mutating func count(until now: Instant) {
    let seconds = (now - countedUntil).seconds
    countedUntil = now
    for place in groups.indices { groups[place].got += groups[place].rate * seconds }
  }

  /// Max-min: those that want less than an even share have it, the rest is shared by the others.
  private mutating func share() {
    var rest = bytesPerSecond
    var flows = groups.reduce(0) { $0 + $1.queue.count }
    for place in groups.indices {
      let even = rest / Double(flows)
      guard groups[place].most <= even else {
        for wanting in place..<groups.count { groups[wanting].rate = even }
        return
      }
      groups[place].rate = groups[place].most
      rest -= groups[place].most * Double(groups[place].queue.count)
      flows -= groups[place].queue.count
    }
  }

  // MARK: Questions

  /// Returns the bytes of a flow that have moved.
  mutating func moved(_ number: Int, at now: Instant) -> Double {
    begin(until: now)
    guard let flow = flow(number), let goal = flow.goal,
      let group = groups.first(where: { $0.most == flow.most })
    else { return 0 }
    let got = group.got + group.rate * (now - countedUntil).seconds
    return min(flow.bytes, max(0, flow.bytes - (goal - got)))
  }

  /// Bytes a second that a flow has now.
  func rate(of number: Int) -> Double {
    guard let flow = flow(number), flow.goal != nil else { return 0 }
    return groups.first { $0.most == flow.most }?.rate ?? 0
  }

  /// Until when a flow waits for its bytes to flow; nil: they flow.
  func waits(_ number: Int) -> Instant? {
    flow(number).flatMap { $0.goal == nil ? $0.from : nil }
  }

  /// The next change if nothing else comes between: a flow is done, or (nil) one begins to flow
  /// beside others. O(rates of servers).
  var next: (at: Instant, done: Int?)? {
    // One that is alone needs no look at the moment at which its bytes begin to flow.
    if flows.count == 1, let only = waiting.last, let flow = flow(only.number) {
      return (flow.from + .seconds(flow.bytes / flow.most), only.number)
    }
    var next: (at: Instant, done: Int?)?
    for group in groups {
      guard let first = group.queue.last else { continue }
      let left = max(0, first.key - group.got)
      let at = countedUntil + .seconds(left / group.rate)
      if next.map({ at < $0.at }) ?? true { next = (at, first.number) }
    }
    if let begins = waiting.last, next.map({ begins.key < $0.at }) ?? true {
      return (begins.key, nil)
    }
    return next
  }
}
