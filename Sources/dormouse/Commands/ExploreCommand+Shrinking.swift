import Scripting
import Simulation

/// How far what was found is made smaller.
extension ExploreCommand {
  /// How long each find may be made smaller, in seconds.
  static let shrinkSeconds = 5

  var limits: ShrinkLimits {
    ShrinkLimits(
      time: .seconds(Self.shrinkSeconds), isInterrupted: { Interruption.shared.signal != nil })
  }

  /// Says why less may be enough; empty: it is not.
  static func words(on reached: ShrinkLimits.Reached?) -> String {
    let why: String
    switch reached {
    case nil: return ""
    case .time: why = "after \(shrinkSeconds) s"
    case .tries: why = "after as many tries as are made"
    case .interruption: why = "by the interruption"
    }
    return "\n  making it smaller was cut off \(why): less may be enough"
  }
}
