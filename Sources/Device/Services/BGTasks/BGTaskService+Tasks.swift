import Simulation

// A task from the moment its app is chosen to its end.
extension BGTaskService {
  // MARK: The launch

  /// The request has come to its launch: it is pending no longer.
  func take(of process: Process, _ queue: WorkQueue) {
    let identifier = next(of: process, queue)?.request.request.identifier
    guard let identifier, let pending = apps[process].requests.remove(identifier) else {
      return
    }
    apps[process].taskCount += 1
    apps[process].running[position(of: queue)] = RunningTask(
      id: BGTaskID(number: apps[process].taskCount), pending: pending, began: now)
  }

  func beginTask(of process: Process, _ queue: WorkQueue) {
    let position = position(of: queue)
    guard let work = queue.running(process) else { return }
    apps[process].running[position]?.warning = arm(
      Deadline.warning, Int32(position), of: process,
      at: max(now, work.limit - limits.expirationLead))
    enqueue(Turn.launch, position, of: process)
  }

  func callLaunchHandler(of process: Process, _ position: Int) {
    guard let task = apps[process].running[position], task.handler == nil else { return }
    guard let handler = apps[process].life.handlers[task.identifier] else {
      let message =
        "no launch handler is registered for the task's identifier (\(task.identifier)); register one"
        + " before didFinishLaunching returns"
      withdrawUnregistered(task.identifier, of: process)
      process.doom(
        AppFailure(
          reason: .uncaughtException, message: message, detail: message,
          location: task.pending.location))
      return process.scheduleDoom(after: .zero)
    }
    apps[process].running[position]?.handler = handler
    process.record(.bgTaskLaunched(task.identifier))
    call(.launchHandler(handler.block, task.id), handler, of: process)
  }

  private func call(_ callback: Callback, _ handler: TaskHandlers.Handler, of process: Process) {
    if handler.isOnMain {
      process.run(callback)
    } else {
      process.runBeside(callback)
    }
  }

  // MARK: The end

  func complete(
    _ id: BGTaskID, success: Bool, isGuarded: Bool, of process: Process,
    at location: SourceLocation
  ) {
    guard let position = apps[process].running.firstIndex(where: { $0?.id == id }),
      let task = apps[process].running[position]
    else {
      if apps[process].life.markedFailed != id {
        process.report(
          .taskCompletedTwice, "setTaskCompleted was called before for this task", at: location)
      }
      return
    }
    process.record(.bgTaskCompleted(task.identifier, success: success))
    if !isGuarded, !task.isWarned, now > task.began { reportUnguarded(task, of: process) }
    reportMereWait(of: task, process)
    reportUnrequired(task, process)
    apps[process].life.completed = (task.identifier, location)
    process.hasFinished(begunAt: task.began)
    end(process, position, result: success ? .completed : .failed)
    process.considerSuspension()
  }

  /// Ends the running task of a queue, if any.
  ///
  /// - Parameters:
  ///   - result: nil when its time is over or its process ends.
  func end(_ process: Process, _ position: Int, result: WorkResult?) {
    guard let task = apps[process].running[position] else { return }
    device.agenda.cancel(task.warning)
    apps[process].running[position] = nil
    apps[process].life.ended.append(task)
    queues[position].end(process, result: result)
    review(process)
    device.arbiter.requestReview()
  }

  /// The user has opened the app: processing ends, as whenever the phone is used (T6), and a refresh
  /// goes on. In front neither has a limit (F7).
  func comesToFront(_ process: Process) {
    for (position, task) in apps[process].running.enumerated() {
      guard let task else { continue }
      if queues[position].kind == .processing { warn(process, position) }
      device.agenda.cancel(task.warning)
      queues[position].detach(process)
    }
    apps[process].life.ended = []
    apps[process].life.completed = nil
  }

  func processEnds(_ process: Process) {
    for position in queues.indices { end(process, position, result: nil) }
    reportUnread(of: process)
    apps[process].life = Life()
  }

  // MARK: Expiry

  /// The user has picked the phone up, or what a task requires is gone: its time is over.
  func endWhatLacksItsConditions(of process: Process) {
    _ = endTasks(of: process) { !conditions(lackedBy: $0.pending.request).isEmpty }
  }

  /// Tasks that run have the lead from now on and no more; false when there was none.
  func endTasks(of process: Process, where isMeant: (RunningTask) -> Bool) -> Bool {
    var isAny = false
    for (position, task) in apps[process].running.enumerated() {
      guard let task, !task.isWarned, let work = queues[position].held(by: process), isMeant(task)
      else { continue }
      isAny = true
      let end = now + limits.expirationLead
      if work.limit > end { queues[position].cutShort(process, to: end) }
      warn(process, position)
    }
    return isAny
  }

  /// The expiration handler is called; a task without one is marked failed instead.
  func warn(_ process: Process, _ position: Int) {
    guard let task = apps[process].running[position], !task.isWarned,
      queues[position].held(by: process) != nil
    else { return }
    apps[process].running[position]?.isWarned = true
    device.agenda.cancel(task.warning)
    queues[position].markExpired(process)
    device.budget.markExpired(process)
    process.record(.bgTaskExpired(task.identifier))
    if let handler = task.handler, process.behavior?.hasExpirationHandler(task.id) == true {
      if handler.isOnMain {
        enqueue(Turn.expiration, position, of: process)
      } else {
        arm(
          Deadline.expirationBeside, Int32(position), of: process, at: now,
          rank: DeviceEvent.Rank.callback)
      }
      return
    }
    if task.handler != nil { reportUnguarded(task, of: process) }
    apps[process].life.markedFailed = task.id
    end(process, position, result: nil)
    process.considerSuspension()
  }

  func callExpirationHandler(of process: Process, _ position: Int, onMain: Bool) {
    guard let task = apps[process].running[position], task.isWarned,
      let handler = task.handler
    else { return }
    call(.taskExpiration(task.id), handler, of: process)
  }

  /// Warned, and not completed: the app is ended, and its next task has to wait.
  func isTooLong(_ process: Process, _ position: Int) {
    guard let task = apps[process].running[position],
      queues[position].held(by: process) != nil
    else { return }
    queues[position].markExpired(process)
    let message =
      "the task was not completed within \(limits.expirationLead) of its expirationHandler"
      + " (\(task.identifier))" + (process.delay.map { ": \($0)" } ?? "")
    process.report(
      .taskNotCompleted, message, at: task.handler?.location ?? task.pending.location)
    apps[process].throttledUntil = now + limits.taskThrottle
    process.terminate(.backgroundTaskSchedulerTimeout, detail: message)
  }
}
