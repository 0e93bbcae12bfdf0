import Foundation
import Simulation

/// The line on the terminal which shows that a command still works, and how far it is: in a second
/// that nothing else is printed in, rewritten a few times a second.
final class Progress: Sendable {
  static let shared = Progress()

  /// The time between two looks of the thread that writes, and for how long nothing must have been
  /// printed.
  private static let pause = 0.25
  private static let patience = 1.5
  /// The control characters that erase the line.
  private static let wipe = "\r\u{1B}[K"

  private struct State {
    var isOn = false
    var name = ""
    var words: String?
    /// When the command began, something else was printed last, and `words` were last asked for.
    var began = ContinuousClock.now
    var printed = ContinuousClock.now
    var asked = ContinuousClock.now
    var isShown = false
    /// The cursor stands in the middle of a line of the output.
    var isInLine = false
  }

  private let state = Locked(State())

  /// Begins to show that a command works, where errors go to a terminal.
  func begin(_ name: String, on console: Console) {
    guard console.isErrorTerminal else { return }
    state.withLock {
      $0 = State()
      $0.isOn = true
      $0.name = name
    }
    Thread.detachNewThread {
      while self.state.withLock({ $0.isOn }) {
        Thread.sleep(forTimeInterval: Progress.pause)
        self.show()
      }
    }
  }

  /// Says how far the command is. Costs next to nothing, however often it is called.
  ///
  /// - Parameters:
  ///   - words: from the real seconds since the command has begun; called a few times a second.
  func note(_ words: (Double) -> String) {
    let elapsed = state.withLock { state -> Double? in
      let now = ContinuousClock.now
      guard state.isOn, (now - state.asked) / .seconds(1) >= Progress.pause else { return nil }
      state.asked = now
      return (now - state.began) / .seconds(1)
    }
    guard let elapsed else { return }
    let line = words(elapsed)
    state.withLock { $0.words = line }
  }

  private func show() {
    state.withLock { state in
      let now = ContinuousClock.now
      guard state.isOn, !state.isInLine,
        (now - state.printed) / .seconds(1) >= Progress.patience
      else { return }
      let seconds = Int((now - state.began) / .seconds(1))
      Progress.write(Progress.wipe + (state.words ?? "\(state.name): working for \(seconds) s"))
      state.isShown = true
    }
  }

  /// Makes room for something that is printed now.
  ///
  /// - Parameters:
  ///   - isWhole: it ends with a newline.
  func makeRoom(isWhole: Bool) {
    state.withLock { state in
      guard state.isOn else { return }
      if state.isShown { Progress.write(Progress.wipe) }
      state.isShown = false
      state.isInLine = !isWhole
      state.printed = .now
    }
  }

  /// Shows nothing any more.
  func end() {
    makeRoom(isWhole: true)
    state.withLock { $0.isOn = false }
  }

  /// Nothing can be done if that fails.
  private static func write(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }
}

extension Progress {
  /// Says how far a run is.
  func note(at instant: Instant, of end: Instant, on clock: DayClock, events: Int) {
    note { ProgressLine.line(at: instant, of: end, on: clock, events: events, after: $0) }
  }

  /// Says how many of some things are done.
  func note(done: Int, of total: Int, _ things: String = "runs") {
    note { RunsProgressLine.line(done: done, of: total, things, after: $0) }
  }
}
