/// Those who wait for slots of a lane, the longest first: a collection like an array, in which the
/// first leaves and another comes last without the others being moved.
///
/// An element is read in O(1), where it lies. Whoever changes a list makes an `Array` of it.
public struct WorkCandidates: RandomAccessCollection, Sendable {
  /// A ring of places in `values`: from `head` on, `endIndex` of them are in order; the rest are
  /// free.
  @usableFromInline private(set) var ring: [UInt32] = []
  @usableFromInline private(set) var values: [WorkCandidate] = []
  @usableFromInline private(set) var head: UInt32 = 0
  @usableFromInline private(set) var length: UInt32 = 0

  /// O(candidates).
  public init(_ candidates: some Sequence<WorkCandidate> = []) {
    values = Array(candidates)
    ring = values.indices.map { UInt32($0) }
    length = UInt32(ring.count)
  }

  @inlinable public var startIndex: Int { 0 }
  @inlinable public var endIndex: Int { Int(length) }

  @inlinable public subscript(position: Int) -> WorkCandidate {
    _read { yield values[Int(ring[slot(position)])] }
  }

  /// Where in the ring a position is.
  @inlinable func slot(_ position: Int) -> Int {
    let slot = Int(head) + position
    return slot < ring.count ? slot : slot - ring.count
  }

  /// Those that fulfil a condition, in the same order; none is copied. O(candidates).
  public func filter(_ isIncluded: (WorkCandidate) throws -> Bool) rethrows -> WorkCandidates {
    var candidates = self
    candidates.ring = []
    candidates.ring.reserveCapacity(count)
    let values = values.span
    for position in indices {
      let place = ring[slot(position)]
      if try isIncluded(values[Int(place)]) { candidates.ring.append(place) }
    }
    candidates.head = 0
    candidates.length = UInt32(candidates.ring.count)
    return candidates
  }

  mutating func change(at position: Int, _ body: (inout WorkCandidate) -> Void) {
    body(&values[Int(ring[slot(position)])])
  }

  /// O(candidates behind it), of four bytes each; O(candidates) where there were never so many.
  mutating func insert(_ candidate: WorkCandidate, at position: Int) {
    if endIndex == ring.count {
      if head != 0 { ring = indices.map { ring[slot($0)] } }
      head = 0
      ring.append(UInt32(values.count))
      values.append(candidate)
    }
    let place = ring[slot(endIndex)]
    values[Int(place)] = candidate
    for later in stride(from: endIndex, to: position, by: -1) {
      ring[slot(later)] = ring[slot(later - 1)]
    }
    ring[slot(position)] = place
    length += 1
  }

  /// O(candidates before it), of four bytes each.
  mutating func remove(at position: Int) {
    let place = ring[slot(position)]
    for earlier in stride(from: position, to: 0, by: -1) {
      ring[slot(earlier)] = ring[slot(earlier - 1)]
    }
    ring[slot(0)] = place
    head = UInt32(slot(1))
    length -= 1
  }
}

extension WorkCandidates: Equatable, ExpressibleByArrayLiteral {
  /// O(candidates).
  public static func == (left: WorkCandidates, right: WorkCandidates) -> Bool {
    left.elementsEqual(right)
  }

  public init(arrayLiteral candidates: WorkCandidate...) { self.init(candidates) }
}
