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
/// Most events come again after the same delay as before, and time never runs backwards: what is
/// scheduled with one delay is in order already. So events stand in rows, each linked to the one
/// after it, and a binary heap of small keys knows only the first of each row. A new event joins the
/// row that was last added to with such a delay, if it comes after all of it; else it begins a row.
/// When a row has given its first event, the next takes its place at the top; a row that is used up
/// leaves a gap there for the row that begins next.
///
/// A cancelled event stays in its row without its number until its turn comes; when such are more
/// than the others, all are taken out. So `cancel` costs O(1) amortised beside what it drops, and
/// the memory is bounded by the largest number of events that were pending at once.
///
/// Made for trivially copyable events: a slot keeps its last event until it is used again.
@frozen
public struct EventQueue<Event> {
  /// The first of each row.
  @usableFromInline var heap: [Key] = []
  @usableFromInline var slots: [Slot] = []
  /// The ends of rows, by the delay with which something was last added to them.
  @usableFromInline var ends = InlineArray<16, End>(repeating: End(order: .max, slot: 0))
  /// The first of the chain of free slots.
  @usableFromInline var freeSlot = Slot.none
  /// The row at the top is used up.
  @usableFromInline var topIsGap = false
  @usableFromInline var live = 0
  /// Events that were cancelled and still stand in a row.
  @usableFromInline var cancelled = 0
  @usableFromInline var sequence: UInt64 = 0
  @usableFromInline var lastInstant = Int64.min

  @inlinable
  public init() {}

  /// The number of events that are scheduled and not cancelled.
  @inlinable
  public var count: Int { live }

  @inlinable
  public var isEmpty: Bool { live == 0 }

  /// Adds an event. Of two at the same instant the lower rank comes first; of two with the same
  /// rank, the one scheduled first. O(1) if it joins a row, else O(log n) in the number of rows.
  ///
  /// `instant` is not before that of the last event popped: time never runs backwards.
  @inlinable
  @discardableResult
  public mutating func schedule(_ event: Event, at instant: Instant, rank: UInt8) -> EventToken {
    let place = End.place(for: instant.nanoseconds &- lastInstant)
    let end = schedule(event, at: instant, rank: rank, behind: ends[place])
    ends[place] = end
    return EventToken(order: end.order, slot: end.slot)
  }

  /// Adds events that are known beforehand, one after the other. Those that are in order stand in
  /// one row, however many they are. O(1) for each, O(log n) where one is not in order.
  @inlinable
  public mutating func schedule(_ events: [(event: Event, instant: Instant)], rank: UInt8) {
    var end = End(order: .max, slot: 0)
    for (event, instant) in events {
      end = schedule(event, at: instant, rank: rank, behind: end)
    }
  }

  /// Takes an event back. False when it has fired or was cancelled already, or for `.none`.
  @inlinable
  @discardableResult
  public mutating func cancel(_ token: EventToken) -> Bool {
    let index = Int(token.slot)
    guard token.order != 0, index < slots.count, slots[index].order == token.order else {
      return false
    }
    slots[index].order = 0
    live &-= 1
    cancelled &+= 1
    if cancelled > live && cancelled > 32 { dropCancelled() }
    return true
  }

  /// Takes out the next event. O(log n) in the number of rows.
  @inlinable
  public mutating func pop() -> (instant: Instant, event: Event)? {
    pop(until: .distantFuture)
  }

  /// Takes out the next event if it is due at `limit` or before. O(log n) in the number of rows.
  @inlinable
  @inline(__always)
  public mutating func pop(until limit: Instant) -> (instant: Instant, event: Event)? {
    if topIsGap || cancelled > 0 { clearTop() }
    guard !heap.isEmpty, heap[0].instant <= limit.nanoseconds else { return nil }
    let top = heap[0]
    let event = slots[Int(top.slot)].event
    lastInstant = top.instant
    live &-= 1
    if let next = leave(top.slot) { replaceTop(next) } else { topIsGap = true }
    return (Instant(nanoseconds: top.instant), event)
  }
}

extension EventQueue {
  /// The key that the heap is ordered by, and where the event is.
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
    @inline(__always)
    static func < (left: Key, right: Key) -> Bool {
      left.rankedInstant < right.rankedInstant
    }
  }

  /// A place for one event in a row, or a link in the chain of free ones.
  @frozen
  @usableFromInline
  struct Slot {
    /// 0: there is none, or it was cancelled.
    @usableFromInline var order: UInt64
    @usableFromInline var instant: Int64
    @usableFromInline var event: Event
    /// The next of its row or of the chain.
    @usableFromInline var next: UInt32

    /// The end of a row, or of the chain.
    @inlinable
    static var none: UInt32 { .max }

    @inlinable
    init(order: UInt64, instant: Int64, event: Event, next: UInt32) {
      self.order = order
      self.instant = instant
      self.event = event
      self.next = next
    }

    @inlinable
    func key(of slot: UInt32) -> Key { Key(instant: instant, order: order, slot: slot) }
  }

  /// The last event of a row, unless its slot bears another number by now.
  @frozen
  @usableFromInline
  struct End {
    @usableFromInline let order: UInt64
    @usableFromInline let slot: UInt32

    @inlinable
    init(order: UInt64, slot: UInt32) {
      self.order = order
      self.slot = slot
    }

    /// One of sixteen, spread by Fibonacci hashing: delays are mostly round numbers.
    @inlinable
    static func place(for delay: Int64) -> Int {
      Int((UInt64(bitPattern: delay) &* 0x9E37_79B9_7F4A_7C15) &>> 60)
    }
  }
}

