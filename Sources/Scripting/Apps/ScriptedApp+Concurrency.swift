import Device
import Lua
import Simulation

/// A `Task` whose body has not ended.
struct ConcurrentTask {
  /// What `Task.sleep` raises in a task that is cancelled, as in Swift.
  static let cancellationError = "CancellationError"

  /// Its table, as the script has it.
  let table: LuaReference
  var isCancelled = false
  /// What it waits for, and the event that ends its sleep.
  var wait: FiberID?
  var sleep = EventToken.none
  /// Those that await its end, in order.
  var waiters: [FiberID] = []
}

// A task from its first line to its end.
extension ScriptedApp {
  /// Returns the outcome of a turn of a task. A cancellation that its body does not catch ends the
  /// task and nothing else, as an error that a Task throws in Swift.
  func conclude(_ turn: Turn, ofTask handle: Int64) -> Turn {
    switch turn.outcome {
    case .awaiting(let fiber), .blocked(let fiber):
      bridge.concurrentTasks[handle]?.wait = fiber
      return turn
    case .busy, .preempted: return turn
    case .returned:
      end(handle, keepsResult: true)
      return turn
    case .failed(let failure):
      guard failure.message == ConcurrentTask.cancellationError,
        bridge.concurrentTasks[handle]?.isCancelled == true
      else { return turn }
      end(handle, keepsResult: false)
      return Turn(.returned, cpu: turn.cpu)
    }
  }

  private func end(_ handle: Int64, keepsResult: Bool) {
    guard let task = bridge.concurrentTasks.remove(handle) else { return }
    if keepsResult {
      try? state.withResults { frame in
        guard frame.count > 0, !frame.isNil(1) else { return }
        let result = frame.count + 2
        frame.push(task.table)
        frame.pushCopy(of: 1)
        for waiter in task.waiters {
          bridge.waits[slot: waiter.number]?.kind = .value(frame.reference(result))
        }
        frame.setField("result", of: result - 1)
      }
    }
    state.release(task.table)
    for waiter in task.waiters { bridge.app.wake(waiter) }
  }
}

extension AppBridge {
  /// Code of a `Task` or a job goes on: it waits for nothing.
  func goesOn(_ wait: borrowing Wait) {
    currentTask = wait.task
    queues.current = wait.job
    concurrentTasks[wait.task]?.wait = nil
  }

  /// Whether the running code belongs to a `Task` that is cancelled.
  var isCancelled: Bool {
    currentTask >= 0 && concurrentTasks[currentTask]?.isCancelled == true
  }

  /// The running `Task` begins to sleep, or is cancelled and does not.
  func sleep(_ fiber: FiberID, for time: TimeSpan) {
    if isCancelled { waits[slot: fiber.number]?.kind = .cancelled }
    let end = app.sleep(fiber, for: isCancelled ? .zero : time)
    if currentTask >= 0 { concurrentTasks[currentTask]?.sleep = end }
  }

  /// `task.cancel()`: what the task awaits ends at once; what keeps its CPU busy, and a lock, do not.
  func cancelTask(_ handle: Int64) {
    guard let task = concurrentTasks[handle], !task.isCancelled else { return }
    concurrentTasks[handle]?.isCancelled = true
    guard let fiber = task.wait, let wait = waits[slot: fiber.number] else { return }
    switch wait.kind {
    case .time:
      if app.wakeEarly(fiber, from: task.sleep) { waits[slot: fiber.number]?.kind = .cancelled }
    case .request(let id): app.cancelRequest(id)
    case .cpu, .lock, .value, .cancelled, .signal, .turn, .raised: break
    }
  }
}
