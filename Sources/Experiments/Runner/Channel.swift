import Dispatch
import Simulation

/// A queue that hands items from some threads to others, in order.
final class Channel<Item: Sendable>: Sendable {
  private struct Waiting: Sendable {
    var items: [Item?] = []
    /// The place of the first item that nobody has received yet.
    var first = 0

    /// O(1) on the average: what was received goes when it is half of all.
    mutating func removeFirst() -> Item? {
      guard let item = items[first] else { fatalError("Channel: an item was received twice") }
      items[first] = nil
      first += 1
      if 2 * first >= items.count {
        items.removeFirst(first)
        first = 0
      }
      return item
    }
  }

  private let waiting = Locked(Waiting())
  private let available = DispatchSemaphore(value: 0)

  func send(_ item: Item) {
    waiting.withLock { $0.items.append(item) }
    available.signal()
  }

  /// Waits for an item and returns it.
  func receive() -> Item {
    available.wait()
    guard let item = waiting.withLock({ $0.removeFirst() }) else {
      fatalError("Channel: fewer items than were sent")
    }
    return item
  }
}

/// What threads have made, gathered for one that takes all of it at a time: to be woken for each
/// item would cost that one more than what it does with it.
final class Harvest<Item: Sendable>: Sendable {
  private struct Gathered: Sendable {
    var items: [Item] = []
    /// The number of items for which the taker wants to be woken.
    var wanted = Int.max
  }

  private let gathered = Locked(Gathered())
  private let enough = DispatchSemaphore(value: 0)

  func add(_ item: Item) {
    let isEnough = gathered.withLock {
      $0.items.append(item)
      if $0.items.count < $0.wanted { return false }
      $0.wanted = .max
      return true
    }
    if isEnough { enough.signal() }
  }

  /// Takes all items there are, after waiting for so many of them, but not longer than so many
  /// seconds.
  func take(awaiting count: Int, within seconds: Double) -> [Item] {
    let isEnough = gathered.withLock {
      $0.wanted = $0.items.count < count ? count : .max
      return $0.wanted == .max
    }
    // A signal that came too late for the last call only makes this one take less.
    if !isEnough { _ = enough.wait(timeout: .now() + seconds) }
    return gathered.withLock { gathered in
      defer { gathered = Gathered() }
      return gathered.items
    }
  }
}
