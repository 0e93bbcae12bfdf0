import Device
import Foundation
import Simulation

/// Returns the score of a battery: zero at 10 % and below, steep where it is low, and better on the
/// charger.
///
/// It fits the three scores in public logs: .60 at 26 % on the charger, .55 at 30 % and .51 at 27 %
/// off it.
func batteryScore(of power: PowerStatus) -> Double {
  let charge = max(0, (power.level * 100 - 10) / 90)
  return min(1, pow(charge, 0.4) * (power.isCharging ? 1.2 : 1))
}

/// The constants of a scheduler by scores, and the scores of a device by them.
struct ScoreRules {
  let threshold: FallingThreshold
  /// The window of work that names no latest moment.
  let window: TimeSpan
  /// The time without use after which an app is not refreshed.
  let unusedAfter: TimeSpan
  private let weights: [ScoreWeights]
  private let activityInUse: Double
  private let chargerOff: Double
  private let cpuInUse: Double

  init(_ parameters: PolicyParameters) {
    threshold = FallingThreshold(
      first: parameters["thresholdFirst"], last: parameters["thresholdLast"])
    window = .seconds(parameters["window"])
    unusedAfter = .seconds(parameters["unusedAfter"])
    weights = ScoreWeights.Group.allCases.map { ScoreWeights(of: $0, in: parameters) }
    activityInUse = parameters["activityInUse"]
    chargerOff = parameters["chargerOff"]
    cpuInUse = parameters["cpuInUse"]
  }

  private static let chargerOff = PolicyParameter(
    name: "chargerOff", unit: "", standard: 0.5, range: 0...1,
    summary: "Charger while there is none", basis: ScoreFactor.logs)

  static let parameters = [
    PolicyParameter(
      name: "thresholdFirst", unit: "", standard: 0.9, range: 0...1,
      summary: "the score that is needed when the window opens"),
    PolicyParameter(
      name: "thresholdLast", unit: "", standard: 0.01, range: 0...1,
      summary: "the score that is needed at its end; in between it falls evenly"),
    PolicyParameter(
      name: "window", unit: "s", standard: 86_400, range: 1...31_536_000,
      summary: "the length of the window of work that names no latest moment"),
    PolicyParameter(
      name: "unusedAfter", unit: "s", standard: 259_200, range: 0...31_536_000,
      summary: "after how long without use an app gets no fetches and refreshes any more"),
    PolicyParameter(
      name: "activityInUse", unit: "", standard: 0.25, range: 0...1,
      summary: "DeviceActivity while the user has an app in front, the lowest of the logs"),
    chargerOff,
    PolicyParameter(
      name: "cpuInUse", unit: "", standard: 0.5, range: 0...1,
      summary: "CPU while the user has an app in front"),
  ]

  subscript(group: ScoreWeights.Group) -> ScoreWeights { weights[group.rawValue] }

  /// Returns the evidence for a factor's score.
  func basis(of factor: ScoreFactor) -> ScoreTable.Basis {
    switch factor {
    case .application, .deviceActivity, .cpu: .assumed
    case .battery, .others: .logged
    case .charger: chargerOff == Self.chargerOff.standard ? .logged : .assumed
    }
  }

  /// Returns the score of each factor by `ScoreFactor`; that of the application, which is each
  /// app's own, is zero.
  ///
  /// - Parameters:
  ///   - likelihood: that the user takes up the device soon.
  func scores(on device: DeviceSnapshot, likelihood: Double) -> [Double] {
    ScoreFactor.allCases.map { factor in
      switch factor {
      case .application: 0
      case .deviceActivity: 1 - (1 - activityInUse) * (device.isInUse ? 1 : likelihood)
      case .battery: batteryScore(of: device.power)
      case .charger: device.power.isCharging ? 1 : chargerOff
      case .cpu: device.isInUse ? cpuInUse : 1
      case .others: 1
      }
    }
  }
}
