import Simulation

/// The limit of wake-ups (semantics.md, section 2): counted as callbacks begin, and looked at only
/// when there are as many as a window may have.
extension Process {
  /// The process has woken up more often than it may within a window, unless that took longer.
  func wakesOften(for callback: Callback) {
    let took = agenda.now - wakesSince
    let count = main.wakeUps
    main.wakeUps = 0
    wakesSince = agenda.now
    guard took <= limits.wakeUpWindow else { return }
    let seconds = max(took.seconds, 1)
    report(
      .wakeUpsTooOften,
      "\(count) wake-ups within \(took.toTenths), \(Int(Double(count) / seconds)) a second; more"
        + " than \(Int(Double(limits.wakeUps) / limits.wakeUpWindow.seconds)) a second over"
        + " \(limits.wakeUpWindow) are reported as EXC_RESOURCE",
      at: place(of: callback))
  }

  private func place(of callback: Callback) -> SourceLocation? {
    switch callback {
    case .timer(_, let id): timers.location(of: id)
    default:
      callback.isMethod
        ? callback.name(on: device.platform.family).flatMap { behavior?.location(ofMethod: $0) }
        : nil
    }
  }
}
