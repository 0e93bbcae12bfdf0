/// Running statistics of a sequence of values, without keeping them (Welford 1962; the third
/// moment: Pébay, Sandia report 2008-6212).
public struct RunningMoments: Hashable, Sendable {
  public private(set) var count = 0
  private var center = 0.0
  private var squares = 0.0
  private var cubes = 0.0
  private var least = Double.infinity
  private var greatest = -Double.infinity

  public init() {}

  public mutating func add(_ value: Double) {
    count += 1
    let step = value - center
    let part = step / Double(count)
    center += part
    let square = step * (value - center)
    cubes += square * part * Double(count - 2) - 3 * part * squares
    squares += square
    least = Swift.min(least, value)
    greatest = Swift.max(greatest, value)
  }

  /// The arithmetic mean; nil without values.
  public var mean: Double? { count > 0 ? center : nil }

  /// The smallest value; nil without values.
  public var min: Double? { count > 0 ? least : nil }

  /// The largest value; nil without values.
  public var max: Double? { count > 0 ? greatest : nil }

  /// The sample variance, with divisor n - 1; nil with fewer than two values.
  public var variance: Double? { count > 1 ? squares / Double(count - 1) : nil }

  /// The square root of the variance.
  public var deviation: Double? { variance?.squareRoot() }

  /// Fisher's coefficient of skewness, √n Σ(x − x̄)³ / (Σ(x − x̄)²)^1.5: 0 of what is symmetric,
  /// above 0 with a tail to the right; nil where nothing varies.
  public var skewness: Double? {
    squares > 0 ? Double(count).squareRoot() * cubes / (squares * squares.squareRoot()) : nil
  }
}
