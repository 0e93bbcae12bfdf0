import Simulation

/// A budget that fills up as time passes: it holds so much, and each refill adds so much, both of
/// which may differ over the day. The pool is one of seconds (U1), a widget has one of reloads (W2).
///
/// A capacity is what the budget is filled up to: what it holds already stays when a part of the
/// day begins that has a smaller one.
public struct DailyBudget<Amount: Comparable & Sendable>: Equatable, Sendable {
  public var capacity: Amount
  public var refill: Amount
  /// The time between two refills; nil: it is never refilled.
  public var refillEvery: TimeSpan?
  /// Parts of the day in which it differs; the first that a moment lies in counts.
  public var byTime: [Part] = []

  /// The part of the day that differs; nil: none does.
  public struct Part: Equatable, Sendable {
    public var hours = DayPart()
    public var capacity: Amount?
    public var refill: Amount?

    public init() {}
  }

  public init(capacity: Amount, refill: Amount, every refillEvery: TimeSpan?) {
    self.capacity = capacity
    self.refill = refill
    self.refillEvery = refillEvery
  }

  /// Returns what it is filled up to at a time of day. O(parts).
  public func capacity(at timeOfDay: TimeSpan) -> Amount {
    byTime.first { $0.hours.contains(timeOfDay) }?.capacity ?? capacity
  }

  /// Returns what a refill at a time of day adds. O(parts).
  public func refill(at timeOfDay: TimeSpan) -> Amount {
    byTime.first { $0.hours.contains(timeOfDay) }?.refill ?? refill
  }

  /// The largest capacity of the day.
  public var largestCapacity: Amount { byTime.compactMap(\.capacity).reduce(capacity, max) }

  /// The largest refill of the day.
  public var largestRefill: Amount { byTime.compactMap(\.refill).reduce(refill, max) }
}

/// A part of every day, from one time of day to another; where that is the earlier one, it is that
/// of the next day.
public struct DayPart: Sendable, Equatable {
  /// Since midnight.
  public var from = TimeSpan.zero
  /// The same; the part ends before it.
  public var to = TimeSpan.zero

  /// Whether a time of day lies in it.
  public func contains(_ timeOfDay: TimeSpan) -> Bool {
    from < to
      ? from <= timeOfDay && timeOfDay < to : from <= timeOfDay || timeOfDay < to
  }
}

extension Instant {
  /// Returns the time of day of a run that began at one.
  func timeOfDay(startsAt: TimeSpan) -> TimeSpan {
    TimeSpan(nanoseconds: (startsAt + (self - .start)).nanoseconds % TimeSpan.days(1).nanoseconds)
  }
}
