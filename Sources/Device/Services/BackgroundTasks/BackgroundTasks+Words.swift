import Simulation

extension BackgroundTaskService {
  /// Reports that a task was held though the work that was begun in it was over, until its handler
  /// ended it.
  func reportIdle(_ task: BackgroundTasks.Task, of process: Process) {
    let held = now - task.began
    guard task.isIdle, held >= BackgroundTaskService.shortHold else { return }
    process.report(
      .taskHeldIdle,
      "\(task.title) was held for \(held.toTenths), until its time was over, and nothing was under way"
        + " any more that could have ended it", at: task.location)
  }

  private static let shortHold = TimeSpan.seconds(5)
}

extension BackgroundTasks.Task {
  /// The task's name in messages.
  var title: String {
    "\(activity == nil ? "background task \(identifier)" : "expiring activity")\(quoted(name))"
  }

  /// The words for it at the deadline.
  ///
  /// - Parameters:
  ///   - delay: what kept the app from ending it; nil: nothing that is known.
  func neverEnded(_ delay: String?) -> String {
    guard activity == nil else { return "has not returned" + (delay.map { ": \($0)" } ?? "") }
    return delay.map { "was not ended in time: \($0)" } ?? "was never ended"
  }

  private func quoted(_ name: String?) -> String { name.map { " \"\($0)\"" } ?? "" }

  /// Where its identifier was probably lost.
  var overwriting: String {
    guard let next = overwrittenBy else { return "" }
    return "; background task \(next.identifier)\(quoted(next.name)), begun at \(next.location) "
      + "while this one was open, "
      + "was ended: was the identifier kept in the same variable?"
  }
}
