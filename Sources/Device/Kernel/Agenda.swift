import Simulation

/// The device's clock, and what is to come.
///
/// A class of its own, so that every part of the device can hold it, and no other state is near
/// what each event touches. Access to the queue is not checked for overlaps at run time, which took
/// a tenth of an event: each of the methods below is one call of the queue, which calls nobody
/// (docs/performance.md).
final class Agenda {
  /// Virtual time.
  private(set) var now = Instant.start
  /// Events taken out so far.
  private(set) var count = 0
  @exclusivity(unchecked) private var queue = EventQueue<DeviceEvent>()

  /// Adds an event; see `EventQueue.schedule`. O(log n).
  @discardableResult
  func schedule(_ event: DeviceEvent, at instant: Instant, rank: UInt8) -> EventToken {
    unsafe queue.schedule(event, at: instant, rank: rank)
  }

  /// Takes an event back, if it has not happened.
  func cancel(_ token: EventToken) { unsafe queue.cancel(token) }

  /// Goes on to the next event until a moment; nil when there is none. O(log n).
  func next(until limit: Instant) -> DeviceEvent? {
    guard let next = unsafe queue.pop(until: limit) else { return nil }
    now = next.instant
    count += 1
    return next.event
  }

  /// What comes after the event that `next` has just given, as far as it is known yet; nil where it
  /// was taken back meanwhile. O(1).
  @inline(__always)
  var nextTwo: (DeviceEvent?, DeviceEvent?) { unsafe queue.nextTwo }

  /// Something happens now that was not on the agenda.
  func countOne() { count += 1 }

  /// Lets time pass in which nothing happens.
  func advance(to instant: Instant) { now = max(now, instant) }
}
