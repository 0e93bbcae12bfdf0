import Testing

@testable import Simulation

@Suite struct EventQueueTests {
  @Test("events come by instant, then by rank, then in the order in which they were scheduled")
  func order() {
    var queue = EventQueue<String>()
    let early = Instant(nanoseconds: 5)
    let late = Instant(nanoseconds: 9)
    queue.schedule("late", at: late, rank: 0)
    queue.schedule("second of rank 2", at: early, rank: 2)
    queue.schedule("rank 1", at: early, rank: 1)
    queue.schedule("third of rank 2", at: early, rank: 2)
    queue.schedule("rank 255", at: early, rank: 255)
    let events = drain(&queue)
    #expect(events == ["rank 1", "second of rank 2", "third of rank 2", "rank 255", "late"])
  }

  @Test("equal instants and ranks stay first in, first out while slots are reused")
  func firstInFirstOut() {
    var queue = EventQueue<Int>()
    var expected: [Int] = []
    var popped: [Int] = []
    for number in 0..<1000 {
      queue.schedule(number, at: .start, rank: 7)
      expected.append(number)
      if number % 3 == 2, let (_, event) = queue.pop() { popped.append(event) }
    }
    while let (_, event) = queue.pop() { popped.append(event) }
    #expect(popped == expected)
  }

  @Test("what comes again after the same delays stands in as many rows, however much it is")
  func rows() {
    var queue = EventQueue<Int>()
    let delays: [Int64] = [1_000_000_000, 3_000_000_000, 250_000_000]
    queue.schedule(-1, at: .start, rank: 0)
    _ = queue.pop()
    for number in 0..<300 {
      queue.schedule(number, at: Instant(nanoseconds: delays[number % 3]), rank: 2)
    }
    var last = Instant.start
    for _ in 0..<3_000 {
      guard let (now, number) = queue.pop() else { break }
      #expect(now >= last)
      last = now
      let due = Instant(nanoseconds: now.nanoseconds + delays[number % 3])
      queue.schedule(number, at: due, rank: 2)
    }
    #expect(queue.count == 300 && queue.slots.count == 300)
    #expect(queue.heap.count <= 3)
    #expect(Set(drain(&queue)) == Set(0..<300))
  }

  @Test("what is known beforehand stands in one row, and comes as if it were scheduled singly")
  func knownEvents() {
    let known = (0..<200).map { (event: $0, instant: Instant(nanoseconds: Int64($0 / 2 * 7))) }
    var queue = EventQueue<Int>()
    var singly = EventQueue<Int>()
    for (event, instant) in known { singly.schedule(event, at: instant, rank: 3) }
    queue.schedule(known, rank: 3)
    #expect(queue.heap.count == 1)
    for number in 200..<300 {
      let instant = Instant(nanoseconds: Int64(number * 7919 % 800))
      queue.schedule(number, at: instant, rank: UInt8(number % 5))
      singly.schedule(number, at: instant, rank: UInt8(number % 5))
    }
    #expect(drain(&queue) == drain(&singly))
    queue.schedule([(1, Instant(nanoseconds: 2_000)), (2, Instant(nanoseconds: 1_000))], rank: 0)
    #expect(drain(&queue) == [2, 1])
  }

  @Test("pop(until:) gives what is due at the limit or before, and leaves the rest")
  func limit() {
    var queue = EventQueue<Int>()
    queue.schedule(1, at: Instant(nanoseconds: 10), rank: 0)
    queue.schedule(2, at: Instant(nanoseconds: 11), rank: 0)
    let popped = [9, 10, 10].map { queue.pop(until: Instant(nanoseconds: $0))?.event }
    #expect(popped == [nil, 1, nil])
    #expect(queue.count == 1)
  }

  @Test("a cancelled event never fires, and only the first cancel succeeds")
  func cancel() {
    var queue = EventQueue<Int>()
    let first = queue.schedule(1, at: Instant(nanoseconds: 1), rank: 0)
    queue.schedule(2, at: Instant(nanoseconds: 2), rank: 0)
    let cancels = [queue.cancel(first), queue.cancel(first)]
    #expect(cancels == [true, false])
    #expect(queue.count == 1)
    let rest = drain(&queue)
    #expect(rest == [2])
    #expect(queue.isEmpty)
  }

  @Test("a token of an event that fired cannot cancel the event now in its slot")
  func staleToken() {
    var queue = EventQueue<Int>()
    let fired = queue.schedule(1, at: .start, rank: 0)
    let first = queue.pop()?.event
    queue.schedule(2, at: .start, rank: 0)
    let cancelled = queue.cancel(fired)
    let second = queue.pop()?.event
    #expect(first == 1 && !cancelled && second == 2)
  }

  @Test("the token of no event cancels nothing, in an empty queue and in a full one")
  func noToken() {
    var queue = EventQueue<Int>()
    let whenEmpty = queue.cancel(.none)
    queue.schedule(1, at: .start, rank: 0)
    let whenFull = queue.cancel(.none)
    #expect(!whenEmpty && !whenFull)
    #expect(queue.count == 1)
  }

