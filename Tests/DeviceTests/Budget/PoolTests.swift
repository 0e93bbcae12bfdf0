import Simulation
import Testing

@testable import Device

@Suite("The pool and the fetch slots, against plain references")
struct PoolTests {
  private func pool(
    _ capacity: TimeSpan, initial: TimeSpan? = nil,
    byTime: [DailyBudget<TimeSpan>.Part] = []
  ) -> Shared<PoolLedger> {
    var configuration = DeviceConfiguration.Pool()
    configuration.capacity = capacity
    configuration.initial = initial
    configuration.budget.byTime = byTime
    return Shared(PoolLedger(configuration))
  }

  @Test("the pool starts full or at what the scenario says, never above its capacity")
  func initial() {
    #expect(pool(.seconds(10)).value.available == .seconds(10))
    #expect(pool(.seconds(10), initial: .seconds(3)).value.available == .seconds(3))
    #expect(pool(.seconds(10), initial: .seconds(30)).value.available == .seconds(10))
  }

  @Test("a refill never lifts the pool above its capacity; the rest overflows")
  func refillOverflows() {
    let ledger = pool(.seconds(10), initial: .seconds(7))
    #expect(ledger.with { $0.refill(by: .seconds(5), at: moment(1)) } == .seconds(3))
    #expect(ledger.value.account.overflowed.seconds == 2)
    #expect(ledger.with { $0.isBalanced(at: moment(1)) })
  }

  @Test("a reservation turns to used nanosecond by nanosecond, and its rest returns")
  func reservation() {
    let ledger = pool(.seconds(10))
    #expect(ledger.with { $0.open(.seconds(6), at: moment(0)) })
    ledger.value.advance(to: Instant(nanoseconds: 1))
    #expect(ledger.value.account.used == .nanoseconds(1))
    ledger.value.advance(to: moment(2))
    #expect(ledger.value.account.reserved == .seconds(4))
    _ = ledger.value.close(returning: .seconds(4), at: moment(2))
    #expect(ledger.value.account.available == .seconds(8))
  }

  @Test("more than is available is refused and changes nothing")
  func refused() {
    let ledger = pool(.seconds(10))
    let before = ledger.value.account
    #expect(!ledger.with { $0.open(.seconds(10) + .nanoseconds(1), at: moment(0)) })
    #expect(!ledger.with { $0.extend(by: .seconds(-1), at: moment(0)) })
    #expect(ledger.value.account == before)
  }

  @Test("a pool without measure keeps its books")
  func endless() {
    let ledger = pool(.max)
    #expect(ledger.with { $0.open(.seconds(10), at: moment(0)) })
    for second in 1...5 {
      _ = ledger.with { $0.refill(by: .max, at: moment(Double(second))) }
      #expect(ledger.with { $0.isBalanced(at: moment(Double(second))) })
    }
    let account = ledger.value.account
    #expect(account.refilled.nanoseconds == 5 * Int128(Int64.max))
    #expect(account.refilled.nanoseconds - account.overflowed.nanoseconds == 10_000_000_000)
  }

  @Test("what a part of the day differs in holds in it, also over midnight, and the first counts")
  func partsOfTheDay() {
    var budget = DailyBudget(capacity: 10, refill: 3, every: .hours(1))
    var night = DailyBudget<Int>.Part()
    night.hours = DayPart(from: .hours(22), to: .hours(7))
    night.refill = 0
    var morning = DailyBudget<Int>.Part()
    morning.hours = DayPart(from: .hours(6), to: .hours(9))
    morning.capacity = 20
    morning.refill = 5
    budget.byTime = [night, morning]
    let hours = [0, 6, 7, 8, 9, 21, 22, 23]
    #expect(hours.map { budget.refill(at: .hours($0)) } == [0, 0, 5, 5, 3, 3, 0, 0])
    #expect(hours.map { budget.capacity(at: .hours($0)) } == [10, 10, 20, 20, 10, 10, 10, 10])
    #expect(budget.largestCapacity == 20 && budget.largestRefill == 5)
    let late = moment(3_600 * 30)
    #expect(late.timeOfDay(startsAt: .hours(20)) == .hours(2))
  }

  @Test("what the pool holds stays when a smaller capacity begins; nothing is added above it")
  func smallerCapacity() {
    var part = DailyBudget<TimeSpan>.Part()
    part.hours = DayPart(from: .seconds(100), to: .seconds(200))
    part.capacity = .seconds(4)
    let ledger = pool(.seconds(10), byTime: [part])
    #expect(ledger.with { $0.refill(by: .seconds(1), at: moment(150)) } == .zero)
    #expect(ledger.value.available == .seconds(10))
    #expect(ledger.with { $0.open(.seconds(8), at: moment(150)) })
    // 2 are left, and there is room for 2 of the 6 that come back.
    #expect(ledger.with { $0.close(returning: .seconds(6), at: moment(152)) } == .seconds(4))
    #expect(ledger.value.available == .seconds(4))
    #expect(ledger.with { $0.refill(by: .seconds(1), at: moment(200)) } == .seconds(1))
    #expect(ledger.with { $0.isBalanced(at: moment(200)) })
  }

