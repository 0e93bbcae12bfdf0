/// Where a process stands in its life cycle (P1).
public enum ApplicationState: String, CaseIterable, Sendable {
  case notRunning
  case inactive
  case active
  case background
  case suspended

  /// Whether the user sees it: the clock of background time does not run (B2).
  public var isForeground: Bool { self == .active || self == .inactive }

  /// Whether its code may run.
  @inline(__always)
  public var isRunning: Bool { self != .notRunning && self != .suspended }

  /// The moves of P1; any other is a bug of the simulator.
  ///
  /// `inactive → background` is leaving; `notRunning → background` is a launch into the background.
  public func canMove(to next: ApplicationState) -> Bool {
    switch (self, next) {
    case (.notRunning, .inactive), (.notRunning, .background): true
    case (.inactive, .active), (.active, .inactive), (.inactive, .background): true
    case (.background, .suspended), (.suspended, .background): true
    case (.background, .inactive), (.suspended, .inactive): true
    case (.notRunning, .notRunning): false
    case (_, .notRunning): true
    default: false
    }
  }
}
