import Device
import Lua
import Simulation

/// A `Task` whose body has not ended.
struct ConcurrentTask {
  /// The error that `Task.sleep` raises in a task that is cancelled, as in Swift.
  static let cancellationError = "CancellationError"

  /// Its table, as the script has it.
  let table: LuaReference
  var isCancelled = false
  /// Those that await its end, in order.
  var waiters: [FiberID] = []
}

// A task from its first line to its end.
extension ScriptedApp {
  /// Returns the outcome of a turn of a task. A cancellation that its body does not catch ends the
  /// task and nothing else, as an error that a Task throws in Swift.
  func conclude(_ turn: Turn, ofTask handle: Int64) -> Turn {
    switch turn.outcome {
    case .awaiting, .blocked, .busy, .preempted: return turn
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
  /// Whether the running code belongs to a `Task` that is cancelled. Most apps cancel none, and every
  /// sleep asks.
  var isCancelled: Bool {
    hasCancelled && currentTask >= 0 && concurrentTasks[currentTask]?.isCancelled == true
  }

  /// The running code begins to sleep, or belongs to a `Task` that is cancelled and does not.
  func sleep(_ fiber: FiberID, for time: TimeSpan) {
    guard !isCancelled else {
      waits[slot: fiber.number]?.kind = .cancelled
      _ = app.sleep(fiber, for: .zero)
      return
    }
    waits[slot: fiber.number]?.kind = .sleep(app.sleep(fiber, for: time))
  }

  /// `task.cancel()`: what the task awaits ends at once; what keeps its CPU busy, and a lock, do not.
  /// O(n) in what waits in the process, so that no sleep has to note whose it is.
  func cancelTask(_ handle: Int64) {
    guard concurrentTasks[handle]?.isCancelled == false else { return }
    concurrentTasks[handle]?.isCancelled = true
    hasCancelled = true
    guard let slot = waits.firstSlot(where: { $0.task == handle }), let wait = waits[slot: slot]
    else { return }
    switch wait.kind {
    case .sleep(let end):
      if app.wakeEarly(FiberID(slot), from: end) { waits[slot: slot]?.kind = .cancelled }
    case .request(let id): app.cancelRequest(id)
    case .cpu, .time, .lock, .value, .cancelled, .signal, .signalled, .turn, .raised: break
    }
  }
}
