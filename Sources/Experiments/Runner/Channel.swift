import Dispatch
import Simulation

/// A queue that hands items from some threads to others, in order.
final class Channel<Item: Sendable>: Sendable {
  private let items = Locked<[Item]>([])
  private let available = DispatchSemaphore(value: 0)

  func send(_ item: Item) {
    items.withLock { $0.append(item) }
    available.signal()
  }

  /// Waits for an item and returns it. O(n) in the items that wait, which are few.
  func receive() -> Item {
    available.wait()
    return items.withLock { $0.removeFirst() }
  }

  /// Waits for an item for at most so many seconds; nil when none came.
  func receive(within seconds: Double) -> Item? {
    guard available.wait(timeout: .now() + seconds) == .success else { return nil }
    return items.withLock { $0.removeFirst() }
  }
}
