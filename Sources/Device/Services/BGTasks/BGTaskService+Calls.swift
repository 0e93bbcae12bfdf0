import Simulation

// What apps call.
extension Application {
  /// Registers the handler of a task's launches; while the app launches, once an identifier.
  ///
  /// - Returns: false when the identifier is not permitted, which is a finding.
  /// - Throws: what the exception says that ends the app.
  public func registerLaunchHandler(
    _ handler: BlockID, for identifier: String, onMain: Bool = false, at location: SourceLocation
  ) throws(TaskRegistrationError) -> Bool {
    let ordinary = device.services.find(BGTaskService.self)
    let handler = TaskHandlers.Handler(block: handler, isOnMain: onMain, location: location)
    let configuration = process.configuration
    let isLate = ordinary.apps[process].life.handlers.isLaunchOver
    guard device.platform.has(.continuedTasks),
      ContinuedTaskRequest.permits(identifier, configuration),
      !isLate || ContinuedTaskRequest.mayBeRegisteredLate(identifier, configuration)
    else { return try ordinary.register(handler, for: identifier, of: process) }
    // One call registers for tasks of both kinds: nothing says of which the identifier is.
    if isLate {
      ordinary.withdrawUnregistered(identifier, of: process)
    } else if configuration.permittedIdentifiers.permit(identifier) {
      _ = try ordinary.register(handler, for: identifier, of: process)
    }
    let continued = device.services.find(ContinuedTaskService.self)
    try continued.register(handler, for: identifier, of: process)
    return true
  }

  /// Asks to be launched or resumed once.
  ///
  /// - Returns: why the request is not taken, with the number of the error for `noteRead`; nil: it
  ///   is.
  /// - Throws: what the exception says that ends the app: nobody handles the identifier (T2).
  public func submit(
    _ request: TaskRequest, at location: SourceLocation
  ) throws(TaskRegistrationError) -> (error: TaskRequestError, number: Int)? {
    try device.services.find(BGTaskService.self).submit(request, of: process, at: location)
      .map { (error: $0.0, number: $0.number) }
  }

  /// The app has looked at an error of `submit`.
  public func noteRead(errorOfSubmit number: Int) {
    device.services.find(BGTaskService.self).noteRead(number, of: process)
  }

  /// Cancels a pending request, if there is one.
  public func cancelTaskRequest(_ identifier: String) {
    if device.platform.has(.continuedTasks) {
      device.services.find(ContinuedTaskService.self).cancelWaiting(
        identifier, of: process, because: RequestCancellation.app.rawValue)
    }
    device.services.find(BGTaskService.self).cancel(identifier, of: process)
  }

  public func cancelAllTaskRequests() {
    if device.platform.has(.continuedTasks) {
      device.services.find(ContinuedTaskService.self).cancelWaiting(
        of: process, because: RequestCancellation.app.rawValue)
    }
    device.services.find(BGTaskService.self).cancelAll(of: process, .app)
  }

  /// In the order in which they were submitted.
  public var pendingTaskRequests: [TaskRequest] {
    device.services.find(BGTaskService.self).apps[process].requests.pending.map(\.request)
  }

  /// The identifier of a task that runs; nil when it is over.
  public func identifier(of task: BGTaskID) -> String? {
    guard !task.isContinued else {
      return device.services.find(ContinuedTaskService.self).task(task)?.request.identifier
    }
    return device.services.find(BGTaskService.self).apps[process].running
      .compactMap { $0 }.first { $0.id == task }?.identifier
  }

  /// `setTaskCompleted`.
  ///
  /// - Parameters:
  ///   - hasExpirationHandler: whether the app has set one for it.
  public func setTaskCompleted(
    _ task: BGTaskID, success: Bool, hasExpirationHandler: Bool, at location: SourceLocation
  ) {
    guard !task.isContinued else {
      return device.services.find(ContinuedTaskService.self).complete(
        task, success: success, of: process, at: location)
    }
    device.services.find(BGTaskService.self).complete(
      task, success: success, isGuarded: hasExpirationHandler, of: process, at: location)
  }
}
