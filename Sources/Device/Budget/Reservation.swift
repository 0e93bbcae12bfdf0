import Simulation

/// Background time reserved for a process: one stretch, however many reasons it has (B2, B8, F4,
/// U2).
///
/// Pure: inputs are moments, answers say what the pool has to do.
struct Reservation {
  let began: Instant
  private(set) var end: Instant
  private(set) var granted: TimeSpan
  /// Expiration handlers were called while it was held (F6).
  var isExpired = false
  /// The event at its end.
  var expiry = EventToken.none

  init(from began: Instant, to end: Instant) {
    self.began = began
    self.end = end
    granted = end - began
  }

  /// The pool's part in a reservation that has moved.
  enum Change: Equatable {
    case grow(by: TimeSpan)
    case shrink(by: TimeSpan)
    case none
  }

  mutating func move(to end: Instant) -> Change {
    let change = end - self.end
    self.end = end
    if change > .zero { granted += change }
    return change > .zero ? .grow(by: change) : change < .zero ? .shrink(by: .zero - change) : .none
  }

  /// Returns the time that goes back to the pool when the reservation ends now.
  func rest(at now: Instant) -> TimeSpan { max(.zero, end - now) }
}

/// Background time that an app has used.
struct UsedTime {
  /// Since the start, as far as it is booked.
  private(set) var total = TimeSpan.zero
  /// The part of it in the day that began at `midnight`.
  private var thatDay = TimeSpan.zero
  private var midnight = Instant.start

  func onDay(of midnight: Instant) -> TimeSpan { midnight == self.midnight ? thatDay : .zero }

  /// Books a stretch of background time that ends now; what lies before midnight is yesterday's.
  mutating func book(from began: Instant, to now: Instant, midnight: Instant) {
    if midnight != self.midnight {
      self.midnight = midnight
      thatDay = .zero
    }
    total += now - began
    thatDay += now - max(began, midnight)
  }
}
