/// A collector of the lowest few of many values, which does not sort them all.
///
/// It keeps a heap with the highest of its values at the root, so that most other values cost one
/// comparison.
struct BoundedMinHeap<Element: Comparable> {
  private let limit: Int
  private var heap: [Element] = []

  /// Creates an empty heap.
  ///
  /// - Parameters:
  ///   - limit: how many values to keep.
  init(_ limit: Int) { self.limit = limit }

  /// Keeps a value if it is among the lowest so far. O(log limit).
  mutating func offer(_ element: Element) {
    if heap.count < limit {
      heap.append(element)
      rise()
    } else if limit > 0, element < heap[0] {
      heap[0] = element
      sink()
    }
  }

  /// Returns the values that are kept, in ascending order.
  func sorted() -> [Element] { heap.sorted() }

  private mutating func rise() {
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[parent] < heap[child] else { return }
      heap.swapAt(parent, child)
      child = parent
    }
  }

  private mutating func sink() {
    var parent = 0
    while true {
      var highest = parent
      for child in 2 * parent + 1..<2 * parent + 3
      where child < heap.count && heap[highest] < heap[child] { highest = child }
      guard highest != parent else { return }
      heap.swapAt(parent, highest)
      parent = highest
    }
  }
}
