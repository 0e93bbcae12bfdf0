import Device
import Simulation

// What `usage.habits` and `usage.people` take alike.

extension UsageHabits {
  /// Throws unless these are 24 weights that can be used.
  static func check(byHour: [Double], of model: String) throws(UserModelError) {
    func error(_ text: String) -> UserModelError { UserModelError("\(model): \(text)") }
    guard byHour.count == 24 else {
      throw error("byHour has not 24 weights (\(byHour.count)); give one for each hour")
    }
    for (hour, weight) in byHour.enumerated() where !(0..<Double.infinity).contains(weight) {
      throw error("byHour has a weight out of range (\(weight) at hour \(hour)); give 0 or more")
    }
    guard byHour.reduce(0, +) > 0, byHour.reduce(0, +).isFinite else {
      throw error("the weights of byHour add up to nothing usable; make one positive")
    }
  }

  static func check(_ preferences: [Preference], of model: String) throws(UserModelError) {
    for preference in preferences where !(0..<Double.infinity).contains(preference.weight) {
      throw UserModelError(
        "\(model): the weight of app \(quoted(preference.app)) is \(preference.weight); give 0 or "
          + "more")
    }
  }
}

extension [UsageHabits.Preference] {
  /// By `AppID`. Where none is given the n-th app weighs 1 / (n + shift).
  func weights(
    of apps: [String], shift: Double = 0, at model: String
  ) throws(UserModelError) -> [Double] {
    if isEmpty { return apps.indices.map { 1 / (Double($0 + 1) + shift) } }
    let names = AppNames(apps)
    var weights = [Double](repeating: 0, count: apps.count)
    for preference in self {
      let app = try names.app(named: preference.app, at: "\(model): apps")
      weights[Int(app.index)] = preference.weight
    }
    guard weights.reduce(0, +) > 0, weights.reduce(0, +).isFinite else {
      throw UserModelError(
        "\(model): the weights of apps add up to nothing usable; make one positive")
    }
    return weights
  }
}
