import Device
import Lua
import Simulation

/// The latest calls that cancel and submit requests of BGTaskScheduler: one that cancels and another
/// that meet on two threads end an app.
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
    /// It cancels requests, and does not submit one.
    let cancels: Bool
  }

  private var lastCancellation: Call?
  private var lastSubmission: Call?

  /// Notes a call of a job.
  ///
  /// - Parameters:
  ///   - order: the number of the calling job among all; nil: no job calls.
  /// - Returns: whether it may meet one before, and one of the two cancels.
  mutating func note(_ call: Call, order: Int64?) -> Bool {
    let others = call.cancels ? [lastCancellation, lastSubmission] : [lastCancellation]
    if call.cancels { lastCancellation = call } else { lastSubmission = call }
    guard let order else { return false }
    return others.contains { other in
      guard let other, other.at == call.at, other.thread != call.thread else { return false }
      return order <= other.jobsBefore && other.exclusive.isDisjoint(with: call.exclusive)
    }
  }
}

extension AppBridge {
  /// Reports a call that cancels or submits requests while another thread may cancel some, or
  /// cancels some while another may submit one.
  func noteSchedulerCall(_ frame: borrowing LuaFrame, cancels: Bool) {
    var exclusive: Set<Int64> = []
    var number = queues.current
    while let job = queues.jobs[number] {
      if case .own(let queue) = job.place, !Queues.isConcurrent(queue) { exclusive.insert(queue) }
      number = job.parent
    }
    let thread = thread
    for (number, lock) in queues.locks where lock.holder == thread { exclusive.insert(number) }
    let call = SchedulerCalls.Call(
      at: app.now, thread: thread, exclusive: exclusive, jobsBefore: queues.jobCount,
      cancels: cancels)
    guard schedulerCalls.note(call, order: queues.outermost?.job.order) else { return }
    app.report(
      .schedulerRace,
      cancels
        ? "requests are cancelled here while another thread may call BGTaskScheduler too: nothing"
          + " keeps the two apart"
        : "a request is submitted here while another thread may cancel requests: nothing keeps the"
          + " two apart", at: location(frame))
  }
}
