import Device
import Lua

/// The operations that an `OperationQueue` has: as many at once as it may, in the order in which
/// they came, but for those that are not ready.
///
/// Pure: it knows operations and fibers by number.
struct OperationLine {
  /// The number that may run at once; nil: as many as there are.
  var most: Int?
  /// The order in which those came that wait.
  private var arrivals: [Int64: Int] = [:]
  /// The ones of them that are ready, in order, from `head` on.
  private var ready: [(arrival: Int, operation: Int64)] = []
  private var head = 0
  private var arrived = 0
  private var running: Set<Int64> = []
  private var waiters = Line<FiberID>()

  /// Operations that are not finished.
  var count: Int { arrivals.count + running.count }

  /// Whether it has no operations, and nobody waits.
  var isAtRest: Bool { count == 0 && waiters.isEmpty }

  /// All of them: those that run by number, then those that wait, in order. O(n log n).
  var all: [Int64] {
    running.sorted() + arrivals.sorted { $0.value < $1.value }.map(\.key)
  }

  mutating func add(_ operation: Int64, isReady: Bool) {
    arrived += 1
    arrivals[operation] = arrived
    set(operation, isReady: isReady)
  }

  /// An operation that waits may begin, or has to wait for another. O(1) for the one that came last.
  mutating func set(_ operation: Int64, isReady: Bool) {
    guard let arrival = arrivals[operation] else { return }
    let place = place(of: arrival)
    let isKnown = place < ready.count && ready[place].arrival == arrival
    if isReady, !isKnown { ready.insert((arrival, operation), at: place) }
    if !isReady, isKnown { ready.remove(at: place) }
  }

  /// The operation that begins now; nil: none does.
  mutating func next() -> Int64? {
    guard running.count < most ?? .max, head < ready.count else { return nil }
    let next = ready[head].operation
    head += 1
    if head >= 1_024, head * 2 >= ready.count {
      ready.removeFirst(head)
      head = 0
    }
    arrivals[next] = nil
    running.insert(next)
    return next
  }

  /// An operation that has begun is finished; who goes on: all that wait, once there are no more.
  mutating func end(_ operation: Int64) -> [FiberID] {
    running.remove(operation)
    guard count == 0 else { return [] }
    defer { waiters = Line() }
    return waiters.all
  }

  mutating func wait(_ fiber: FiberID) { waiters.append(fiber) }

  /// The place among the ready ones of what came then. O(log n).
  private func place(of arrival: Int) -> Int {
    if let last = ready.last, last.arrival < arrival { return ready.count }
    var (low, high) = (head, ready.count)
    while low < high {
      let middle = (low + high) / 2
      if ready[middle].arrival < arrival { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// A `BlockOperation` that others depend on, or that is in a queue.
struct Operation {
  /// Its table, as the script has it; nil before it is in a queue.
  var table: LuaReference?
  var queue: Int64?
  /// The job by which it runs.
  var job: Int64?
  var isCancelled = false
  /// Operations that have to be finished before.
  var dependencies: Set<Int64> = []
  /// The operations that wait for this one, in order.
  var dependents: [Int64] = []
  var waiters: [FiberID] = []

  /// One that is cancelled waits for no other.
  var isReady: Bool { isCancelled || dependencies.isEmpty }
}
