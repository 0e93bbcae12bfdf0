/// Those who wait for slots of a lane, the longest first: a collection like an array, which somebody
/// joins or leaves without others being moved.
///
/// An element is read in O(1), where it lies. Whoever changes a list makes an `Array` of it.
public struct WorkCandidates: RandomAccessCollection, Sendable {
  /// Places in `values`, in order; four bytes move where a candidate joins or leaves.
  @usableFromInline private(set) var order: [UInt32] = []
  @usableFromInline private(set) var values: [WorkCandidate] = []
  /// Places in `values` that are not in use.
  private var free: [UInt32] = []

  /// O(candidates).
  public init(_ candidates: some Sequence<WorkCandidate> = []) {
    values = Array(candidates)
    order = values.indices.map { UInt32($0) }
  }

  @inlinable public var startIndex: Int { 0 }
  @inlinable public var endIndex: Int { order.count }

  @inlinable public subscript(position: Int) -> WorkCandidate {
    _read { yield values[Int(order[position])] }
  }

  /// Those that fulfil a condition, in the same order; none is copied. O(candidates).
  public func filter(_ isIncluded: (WorkCandidate) throws -> Bool) rethrows -> WorkCandidates {
    var candidates = self
    candidates.order = try order.filter { try isIncluded(values[Int($0)]) }
    return candidates
  }

  mutating func change(at position: Int, _ body: (inout WorkCandidate) -> Void) {
    body(&values[Int(order[position])])
  }

  /// O(candidates behind it), of four bytes each.
  mutating func insert(_ candidate: WorkCandidate, at position: Int) {
    if let place = free.popLast() {
      values[Int(place)] = candidate
      order.insert(place, at: position)
    } else {
      order.insert(UInt32(values.count), at: position)
      values.append(candidate)
    }
  }

  /// O(candidates behind it), of four bytes each.
  mutating func remove(at position: Int) { free.append(order.remove(at: position)) }
}

extension WorkCandidates: Equatable, ExpressibleByArrayLiteral {
  /// O(candidates).
  public static func == (left: WorkCandidates, right: WorkCandidates) -> Bool {
    left.elementsEqual(right)
  }

  public init(arrayLiteral candidates: WorkCandidate...) { self.init(candidates) }
}
