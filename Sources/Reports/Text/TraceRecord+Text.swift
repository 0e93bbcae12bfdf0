import Device
import Simulation

extension TraceRecord {
  /// The record for people: clock, app, kind and fields in columns, without a newline.
  ///
  /// The line may be wider than `style.width`: what apps log is shown in full.
  public func text(_ style: TextStyle, _ clock: DayClock = DayClock()) -> String {
    line(clock) { style.paint($0, ink) }
  }

  private var ink: Ink {
    switch TraceKind(rawValue: kind) {
    case .finding, .policyFault: .doubtful
    case .appExit: .bad
    case .appLog: .plain
    default: .faint
    }
  }
}