  @Test("an event scheduled and cancelled a million times leaves nothing behind")
  func cancelledEventsDoNotPileUp() {
    var queue = EventQueue<Int>()
    queue.schedule(0, at: .start, rank: 0)
    for number in 0..<1_000_000 {
      queue.cancel(queue.schedule(number, at: .distantFuture, rank: 0))
    }
    #expect(queue.count == 1)
    #expect(queue.heap.count < 100)
    #expect(queue.slots.count < 100)
  }

  @Test(
    "when most of many pending events are cancelled, the others still come in order",
    arguments: 0..<20 as Range<UInt64>)
  func massCancel(seed: UInt64) {
    var random = RandomStream(seed: seed, name: "mass cancel")
    var queue = EventQueue<Int>()
    var pending: [(token: EventToken, instant: Int)] = []
    for _ in 0..<2000 {
      let instant = random.integer(in: 0..<1_000_000)
      let at = Instant(nanoseconds: Int64(instant))
      pending.append((queue.schedule(instant, at: at, rank: 0), instant))
    }
    random.shuffle(&pending)
    for (token, _) in pending.dropFirst(100) { queue.cancel(token) }
    #expect(queue.count == 100)
    #expect(queue.heap.count <= 200)
    let rest = drain(&queue)
    #expect(rest == pending.prefix(100).map(\.instant).sorted())
  }

  @Test("scheduling before the last popped instant ends the program with both times")
  func past() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      var queue = EventQueue<Int>()
      queue.schedule(1, at: .start + .seconds(2), rank: 0)
      _ = queue.pop()
      queue.schedule(2, at: .start + .seconds(1), rank: 0)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("at 00:00:01.000, before the present 00:00:02.000"))
  }

  @Test(
    "any sequence of schedule, cancel and pop gives what a sorted array gives",
    arguments: 0..<60 as Range<UInt64>)
  func agreesWithReference(seed: UInt64) {
    var random = RandomStream(seed: seed, name: "event queue")
    var queue = EventQueue<Int>()
    var reference = SortedReference()
    var tokens: [(EventToken, Int)] = []
    var now: Int64 = 0
    let spread = [3, 50, 10_000][Int(seed % 3)]
    // Half of the sequences have a few delays that come again and again.
    let delays = seed % 2 == 0 ? [0, 1, spread / 2, spread - 1] : []
    let growth = Double(seed % 5) * 0.1
    for number in 0..<2000 {
      let choice = random.uniform()
      if choice < 0.3 + growth {
        let delay =
          delays.isEmpty
          ? random.integer(in: 0..<spread) : delays[random.integer(in: 0..<delays.count)]
        let instant = Instant(nanoseconds: now + Int64(delay))
        let rank = UInt8(random.integer(in: 0..<3))
        tokens.append((queue.schedule(number, at: instant, rank: rank), number))
        reference.schedule(number, at: instant, rank: rank)
      } else if choice < 0.55 + growth / 2, !tokens.isEmpty {
        let (token, event) = tokens[random.integer(in: 0..<tokens.count)]
        let cancelled = queue.cancel(token)
        let expected = reference.cancel(event)
        #expect(cancelled == expected)
      } else {
        let limit = Instant(nanoseconds: now + Int64(spread))
        let popped = queue.pop(until: limit)
        let expected = reference.pop(until: limit)
        #expect(popped?.event == expected?.event)
        #expect(popped?.instant == expected?.instant)
        now = popped?.instant.nanoseconds ?? now
      }
      #expect(queue.count == reference.entries.count)
      #expect(queue.isEmpty == reference.entries.isEmpty)
    }
    let rest = drain(&queue)
    #expect(rest == reference.entries.map(\.event))
  }

  private func drain<Event>(_ queue: inout EventQueue<Event>) -> [Event] {
    var events: [Event] = []
    while let (_, event) = queue.pop() { events.append(event) }
    return events
  }
}

/// The queue as nobody could get it wrong: an array kept in order.
private struct SortedReference {
  struct Entry {
    let instant: Instant
    let rank: UInt8
    let event: Int
  }

  private(set) var entries: [Entry] = []

  mutating func schedule(_ event: Int, at instant: Instant, rank: UInt8) {
    let place = entries.firstIndex { ($0.instant, $0.rank) > (instant, rank) } ?? entries.count
    entries.insert(Entry(instant: instant, rank: rank, event: event), at: place)
  }

  mutating func cancel(_ event: Int) -> Bool {
    guard let index = entries.firstIndex(where: { $0.event == event }) else { return false }
    entries.remove(at: index)
    return true
  }

  mutating func pop(until limit: Instant) -> Entry? {
    guard let first = entries.first, first.instant <= limit else { return nil }
    return entries.removeFirst()
  }
}
