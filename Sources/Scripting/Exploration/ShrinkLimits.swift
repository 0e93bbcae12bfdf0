import Simulation

/// How long something that was found may be made smaller.
package struct ShrinkLimits: Sendable {
  /// Real time for each find; nil: as long as it takes. What is found can then differ between
  /// machines.
  private let time: Duration?
  /// After true nothing further is tried; asked on the thread that shrinks.
  private let isInterrupted: @Sendable () -> Bool

  package init(
    time: Duration? = nil, isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) {
    self.time = time
    self.isInterrupted = isInterrupted
  }

  /// Why something was made no smaller though there was more to try.
  package enum Reached: String, Sendable {
    case time, tries, interruption
  }

  /// What is left of them for one find.
  struct Rest {
    private var tries: Int
    private let end: ContinuousClock.Instant?
    private let isInterrupted: @Sendable () -> Bool
    /// The limit that was in the way of a try; nil: none was.
    private(set) var reached: Reached?

    init(_ limits: ShrinkLimits, tries: Int) {
      self.tries = tries
      end = limits.time.map { .now + $0 }
      isInterrupted = limits.isInterrupted
    }

    /// Takes one try; false where none is left.
    mutating func takeTry() -> Bool {
      guard reached == nil else { return false }
      if isInterrupted() {
        reached = .interruption
      } else if tries == 0 {
        reached = .tries
      } else if let end, .now >= end {
        reached = .time
      } else {
        tries -= 1
      }
      return reached == nil
    }
  }
}
