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

  /// Adds events that are known beforehand, in order of time: they lengthen nobody's way through the
  /// queue. O(1) for each.
  func schedule(_ events: [(event: DeviceEvent, instant: Instant)], rank: UInt8) {
    unsafe queue.schedule(events, rank: rank)
  }

  /// Takes an event back; false when it has happened or was taken back already.
  @discardableResult
  func cancel(_ token: EventToken) -> Bool { unsafe queue.cancel(token) }

  /// Goes on to the next event until a moment; nil when there is none. O(log n).
  @inline(__always)
  func next(until limit: Instant) -> DeviceEvent? {
    guard let next = unsafe queue.pop(until: limit) else { return nil }
    now = next.instant
    count += 1
    return next.event
  }

  /// The present, among what happens at the same time too.
  var juncture: Juncture { Juncture(time: now, step: count) }

  /// Something happens now that was not on the agenda.
  func countOne() { count += 1 }

  /// Lets time pass in which nothing happens.
  func advance(to instant: Instant) { now = max(now, instant) }
}

/// When something is: at one time much may happen, step by step.
struct Juncture {
  let time: Instant
  /// Events until then.
  let step: Int
}
