import Simulation

/// How hot the device is, as apps see it: `ProcessInfo.ThermalState`.
public enum ThermalState: String, CaseIterable, Comparable, Sendable {
  case nominal
  case fair
  case serious
  case critical

  public static func < (left: ThermalState, right: ThermalState) -> Bool {
    left.rank < right.rank
  }

  private var rank: Int {
    switch self {
    case .nominal: 0
    case .fair: 1
    case .serious: 2
    case .critical: 3
    }
  }
}

/// How hot the device is from a moment on.
public struct ThermalChange: Sendable {
  public var at: Instant
  public var state: ThermalState

  public init(at: Instant, state: ThermalState) {
    self.at = at
    self.state = state
  }
}
