import Device

/// The count of a `DispatchSemaphore`, and who waits for it.
///
/// Pure: it knows fibers by number, but no thread and no device.
struct Semaphore {
  private(set) var value: Int
  private var waiters = Line<FiberID>()

  init(value: Int) { self.value = value }

  /// Whether nobody waits, and it counts as many.
  func isAtRest(at value: Int) -> Bool { waiters.isEmpty && self.value == value }

  /// Takes one; false where there is none, and who asked has to wait.
  mutating func take() -> Bool {
    guard value > 0 else { return false }
    value -= 1
    return true
  }

  mutating func wait(_ fiber: FiberID) { waiters.append(fiber) }

  /// Gives one; who has waited longest has it and goes on.
  mutating func signal() -> FiberID? {
    if let fiber = waiters.removeFirst() { return fiber }
    value += 1
    return nil
  }

  /// Its time is over: it waits no longer.
  mutating func giveUp(_ fiber: FiberID) {
    _ = waiters.removeFirst { $0 == fiber }
  }
}

/// The state of an `NSLock`: who holds it and who waits for it. It passes to who has waited longest.
///
/// Pure: it knows threads and fibers by number.
struct ThreadLock {
  private(set) var holder: ThreadNumber?
  private var waiters = Line<(fiber: FiberID, thread: ThreadNumber)>()

  /// Takes it where it is free.
  mutating func take(_ thread: ThreadNumber) -> Bool {
    guard holder == nil else { return false }
    holder = thread
    return true
  }

  mutating func wait(_ fiber: FiberID, on thread: ThreadNumber) { waiters.append((fiber, thread)) }

  /// Lets go of it; who has waited longest holds it now and goes on.
  mutating func release() -> FiberID? {
    let next = waiters.removeFirst()
    holder = next?.thread
    return next?.fiber
  }

  mutating func giveUp(_ fiber: FiberID) {
    _ = waiters.removeFirst { $0.fiber == fiber }
  }
}

/// A thread of a process: the main one, or one that a block beside it runs on.
enum ThreadNumber: Hashable {
  case main
  /// The one on which a job runs that no other job waits for there.
  case job(Int64)
  /// That of what is no job: a handler that the system calls in the background.
  case system
}

/// The count of a `DispatchGroup`, who waits for its end and what is to run then.
///
/// Pure: it knows fibers and jobs by number.
struct BlockGroup {
  private(set) var count = 0
  private var waiters = Line<FiberID>()
  private var jobs: [Int64] = []

  /// Whether it counts nothing and nobody waits.
  var isAtRest: Bool { count == 0 && waiters.isEmpty && jobs.isEmpty }

  mutating func enter() { count += 1 }

  /// One less; false where there is none.
  mutating func leave() -> Bool {
    guard count > 0 else { return false }
    count -= 1
    return true
  }

  mutating func wait(_ fiber: FiberID) { waiters.append(fiber) }

  mutating func giveUp(_ fiber: FiberID) {
    _ = waiters.removeFirst { $0 == fiber }
  }

  /// A job is to run once the count is 0.
  mutating func notify(_ job: Int64) { jobs.append(job) }

  /// Takes out who goes on and what is to run now: all that wait where the count is 0, in order.
  mutating func take() -> (fibers: [FiberID], jobs: [Int64]) {
    guard count == 0 else { return ([], []) }
    defer {
      waiters = Line()
      jobs = []
    }
    return (waiters.all, jobs)
  }
}
