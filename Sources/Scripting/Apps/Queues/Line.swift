/// A line of those that wait: first come, first served.
struct Line<Element> {
  private var elements: [Element?] = []
  private var head = 0
  /// The number of those that wait.
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  mutating func append(_ element: Element) {
    elements.append(element)
    count += 1
  }

  /// The one that has waited longest; nil: nobody waits.
  var first: Element? { count > 0 ? elements[head] : nil }

  /// Takes out the one that waits longest; nil: nobody does. O(1) in the mean.
  mutating func removeFirst() -> Element? {
    guard count > 0 else { return nil }
    defer { passGaps() }
    count -= 1
    return elements[head].take()
  }

  /// Takes out the first for which something holds; nil: for none. O(n), but for the first.
  mutating func removeFirst(where holds: (Element) -> Bool) -> Element? {
    guard
      let place = elements.indices.dropFirst(head).first(where: {
        elements[$0].map(holds) ?? false
      })
    else { return nil }
    defer { passGaps() }
    count -= 1
    return elements[place].take()
  }

  /// All that wait, in order. O(n).
  var all: [Element] { elements[head...].compactMap { $0 } }

  /// Moves the head to the first that waits.
  private mutating func passGaps() {
    if count == 0 {
      elements.removeAll(keepingCapacity: elements.capacity <= 64)
      head = 0
      return
    }
    while case .none = elements[head] { head += 1 }
    if head >= 1_024, head * 2 >= elements.count {
      elements.removeFirst(head)
      head = 0
    }
  }
}
