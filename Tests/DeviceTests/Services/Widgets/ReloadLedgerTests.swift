import Simulation
import Testing

@testable import Device

@Suite("The budget of a widget's reloads, against a plain reference")
struct ReloadLedgerTests {
  @Test("random sequences keep the account, with parts of the day and without", arguments: 1...40)
  func randomSequences(seed: Int) {
    var random = RandomStream(seed: UInt64(seed), name: "reloads")
    var budget = DailyBudget(
      capacity: random.integer(in: 0..<6), refill: random.integer(in: 0..<3), every: .seconds(10))
    var part = DailyBudget<Int>.Part()
    part.hours = DayPart(from: .seconds(50), to: .seconds(120))
    part.refill = random.integer(in: 0..<4)
    part.capacity = random.integer(in: 0..<9)
    if seed.isMultiple(of: 2) { budget.byTime = [part] }
    var ledger = ReloadLedger(budget, startsAt: .zero)
    var (available, now) = (budget.capacity, 0)
    for _ in 0..<100 {
      for second in (now + 1)...(now + random.integer(in: 1..<30)) {
        now = second
        guard second.isMultiple(of: 10) else { continue }
        let isInPart = !budget.byTime.isEmpty && (50..<120).contains(second)
        let capacity = isInPart ? part.capacity ?? 0 : budget.capacity
        let refill = isInPart ? part.refill ?? 0 : budget.refill
        available += min(refill, max(0, capacity - available))
      }
      ledger.advance(to: moment(Double(now)))
      #expect(ledger.available == available)
      if available > 0, random.bernoulli(0.5) {
        ledger.spend(at: moment(Double(now)))
        available -= 1
      }
      #expect(
        ledger.available + ledger.spent == ledger.initial + ledger.refilled - ledger.overflowed)
      #expect(ledger.nextRefill(after: moment(Double(now))) == moment(Double(now / 10 * 10 + 10)))
    }
  }

  @Test("a budget that is never refilled ends with what it held")
  func neverRefilled() {
    var ledger = ReloadLedger(DailyBudget(capacity: 1, refill: 1, every: nil), startsAt: .zero)
    ledger.spend(at: moment(5))
    ledger.advance(to: moment(1e6))
    #expect(ledger.available == 0 && ledger.nextRefill(after: moment(1e6)) == nil)
  }
}
