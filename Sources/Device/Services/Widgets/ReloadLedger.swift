import Simulation

/// The account of a budget of whole numbers: initial + refilled − overflowed = available + spent.
///
/// Refills are counted when somebody looks; until then they cost nothing.
struct ReloadLedger {
  private let budget: DailyBudget<Int>
  /// The time of day at the start.
  private let startsAt: TimeSpan
  private(set) var available: Int
  private(set) var spent = 0
  private(set) var refilled = 0
  /// The reloads that the capacity did not hold.
  private(set) var overflowed = 0
  let initial: Int
  /// Periods that have been counted.
  private var periods: Int64 = 0

  /// - Parameters:
  ///   - startsAt: the time of day at the start of the run, at which it is full.
  init(_ budget: DailyBudget<Int>, startsAt: TimeSpan) {
    self.budget = budget
    self.startsAt = startsAt
    initial = budget.capacity(at: startsAt)
    available = initial
  }

  /// Counts the refills up to a moment. O(1), and O(refills since the last time) where they differ
  /// over the day.
  mutating func advance(to now: Instant) {
    guard let period = budget.refillEvery, period > .zero else { return }
    let due = now.nanoseconds / period.nanoseconds
    if budget.byTime.isEmpty, periods < due {
      add(budget.refill * Int(due - periods), upTo: budget.capacity)
      periods = due
    }
    while periods < due {
      periods += 1
      let time = moment(of: periods, period).timeOfDay(startsAt: startsAt)
      add(budget.refill(at: time), upTo: budget.capacity(at: time))
    }
  }

  private mutating func add(_ amount: Int, upTo capacity: Int) {
    let added = min(amount, max(0, capacity - available))
    refilled += amount
    overflowed += amount - added
    available += added
  }

  /// Takes one; the budget has one, or the program ends.
  mutating func spend(at now: Instant) {
    advance(to: now)
    precondition(available > 0, "ReloadLedger: nothing is left to be spent")
    available -= 1
    spent += 1
  }

  /// When the next refill comes, whatever it adds; nil: none comes.
  func nextRefill(after now: Instant) -> Instant? {
    guard let period = budget.refillEvery, period > .zero else { return nil }
    return moment(of: now.nanoseconds / period.nanoseconds + 1, period)
  }

  private func moment(of number: Int64, _ period: TimeSpan) -> Instant {
    Instant(nanoseconds: number * period.nanoseconds)
  }
}
