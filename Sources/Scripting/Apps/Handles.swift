/// Things that a script holds by number: a number names one thing once and never another, even
/// after the place of the thing has been given to the next.
struct Handles<Element> {
  private var slots: [(element: Element?, generation: UInt32)] = []
  private var free: [Int32] = []

  /// How many are held.
  var count: Int { slots.count - free.count }

  /// Where they lie in memory.
  var place: UInt {
    unsafe slots.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
  }

  mutating func add(_ element: Element) -> Int64 {
    if let slot = free.popLast() {
      slots[Int(slot)].element = element
      return Handles.handle(slot, slots[Int(slot)].generation)
    }
    slots.append((element, 0))
    return Handles.handle(Int32(slots.count - 1), 0)
  }

  /// Nil when it is over.
  subscript(handle: Int64) -> Element? {
    get { position(of: handle).flatMap { slots[$0].element } }
    set {
      guard let position = position(of: handle) else { return }
      slots[position].element = newValue
    }
  }

  /// By place alone, for numbers of 32 bits that are given back exactly once.
  subscript(slot slot: Int32) -> Element? {
    get { slot >= 0 && Int(slot) < slots.count ? slots[Int(slot)].element : nil }
    set {
      guard slot >= 0, Int(slot) < slots.count, slots[Int(slot)].element != nil else { return }
      slots[Int(slot)].element = newValue
    }
  }

  /// The number of what lies in a place now.
  func handle(slot: Int32) -> Int64 {
    Handles.handle(slot, slots[Int(slot)].generation)
  }

  mutating func take(slot: Int32) -> Element? {
    guard slot >= 0, Int(slot) < slots.count else { return nil }
    return remove(handle(slot: slot))
  }

  mutating func remove(_ handle: Int64) -> Element? {
    guard let position = position(of: handle), let element = slots[position].element else {
      return nil
    }
    slots[position].element = nil
    slots[position].generation &+= 1
    free.append(Int32(position))
    return element
  }

  private func position(of handle: Int64) -> Int? {
    let position = Int(truncatingIfNeeded: handle & 0xFFFF_FFFF)
    guard position < slots.count,
      slots[position].generation == UInt32(truncatingIfNeeded: handle >> 32)
    else { return nil }
    return position
  }

  private static func handle(_ slot: Int32, _ generation: UInt32) -> Int64 {
    Int64(truncatingIfNeeded: UInt64(generation) << 32 | UInt64(UInt32(slot)))
  }
}
