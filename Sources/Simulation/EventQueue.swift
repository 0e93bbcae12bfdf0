/// Names one scheduled event, so that it can be cancelled; never reused, so that a token kept too
/// long is harmless.
@frozen
public struct EventToken: Hashable, Sendable {
  @usableFromInline let order: UInt64
  @usableFromInline let slot: UInt32

  @inlinable
  init(order: UInt64, slot: UInt32) {
    self.order = order
    self.slot = slot
  }

  /// The token of no event: cancelling it does nothing.
  @inlinable
  public static var none: EventToken { EventToken(order: 0, slot: 0) }
}

/// The events to come, in the order (instant, rank, order of scheduling).
///
/// A binary heap of small keys over an array of slots that hold the events. An event that was
/// popped or cancelled gives up its slot at once and leaves a stale key behind, known by an order
/// number that the slot no longer bears. A stale key at the top makes room for the event that is
/// scheduled next, one sift where taking out and adding would be two: most events come again. Else
/// it goes when the next event is asked for. When stale keys outnumber the live ones the heap is
/// rebuilt without them. So `cancel` costs O(1) amortised beside the keys it drops, and the memory
/// is bounded by the largest number of events that were pending at once.
///
/// Made for trivially copyable events: a slot keeps its last event until it is used again.
@frozen
public struct EventQueue<Event> {
  @usableFromInline var heap: [Key] = []
  @usableFromInline var slots: [Slot] = []
  /// The first of the chain of free slots.
  @usableFromInline var freeSlot = Slot.none
  @usableFromInline var staleKeys = 0
  @usableFromInline var sequence: UInt64 = 0
  @usableFromInline var lastInstant = Int64.min

  @inlinable
  public init() {}

  /// The number of events that are scheduled and not cancelled.
  @inlinable
  public var count: Int { heap.count - staleKeys }

  @inlinable
  public var isEmpty: Bool { count == 0 }

  /// When the next event is due. O(log n) after a `pop` or `cancel`, then O(1).
  @inlinable
  public var nextInstant: Instant? {
    mutating get {
      clearTop()
      return heap.isEmpty ? nil : Instant(nanoseconds: heap[0].instant)
    }
  }

  /// The two events to come next after the one that was just popped, if none is scheduled before
  /// them; nil in the place of one that was cancelled and has not left yet. To be asked right after
  /// `pop`: a guess elsewhere. O(1).
  @inlinable
  public var nextTwo: (Event?, Event?) {
    let keys = heap.span
    guard keys.count > 2 else { return (keys.count > 1 ? event(of: keys[1]) : nil, nil) }
    let next = keys[2] < keys[1] ? 2 : 1
    var second = 3 &- next
    let child = 2 &* next &+ 1
    if child < keys.count, keys[child] < keys[second] { second = child }
    if child &+ 1 < keys.count, keys[child &+ 1] < keys[second] { second = child &+ 1 }
    return (event(of: keys[next]), event(of: keys[second]))
  }

  /// Nil for a stale key.
  @inlinable
  func event(of key: Key) -> Event? {
    let places = slots.span
    let slot = Int(key.slot)
    return places[slot].order == key.order ? places[slot].event : nil
  }

  /// Adds an event. Of two at the same instant the lower rank comes first; of two with the same
  /// rank, the one scheduled first. O(log n).
  ///
  /// `instant` is not before that of the last event popped: time never runs backwards.
  @inlinable
  @discardableResult
  public mutating func schedule(_ event: Event, at instant: Instant, rank: UInt8) -> EventToken {
    if instant.nanoseconds < lastInstant { trapPast(instant, Instant(nanoseconds: lastInstant)) }
    sequence &+= 1
    let order = UInt64(rank) << 56 | sequence
    let slot = occupy(order, event)
    let key = Key(instant: instant.nanoseconds, order: order, slot: slot)
    if staleKeys > 0, isStale(heap[0]) {
      staleKeys -= 1
      siftDown(key, from: 0)
    } else {
      siftUp(key)
    }
    return EventToken(order: order, slot: slot)
  }

