import Dispatch
import Foundation
import Simulation
import Synchronization

/// Turns the signals that ask a program to end, or would end it, into a wish that a run looks at
/// between events.
///
/// A run that does not heed it in time (or a second signal) is ended here, after the files that it
/// has not finished are removed.
final class Interruption: Sendable {
  static let shared = Interruption()
  private static let signals = [
    SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGXCPU,
  ]
  /// What a run gets to stop by itself, in seconds.
  private static let patience = 2

  private let number = Atomic<Int32>(0)
  private let lastWords = Guarded("")
  private let ending = Guarded(())

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

  /// Does something that the end of the program is not to divide, as beginning what it has to end.
  func undivided<Result: Sendable>(_ body: () -> Result) -> Result {
    ending.withLock { _ in body() }
  }

  /// Lets the signals be wishes while `body` runs.
  ///
  /// - Parameters:
  ///   - lastWords: what to say if it does not heed them.
  func watching<Result>(
    lastWords: String = "interrupted in the middle of an event; nothing was kept",
    _ body: () throws(CommandError) -> Result
  ) throws(CommandError) -> Result {
    self.lastWords.withLock { $0 = lastWords }
    let sources = Interruption.signals.compactMap {
      number -> (number: Int32, source: any DispatchSourceSignal)? in
      // A terminal that closes ends the run, but not under nohup, which had this signal ignored.
      if Foundation.signal(number, SIG_IGN) != nil, number == SIGHUP { return nil }
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { self.receive(number) }
      source.resume()
      return (number, source)
    }
    defer {
      for (number, source) in sources {
        source.cancel()
        Foundation.signal(number, SIG_DFL)
      }
    }
    return try body()
  }

  private func receive(_ signal: Int32) {
    let (isFirst, _) = number.compareExchange(expected: 0, desired: signal, ordering: .relaxed)
    guard isFirst else { return end(signal) }
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(Interruption.patience)) {
      self.end(signal)
    }
  }

  private func end(_ signal: Int32) {
    undivided {
      UnfinishedFiles.remove()
      Console().complain(lastWords.withLock { $0 })
      ExitStatus.signal(signal).end()
    }
  }
}
