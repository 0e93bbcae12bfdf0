import Device
import Simulation

/// One candidate's standing in a decision.
struct ScoredStanding {
  /// The reason why a candidate may not begin now.
  enum Hold {
    case refreshOff
    case noNetwork
    case inUse
    case unused
    case below
    case spaced

    /// The reason in the trace.
    var reason: String {
      switch self {
      case .refreshOff: "background refresh is off"
      case .noNetwork: "there is no network"
      case .inUse: "processing, and the device is in use"
      case .unused: "its app was not used for days"
      case .below: "its score is below the threshold"
      case .spaced: "too short a while after another launch"
      }
    }
  }

  let group: ScoreWeights.Group
  /// The likelihood that the user opens its app soon.
  let likelihood: Double
  let score: Double
  let threshold: Double
  /// The seconds until the threshold has fallen to the score; infinite: it does not.
  let fall: Double
  /// The reason why it may not begin; nil: it may.
  var hold: Hold?

  /// The moments for which some candidates wait.
  struct Waits {
    private(set) var isSpaced = false
    private(set) var isBelow = false
    /// The seconds until the first of them has its threshold fallen to its score.
    private(set) var fall = Double.infinity

    mutating func add(_ standing: ScoredStanding) {
      switch standing.hold {
      case .spaced: isSpaced = true
      case .below:
        isBelow = true
        fall = min(fall, standing.fall)
      default: break
      }
    }
  }
}