  /// Takes an event back. False when it has fired or was cancelled already, or for `.none`.
  @inlinable
  @discardableResult
  public mutating func cancel(_ token: EventToken) -> Bool {
    let index = Int(token.slot)
    guard token.order != 0, index < slots.count, slots[index].order == token.order else {
      return false
    }
    vacate(token.slot)
    staleKeys += 1
    if staleKeys > heap.count / 2 && staleKeys > 32 { dropStaleKeys() }
    return true
  }

  /// Takes out the next event. O(log n).
  @inlinable
  public mutating func pop() -> (instant: Instant, event: Event)? {
    pop(until: .distantFuture)
  }

  /// Takes out the next event if it is due at `limit` or before. O(log n).
  @inlinable
  public mutating func pop(until limit: Instant) -> (instant: Instant, event: Event)? {
    clearTop()
    guard !heap.isEmpty, heap[0].instant <= limit.nanoseconds else { return nil }
    let top = heap[0]
    let event = slots[Int(top.slot)].event
    vacate(top.slot)
    staleKeys += 1
    lastInstant = top.instant
    return (Instant(nanoseconds: top.instant), event)
  }
}

extension EventQueue {
  /// What the heap is ordered by, and where the event is.
  @frozen
  @usableFromInline
  struct Key {
    @usableFromInline let instant: Int64
    /// The rank in the top 8 bits, the running number of the event below: unique in the queue's
    /// life, and never 0.
    @usableFromInline let order: UInt64
    @usableFromInline let slot: UInt32

    @inlinable
    init(instant: Int64, order: UInt64, slot: UInt32) {
      self.instant = instant
      self.order = order
      self.slot = slot
    }

    /// Instant and order in one number: compared without a branch, which would be mispredicted.
    @inlinable
    var rankedInstant: Int128 { Int128(instant) << 64 | Int128(order) }

    @inlinable
    static func < (left: Key, right: Key) -> Bool {
      left.rankedInstant < right.rankedInstant
    }
  }

  /// A place for one event, or a link in the chain of free ones; then its order is 0.
  @frozen
  @usableFromInline
  struct Slot {
    @usableFromInline var order: UInt64
    @usableFromInline var event: Event
    @usableFromInline var nextFree: UInt32

    /// The end of the chain.
    @inlinable
    static var none: UInt32 { .max }

    @inlinable
    init(order: UInt64, event: Event, nextFree: UInt32) {
      self.order = order
      self.event = event
      self.nextFree = nextFree
    }
  }

  @inlinable
  mutating func occupy(_ order: UInt64, _ event: Event) -> UInt32 {
    let slot = freeSlot
    guard slot != Slot.none else {
      slots.append(Slot(order: order, event: event, nextFree: Slot.none))
      return UInt32(truncatingIfNeeded: slots.count &- 1)
    }
    var places = slots.mutableSpan
    let next = places[Int(slot)].nextFree
    places[Int(slot)].order = order
    places[Int(slot)].event = event
    freeSlot = next
    return slot
  }

  @inlinable
  mutating func vacate(_ slot: UInt32) {
    let next = freeSlot
    freeSlot = slot
    var places = slots.mutableSpan
    places[Int(slot)].order = 0
    places[Int(slot)].nextFree = next
  }

  @inlinable
  func isStale(_ key: Key) -> Bool { slots[Int(key.slot)].order != key.order }

  /// Removes stale keys from the top until the top is live.
  @inlinable
  mutating func clearTop() {
    while staleKeys > 0, isStale(heap[0]) {
      removeTop()
      staleKeys -= 1
    }
  }

  /// Rebuilds the heap from its live keys. O(n), paid for by the n cancellations before it.
  @inlinable
  mutating func dropStaleKeys() {
    var live: [Key] = []
    live.reserveCapacity(count)
    for key in heap where !isStale(key) { live.append(key) }
    heap = live
    staleKeys = 0
    guard heap.count > 1 else { return }
    for index in stride(from: (heap.count - 2) / 2, through: 0, by: -1) {
      siftDown(heap[index], from: index)
    }
  }

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

  @inlinable
  mutating func removeTop() {
    let last = heap.removeLast()
    if !heap.isEmpty { siftDown(last, from: 0) }
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

@usableFromInline
func trapPast(_ instant: Instant, _ now: Instant) -> Never {
  fatalError("EventQueue: an event was scheduled at \(instant), before the present \(now)")
}
