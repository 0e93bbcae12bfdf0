import Simulation

/// An error of `submit` that the app has not looked at.
struct UnreadError {
  let number: Int
  let error: TaskRequestError
  let location: SourceLocation
}

/// The exception that ends an app for the way in which it registers a handler.
public struct TaskRegistrationError: Error {
  public let message: String
}

// What apps do wrong with their tasks.
extension BGTaskService {
  // MARK: Registering

  func register(
    _ handler: TaskHandlers.Handler, for identifier: String, of process: Process
  ) throws(TaskRegistrationError) -> Bool {
    process.usesTaskScheduler = true
    guard process.configuration.permittedIdentifiers.permit(identifier) else {
      process.report(
        .identifierNotPermitted,
        "the identifier is not among the app's permittedIdentifiers (\(identifier)): its handler"
          + " is not registered", at: handler.location)
      return false
    }
    if let message = apps[process].life.handlers.register(handler, for: identifier) {
      if apps[process].life.handlers[identifier] == nil, process.life == 1 {
        // It is registered, but too late: that is the mistake.
        withdrawUnregistered(identifier, of: process)
      }
      throw TaskRegistrationError(message: message)
    }
    return true
  }

  /// didFinishLaunching has returned: what is not registered now never will be.
  func launchIsOver(_ process: Process) {
    apps[process].life.handlers.launchIsOver()
    let permitted = process.configuration.permittedIdentifiers
    guard !permitted.isEmpty, process.life == 1 else { return }
    // A continued task's handler is registered when it is needed.
    let isForContinued =
      device.platform.has(.continuedTasks)
      && process.configuration.modes.isDisjoint(with: [.fetch, .processing])
    for identifier in permitted where !apps[process].life.handlers.cover(identifier) {
      if isForContinued || identifier.hasSuffix(".*") { continue }
      process.report(
        .identifierNeverRegistered, unregistered(identifier),
        at: process.behavior?.location(ofMethod: "didFinishLaunching"))
      apps[process].unregistered.append(identifier)
    }
  }

  /// Withdraws the finding, since another that follows from it is reported: one mistake is one
  /// finding.
  func withdrawUnregistered(_ identifier: String, of process: Process) {
    guard let index = apps[process].unregistered.firstIndex(of: identifier) else { return }
    apps[process].unregistered.remove(at: index)
    process.withdraw(
      .identifierNeverRegistered, unregistered(identifier),
      at: process.behavior?.location(ofMethod: "didFinishLaunching"))
  }

  private func unregistered(_ identifier: String) -> String {
    "no launch handler is registered for a permitted identifier (\(identifier))"
  }

  // MARK: Submitting

  /// T2: a permitted request that nobody would handle is an exception.
  func requireHandler(
    for request: TaskRequest, of process: Process
  ) throws(TaskRegistrationError) {
    let identifier = request.identifier
    let permissions = permissions(of: process)
    guard permissions.identifiers.permit(identifier), permissions.allow(request.kind),
      apps[process].life.handlers[identifier] == nil
    else { return }
    withdrawUnregistered(identifier, of: process)
    throw TaskRegistrationError(
      message: "no launch handler is registered for the task's identifier (\(identifier)); "
        + "register one before didFinishLaunching returns")
  }

  /// A date before the first day of the run was meant as a time from now.
  func reportDate(
    of request: TaskRequest, of process: Process, at location: SourceLocation
  ) {
    guard let earliest = request.earliest, earliest < .start - .days(365) else { return }
    process.report(
      .earliestIsNoDate,
      "earliestBeginDate lies more than a year before the run: it is a date, in seconds as"
        + " os.time() has them", at: location)
  }

  /// Keeps an error until the app looks at it.
  func noteUnread(
    _ error: TaskRequestError, of process: Process, at location: SourceLocation
  ) -> Int {
    apps[process].life.errorCount += 1
    let number = apps[process].life.errorCount
    if apps[process].life.unread.count < Limits.findingPlaces {
      apps[process].life.unread.append(
        UnreadError(number: number, error: error, location: location))
    }
    return number
  }

  func noteRead(_ number: Int, of process: Process) {
    apps[process].life.unread.removeAll { $0.number == number }
  }

  func reportUnread(of process: Process) {
    for unread in apps[process].life.unread {
      process.report(
        .submitErrorIgnored,
        "submit failed with \(unread.error.name) (\(unread.error.rawValue)), and the app did not"
          + " look at the error", at: unread.location)
    }
    apps[process].life.unread = []
  }

  // MARK: Tasks

  /// A task of some length has no expiration handler.
  func reportUnguarded(_ task: RunningTask, of process: Process) {
    process.report(
      .noExpirationHandler,
      "the task has no expirationHandler (\(task.identifier)): when its time is over it is marked"
        + " failed without a warning", at: task.handler?.location)
  }

  /// A task took long, and neither CPU time nor a request was begun in it.
  func reportMereWait(of task: RunningTask, _ process: Process) {
    guard let handler = task.handler, now - task.began >= BGTaskService.longestMereWait,
      process.workedAt < task.began
    else { return }
    process.report(
      .taskOnlyWaits,
      "the task took \((now - task.began).toTenths) and did nothing but wait (\(task.identifier))",
      at: handler.location)
  }

  /// Requests were begun in a task that may be launched without a network.
  func reportUnrequired(_ task: RunningTask, _ process: Process) {
    let request = task.pending.request
    guard request.kind == .processing, !request.requirements.contains(.network),
      let requested = process.requestedAt, requested >= task.began, !process.state.isForeground
    else { return }
    process.report(
      .networkNotRequired,
      "requests were begun while the task ran (\(task.identifier)), and its BGProcessingTaskRequest does"
        + " not require a network", at: task.pending.location)
  }

  private static let longestMereWait = TimeSpan.seconds(10)

  /// The process is about to be suspended: what it should have done by now it has not done.
  func comesToRest(_ process: Process) {
    guard !apps[process].life.ended.isEmpty || !apps[process].life.unread.isEmpty
    else { return }
    reportUnread(of: process)
    for task in apps[process].life.ended where isEndOfChain(task, of: process) {
      let kind = task.pending.request.kind.rawValue
      process.report(
        .chainEnded,
        "the request submitted here was the last (\(task.identifier)): its launch submitted no"
          + " other, so that no \(kind) follows it", at: task.pending.location)
    }
    apps[process].life.ended = []
    apps[process].life.completed = nil
  }

  /// Whether an app runs behind for a push, say, and not for a task.
  func isAtOtherWork(_ process: Process) -> Bool {
    process.state == .background && device.services.giveWork(to: process, besides: self)
  }

  /// A refresh is meant to go on; processing where it did so before.
  private func isEndOfChain(_ task: RunningTask, of process: Process) -> Bool {
    guard task.pending.isInChain, task.handler != nil else { return false }
    return apps[process].lastSubmission[task.identifier] == task.pending.number
  }

  /// Work that went on after the app had said that its task was done.
  func reportWorkAfterCompletion(of process: Process) -> Bool {
    guard let completed = apps[process].life.completed,
      apps[process].running.allSatisfy({ $0 == nil })
    else { return false }
    process.report(
      .workAfterTaskCompleted,
      "setTaskCompleted was called, but work went on and is cut off by suspension"
        + " (\(completed.identifier))", at: completed.location)
    return true
  }
}
