import Simulation

/// What becomes of a service whose process ends, by the numbers of Android's Service: what
/// `onStartCommand` returns.
public enum ServiceAnswer: Int, Sendable, CaseIterable {
  /// It begins again, and `onStartCommand` is called with nothing: START_STICKY.
  case sticky = 1
  /// It is over: START_NOT_STICKY.
  case notSticky = 2
  /// It begins again, and gets anew the starts that `stopSelf` has not named: START_REDELIVER_INTENT.
  case redeliver = 3
}

/// How long a service waits until it begins again (AOSP, ActiveServices,
/// `scheduleServiceRestartLocked`). Pure.
struct RestartDelay: Equatable {
  private var last = TimeSpan.zero
  /// When the service was last made.
  private var began: Instant?

  mutating func begins(at now: Instant) { began = now }

  /// Returns how long it waits now: each time longer, from the least on where it has run for a
  /// while.
  ///
  /// - Parameters:
  ///   - undone: how long the oldest start that it gets again has taken so far; nil: it gets none.
  mutating func next(
    at now: Instant, undone: TimeSpan?, _ rules: ServiceRules
  ) -> TimeSpan {
    let least = max(rules.restart, (undone ?? .zero) * 2)
    let reset = max(rules.restartReset, (undone ?? .zero) * 2)
    let isReset = last == .zero || began.map { now > $0 + reset } ?? true
    last = isReset ? least : max(least, last * rules.restartFactor)
    return last
  }

  /// It has had to wait for another app's service.
  mutating func grow(to delay: TimeSpan) { last = delay }
}

/// A service that begins again.
struct ServiceRestart {
  let at: Instant
  let token: EventToken
  /// What its `onStartCommand` gets, start by start; nil: nothing.
  let actions: [String?]
  let answer: ServiceAnswer
  /// The line that started it.
  let location: SourceLocation
}

// The life of a service after the end of its process. It begins behind, as a service that has left
// the foreground: whether it may come back is asked anew, and mostly it may not.
extension ForegroundServices {
  /// `onStartCommand` has returned.
  func answers(_ start: ServiceStartID, with answer: ServiceAnswer, of process: Process) {
    guard apps[process].run != nil else { return }
    apps[process].run?.answer = answer
    if answer != .redeliver { apps[process].run?.given.removeAll { $0.number == start.number } }
  }

  /// A process ends: its service begins again later if it was in the foreground and is to go on.
  func planRestart(of process: Process) {
    guard let run = apps[process].run, run.goesOn else {
      apps[process].delay = RestartDelay()
      return
    }
    let undone = run.answer == .redeliver ? run.given : []
    let delay = apps[process].delay.next(
      at: now, undone: undone.first.map { now - $0.since }, rules)
    var moment = now + delay
    for other in pendingRestarts
    where moment >= other - rules.restartsApart && moment < other + rules.restartsApart {
      moment = other + rules.restartsApart
      apps[process].delay.grow(to: moment - now)
    }
    apps[process].restart = ServiceRestart(
      at: moment, token: arm(Deadline.restart, of: process, at: moment, outlives: true),
      actions: undone.isEmpty ? [nil] : undone.map(\.action), answer: run.answer,
      location: run.location)
  }

  private var pendingRestarts: [Instant] {
    device.processes.compactMap { apps[$0].restart?.at }.sorted()
  }

  /// The service begins again, in a process of its own or in that which the user has opened.
  func restarts(_ process: Process) {
    guard let restart = apps[process].restart else { return }
    apps[process].restart = nil
    process.wake(for: limits.suspensionDelay, because: .service)
    var run = ServiceRun(reason: .restarted, location: restart.location)
    run.stage = .background
    run.answer = restart.answer
    apps[process].run = run
    apps[process].delay.begins(at: now)
    process.stayAwake()
    for action in restart.actions {
      give(action, to: process, because: .restarted, at: restart.location)
    }
  }

  /// The app has started it itself, or the device is restarted.
  func cancelRestart(of process: Process) {
    guard let restart = apps[process].restart else { return }
    device.agenda.cancel(restart.token)
    apps[process].restart = nil
    apps[process].delay = RestartDelay()
  }
}

extension Application {
  /// What `onStartCommand` has returned for a start.
  public func onStartCommandReturned(_ start: ServiceStartID, _ answer: ServiceAnswer) {
    device.services.find(ForegroundServices.self).answers(start, with: answer, of: process)
  }
}
