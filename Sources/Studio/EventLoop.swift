import CStudio

/// A loop of events on one thread, by libevent: nothing of the studio runs at the same time as
/// anything else of it.
///
/// Strict memory safety: the loop is closed with this object, and an event is removed before the
/// object that holds what it does is freed.
@safe
final class EventLoop {
  let handle: OpaquePointer
  private var events: [Int: Event] = [:]
  private var lastID = 0

  /// Something that is waited for, and what is done when it comes.
  @safe
  private final class Event {
    var handle: OpaquePointer?
    let happened: () -> Void

    init(_ happened: @escaping () -> Void) { self.happened = happened }
  }

  /// Creates a loop; nil: the system has no means for one.
  init?() {
    guard let handle = unsafe dm_loop_open() else { return nil }
    unsafe self.handle = handle
  }

  deinit {
    for id in events.keys { cancel(id) }
    unsafe dm_loop_close(handle)
  }

  /// Calls `body` whenever a descriptor can be read.
  ///
  /// - Returns: the number by which that is cancelled.
  func whenReadable(_ descriptor: Int32, _ body: @escaping () -> Void) -> Int {
    add(descriptor, every: 0, body)
  }

  /// Calls `body` each time that so many seconds have passed.
  func every(_ seconds: Double, _ body: @escaping () -> Void) {
    _ = add(-1, every: seconds, body)
  }

  func cancel(_ id: Int) {
    guard let event = events.removeValue(forKey: id), let handle = unsafe event.handle else {
      return
    }
    unsafe dm_event_remove(handle)
  }

  /// Runs until `stop`.
  func run() { unsafe dm_loop_run(handle) }

  func stop() { unsafe dm_loop_stop(handle) }

  private func add(_ descriptor: Int32, every seconds: Double, _ body: @escaping () -> Void) -> Int
  {
    let event = Event(body)
    unsafe event.handle = dm_event_add(
      handle, descriptor, seconds,
      { (_, _, context) in
        guard let context = unsafe context else { return }
        unsafe Unmanaged<Event>.fromOpaque(context).takeUnretainedValue().happened()
      }, Unmanaged.passUnretained(event).toOpaque())
    lastID += 1
    events[lastID] = event
    return lastID
  }
}
