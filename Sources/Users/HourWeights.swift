/// Weights of the 24 hours of a day, from midnight.
public enum HourWeights {
  /// Launches on 2,000 phones in one day, in thousands, by hour from midnight.
  public static let measured: [Double] = [
    17.5, 9.8, 8.8, 7.6, 5.8, 6.5, 14.8, 34.0, 54.9, 67.5, 67.6, 76.8,
    76.1, 71.3, 71.3, 70.6, 67.6, 69.0, 76.3, 68.5, 67.5, 56.4, 45.2, 32.9,
  ]

  /// Throws unless these are 24 weights that can be used.
  ///
  /// - Parameters:
  ///   - model: the user model that the message names.
  static func check(_ weights: [Double], of model: String) throws(UserModelError) {
    func error(_ text: String) -> UserModelError { UserModelError("\(model): \(text)") }
    guard weights.count == 24 else {
      throw error("byHour has not 24 weights (\(weights.count)); give one for each hour")
    }
    for (hour, weight) in weights.enumerated() where !(0..<Double.infinity).contains(weight) {
      throw error("byHour has a weight out of range (\(weight) at hour \(hour)); give 0 or more")
    }
    guard weights.reduce(0, +) > 0, weights.reduce(0, +).isFinite else {
      throw error("the weights of byHour add up to nothing usable; make one positive")
    }
  }
}