  @Test(
    "random sequences keep the books of a plain reference", arguments: 1...50, [false, true])
  func randomSequences(seed: Int, isDaily: Bool) {
    var random = RandomStream(seed: UInt64(seed), name: "ledger")
    var part = DailyBudget<TimeSpan>.Part()
    part.hours = DayPart(from: .seconds(150), to: .seconds(300))
    part.capacity = .seconds(30)
    let ledger = pool(.seconds(100), byTime: isDaily ? [part] : [])
    let reference = Shared(ReferencePool(available: 100, capacity: 100))
    var now = 0
    for _ in 0..<300 {
      let step = random.integer(in: 0..<5)
      let due = reference.value.holders.map(\.end).min() ?? .max
      now = min(now + step, due)
      reference.value.advance(to: now)
      if isDaily { reference.value.capacity = (150..<300).contains(now) ? 30 : 100 }
      let instant = moment(Double(now))
      ledger.value.advance(to: instant)
      for index in reference.value.holders.indices.reversed()
      where reference.value.holders[index].end == now {
        reference.value.holders.remove(at: index)
        _ = ledger.value.close(returning: .zero, at: instant)
      }
      switch random.integer(in: 0..<4) {
      case 0:
        let amount = random.integer(in: 1..<41)
        #expect(
          ledger.with { $0.open(.seconds(amount), at: instant) }
            == reference.with { $0.open(amount, at: now) })
      case 1 where !reference.value.holders.isEmpty:
        let index = random.integer(in: 0..<reference.value.holders.count)
        let rest = reference.with { $0.close(index, at: now) }
        _ = ledger.value.close(returning: .seconds(rest), at: instant)
      case 2 where !reference.value.holders.isEmpty:
        let index = random.integer(in: 0..<reference.value.holders.count)
        let amount = random.integer(in: 0..<21)
        #expect(
          ledger.with { $0.extend(by: .seconds(amount), at: instant) }
            == reference.with { $0.extend(index, amount) })
      default:
        let added = ledger.with { $0.refill(by: .seconds(3), at: instant) }
        #expect(added == .seconds(reference.with { $0.refill(3) }))
      }
      #expect(ledger.value.available == .seconds(reference.value.available))
      #expect(ledger.value.account.used == .seconds(reference.value.used))
      #expect(ledger.value.running == reference.value.holders.count)
      #expect(ledger.with { $0.isBalanced(at: instant) })
      #expect(ledger.value.account.isBalanced)
    }
  }

  @Test("slots have other limits in a part of the day, and say when they change")
  func slotsByTime() {
    var limits = DeviceConfiguration.SlotLimits(concurrent: 2, starts: 3)
    var night = DeviceConfiguration.SlotLimits.Part()
    night.hours = DayPart(from: .hours(22), to: .hours(7))
    night.starts = 0
    limits.byTime = [night]
    let slots = Shared(StartSlots(limits))
    let evening = moment(3_600 * 21)
    #expect(slots.with { $0.free(at: evening) } == 2)
    slots.value.start(at: evening)
    slots.value.finish()
    let late = moment(3_600 * 22)
    #expect(slots.with { $0.free(at: late) } == 0)
    #expect(slots.value.windowOpens(at: late) == moment(3_600 * 31))
    #expect(slots.with { $0.free(at: moment(3_600 * 31)) } == 2)
    // Of a run that began at 20:00 it is night after two hours.
    #expect(slots.with { $0.free(at: moment(3_600 * 50), startsAt: .hours(20)) } == 0)
  }

  @Test(
    "slots agree with a count of running fetches and of starts in the window", arguments: 1...50)
  func slotSequences(seed: Int) {
    var random = RandomStream(seed: UInt64(seed), name: "slots")
    var limits = DeviceConfiguration.SlotLimits()
    limits.concurrent = random.integer(in: 0..<5)
    limits.starts = random.integer(in: 0..<7)
    limits.window = .seconds(20)
    let slots = Shared(StartSlots(limits))
    var starts: [Int] = []
    var running = 0
    var now = 0
    for _ in 0..<400 {
      now += random.integer(in: 0..<6)
      let recent = starts.filter { $0 > now - 20 }
      let free = max(0, min(limits.concurrent - running, limits.starts - recent.count))
      #expect(slots.with { $0.free(at: moment(Double(now))) } == free)
      let blocked = running < limits.concurrent && recent.count >= limits.starts
      let opens = blocked ? recent.first.map { moment(Double($0 + 20)) } : nil
      #expect(slots.with { $0.windowOpens(at: moment(Double(now))) } == opens)
      if free > 0, random.bernoulli(0.7) {
        slots.value.start(at: moment(Double(now)))
        starts.append(now)
        running += 1
      } else if running > 0, random.bernoulli(0.6) {
        slots.value.finish()
        running -= 1
      }
    }
  }
}

/// The pool in whole seconds, holder by holder.
private struct ReferencePool {
  struct Holder {
    var end: Int
  }
  var available: Int
  var capacity: Int
  var used = 0
  var holders: [Holder] = []
  private var now = 0

  init(available: Int, capacity: Int) {
    self.available = available
    self.capacity = capacity
  }

  mutating func advance(to time: Int) {
    used += (time - now) * holders.count
    now = time
  }

  mutating func open(_ amount: Int, at time: Int) -> Bool {
    guard amount <= available else { return false }
    available -= amount
    holders.append(Holder(end: time + amount))
    return true
  }

  mutating func extend(_ index: Int, _ amount: Int) -> Bool {
    guard amount <= available else { return false }
    available -= amount
    holders[index].end += amount
    return true
  }

  mutating func close(_ index: Int, at time: Int) -> Int {
    let rest = holders.remove(at: index).end - time
    available += min(rest, max(0, capacity - available))
    return rest
  }

  mutating func refill(_ amount: Int) -> Int {
    let added = min(amount, max(0, capacity - available))
    available += added
    return added
  }
}

/// A value that `#expect` may call mutating methods of.
private final class Shared<Value> {
  var value: Value

  init(_ value: Value) { self.value = value }

  func with<Result>(_ body: (inout Value) -> Result) -> Result { body(&value) }
}
