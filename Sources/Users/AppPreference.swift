import Device
import Simulation

/// How much an app is liked; only the proportion to the others matters.
public struct AppPreference: Sendable {
  public var app: String
  public var weight: Double

  public init(_ app: String, weight: Double) {
    self.app = app
    self.weight = weight
  }
}

extension [AppPreference] {
  /// Throws where a weight is out of range.
  ///
  /// - Parameters:
  ///   - model: the user model that the message names.
  func check(of model: String) throws(UserModelError) {
    for preference in self where !(0..<Double.infinity).contains(preference.weight) {
      throw UserModelError(
        "\(model): the weight of app \(quoted(preference.app)) is \(preference.weight); give 0 or "
          + "more")
    }
  }

  /// Returns the weights by `AppID`, 0 of apps that are not listed. Without any preference the n-th
  /// app weighs 1 / (n + shift).
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
