import Simulation

/// The account of the shared budget (U1, U2): what is available, reserved and used.
///
/// A reservation turns to used as time passes, one nanosecond a nanosecond. Every operation first
/// brings the account up to the present; `isBalanced` is the law of U2.
struct PoolLedger {
  /// A pool without measure holds a century, so that what it holds and has given cannot saturate.
  static let largestCapacity = TimeSpan.days(36_525)

  private let budget: DailyBudget<TimeSpan>
  /// The time of day at the start.
  private let startsAt: TimeSpan
  /// The most that it ever holds.
  private let largest: TimeSpan
  private(set) var account = PoolStatistics() { didSet { isChecked = false } }
  /// Whether the account was found balanced since it changed.
  private var isChecked = false
  /// Reservations running now.
  private(set) var running = 0
  private var accountedUntil = Instant.start

  /// - Parameters:
  ///   - startsAt: the time of day at the start.
  init(_ pool: DeviceConfiguration.Pool, startsAt: TimeSpan = .zero) {
    budget = pool.budget
    self.startsAt = startsAt
    largest = min(budget.largestCapacity, PoolLedger.largestCapacity)
    account.initial = min(pool.initial(at: startsAt), largest)
    account.available = account.initial
  }

  var available: TimeSpan { account.available }

  /// Returns what the pool is filled up to at a moment.
  func capacity(at now: Instant) -> TimeSpan {
    min(budget.capacity(at: now.timeOfDay(startsAt: startsAt)), largest)
  }

  /// The law of U2 at a moment; false is a bug of the simulator.
  mutating func isBalanced(at now: Instant) -> Bool {
    advance(to: now)
    guard !isChecked else { return true }
    isChecked =
      account.isBalanced && account.available >= .zero && account.reserved >= .zero
      && account.available <= largest
    return isChecked
  }

  /// Lets time pass: running reservations turn to used.
  mutating func advance(to now: Instant) {
    guard now != accountedUntil else { return }
    if running > 0 {
      let spent = (now - accountedUntil) * running
      account.reserved -= spent
      account.used += spent
    }
    accountedUntil = now
  }

  /// Begins a new account with what is available and reserved now.
  mutating func beginAnew(at now: Instant) {
    advance(to: now)
    account.initial = account.available + account.reserved
    account.refilled = SpanTotal()
    account.overflowed = SpanTotal()
    account.used = .zero
  }

  /// Adds one refill; what the capacity does not hold overflows. Returns what was added.
  mutating func refill(at now: Instant) -> TimeSpan {
    refill(by: budget.refill(at: now.timeOfDay(startsAt: startsAt)), at: now)
  }

  /// The same by another amount than its own.
  mutating func refill(by amount: TimeSpan, at now: Instant) -> TimeSpan {
    advance(to: now)
    account.refilled += amount
    return deposit(amount, at: now)
  }

  /// Begins a reservation; false if the pool holds less.
  mutating func open(_ amount: TimeSpan, at now: Instant) -> Bool {
    guard extend(by: amount, at: now) else { return false }
    running += 1
    return true
  }

  /// Adds to a running reservation; false if the pool holds less.
  mutating func extend(by amount: TimeSpan, at now: Instant) -> Bool {
    advance(to: now)
    guard amount >= .zero, amount <= account.available else { return false }
    account.available -= amount
    account.reserved += amount
    return true
  }

  /// Gives back a part of a running reservation. Returns what the capacity does not hold of it.
  mutating func shrink(by amount: TimeSpan, at now: Instant) -> TimeSpan {
    advance(to: now)
    account.reserved -= amount
    return amount - deposit(amount, at: now)
  }

  /// Ends a reservation, giving back what is left of it. Returns what is lost of that.
  mutating func close(returning rest: TimeSpan, at now: Instant) -> TimeSpan {
    let lost = shrink(by: rest, at: now)
    running -= 1
    return lost
  }

  private mutating func deposit(_ amount: TimeSpan, at now: Instant) -> TimeSpan {
    let added = min(amount, max(.zero, capacity(at: now) - account.available))
    account.available += added
    account.overflowed += amount - added
    return added
  }
}
