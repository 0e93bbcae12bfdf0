import Device

/// What public logs of the activity scheduler name as policies, as far as the simulated device has
/// it: each gives a score from 0, against the work, to 1, for it.
///
/// Thermal and memory are not among them: the device has no heat, and does not tell its memory.
/// Their weights are in `others`, and their scores are 1, as they are in most of the logs.
enum ScoreFactor: Int, CaseIterable {
  case application
  case deviceActivity
  case battery
  case charger
  case cpu
  /// All that a logged denominator has beyond these, with a score of 1.
  case others

  /// What the weights and the forms of some scores rest on.
  static let logs = PolicyParameter.Basis.logged("public logs of the activity scheduler")

  /// As the logs name it.
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
