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
    try device.services.find(BGTaskService.self).register(
      .init(block: handler, isOnMain: onMain, location: location), for: identifier, of: process)
  }

  /// Asks to be launched or resumed once.
  ///
  /// - Returns: why the request is not taken, with the number of the error for `noteRead`; nil: it
  ///   is.
  public func submit(
    _ request: TaskRequest, at location: SourceLocation
  ) -> (error: TaskRequestError, number: Int)? {
    device.services.find(BGTaskService.self).submit(request, of: process, at: location)
      .map { (error: $0.0, number: $0.number) }
  }

  /// The app has looked at an error of `submit`.
  public func noteRead(errorOfSubmit number: Int) {
    device.services.find(BGTaskService.self).noteRead(number, of: process)
  }

  /// Cancels a pending request, if there is one.
  public func cancelTaskRequest(_ identifier: String) {
    device.services.find(BGTaskService.self).cancel(identifier, of: process)
  }

  public func cancelAllTaskRequests() {
    device.services.find(BGTaskService.self).cancelAll(of: process, .app)
  }

  /// In the order in which they were submitted.
  public var pendingTaskRequests: [TaskRequest] {
    device.services.find(BGTaskService.self).apps[process].requests.pending.map(\.request)
  }

  /// The identifier of a task that runs; nil when it is over.
  public func identifier(of task: BGTaskID) -> String? {
    device.services.find(BGTaskService.self).apps[process].running
      .compactMap { $0 }.first { $0.id == task }?.identifier
  }

  /// `setTaskCompleted`.
  ///
  /// - Parameters:
  ///   - hasExpirationHandler: whether the app has set one for it.
  public func setTaskCompleted(
    _ task: BGTaskID, success: Bool, hasExpirationHandler: Bool, at location: SourceLocation
  ) {
    device.services.find(BGTaskService.self).complete(
      task, success: success, isGuarded: hasExpirationHandler, of: process, at: location)
  }
}
