/// The heap of the first of each row.
extension EventQueue {
  @inlinable
  mutating func siftUp(_ key: Key) {
    heap.append(key)
    var keys = heap.mutableSpan
    var hole = keys.count - 1
    while hole > 0 {
      let parent = (hole &- 1) &>> 1
      guard key < keys[parent] else { break }
      keys[hole] = keys[parent]
      hole = parent
    }
    keys[hole] = key
  }

  /// Puts the next of the top's row in its place, or where it belongs below: mostly not far.
  @inlinable
  @inline(__always)
  mutating func replaceTop(_ key: Key) {
    var keys = heap.mutableSpan
    var hole = 0
    var child = 1
    while child < keys.count {
      if child &+ 1 < keys.count { child &+= keys[child &+ 1] < keys[child] ? 1 : 0 }
      guard keys[child] < key else { break }
      keys[hole] = keys[child]
      hole = child
      child = 2 &* hole &+ 1
    }
    keys[hole] = key
  }

  /// Puts a key into the hole at `start`, or where it belongs below it.
  ///
  /// The hole goes down to a leaf first, and the key up from there (Floyd): most keys belong near
  /// the bottom, since what is scheduled last mostly comes last.
  @inlinable
  mutating func siftDown(_ key: Key, from start: Int) {
    var keys = heap.mutableSpan
    let count = keys.count
    var hole = start
    var child = 2 &* hole &+ 2
    while child < count {
      // Without a branch, which would be mispredicted every other time.
      child &-= keys[child &- 1] < keys[child] ? 1 : 0
      keys[hole] = keys[child]
      hole = child
      child = 2 &* hole &+ 2
    }
    if child == count {
      keys[hole] = keys[child &- 1]
      hole = child &- 1
    }
    while hole > start {
      let parent = (hole &- 1) &>> 1
      guard key < keys[parent] else { break }
      keys[hole] = keys[parent]
      hole = parent
    }
    keys[hole] = key
  }
}
