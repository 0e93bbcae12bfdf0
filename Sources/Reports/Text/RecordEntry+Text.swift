import Device
import Simulation

extension RecordEntry {
  /// The record for people: clock, app, kind and fields in columns, without a newline.
  ///
  /// The line may be wider than `style.width`: what apps log is shown in full.
  ///
  /// - Parameters:
  ///   - nameWidth: the width that a longer name of an app is shortened to; nil: it is shown in full.
  public func text(
    _ style: TextStyle, _ clock: DayClock = DayClock(), nameWidth: Int? = nil
  ) -> String {
    line(clock, nameWidth: nameWidth) { style.paint($0, ink) }
  }

  private var ink: Ink {
    switch kind {
    case .finding, .policyFault: .doubtful
    case .appExit: .bad
    case .appLog: .plain
    default: .faint
    }
  }
}
