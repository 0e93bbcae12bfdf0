import Device

/// A factor that public logs of the activity scheduler name as a policy, as far as the simulated
/// device has it: each gives a score from 0, against the work, to 1, for it.
///
/// Thermal and memory are not among them: a policy is told neither the heat nor the memory of the device.
/// Their weights are in `others`, and their scores are 1, as they are in most of the logs.
enum ScoreFactor: Int, CaseIterable {
  case application
  case deviceActivity
  case battery
  case charger
  case cpu
  /// The rest of a logged denominator beyond these factors, with a score of 1.
  case others

  /// The evidence for the weights and the forms of some scores.
  static let logs = PolicyParameter.Basis.logged("public logs of the activity scheduler")

  /// The name in the logs.
  var name: String {
    switch self {
    case .application: "Application"
    case .deviceActivity: "DeviceActivity"
    case .battery: "Battery"
    case .charger: "Charger"
    case .cpu: "CPU"
    case .others: "Others"
    }
  }
}
