import Device
import Lua
import Simulation

// Jobs of queues, from their first line to their end.
extension ScriptedApp {
  /// Runs a block that is a job, or puts one into its queue whose time has come.
  func run(_ block: Block) -> Turn {
    switch block.role {
    case .entering(let job):
      var block = block
      block.role = .job(job)
      bridge.enter(job, as: block)
      return Turn(.returned)
    case .job(let job):
      bridge.queues.jobs[job]?.block = nil
      guard !bridge.isCancelled(job: job) else {
        release(block)
        bridge.end(job: job)
        return Turn(.returned)
      }
      bridge.queues.current = job
      let step = state.start(block.function, with: nil)
      release(block)
      return conclude(settle(step))
    case .plain, .timer, .request, .cancelledRequest, .task:
      fatalError("ScriptedApp.run: a block that is no job (\(block.role))")
    }
  }

  /// Runs a job on the thread of the code that waits for it.
  func run(_ job: Int64, for interrupted: LuaFiber) -> Turn {
    bridge.queues.jobs[job]?.interrupted = interrupted
    guard let function = bridge.queues.jobs[job]?.function else {
      fatalError("ScriptedApp.run: a job without its function (\(job))")
    }
    bridge.queues.current = job
    guard !bridge.isCancelled(job: job) else {
      state.release(function)
      return Turn(.returned)
    }
    let step = state.start(function, with: nil)
    state.release(function)
    return settle(step)
  }

  /// Returns the outcome of a turn of code that may belong to a job, a task or both.
  func conclude(_ turn: Turn) -> Turn {
    var turn = turn
    if bridge.queues.current >= 0, case .returned = turn.outcome { turn = endJob(turn) }
    if bridge.currentTask >= 0 { turn = conclude(turn, ofTask: bridge.currentTask) }
    bridge.currentTask = -1
    bridge.queues.current = -1
    return turn
  }

  /// The block of the running job has returned: who waits for it gets the first result.
  private func endJob(_ turn: Turn) -> Turn {
    guard let job = bridge.queues.jobs[bridge.queues.current] else { return turn }
    var result: LuaReference?
    if job.caller != nil, job.item == nil {
      let kept = try? state.withResults { frame in
        frame.count > 0 && !frame.isNil(1) ? frame.reference(1) : nil
      }
      result = kept ?? nil
    }
    return give(.value(result), ofJob: job, cpu: turn.cpu)
  }

  /// The running job has failed: the error is raised where somebody waits for it. Nil where nobody
  /// does, and the failure is the app's.
  func raise(_ failure: LuaFailure, cpu: TimeSpan) -> Turn? {
    guard failure.kind == .runtime, let job = bridge.queues.jobs[bridge.queues.current],
      job.caller != nil
    else { return nil }
    return give(.raised(bridge.queues.errors.add(failure.message)), ofJob: job, cpu: cpu)
  }

  /// Ends the running job, with an outcome for who waits for it. Who does so on this thread goes on.
  private func give(_ outcome: Wait.Kind, ofJob job: Job, cpu: TimeSpan) -> Turn {
    bridge.end(job: bridge.queues.current)
    if let interrupted = job.interrupted {
      bridge.queues.current = job.parent
      return Turn(.busy(bridge.remember(interrupted, outcome)), cpu: cpu)
    }
    if let caller = job.caller {
      bridge.waits[slot: caller.number]?.kind = outcome
      bridge.app.wake(caller)
    }
    return Turn(.returned, cpu: cpu)
  }
}

extension Wait {
  /// Whether it is of no task and no job, now and when it goes on.
  var isPlain: Bool {
    if case .turn = kind { return false }
    return task < 0 && job < 0
  }
}
