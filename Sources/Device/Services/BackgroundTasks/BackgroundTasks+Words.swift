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
