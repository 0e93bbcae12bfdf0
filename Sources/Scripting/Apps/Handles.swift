/// Things that a script holds by number: a number names one thing once and never another, even
/// after the place of the thing has been given to the next.
struct Handles<Element> {
  private struct Slot {
    var element: Element?
    var generation: UInt32 = 0
    /// The next of the chain of free places; only in one that is free.
    var nextFree = Slot.none

    /// The end of the chain.
    static var none: Int32 { -1 }
  }

  private var slots: [Slot] = []
  private var firstFree = Slot.none

  /// How many are held.
  private(set) var count = 0

  mutating func add(_ element: Element) -> Int64 {
    count += 1
    let slot = Int(firstFree)
    guard slot >= 0 else { return append(element) }
    var places = slots.mutableSpan
    let free = places[slot]
    places[slot] = Slot(element: element, generation: free.generation)
    firstFree = free.nextFree
    return Handles.handle(slot, free.generation)
  }

  @inline(never)
  private mutating func append(_ element: Element) -> Int64 {
    slots.append(Slot(element: element))
    return Handles.handle(slots.count - 1, 0)
  }

  /// The element of a handle; nil when it is over.
  subscript(handle: Int64) -> Element? {
    get { position(of: handle).flatMap { slots[$0].element } }
    set {
      guard let position = position(of: handle) else { return }
      slots[position].element = newValue
    }
  }

  /// The element at a place, for numbers of 32 bits that are given back exactly once.
  subscript(slot slot: Int32) -> Element? {
    get { slot >= 0 && Int(slot) < slots.count ? slots[Int(slot)].element : nil }
    set {
      guard slot >= 0, Int(slot) < slots.count, slots[Int(slot)].element != nil else { return }
      slots[Int(slot)].element = newValue
    }
  }

  /// Returns the place of the first element, by places, that fulfils a condition; nil: there is none.
  /// O(n) in the places.
  func firstSlot(where condition: (Element) -> Bool) -> Int32? {
    slots.firstIndex { $0.element.map(condition) ?? false }.map { Int32($0) }
  }

  /// The number of what lies in a place now.
  func handle(slot: Int32) -> Int64 {
    Handles.handle(Int(slot), slots[Int(slot)].generation)
  }

  @inline(__always)
  mutating func take(slot: Int32) -> Element? {
    guard slot >= 0, Int(slot) < slots.count else { return nil }
    let next = firstFree
    var places = slots.mutableSpan
    let held = places[Int(slot)]
    guard let element = held.element else { return nil }
    places[Int(slot)] = Slot(generation: held.generation &+ 1, nextFree: next)
    firstFree = slot
    count -= 1
    return element
  }

  mutating func remove(_ handle: Int64) -> Element? {
    position(of: handle).flatMap { take(slot: Int32($0)) }
  }

  private func position(of handle: Int64) -> Int? {
    let position = Int(truncatingIfNeeded: handle & 0xFFFF_FFFF)
    guard position < slots.count,
      slots[position].generation == UInt32(truncatingIfNeeded: handle >> 32)
    else { return nil }
    return position
  }

  private static func handle(_ slot: Int, _ generation: UInt32) -> Int64 {
    Int64(truncatingIfNeeded: UInt64(generation) << 32 | UInt64(slot))
  }
}