// MARK: - Rows

extension EventQueue {
  /// Adds a slot to the chain of free ones, which is empty.
  @inlinable
  @inline(never)
  mutating func addSlot(_ event: Event) {
    freeSlot = UInt32(truncatingIfNeeded: slots.count)
    slots.append(Slot(order: 0, instant: 0, event: event, next: Slot.none))
  }

  /// Adds an event behind the end of a row, or begins one. The end of its row, which it is now.
  @inlinable
  @inline(__always)
  mutating func schedule(
    _ event: Event, at instant: Instant, rank: UInt8, behind end: End
  ) -> End {
    if instant.nanoseconds < lastInstant { trapPast(instant, Instant(nanoseconds: lastInstant)) }
    if freeSlot == Slot.none { addSlot(event) }
    sequence &+= 1
    live &+= 1
    let key = Key(
      instant: instant.nanoseconds, order: UInt64(rank) << 56 | sequence, slot: freeSlot)
    if !add(event, key, behind: end) { beginRow(key) }
    return End(order: key.order, slot: key.slot)
  }

  /// Puts an event into the first free slot. True if it now stands behind the end of a row; false
  /// if it does not come after that, or the end has left.
  @inlinable
  @inline(__always)
  mutating func add(_ event: Event, _ key: Key, behind end: End) -> Bool {
    let slot = Int(key.slot)
    let last = Int(end.slot)
    var places = slots.mutableSpan
    let nextFree = places[slot].next
    places[slot] = Slot(order: key.order, instant: key.instant, event: event, next: Slot.none)
    let joins = places[last].order == end.order && places[last].key(of: end.slot) < key
    if joins { places[last].next = key.slot }
    freeSlot = nextFree
    return joins
  }

  @inlinable
  mutating func beginRow(_ first: Key) {
    if topIsGap {
      topIsGap = false
      siftDown(first, from: 0)
    } else {
      siftUp(first)
    }
  }

  /// Frees the first slot of a row, and those behind it that were cancelled. What is the first of
  /// the row then; nil: nothing is left of it.
  @inlinable
  @inline(__always)
  mutating func leave(_ first: UInt32) -> Key? {
    var free = freeSlot
    var passed = 0
    defer {
      freeSlot = free
      cancelled &-= passed
    }
    var places = slots.mutableSpan
    var slot = first
    places[Int(slot)].order = 0
    while true {
      let next = places[Int(slot)].next
      places[Int(slot)].next = free
      free = slot
      guard next != Slot.none else { return nil }
      if places[Int(next)].order != 0 { return places[Int(next)].key(of: next) }
      passed &+= 1
      slot = next
    }
  }

  /// Closes the gap at the top and takes away what was cancelled, until the top is live.
  @inlinable
  mutating func clearTop() {
    while true {
      if topIsGap {
        topIsGap = false
        let last = heap.removeLast()
        if !heap.isEmpty { siftDown(last, from: 0) }
      }
      guard cancelled > 0, let top = heap.first, slots[Int(top.slot)].order == 0 else { return }
      cancelled &-= 1
      if let next = leave(top.slot) { replaceTop(next) } else { topIsGap = true }
    }
  }

  /// Rebuilds rows and heap from what is live. O(n), paid for by the n cancellations before it.
  @inlinable
  mutating func dropCancelled() {
    clearTop()
    var firsts: [Key] = []
    for row in heap {
      var last = Slot.none
      var slot = row.slot
      while slot != Slot.none {
        let next = slots[Int(slot)].next
        if slots[Int(slot)].order == 0 {
          slots[Int(slot)].next = freeSlot
          freeSlot = slot
        } else {
          if last == Slot.none {
            firsts.append(slots[Int(slot)].key(of: slot))
          } else {
            slots[Int(last)].next = slot
          }
          slots[Int(slot)].next = Slot.none
          last = slot
        }
        slot = next
      }
    }
    heap = firsts
    cancelled = 0
    guard heap.count > 1 else { return }
    for index in stride(from: (heap.count - 2) / 2, through: 0, by: -1) {
      siftDown(heap[index], from: index)
    }
  }
}

@usableFromInline
func trapPast(_ instant: Instant, _ now: Instant) -> Never {
  fatalError("EventQueue: an event was scheduled at \(instant), before the present \(now)")
}
