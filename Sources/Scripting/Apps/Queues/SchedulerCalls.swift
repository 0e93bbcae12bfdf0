import Device
import Lua
import Simulation

/// The latest calls that cancel requests of BGTaskScheduler, of which two that meet on two threads
/// end an app.
///
/// Calls never overlap here, since one thread's code runs after the other's at one instant. On a
/// phone two jobs that were both in their queues when the first called may run side by side, unless
/// a serial queue or a lock keeps them apart.
struct SchedulerCalls {
  struct Call {
    let at: Instant
    let thread: ThreadNumber
    /// The serial queues and locks that the thread has to itself.
    let exclusive: Set<Int64>
    /// The jobs that had been put into queues before.
    let jobsBefore: Int64
  }

  private var last: Call?

  /// Notes a call of a job.
  ///
  /// - Parameters:
  ///   - order: the number of the calling job among all; nil: no job calls.
  /// - Returns: whether it may meet the call before.
  mutating func note(_ call: Call, order: Int64?) -> Bool {
    defer { last = call }
    guard let last, let order, last.at == call.at, last.thread != call.thread else { return false }
    return order <= last.jobsBefore && last.exclusive.isDisjoint(with: call.exclusive)
  }
}

extension AppBridge {
  /// Reports a call that cancels requests while another thread may do so too.
  func noteCancellation(_ frame: borrowing LuaFrame) {
    var exclusive: Set<Int64> = []
    var number = queues.current
    while let job = queues.jobs[number] {
      if case .own(let queue) = job.place, !Queues.isConcurrent(queue) { exclusive.insert(queue) }
      number = job.parent
    }
    let thread = thread
    for (number, lock) in queues.locks where lock.holder == thread { exclusive.insert(number) }
    let call = SchedulerCalls.Call(
      at: app.now, thread: thread, exclusive: exclusive, jobsBefore: queues.jobCount)
    guard schedulerCalls.note(call, order: queues.outermost?.job.order) else { return }
    app.report(
      .schedulerRace,
      "requests are cancelled here while another thread may cancel them too: nothing keeps the two"
        + " apart", at: location(frame))
  }
}
