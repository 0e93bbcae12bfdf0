import CTerminal
import Dispatch
import Foundation
import Simulation
import Synchronization

/// A catcher of the signals that ask a program to end, or would end it: they become a request that
/// a run looks at between events.
///
/// When a run does not react in time, or a second signal comes, the program is ended here, after
/// the files that are not finished are removed.
final class Interruption: Sendable {
  static let shared = Interruption()
  private static let signals = [
    SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGXCPU,
  ]
  /// The time that a run gets to stop by itself, in seconds.
  private static let gracePeriod = 2

  private let number = Atomic<Int32>(0)
  /// The message for a run that does not stop in time; nil: no run is being watched, and a signal
  /// ends the program.
  private let lastWords = Locked<String?>(nil)

  /// The signal that came; nil while none has.
  var signal: Int32? {
    let number = number.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }

  /// Throws that the command was interrupted, if a signal has come.
  ///
  /// - Parameters:
  ///   - progress: how far it got.
  func heed(_ progress: @autoclosure () -> String) throws(CommandError) {
    guard let signal else { return }
    throw .interrupted(signal: signal, progress())
  }

  /// Turns signals into requests while `body` runs.
  ///
  /// - Parameters:
  ///   - lastWords: the message if `body` does not react to them.
  func watching<Result>(
    lastWords: String = "interrupted in the middle of an event; nothing was kept",
    _ body: () throws(CommandError) -> Result
  ) throws(CommandError) -> Result {
    let before = self.lastWords.withLock { words in
      defer { words = lastWords }
      return words
    }
    defer { self.lastWords.withLock { $0 = before } }
    Interruption.catchSignals()
    return try body()
  }

  /// Keeps any signal from ending the program from now on before its unfinished files are removed.
  static func catchSignals() { _ = isCatching }

  /// Starts the catching once. A thread waits for signals and not Dispatch, whose sources begin to
  /// catch a signal only some time after they are made, and no more if another was made for it
  /// before.
  private static let isCatching: Bool = {
    guard unsafe dm_catch_signals(signals, Int32(signals.count)) == 0 else { return false }
    Thread.detachNewThread {
      while case let number = dm_next_signal(), number > 0 { shared.receive(number) }
    }
    return true
  }()

  private func receive(_ signal: Int32) {
    guard lastWords.withLock({ $0 }) != nil else { return end(signal) }
    let (isFirst, _) = number.compareExchange(expected: 0, desired: signal, ordering: .relaxed)
    guard isFirst else { return end(signal) }
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(Interruption.gracePeriod)) {
      self.end(signal)
    }
  }

  private func end(_ signal: Int32) {
    UnfinishedFiles.remove()
    if let words = lastWords.withLock({ $0 }) { Console().complain(words) }
    ExitStatus.signal(signal).end()
  }
}
