import Simulation

/// The values that make sense for a quantity.
struct Bounds: Sendable {
  private let lower: Double
  private let includesLower: Bool
  private let upper: Double
  /// The bounds as messages show them: `0 to 1`.
  let text: String

  private init(_ lower: Double, including: Bool, _ upper: Double, _ text: String) {
    self.lower = lower
    includesLower = including
    self.upper = upper
    self.text = text
  }

  /// Neither not-a-number nor infinite values are ever within.
  func contains(_ value: Double) -> Bool {
    value <= upper && (includesLower ? value >= lower : value > lower)
  }

  /// A hundred years of 365.25 days, in seconds: no simulated time is longer.
  static let century = 3_155_760_000.0

  /// A length of time in seconds that may be none.
  static let time = Bounds(0, including: true, century, "0 or more, at most 100 years")
  /// A length of time in seconds.
  static let positiveTime = Bounds(0, including: false, century, "above 0, at most 100 years")
  /// Time between things that happen again and again, in seconds: shorter would be a run without
  /// end.
  static let period = Bounds(1, including: true, century, "1 or more, at most 100 years")
  static let publicationPeriod = Bounds(
    0.001, including: true, century, "0.001 or more, at most 100 years")
  /// CPU time of 1,000 instructions, in seconds: with less, a loop without end would take the
  /// simulator longer than the device allows it.
  static let instructionTime = Bounds(
    1e-5, including: true, century, "0.00001 or more, at most 100 years")
  static let fraction = Bounds(0, including: true, 1, "0 to 1")

  static func above(_ lower: Double, upTo upper: Double) -> Bounds {
    Bounds(
      lower, including: false, upper, "above \(plainNumber(lower)), at most \(plainNumber(upper))")
  }

  static func from(_ lower: Double, to upper: Double) -> Bounds {
    Bounds(lower, including: true, upper, "\(plainNumber(lower)) to \(plainNumber(upper))")
  }
}
