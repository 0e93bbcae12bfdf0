import Simulation

// What apps call for their continued tasks.
extension Application {
  private var continuedTasks: ContinuedTaskService {
    device.services.find(ContinuedTaskService.self)
  }

  /// Submits a request for work that is to go on when the app is left.
  ///
  /// - Returns: why it is not taken, with the number of the error for `noteRead`; nil: it is.
  /// - Throws: what the exception says that ends the app.
  public func submit(
    _ request: ContinuedTaskRequest, at location: SourceLocation
  ) throws(TaskRegistrationError) -> (error: TaskRequestError, number: Int)? {
    guard let error = try continuedTasks.submit(request, of: process) else { return nil }
    let number = device.services.find(BGTaskService.self).noteUnread(
      error, of: process, at: location)
    return (error, number)
  }

  /// The progress of a continued task; nil when it is over.
  public func progress(of task: BGTaskID) -> TaskProgress? { continuedTasks.task(task)?.progress }

  /// Changes the progress of a continued task; nothing happens when it is over.
  public func setProgress(of task: BGTaskID, _ change: (inout TaskProgress) -> Void) {
    continuedTasks.setProgress(of: task, change)
  }

  /// `updateTitle(_:subtitle:)`.
  public func setTitle(_ title: String, subtitle: String, of task: BGTaskID) {
    continuedTasks.setTitle(title, subtitle: subtitle, of: task, process)
  }
}

extension BGTaskID {
  /// Whether it is a continued task's: those are numbered below zero.
  public var isContinued: Bool { number < 0 }
}
