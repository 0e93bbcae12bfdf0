/// Something in a queue that is taken from its end: the smallest key comes next, of equal ones the
/// one that came first.
struct QueuePlace<Key: Comparable>: Comparable {
  let key: Key
  /// Rising, unique.
  let number: Int

  static func < (left: QueuePlace, right: QueuePlace) -> Bool {
    (left.key, left.number) < (right.key, right.number)
  }
}

extension Array where Element: Comparable {
  /// Where an element is, or belongs, in falling order. O(log n).
  private func placeFalling(_ element: Element) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle] > element { low = middle + 1 } else { high = middle }
    }
    return low
  }

  mutating func insertFalling(_ element: Element) {
    insert(element, at: placeFalling(element))
  }

  /// Takes out an element that is there.
  mutating func removeFalling(_ element: Element) {
    remove(at: placeFalling(element))
  }
}
