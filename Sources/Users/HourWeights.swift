/// Weights of the 24 hours of a day, from midnight.
public enum HourWeights {
  /// Launches on 2,000 phones in one day, in thousands, by hour from midnight.
  public static let measured: [Double] = [
    17.5, 9.8, 8.8, 7.6, 5.8, 6.5, 14.8, 34.0, 54.9, 67.5, 67.6, 76.8,
    76.1, 71.3, 71.3, 70.6, 67.6, 69.0, 76.3, 68.5, 67.5, 56.4, 45.2, 32.9,
  ]

  /// Returns which part of each hour lies in the stretch of so many hours, from a full hour on, that
  /// has the least weight; the earliest of equals.
  static func quietest(_ hours: Double, of weights: [Double]) -> [Double] {
    func stretch(from first: Int) -> [Double] {
      (0..<24).map { min(1, max(0, hours - Double(($0 + 24 - first) % 24))) }
    }
    func weight(_ stretch: [Double]) -> Double {
      zip(stretch, weights).reduce(0) { $0 + $1.0 * $1.1 }
    }
    let stretches = (0..<24).map(stretch)
    return stretches.min { weight($0) < weight($1) } ?? []
  }

  /// Returns the weights without the given parts of the hours, and with the same sum.
  static func without(_ parts: [Double], _ weights: [Double]) -> [Double] {
    guard parts.contains(where: { $0 > 0 }) else { return weights }
    let rest = zip(weights, parts).map { $0 * (1 - $1) }
    let (all, left) = (weights.reduce(0, +), rest.reduce(0, +))
    return left > 0 ? rest.map { $0 * all / left } : weights
  }

  /// Returns the weights so many hours later, around the clock.
  static func later(_ hours: Double, _ weights: [Double]) -> [Double] {
    guard hours > 0 else { return weights }
    let (whole, part) = (Int(hours), hours.truncatingRemainder(dividingBy: 1))
    return (0..<24).map { hour in
      (1 - part) * weights[(hour + 48 - whole) % 24] + part * weights[(hour + 47 - whole) % 24]
    }
  }

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
