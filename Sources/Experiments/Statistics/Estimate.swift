import Simulation

/// The estimate of a mean from a sample of independent values: the sample's mean, and an interval
/// that covers the true one in so many of 100 experiments (Student 1908).
public struct Estimate: Equatable, Sendable {
  /// The usual share of intervals that cover, 0.95.
  public static let usualLevel = 0.95

  public let count: Int
  public let mean: Double
  /// The sample's standard deviation, with divisor n − 1; nil for a single value.
  public let deviation: Double?
  /// Half of the interval's width: t · deviation / √n, t with n − 1 degrees of freedom.
  ///
  /// Nil for a single value, and exactly 0 when all values are equal.
  public let halfWidth: Double?
  /// Fisher's coefficient of the sample's skewness; nil where nothing varies.
  public let skewness: Double?
  /// What no value can lie beyond; nil: there are no such ends.
  private let range: ClosedRange<Double>?

  /// Creates the estimate of some values; nil without any.
  ///
  /// - Parameters:
  ///   - range: what no value can lie beyond, and so no mean; nil: there are no such ends.
  public init?(
    _ values: RunningMoments, level: Double = usualLevel, within range: ClosedRange<Double>? = nil
  ) {
    guard level > 0, level < 1 else { fatalError("Estimate: the level \(level) is not in 0..<1") }
    guard let mean = values.mean else { return nil }
    count = values.count
    self.mean = mean
    self.range = range
    deviation = values.deviation
    skewness = values.skewness
    let degrees = Double(count - 1)
    halfWidth = deviation.map { deviation in
      deviation == 0
        ? 0
        : studentQuantile((1 + level) / 2, degrees: degrees) * deviation
          / Double(values.count).squareRoot()
    }
  }

  public init?(_ values: some Sequence<Double>, level: Double = usualLevel) {
    var tally = RunningMoments()
    for value in values { tally.add(value) }
    self.init(tally, level: level)
  }

  /// The interval's lower end, where no value can be less cut off there: so it covers as often.
  public var low: Double? {
    halfWidth.map { half in max(mean - half, range.map { min($0.lowerBound, mean) } ?? -.infinity) }
  }

  /// The interval's upper end, where no value can be greater cut off there.
  public var high: Double? {
    halfWidth.map { half in min(mean + half, range.map { max($0.upperBound, mean) } ?? .infinity) }
  }

  /// The number of values that the interval needs to cover as often as it says, by Cochran's rule:
  /// 25 G₁² (Sampling Techniques, 1977, 2.15); nil where nothing varies.
  public var countForSkewness: Double? { skewness.map { 25 * $0 * $0 } }

  /// Whether the values are so skewed, beyond what chance does to G₁ (twice √(6/n)), that there are
  /// fewer than Cochran's rule asks for: the interval may cover too seldom.
  public var isShortOfCochran: Bool {
    guard let skewness, let needed = countForSkewness else { return false }
    return Double(count) <= needed && skewness * skewness > 24 / Double(count)
  }

  /// The probability of a sample mean at least so far from 0 if the true mean is 0; nil for a
  /// single value.
  ///
  /// Two-sided. Equal values give 1 when they are 0. Of other equal values Student's test knows
  /// nothing, and the sign test takes its place (Dixon and Mood, JASA 1946): 2 / 2ⁿ, so that two
  /// values that happen to be equal prove nothing.
  public var pOfZeroMean: Double? {
    guard let deviation else { return nil }
    guard mean != 0 else { return 1 }
    guard deviation > 0 else { return Double(sign: .plus, exponent: 1 - count, significand: 1) }
    let t = mean.magnitude / (deviation / Double(count).squareRoot())
    return 2 * studentTail(t, degrees: Double(count - 1))
  }
}
